// Occupancy: how many blocks a multiprocessor holds at a time, by a machine's limits.
//
// Not modelled: registers, which PTX does not show; the split of memory between shared memory and cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/dim3.h"
#include "core/machine/machine_model.h"

namespace bankloom {

/// What limits the blocks of a multiprocessor.
enum class OccupancyLimit : std::uint8_t { blocks, threads, shared_memory };

[[nodiscard]] constexpr std::string_view occupancy_limit_name(OccupancyLimit limit) {
  constexpr std::string_view kNames[] = {"blocks", "threads", "shared memory"};
  return kNames[static_cast<std::size_t>(limit)];
}

struct Occupancy {
  unsigned blocks = 0;  ///< on a multiprocessor at a time; 0 if not even one fits
  OccupancyLimit limit = OccupancyLimit::blocks;
  friend bool operator==(const Occupancy&, const Occupancy&) = default;
};

/// Threads count as whole warps; shared memory (`shared_bytes`: static and dynamic, of one block) in the machine's
/// granularity. Of equal limits, shared memory is named before threads, threads before blocks.
[[nodiscard]] Occupancy occupancy(const MachineModel& machine, const Dim3& block, std::uint64_t shared_bytes);

}  // namespace bankloom
