#include "ui/learn/drill_series.h"

#include <algorithm>
#include <utility>

namespace bankloom::ui {

void DrillSeries::go_on(const MachineModel& machine) {
  const learn::Drill drill = learn::make_drill(machine, seed_, made_++, weights_);
  level_ = drill.level;
  item_ = learn::drill_item(drill.pattern);
  set_timed(is_timed_);
  OwnSource source;
  source.text = drill.text;
  learn::Step step;
  step.title = "Predict";
  step.question = drill.question;
  step.at.scene.a = own_choice(std::move(source));
  step.at.place.line = drill.line;
  lesson_ = {};
  lesson_.name = learn::kDrillLesson;
  lesson_.title = "Practice";
  lesson_.steps.push_back(std::move(step));
}

void DrillSeries::reword(const MachineModel& machine) {
  if (made_ == 0) return;
  lesson_.steps.front().question = learn::make_drill(machine, seed_, made_ - 1, weights_).question;
}

void DrillSeries::count(bool is_right) {
  ++answered_;
  if (is_right) ++right_;
}

void DrillSeries::set_timed(bool is_timed) {
  is_timed_ = is_timed;
  spent_ = 0;
  seen_at_.reset();
}

double DrillSeries::seconds_left(double now, bool runs) {
  // Of a longer pause nothing was seen.
  constexpr double kMostBetween = 1;
  if (runs && seen_at_) spent_ += std::min(now - *seen_at_, kMostBetween);
  seen_at_ = now;
  return std::max(0.0, learn::kDrillSeconds - spent_);
}

}  // namespace bankloom::ui
