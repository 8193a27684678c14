// BarrierMeeting: one use of a barrier by the threads of a block, from the first that arrives until it opens.
//
// Arrivals and the opening have their place among the block's accesses, which are the only clock there is: how long a
// warp waits is not modelled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/dim3.h"
#include "core/base/lane_mask.h"

namespace bankloom {

/// Lanes of a warp that reach a barrier together.
struct BarrierArrival {
  std::uint32_t warp = 0;
  LaneMask lanes = 0;
  std::uint32_t order = 0;        ///< accesses that the block has made before (see MemoryAccess::order)
  std::uint32_t source_line = 0;  ///< 0 where the PTX has none
  bool waits = true;              ///< false: bar.arrive, which goes on at once
  friend bool operator==(const BarrierArrival&, const BarrierArrival&) = default;
};

struct BarrierMeeting {
  Dim3 block{0, 0, 0};
  std::uint32_t number = 0;              ///< of the barrier: 0 .. 15
  std::uint32_t expected = 0;            ///< threads that it waits for; 0: all of the block, as __syncthreads() does
  bool opened = false;                   ///< false: the block ended before
  std::uint32_t order = 0;               ///< accesses that the block has made before it opened, or in all
  bool has_more = false;                 ///< those of the block after it are left out
  std::vector<BarrierArrival> arrivals;  ///< in the order in which they come
  friend bool operator==(const BarrierMeeting&, const BarrierMeeting&) = default;
};

/// Arrivals of one block that a trace keeps at most.
inline constexpr std::size_t kMostBarrierArrivals = 32'768;

}  // namespace bankloom
