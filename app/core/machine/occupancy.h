// Occupancy: how many blocks a multiprocessor holds at a time, by a machine's limits.
//
// Not modelled: registers, which the PTX does not tell; the split of memory between shared memory and cache.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/dim3.h"
#include "core/machine/machine_model.h"

namespace bankloom {

/// What keeps a further block off the multiprocessor.
enum class OccupancyLimit : std::uint8_t { blocks, threads, shared_memory };

/// "blocks", "threads", "shared memory".
[[nodiscard]] std::string_view occupancy_limit_name(OccupancyLimit limit);

struct Occupancy {
  unsigned blocks = 0;  ///< on a multiprocessor at a time; 0 where not even one fits
  OccupancyLimit limit = OccupancyLimit::blocks;
  friend bool operator==(const Occupancy&, const Occupancy&) = default;
};

/// Threads count as whole warps; shared memory (`shared_bytes`: static and dynamic, of one block) as the machine hands
/// it out. Of equal limits shared memory is named before threads, threads before blocks.
[[nodiscard]] Occupancy occupancy(const MachineModel& machine, const Dim3& block, std::uint64_t shared_bytes);

}  // namespace bankloom
