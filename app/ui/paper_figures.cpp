#include "ui/paper_figures.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/language.h"

namespace bankloom::ui {
namespace {

using Look = std::pair<std::string_view, std::string_view>;
constexpr std::array kUsual{Look{"--theme", "paper"}};
constexpr std::array kCard{Look{"--theme", "paper"}, Look{"--banks", "card"}};
constexpr std::array kFinal{Look{"--theme", "paper"}, Look{"--output-time", "final"}};

constexpr std::array kFigures{
    // A narrower tile of 32 columns has no room for numbers of six points.
    PaperFigure{"tile", "tile", 110, 125, kUsual},
    PaperFigure{"banks", "banks", 85, 75, kUsual},
    PaperFigure{"card", "banks", 85, 110, kCard},
    PaperFigure{"tile+banks", "tile+banks", 110, 190, kUsual},
    PaperFigure{"comparison", "tile+banks", 170, 150, kUsual, FigureScene::any, true},
    PaperFigure{"sectors", "banks", 170, 125, kUsual, FigureScene::sectors},
    PaperFigure{"transpose", "way", 170, 160, kUsual, FigureScene::way, false, true},
    PaperFigure{"question", "question+tile", 110, 195, kUsual, FigureScene::question},
    PaperFigure{"answer", "question+tile+banks", 110, 255, kUsual, FigureScene::answer},
    PaperFigure{"timeline", "timeline", 170, 80, kUsual},
    PaperFigure{"ladder", "ladder", 170, 200, kUsual, FigureScene::ladder, false, true, true},
    PaperFigure{"curves", "curves", 170, 100, kUsual, FigureScene::curves, false, true},
    PaperFigure{"multiprocessor", "multiprocessor", 170, 60, kUsual, FigureScene::any, false, true},
    PaperFigure{"fetches", "fetches", 170, 80, kUsual, FigureScene::fetches, false, true},
    PaperFigure{"pipe", "pipe", 170, 80, kUsual, FigureScene::curves, false, true},
    PaperFigure{"times", "time", 170, 290, kUsual, FigureScene::any, false, true},
    PaperFigure{"machines", "machines", 170, 200, kUsual, FigureScene::any, false, true},
    PaperFigure{"results", "results", 170, 200, kUsual, FigureScene::any, false, true, true},
    PaperFigure{"code", "code", 85, 200, kUsual, FigureScene::any, false, true},
    PaperFigure{"output", "output", 170, 95, kFinal},
};

constexpr double kMillimetresPerInch = 25.4, kPixelsPerInch = 96;

}  // namespace

std::span<const PaperFigure> paper_figures() { return kFigures; }

std::string paper_figure_names() {
  std::string names;
  for (const PaperFigure& one : kFigures)
    names += fmt::format("{}{}", names.empty() ? std::string_view() : list_sign(), one.name);
  return names;
}

Result<const PaperFigure*> find_paper_figure(std::string_view name) {
  const auto* const figure = std::ranges::find(kFigures, name, &PaperFigure::name);
  if (figure != kFigures.end()) return figure;
  return fail("there is no figure '{}'; choose one of {}", name, paper_figure_names());
}

Result<void> set_paper_size(double width, double height, double dots_per_inch, PictureOptions& options) {
  const double scale = dots_per_inch / kPixelsPerInch;
  const bool is_known = scale >= kLeastPictureScale && scale <= kLargestPictureScale;
  if (!is_known) {
    return fail("--dpi takes {} to {}, not {}", kLeastPictureScale * kPixelsPerInch,
                kLargestPictureScale * kPixelsPerInch, dots_per_inch);
  }
  const auto pixels = [&](double millimetres) {
    return static_cast<int>(std::lround(millimetres / kMillimetresPerInch * dots_per_inch));
  };
  options.width = pixels(width);
  options.height = pixels(height);
  options.display_scale = static_cast<float>(scale);
  options.keeps_scale = true;
  return {};
}

}  // namespace bankloom::ui
