// Pace: how long each step of a request takes while it plays, and how long its end is looked at.
//
// Unless a person chooses a pace, a request begins slowly, so that what happens is seen, and then gets faster. In a
// comparison it is as slow where one side is done while the other goes on.
#pragma once

#include <cstdint>
#include <optional>

namespace bankloom {

/// A step's place in its request.
struct StepPlace {
  std::uint32_t step = 0, steps = 1;
  /// Where both sides make the request in different numbers of steps: the lesser one.
  std::optional<std::uint32_t> lesser = std::nullopt;
  [[nodiscard]] bool is_last() const { return step + 1 >= steps; }
};

class Pace {
 public:
  /// Steps a second.
  static constexpr double kSlowest = 0.25, kFastest = 240;
  /// Above it nothing moves, and the ends of requests are not waited for.
  static constexpr double kFastestMotion = 30;
  /// The first steps of a request, and the steps a second that they are played at, at most.
  static constexpr std::uint32_t kSlowSteps = 3;
  static constexpr double kSlowPace = 1;
  /// Seconds for which the end of a request is seen.
  static constexpr double kEnd = 1.5;

  /// Steps a second: of all steps where it was chosen, else what a request gets up to.
  [[nodiscard]] double speed() const { return speed_; }
  [[nodiscard]] bool is_chosen() const { return is_chosen_; }
  /// Chooses a pace, which then holds for all steps; nothing: requests begin slowly again.
  void choose(std::optional<double> steps_per_second);

  /// How long a step takes.
  [[nodiscard]] double seconds(const StepPlace& place) const;
  /// How long the picture stands still after a step.
  [[nodiscard]] double seconds_after(const StepPlace& place) const;
  /// What makes a request slower: about half the pace, and no step of it faster than before.
  [[nodiscard]] double slower(std::uint32_t steps) const;

 private:
  static constexpr double kUsual = 6;

  double speed_ = kUsual;
  bool is_chosen_ = false;
};

}  // namespace bankloom
