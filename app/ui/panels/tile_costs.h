// The line above a tile: the costs of a run's accesses, and its measured time.
#pragma once

#include <string>

#include "core/analysis/kernel_cost.h"
#include "ui/layout/box.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// A side's measured time in the header.
struct TimeText {
  std::string value, spread;     ///< "1.25 µs", " (1.25–1.28)"
  std::string mark, brief_mark;  ///< "recorded", "rec."; empty without a time
  Fit verdict;                   ///< "1.33× the time of B", "33 % longer"
  Colour verdict_colour{};
  std::string tooltip;
};
/// Empty texts if no time is known.
[[nodiscard]] TimeText time_text(const PanelContext& context, Side side);

/// The costs of the run, and at the right end the measured time.
[[nodiscard]] Box cost_line(const PanelContext& context, const KernelCost& cost, const TimeText& time);

}  // namespace bankloom::ui
