// WalkClock: the time of the walk on which a block's threads become warps. What is where at a time is the picture's.
#pragma once

#include <algorithm>

namespace bankloom {

class WalkClock {
 public:
  /// Of the whole walk.
  static constexpr double kSeconds = 1.6;

  void begin() { seconds_ = 0; }
  /// At its end, where it is at first.
  void rest() { seconds_ = kSeconds; }
  void advance(double seconds) { seconds_ = std::min(seconds_ + std::max(seconds, 0.0), kSeconds); }
  [[nodiscard]] bool moving() const { return seconds_ < kSeconds; }
  /// The part of it that is over, 0 to 1.
  [[nodiscard]] double part() const { return seconds_ / kSeconds; }

 private:
  double seconds_ = kSeconds;
};

}  // namespace bankloom
