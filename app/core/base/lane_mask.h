// LaneMask: a set of lanes of one warp; bit l is lane l.
#pragma once

#include <bit>
#include <cstdint>

namespace bankloom {

/// Lanes in a warp, on every CUDA device so far (PTX ISA, "WARP_SZ").
inline constexpr unsigned kWarpSize = 32;

using LaneMask = std::uint32_t;

inline constexpr LaneMask kAllLanes = 0xffffffffu;

[[nodiscard]] constexpr LaneMask lane_bit(unsigned lane) { return LaneMask{1} << lane; }
[[nodiscard]] constexpr bool has_lane(LaneMask mask, unsigned lane) { return (mask >> lane) & 1u; }
[[nodiscard]] constexpr unsigned lane_count(LaneMask mask) { return static_cast<unsigned>(std::popcount(mask)); }
/// The lowest lane of a set that is not empty.
[[nodiscard]] constexpr unsigned first_lane(LaneMask mask) { return static_cast<unsigned>(std::countr_zero(mask)); }
/// The first `count` lanes, count in 0..32.
[[nodiscard]] constexpr LaneMask first_lanes(unsigned count) {
  return count >= kWarpSize ? kAllLanes : lane_bit(count) - 1u;
}
/// Calls `visit(lane)` for every lane of the set, lowest first.
template <class Visit>
constexpr void for_each_lane(LaneMask mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) visit(first_lane(mask));
}

}  // namespace bankloom
