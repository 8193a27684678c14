#include "core/machine/occupancy.h"

#include <algorithm>

#include "core/base/lane_mask.h"

namespace bankloom {

Occupancy occupancy(const MachineModel& machine, const Dim3& block, std::uint64_t shared_bytes) {
  const auto rounded_up = [](std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; };
  Occupancy result{machine.blocks_per_sm, OccupancyLimit::blocks};
  const auto restrict_to = [&result](std::uint64_t blocks, OccupancyLimit limit) {
    if (blocks > result.blocks) return;
    result = {static_cast<unsigned>(blocks), limit};
  };
  restrict_to(machine.threads_per_sm / rounded_up(std::max<std::uint64_t>(1, block.count()), kWarpSize),
              OccupancyLimit::threads);
  const std::uint64_t taken =
      rounded_up(shared_bytes + machine.shared_reserved_per_block, std::max(1u, machine.shared_granularity));
  if (taken != 0) restrict_to(machine.shared_bytes_per_sm / taken, OccupancyLimit::shared_memory);
  return result;
}

}  // namespace bankloom
