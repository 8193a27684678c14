// NaiveCount: the result of counting the words of each bank over all 32 lanes at once, and why it may be wrong:
// accesses of 8 and 16 bytes per lane are served in phases, atomics lane by lane, and so on.
#pragma once

#include <optional>

#include "core/machine/machine_model.h"
#include "core/trace/memory_access.h"

namespace bankloom {

struct NaiveCount {
  unsigned transactions = 0;  ///< most distinct words of all lanes together in one bank
  unsigned conflicts = 0;     ///< transactions - 1
  unsigned bank = 0;          ///< the first bank with so many
  // The result of the machine's rules, as in RequestCounts.
  unsigned wavefronts = 0;
  unsigned bank_conflicts = 0;
  bool right = true;  ///< both numbers agree with the machine's
  // Why the count is wrong.
  unsigned lanes = 0;  ///< active ones
  unsigned width = 4;
  unsigned requests = 0, phases = 0;
  unsigned lanes_per_phase = 0;
  bool is_loop = false;       ///< an atomic that is a loop of a load and a compare-and-swap
  bool lane_by_lane = false;  ///< an atomic, done one lane after another within a bank
};

/// Nothing for accesses to other spaces than shared memory and for those without an active lane.
[[nodiscard]] std::optional<NaiveCount> naive_count(const MachineModel& machine, const MemoryAccess& access);

}  // namespace bankloom
