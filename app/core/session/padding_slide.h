// PaddingSlide: the rows of a tile on their way from one padding to another, in seconds. It knows no tile: whoever
// draws one asks where its rows are.
#pragma once

#include <algorithm>

namespace bankloom {

class PaddingSlide {
 public:
  static constexpr double kSeconds = 0.8;

  /// From the padding until now, in elements; from where the rows are if they are still on their way to it.
  void begin(double from) {
    from_ = moving() ? padding(from) : from;
    passed_ = 0;
  }
  /// Lets time pass; returns the seconds that are left after the end.
  double advance(double seconds) {
    const double used = std::min(seconds, kSeconds - passed_);
    // Sums of seconds miss the end by their rounding.
    passed_ = used < seconds ? kSeconds : passed_ + used;
    return seconds - used;
  }
  void rest() { passed_ = kSeconds; }

  [[nodiscard]] bool moving() const { return passed_ < kSeconds; }
  /// Where the rows came from, in elements of padding.
  [[nodiscard]] double from() const { return from_; }
  /// The part of the way, 0 to 1; slow at both ends.
  [[nodiscard]] double part() const {
    const double part = passed_ / kSeconds;
    return part * part * (3 - 2 * part);
  }
  /// Where the rows are on their way to `to`, in elements of padding.
  [[nodiscard]] double padding(double to) const { return from_ + (to - from_) * part(); }

 private:
  double from_ = 0, passed_ = kSeconds;
};

}  // namespace bankloom
