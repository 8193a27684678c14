// Figures for paper: views without their controls, below each other, in the width of a column or a page of text.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/result.h"
#include "ui/figure_scene.h"
#include "ui/frame_source.h"

namespace bankloom::ui {

struct PaperFigure {
  std::string_view name, views;
  int width, height;                                                     ///< in millimetres
  std::span<const std::pair<std::string_view, std::string_view>> looks;  ///< flags of view_options() with their values
  FigureScene scene = FigureScene::any;
  bool compares = false;   ///< shows B, too
  bool fits = false;       ///< ends where its contents do; the height is the most
  bool of_lesson = false;  ///< the same for all kernels of a lesson
};

[[nodiscard]] std::span<const PaperFigure> paper_figures();
/// Errors: no figure has the name; the sentence lists all.
[[nodiscard]] Result<const PaperFigure*> find_paper_figure(std::string_view name);
/// "tile, banks, ...".
[[nodiscard]] std::string paper_figure_names();

inline constexpr double kUsualDotsPerInch = 300;
/// A picture of so many millimetres, whose text is as large as on a screen of 96 dots per inch. Errors: a density
/// outside of kLeastPictureScale and kLargestPictureScale times 96.
[[nodiscard]] Result<void> set_paper_size(double width, double height, double dots_per_inch, PictureOptions& options);

}  // namespace bankloom::ui
