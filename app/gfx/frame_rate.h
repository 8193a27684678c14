// FrameRate: the pictures a second of a film, as the fraction that its files state.
#pragma once

#include <cmath>
#include <cstdint>
#include <numeric>

namespace bankloom::gfx {

/// In lowest terms; both at least 1, as APNG and YUV4MPEG2 need them.
struct FrameRate {
  std::uint16_t frames = 25;
  std::uint16_t seconds = 1;
  [[nodiscard]] double value() const { return static_cast<double>(frames) / seconds; }
  friend bool operator==(const FrameRate&, const FrameRate&) = default;
};

/// To a thousandth; `frames_per_second` from 0.001 to 65.
[[nodiscard]] inline FrameRate frame_rate_of(double frames_per_second) {
  const auto thousandths = static_cast<std::uint16_t>(std::lround(frames_per_second * 1000));
  const auto common = std::gcd(thousandths, std::uint16_t{1000});
  return {static_cast<std::uint16_t>(thousandths / common), static_cast<std::uint16_t>(1000 / common)};
}

}  // namespace bankloom::gfx
