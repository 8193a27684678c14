// bankloom export
#include <array>
#include <cmath>

#include "cli/command.h"
#include "cli/input.h"
#include "cli/picture_scene.h"
#include "core/base/files.h"
#include "core/base/text_lines.h"
#include "gfx/png.h"
#include "ui/export.h"

namespace bankloom::cli {
namespace {

/// What stands on paper: views without their controls, below each other, and the width and height in millimetres of a
/// column or a page of text.
struct Figure {
  std::string_view name, views;
  int width, height;
  bool has_card = false;  ///< lanes x banks instead of the queues
  bool compares = false;
  bool fits = false;  ///< ends where its contents do; the height is the most
};
constexpr std::array kFigures{
    Figure{"tile", "tile", 85, 100},
    Figure{"banks", "banks", 85, 75},
    Figure{"card", "banks", 85, 110, true},
    Figure{"tile+banks", "tile+banks", 85, 155},
    Figure{"comparison", "tile+banks", 170, 150, false, true},
    Figure{"timeline", "timeline", 170, 80},
    Figure{"ladder", "ladder", 170, 200, false, false, true},
    Figure{"times", "time", 170, 200, false, false, true},
    Figure{"machines", "machines", 170, 200, false, false, true},
    Figure{"results", "results", 170, 200, false, false, true},
    Figure{"code", "code", 85, 200, false, false, true},
    Figure{"output", "output", 170, 95},
};

constexpr double kMillimetresPerInch = 25.4, kPixelsPerInch = 96;

struct ExportOptions {
  PictureScene scene;
  std::string out, figure;
  double dots_per_inch = 300;
  bool fits_height = false, is_for_paper = false;
};

/// "85x60mm" in pixels; nothing where the size is in pixels.
Result<std::optional<PixelExtent>> millimetres(const ExportOptions& options) {
  const std::string& size = options.scene.picture.size;
  if (!size.ends_with("mm")) return std::nullopt;
  TRY(auto extent, parse_pixels("--size", size.substr(0, size.size() - 2)));
  for (int* const side : {&extent.width, &extent.height}) {
    *side = static_cast<int>(std::lround(*side / kMillimetresPerInch * options.dots_per_inch));
  }
  return extent;
}

/// The options with a figure's views, size and look, where no others were asked for.
Result<ExportOptions> with_figure(ExportOptions options) {
  PictureFlags& picture = options.scene.picture;
  if (!options.figure.empty()) {
    const auto* const figure = std::ranges::find(kFigures, options.figure, &Figure::name);
    if (figure == kFigures.end()) {
      std::vector<std::string> names;
      for (const Figure& one : kFigures) names.emplace_back(one.name);
      return fail("there is no figure '{}'; choose one of {}", options.figure, join(names, ", "));
    }
    if (!picture.view.empty()) return fail("give a figure or a view, not both");
    if (figure->compares && options.scene.scene.compared.empty() && options.scene.scene.line.empty()) {
      return fail("the figure '{}' needs B: --compare IPAD=1", figure->name);
    }
    picture.view = figure->views;
    const bool is_usual_size = picture.size == PictureFlags().size;
    if (is_usual_size) picture.size = fmt::format("{}x{}mm", figure->width, figure->height);
    const auto look = [&](const char* flag, const char* value) {
      if (!picture.view_words[flag]) picture.view_words[flag] = value;
    };
    look("--theme", "light");
    if (figure->has_card) look("--banks", "card");
    options.fits_height = figure->fits && is_usual_size;
  }
  TRY(const auto extent, millimetres(options));
  if (!extent) return options;
  options.is_for_paper = true;
  picture.size = fmt::format("{}x{}", extent->width, extent->height);
  picture.scale = options.dots_per_inch / kPixelsPerInch;
  if (picture.scale < ui::kLeastPictureScale || picture.scale > ui::kLargestPictureScale) {
    return fail("--dpi takes {} to {}, not {}", ui::kLeastPictureScale * kPixelsPerInch,
                ui::kLargestPictureScale * kPixelsPerInch, options.dots_per_inch);
  }
  return options;
}

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

Result<Outcome> export_scene(const ExportOptions& given, const Context& context) {
  const std::filesystem::path file = given.out;
  const std::string ending = file.extension().string();
  if (ending != ".png" && ending != ".svg") {
    return fail("export writes .png and .svg files, by the name's ending; '{}' has {}", given.out,
                ending.empty() ? "none" : "another");
  }
  TRY(const auto options, with_figure(given));
  TRY(auto shown, show_picture_scene(options.scene, context, "export"));
  shown.options.keeps_scale = options.is_for_paper;
  shown.options.fits_height = options.fits_height;
  TRY(write_still(file, shown));
  return Outcome{file.string() + "\n", {}};
}

}  // namespace

Action declare_export(CLI::App& app, const Context& context) {
  auto options = std::make_shared<ExportOptions>();
  add_picture_scene(app, options->scene);
  std::string names;
  for (const Figure& one : kFigures) names += (names.empty() ? "" : ", ") + std::string(one.name);
  add_value(app, "--figure", options->figure, "A figure for paper, without controls: " + names, "NAME");
  add_value(app, "--dpi", options->dots_per_inch, "Pixels per inch of a --size in millimetres, as 170x90mm", "N")
      ->capture_default_str();
  add_value(app, "--out", options->out, "The file to write: FILE.png, or FILE.svg for a picture of shapes and text",
            "FILE")
      ->required();
  return [options, context] { return export_scene(*options, context); };
}

}  // namespace bankloom::cli
