// Dim3: an extent or an index in three dimensions, x fastest, as CUDA counts blocks and threads.
#pragma once

#include <cstdint>

namespace bankloom {

struct Dim3 {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;

  [[nodiscard]] constexpr std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  friend constexpr bool operator==(const Dim3&, const Dim3&) = default;
};

/// The index of the `linear`-th cell of `extent`, x fastest.
[[nodiscard]] constexpr Dim3 delinearize(std::uint64_t linear, const Dim3& extent) {
  return {static_cast<std::uint32_t>(linear % extent.x), static_cast<std::uint32_t>(linear / extent.x % extent.y),
          static_cast<std::uint32_t>(linear / extent.x / extent.y)};
}

/// The other way round.
[[nodiscard]] constexpr std::uint64_t linearize(const Dim3& index, const Dim3& extent) {
  return (std::uint64_t{index.z} * extent.y + index.y) * extent.x + index.x;
}

}  // namespace bankloom
