#include "ui/paper_figures.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace bankloom::ui {
namespace {

using Look = std::pair<std::string_view, std::string_view>;
constexpr std::array kQueues{Look{"--theme", "light"}};
constexpr std::array kCard{Look{"--theme", "light"}, Look{"--banks", "card"}};

constexpr std::array kFigures{
    PaperFigure{"tile", "tile", 85, 100, kQueues},
    PaperFigure{"banks", "banks", 85, 75, kQueues},
    PaperFigure{"card", "banks", 85, 110, kCard},
    PaperFigure{"tile+banks", "tile+banks", 85, 155, kQueues},
    PaperFigure{"comparison", "tile+banks", 170, 150, kQueues, true},
    PaperFigure{"timeline", "timeline", 170, 80, kQueues},
    PaperFigure{"ladder", "ladder", 170, 200, kQueues, false, true},
    PaperFigure{"times", "time", 170, 200, kQueues, false, true},
    PaperFigure{"machines", "machines", 170, 200, kQueues, false, true},
    PaperFigure{"results", "results", 170, 200, kQueues, false, true},
    PaperFigure{"code", "code", 85, 200, kQueues, false, true},
    PaperFigure{"output", "output", 170, 95, kQueues},
};

constexpr double kMillimetresPerInch = 25.4, kPixelsPerInch = 96;

}  // namespace

std::span<const PaperFigure> paper_figures() { return kFigures; }

std::string paper_figure_names() {
  std::string names;
  for (const PaperFigure& one : kFigures) names += (names.empty() ? "" : ", ") + std::string(one.name);
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
