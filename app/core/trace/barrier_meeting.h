// BarrierMeeting: one use of a barrier by the threads of a block, from the first arrival until it completes.
//
// Arrivals and the completion have their place among the block's accesses, the only clock here: how long a warp waits
// is not modelled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/dim3.h"
#include "core/base/lane_mask.h"

namespace bankloom {

/// Lanes of a warp that arrive at a barrier together.
struct BarrierArrival {
  std::uint32_t warp = 0;
  LaneMask lanes = 0;
  std::uint32_t order = 0;        ///< number of earlier accesses of the block (see MemoryAccess::order)
  std::uint32_t source_line = 0;  ///< 0 if the PTX has none
  bool waits = true;              ///< false: bar.arrive, which does not wait
  friend bool operator==(const BarrierArrival&, const BarrierArrival&) = default;
};

struct BarrierMeeting {
  Dim3 block{0, 0, 0};
  std::uint32_t number = 0;              ///< of the barrier: 0 .. 15
  std::uint32_t expected = 0;            ///< threads that it waits for; 0: all of the block, as in __syncthreads()
  bool opened = false;                   ///< whether the barrier completed before the block ended
  std::uint32_t order = 0;               ///< accesses of the block before it completed, or in all
  bool has_more = false;                 ///< later meetings of the block are left out
  std::vector<BarrierArrival> arrivals;  ///< in the order of arrival
  friend bool operator==(const BarrierMeeting&, const BarrierMeeting&) = default;
};

/// Limit of arrivals kept for one block.
inline constexpr std::size_t kMostBarrierArrivals = 32'768;

}  // namespace bankloom
