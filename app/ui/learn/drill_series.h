// DrillSeries: drills one after the other, each a lesson of one step whose kernel is made from the seed, and how they
// were answered.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/learn/drill.h"
#include "core/learn/lesson.h"
#include "core/machine/machine_model.h"

namespace bankloom::ui {

class DrillSeries {
 public:
  /// Seed and weights decide all drills.
  DrillSeries(std::uint64_t seed, const learn::DrillWeights& weights) : seed_(seed), weights_(weights) {}
  /// Makes the next drill, the first one at first; `machine` as for learn::make_drill().
  void go_on(const MachineModel& machine);
  /// Asks the present drill in the language that is chosen now; its kernel stays.
  void reword(const MachineModel& machine);

  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  [[nodiscard]] unsigned level() const { return level_; }
  [[nodiscard]] const learn::Lesson& lesson() const { return lesson_; }
  /// What progress is kept of.
  [[nodiscard]] const std::string& item() const { return item_; }

  /// Counts a drill that was answered for the first time.
  void count(bool is_right);
  [[nodiscard]] unsigned answered() const { return answered_; }
  /// Of them, right at the first try.
  [[nodiscard]] unsigned right() const { return right_; }
  /// Whether the time of an answer runs: only where somebody asked for it.
  [[nodiscard]] bool is_timed() const { return is_timed_; }
  /// Begins the time of the present answer where it is set.
  void set_timed(bool is_timed);
  /// Seconds that are left for the answer; to be asked for with the window's clock in each frame from when the question
  /// is there. `runs`: false while something else has the window, in which no time passes.
  [[nodiscard]] double seconds_left(double now, bool runs);

 private:
  std::uint64_t seed_;
  learn::DrillWeights weights_;
  unsigned made_ = 0;  ///< drills
  unsigned level_ = 1;
  learn::Lesson lesson_;
  std::string item_;
  unsigned answered_ = 0, right_ = 0;
  bool is_timed_ = false;
  double spent_ = 0;               ///< seconds of the present answer
  std::optional<double> seen_at_;  ///< the window's clock when it was last asked for
};

}  // namespace bankloom::ui
