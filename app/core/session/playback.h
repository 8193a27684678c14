// Playback: how the animation advances with time: the steps of a sequence, one after the other, each for its time.
#pragma once

#include <cstdint>
#include <optional>

#include "core/session/pace.h"
#include "core/session/scene.h"
#include "core/session/step_sequence.h"

namespace bankloom {

/// The clock's offset from the present step, and its target while not playing.
struct Glide {
  double offset = 0, target = 0;      ///< steps
  double pace = 0;                    ///< steps a second
  std::optional<Position> left = {};  ///< the place in the neighbouring request that it comes from
};

class Playback {
 public:
  [[nodiscard]] bool playing() const { return playing_; }
  /// Continues from the clock; at a request's beginning with its tokens at their lanes, at its end with the next one.
  void start();
  /// Stops without moving the clock: tokens stay on their way.
  void stop();
  [[nodiscard]] const Pace& pace() const { return pace_; }
  void set_pace(const Pace& pace);
  /// The present step is another one.
  void stand_at(const StepPlace& place) { place_ = place; }
  /// Seconds until a playing animation comes to the next step, or to the end of its request before; infinity when it
  /// does not play.
  [[nodiscard]] double until_next_change() const;
  /// Lets time pass. While playing the cursor goes on with it, at most to a step with that index, where it ends.
  void advance(double seconds, StepSequence::Cursor& cursor, std::uint64_t last);

  [[nodiscard]] const Glide& glide() const { return glide_; }
  void set_glide(const Glide& glide) { glide_ = glide; }
  /// Whether the present step is over: its tokens are home, or it is at rest.
  [[nodiscard]] bool step_is_over() const;
  /// Whether the clock changes as time passes.
  [[nodiscard]] bool moving() const {
    return playing_ ? is_smooth() && !step_is_over() : glide_.offset != glide_.target;
  }
  [[nodiscard]] bool has_motion() const { return has_motion_; }
  void set_motion(bool on) { has_motion_ = on; }
  /// Whether playing has motion.
  [[nodiscard]] bool is_smooth() const { return has_motion_ && pace_.speed() <= Pace::kFastestMotion; }

 private:
  [[nodiscard]] double serving() const { return pace_.seconds(place_); }
  [[nodiscard]] double whole_step() const { return serving() + pace_.seconds_after(place_); }

  bool playing_ = false;
  Pace pace_;
  StepPlace place_;
  double elapsed_ = 0;  ///< seconds since the present step began, while playing
  bool has_motion_ = true;
  Glide glide_;
};

}  // namespace bankloom
