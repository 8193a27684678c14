// KernelCost: the costs of a whole run, summed per source line and access.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis/request_cost.h"
#include "core/trace/trace.h"

namespace bankloom {

/// All requests of one source line with the same space, operation and width.
struct AccessSummary {
  std::uint32_t source_line = 0;
  Space space = Space::shared;
  AccessOp op = AccessOp::load;
  unsigned width = 4;
  unsigned matrices = 0;  ///< ldmatrix/stmatrix: 1, 2, 4
  std::uint64_t requests = 0;
  std::uint64_t phases = 0;
  std::uint64_t wavefronts = 0;
  std::uint64_t bank_conflicts = 0;
  std::uint64_t sectors = 0;
  std::uint64_t lines = 0;
  std::size_t worst = 0;  ///< index in the trace of the dearest request, of equals the first block's lowest warp
  std::string why;        ///< explain_sentence of that request
  /// nvprof's transactions per request: wavefronts / requests (shared) or sectors / requests (global).
  [[nodiscard]] double transactions_per_request() const;
};

struct SpaceTotals {
  std::uint64_t requests = 0;
  std::uint64_t wavefronts = 0;
  std::uint64_t bank_conflicts = 0;
  std::uint64_t sectors = 0;
};

struct KernelCost {
  std::vector<AccessSummary> accesses;  ///< by source line, then in order of first execution
  SpaceTotals shared_load, shared_store, shared_atomic, global_load, global_store, global_atomic;
  bool clipped = false;  ///< the trace was clipped: all sums are lower bounds
};

/// Sums a trace on a machine. Accesses to spaces whose cost is not modelled (local, constant) have a summary with their
/// requests and stand in no total; ldmatrix counts as a load, stmatrix as a store.
[[nodiscard]] KernelCost summarize(const MachineModel& machine, const Trace& trace);

}  // namespace bankloom
