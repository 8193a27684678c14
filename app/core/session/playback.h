// Playback: how the animation moves on as time passes. It counts in steps and knows no requests; the Player says what
// there is to be played.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

#include "core/session/scene.h"

namespace bankloom {

/// How far the clock is from the present step, and where it goes by itself when it is not played.
struct Glide {
  double offset = 0, target = 0;      ///< steps
  double pace = 0;                    ///< steps a second
  std::optional<Position> left = {};  ///< of the neighbouring request that it comes from
};

class Playback {
 public:
  static constexpr double kFastestMotion = 30;
  [[nodiscard]] bool playing() const { return playing_; }
  /// Plays on from where the clock is; from a request's beginning all of it is seen.
  void start(bool at_beginning);
  /// Leaves the clock as it is: a pause is a look at what is on its way.
  void stop();
  [[nodiscard]] double speed() const { return speed_; }  ///< steps a second
  void set_speed(double steps_per_second);
  /// Seconds until the next step of a playing animation; infinity when it does not play.
  [[nodiscard]] double until_next_step() const;
  /// Lets time pass. `to_difference`: Player::sequence()'s steps_to_difference(), from where the animation stands;
  /// `go`: makes that many steps, and says whether there are more.
  void advance(double seconds, const std::function<std::optional<std::uint64_t>(double most)>& to_difference,
               const std::function<bool(double steps)>& go);

  [[nodiscard]] const Glide& glide() const { return glide_; }
  void set_glide(const Glide& glide) { glide_ = glide; }
  /// Whether the clock changes as time passes.
  [[nodiscard]] bool moving() const { return glide_.offset != glide_.target || (playing_ && is_smooth()); }
  [[nodiscard]] bool has_motion() const { return has_motion_; }
  void set_motion(bool on) { has_motion_ = on; }
  /// Whether playing has motion.
  [[nodiscard]] bool is_smooth() const { return has_motion_ && speed_ <= kFastestMotion; }

 private:
  bool playing_ = false;
  double speed_ = 6;
  double elapsed_ = 0;  ///< seconds since the last step
  double pause_ = 0;    ///< seconds that a difference is still to be seen
  bool has_motion_ = true;
  Glide glide_;
};

}  // namespace bankloom
