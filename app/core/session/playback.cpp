#include "core/session/playback.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bankloom {
namespace {

/// The speeds to choose from, in steps a second.
/// The pause at a difference before the next request: so many steps, but at most so many seconds.
constexpr double kPauseSteps = 6, kLongestPause = 1.2;

}  // namespace

void Playback::start(bool at_beginning) {
  playing_ = true;
  if (glide_.offset == 0 && at_beginning) glide_.offset = -0.5;
  if (!is_smooth()) glide_ = {};
  elapsed_ = is_smooth() ? (glide_.offset + 0.5) / speed_ : 0;
  pause_ = 0;
}

void Playback::stop() {
  if (!playing_) return;
  playing_ = false;
  glide_.target = glide_.offset;
}

void Playback::set_speed(double steps_per_second) {
  const double before = speed_;
  speed_ = std::clamp(steps_per_second, kSlowest, kFastest);
  elapsed_ *= before / speed_;
}

double Playback::until_next_step() const {
  if (!playing_) return std::numeric_limits<double>::infinity();
  if (pause_ > 0) return pause_;
  return std::max(0.0, 1 / speed_ - elapsed_);
}

void Playback::advance(double seconds, const std::function<std::optional<std::uint64_t>(double most)>& to_difference,
                       const std::function<bool(double steps)>& go) {
  if (!playing_) {
    glide_.offset += std::clamp(glide_.target - glide_.offset, -seconds * glide_.pace, seconds * glide_.pace);
    return;
  }
  while (playing_ && seconds > 0) {
    if (pause_ > 0) {
      const double paused = std::min(pause_, seconds);
      pause_ -= paused;
      seconds -= paused;
      if (pause_ > 0) break;
      elapsed_ = 0;
      playing_ = go(1);
      continue;
    }
    const auto ahead = to_difference((elapsed_ + seconds) * speed_);
    const double until = ahead ? static_cast<double>(*ahead + 1) / speed_ - elapsed_ : seconds + 1;
    if (until <= seconds) {
      seconds -= until;
      if (*ahead > 0) playing_ = go(static_cast<double>(*ahead));
      elapsed_ = 1 / speed_;
      pause_ = std::min(kPauseSteps / speed_, kLongestPause);
      continue;
    }
    elapsed_ += seconds;
    seconds = 0;
    const double steps = std::floor(elapsed_ * speed_);
    if (steps < 1) break;
    elapsed_ -= steps / speed_;
    playing_ = go(steps);
  }
  // The last step is played until all tokens are home.
  glide_ = {is_smooth() ? elapsed_ * speed_ - 0.5 : 0, !playing_ && is_smooth() ? 0.5 : 0, speed_, glide_.left};
  if (glide_.offset >= -0.5) glide_.left.reset();
}

}  // namespace bankloom
