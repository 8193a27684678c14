// bankloom export
#include "cli/command.h"
#include "cli/input.h"
#include "cli/picture_scene.h"
#include "core/base/files.h"
#include "gfx/png.h"
#include "ui/export.h"

namespace bankloom::cli {
namespace {

struct ExportOptions {
  PictureScene scene;
  std::string out;
};

Result<void> write_still(const std::filesystem::path& file, const ShownScene& shown) {
  Session& session = *shown.source->session;
  if (file.extension() == ".svg") {
    TRY(const auto svg, ui::render_svg(session, shown.source->shader_folder, shown.options));
    return write_file(file, svg).map_error([&](const Error& error) {
      return Error{fmt::format("the picture {} cannot be written: {}", file.string(), error.message)};
    });
  }
  TRY(const auto drawn, ui::render_picture(session, shown.source->shader_folder, shown.options));
  return gfx::write_png(file, drawn.image, drawn.texts);
}

Result<Outcome> export_scene(const ExportOptions& options, const Context& context) {
  const std::filesystem::path file = options.out;
  const std::string ending = file.extension().string();
  if (ending != ".png" && ending != ".svg") {
    return fail("export writes .png and .svg files, by the name's ending; '{}' has {}", options.out,
                ending.empty() ? "none" : "another");
  }
  TRY(const auto shown, show_picture_scene(options.scene, context, "export"));
  TRY(write_still(file, shown));
  return Outcome{fmt::format("{} ({} x {} pixels)\n", file.string(), shown.options.width, shown.options.height), {}};
}

}  // namespace

Action declare_export(CLI::App& app, const Context& context) {
  auto options = std::make_shared<ExportOptions>();
  add_picture_scene(app, options->scene);
  add_value(app, "--out", options->out, "The file to write: FILE.png, or FILE.svg for a picture of shapes and text",
            "FILE")
      ->required();
  return [options, context] { return export_scene(*options, context); };
}

}  // namespace bankloom::cli
