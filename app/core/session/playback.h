// Playback: how the animation advances with time. It counts steps and does not know requests, which are the Player's.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/session/scene.h"

namespace bankloom {

/// The clock's offset from the present step, and its target while not playing.
struct Glide {
  double offset = 0, target = 0;      ///< steps
  double pace = 0;                    ///< steps a second
  std::optional<Position> left = {};  ///< the place in the neighbouring request that it comes from
};

class Playback {
 public:
  /// Steps a second.
  static constexpr double kSlowest = 0.25, kFastest = 240;

  static constexpr double kFastestMotion = 30;
  [[nodiscard]] bool playing() const { return playing_; }
  /// Continues from the clock; at a request's beginning, with its tokens at their lanes.
  void start(bool at_beginning);
  /// Stops without moving the clock: tokens stay on their way.
  void stop();
  [[nodiscard]] double speed() const { return speed_; }  ///< steps a second
  void set_speed(double steps_per_second);
  /// Seconds until the next step of a playing animation; infinity when it does not play.
  [[nodiscard]] double until_next_step() const;
  /// Lets time pass. `to_difference`: StepSequence::steps_to_difference() at the present step; `go`: makes that many
  /// steps, and returns whether there are more.
  void advance(double seconds, const std::function<std::optional<std::uint64_t>(double most)>& to_difference,
               const std::function<bool(double steps)>& go);

  [[nodiscard]] const Glide& glide() const { return glide_; }
  void set_glide(const Glide& glide) { glide_ = glide; }
  /// Whether the present step is over: its tokens are home, or it is at rest.
  [[nodiscard]] bool step_is_over() const {
    return glide_.offset >= kHome || (!playing_ && glide_.offset == 0 && glide_.target == 0);
  }
  /// Whether the clock changes as time passes.
  [[nodiscard]] bool moving() const { return glide_.offset != glide_.target || (playing_ && is_smooth()); }
  [[nodiscard]] bool has_motion() const { return has_motion_; }
  void set_motion(bool on) { has_motion_ = on; }
  /// Whether playing has motion.
  [[nodiscard]] bool is_smooth() const { return has_motion_ && speed_ <= kFastestMotion; }

 private:
  /// The clock's offset from a step at which all tokens are home: half a step, but for rounding.
  static constexpr double kHome = 0.5 - 1e-6;

  bool playing_ = false;
  double speed_ = 6;
  double elapsed_ = 0;  ///< seconds since the last step
  double pause_ = 0;    ///< seconds left of the pause at a difference
  bool has_motion_ = true;
  Glide glide_;
};

}  // namespace bankloom
