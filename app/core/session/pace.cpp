#include "core/session/pace.h"

#include <algorithm>
#include <cmath>

namespace bankloom {
namespace {

/// How much faster a step is than the one before it, until the pace is reached.
constexpr double kFaster = 1.5;

}  // namespace

void Pace::choose(std::optional<double> steps_per_second) {
  is_chosen_ = steps_per_second.has_value();
  speed_ = std::clamp(steps_per_second.value_or(kUsual), kSlowest, kFastest);
}

double Pace::seconds(const StepPlace& place) const {
  if (is_chosen_) return 1 / speed_;
  const auto steps_from = [&](std::uint32_t first, std::uint32_t last) {
    return place.step < first ? first - place.step : place.step > last ? place.step - last : 0;
  };
  std::uint32_t away = steps_from(0, kSlowSteps - 1);
  // The last step of the one side, and the first that the other makes alone.
  if (place.lesser) away = std::min(away, steps_from(std::max(*place.lesser, 1U) - 1, *place.lesser));
  return 1 / std::min(speed_, kSlowPace * std::pow(kFaster, away));
}

double Pace::seconds_after(const StepPlace& place) const {
  return place.is_last() && speed_ <= kFastestMotion ? kEnd : 0;
}

double Pace::slower(std::uint32_t steps) const {
  if (is_chosen_) return std::max(speed_ / 2, kSlowest);
  double whole = 0;
  for (std::uint32_t step = 0; step < steps; ++step) whole += seconds({step, steps});
  return std::clamp(std::max(steps, 1U) / std::max(whole, 1e-3) / 2, kSlowest, kSlowPace);
}

}  // namespace bankloom
