// bankloom render
#include <system_error>

#include "cli/command.h"
#include "cli/input.h"
#include "cli/picture_scene.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "gfx/png.h"
#include "ui/export.h"

namespace bankloom::cli {
namespace {

struct RenderOptions {
  PictureScene scene;
  std::string out;
};

Result<Outcome> render(const RenderOptions& options, const Context& context) {
  if (options.out.empty()) return fail("render needs --out FILE.png, the file or the folder to write to");
  const std::filesystem::path named = options.out;
  std::error_code no_folder;
  if (named.has_extension() && ending_of(named) != ".png" && !std::filesystem::is_directory(named, no_folder)) {
    return fail("render writes PNG pictures, not '{}' files; give --out a name that ends in .png",
                named.extension().string());
  }
  TRY(const auto shown, show_picture_scene(options.scene, context, "render"));
  Session& session = *shown.source->session;
  TRY(const auto drawn, ui::render_picture(session, shown.source->shader_folder, shown.options));
  std::filesystem::path path = options.out;
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    path = ui::free_path(path / ui::picture_name(session, options.scene.picture.view));
  TRY(gfx::write_png(path, drawn.image, drawn.texts));
  return Outcome{message("{} ({} x {} pixels)\n", path.string(), drawn.image.width, drawn.image.height), {}};
}

}  // namespace

Action declare_render(CLI::App& app, const Context& context) {
  auto options = std::make_shared<RenderOptions>();
  add_picture_scene(app, options->scene);
  add_value(app, "--out", options->out, "The PNG file to write, or a folder: then the picture is named after its scene",
            "FILE.png");
  return [options, context] { return render(*options, context); };
}

}  // namespace bankloom::cli
