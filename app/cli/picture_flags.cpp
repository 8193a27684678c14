#include "cli/picture_flags.h"

#include "cli/input.h"
#include "cli/scene_options.h"
#include "core/base/language.h"
#include "core/base/text_lines.h"

namespace bankloom::cli {

void add_picture_flags(CLI::App& app, PictureFlags& flags) {
  add_value(app, "--size", flags.size, "Size of the picture in pixels, or in millimetres, as 85x60mm", "WxH")
      ->capture_default_str();
  add_view_flags(app, flags.view_words, false);
  add_value(app, "--scale", flags.scale, "Pixels per unit, 1 to 4; --size 3200x1800 --scale 2 is finer, not larger",
            "S")
      ->capture_default_str();
  add_value(app, "--view", flags.view,
            "The focus view, or one view alone: focus, tile, banks, code, timeline, ... (an unknown name lists them "
            "all)",
            "VIEW");
  add_value(app, "--caption", flags.caption,
            "Text at the bottom instead of the kernel and its options; where "
            "numbers come from is still said",
            "TEXT");
  app.add_flag("--no-caption", flags.no_caption,
               "Without the lines at the bottom; figures for print still say where the numbers come from");
}

void use_figure(const ui::PaperFigure& figure, PictureFlags& flags) {
  flags.view = figure.views;
  for (const auto& [flag, value] : figure.looks) {
    if (auto& given = flags.view_words[std::string(flag)]; !given) given = value;
  }
  if (flags.size != PictureFlags().size) return;
  flags.size = fmt::format("{}x{}mm", figure.width, figure.height);
  flags.fits_height = figure.fits;
}

Result<ui::PictureOptions> picture_options(const PictureFlags& flags) {
  ui::PictureOptions picture;
  const bool is_paper = flags.size.ends_with("mm");
  TRY(const auto extent, parse_pixels("--size", flags.size.substr(0, flags.size.size() - (is_paper ? 2 : 0))));
  picture.width = extent.width;
  picture.height = extent.height;
  if (is_paper) picture.view.theme = ui::ThemeName::paper;
  TRY(ui::set_flags(flags.view_words, picture.view));
  const bool scale_fits = flags.scale >= ui::kLeastPictureScale && flags.scale <= ui::kLargestPictureScale;
  if (!scale_fits) {
    return fail("--scale takes {} to {}, not {}", ui::kLeastPictureScale, ui::kLargestPictureScale, flags.scale);
  }
  picture.display_scale = static_cast<float>(flags.scale);
  if (is_paper) {
    TRY(ui::set_paper_size(extent.width, extent.height, flags.dots_per_inch.value_or(ui::kUsualDotsPerInch), picture));
  }
  picture.fits_height = flags.fits_height;
  picture.panel = flags.view;
  picture.caption = !flags.no_caption;
  picture.title = flags.caption;
  TRY(ui::check_picture(picture));
  return picture;
}

Result<void> use_source(const PictureSource& source, ui::PictureOptions& options) {
  options.measures = source.measures.get();
  options.advice = source.advice.get();
  if (options.view.recording.empty()) return {};
  std::vector<std::string> known;
  for (const auto& choice : source.measures->recordings()) {
    if (choice.name == options.view.recording) return {};
    known.push_back(choice.name);
  }
  return fail("there is no recording '{}'; {}", options.view.recording,
              known.empty() ? message("there is none at all") : message("there is {}", join(known, list_sign())));
}

}  // namespace bankloom::cli
