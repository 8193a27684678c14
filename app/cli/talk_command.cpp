// bankloom talk
#include <algorithm>
#include <system_error>

#include "cli/command.h"
#include "cli/input.h"
#include "cli/picture_flags.h"
#include "cli/picture_source.h"
#include "core/base/language.h"
#include "core/wording/text.h"
#include "gfx/png.h"
#include "ui/export.h"
#include "ui/talk/talk_file.h"

namespace bankloom::cli {
namespace {

struct TalkOptions {
  std::string file, out;
  PictureFlags picture;
};

/// The name after a number of at least two digits, by which a folder sorts the pictures in the talk's order.
std::string numbered(std::size_t number, std::size_t count, const std::string& name) {
  const std::size_t digits = std::max<std::size_t>(2, std::to_string(count).size());
  return fmt::format("{:0{}}-{}", number, digits, name);
}

/// Adds the scene to the error.
template <class T>
Result<T> in_scene(const std::string& file, std::size_t number, Result<T> result) {
  if (!result) result.error().message = message("{}, scene {}: {}", file, number, result.error().message);
  return result;
}

Result<Outcome> draw_talk(const TalkOptions& options, const Context& context) {
  TRY(auto usual, picture_options(options.picture));
  if (options.out.empty()) return fail("talk needs --out FOLDER, the folder to write the pictures to");
  TRY(const auto talk, ui::read_talk(options.file));
  TRY(auto source, make_picture_source(context));
  TRY(use_source(*source, usual));
  Session& session = *source->session;
  // Errors in any scene come before the first picture.
  for (std::size_t i = 0; i < talk.scenes.size(); ++i) {
    const Scene& scene = talk.scenes[i].scene;
    ui::ViewSettings view_words = usual.view;
    TRY(in_scene(options.file, i + 1, ui::fill_view_words(scene.view_words, view_words)));
    TRY(in_scene(options.file, i + 1, session.selection().checked(scene)));
  }
  TRY(source->open_context());
  const std::filesystem::path folder = options.out;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fail("the folder '{}' cannot be created: {}", options.out, error.message());
  std::string names;
  for (std::size_t i = 0; i < talk.scenes.size(); ++i) {
    const Scene& scene = talk.scenes[i].scene;
    TRY(in_scene(options.file, i + 1, source->show(scene)));
    ui::PictureOptions picture = usual;
    TRY(ui::fill_view_words(scene.view_words, picture.view));
    TRY(auto drawn, in_scene(options.file, i + 1, ui::render_picture(session, source->shader_folder, picture)));
    if (!talk.scenes[i].note.empty()) drawn.texts.emplace_back("Comment", talk.scenes[i].note);
    const auto path = folder / numbered(i + 1, talk.scenes.size(), ui::picture_name(session, picture.panel));
    TRY(gfx::write_png(path, drawn.image, drawn.texts));
    names += "  " + path.filename().string() + "\n";
  }
  using namespace wording;
  return Outcome{say("{pictures:# picture|# pictures} in {folder}:\n{names}", "pictures"_a = Count{talk.scenes.size()},
                     "folder"_a = folder.string(), "names"_a = names),
                 {}};
}

}  // namespace

Action declare_talk(CLI::App& app, const Context& context) {
  auto options = std::make_shared<TalkOptions>();
  app.add_option("FILE", options->file, "The talk: scenes' lines, each with its notes below it")
      ->required()
      ->type_name("");
  add_picture_flags(app, options->picture);
  add_value(app, "--out", options->out, "The folder to write to; created if missing", "FOLDER");
  return [options, context] { return draw_talk(*options, context); };
}

}  // namespace bankloom::cli
