// KernelCost: the costs of a whole run, summed per source line and access.
//
// summarize() adds up a recorded trace; GridCounter (grid_counter.h) adds up every access of a run as it happens, so
// that a grid with too many accesses to keep is counted whole.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/explanation.h"
#include "core/analysis/request_cost.h"
#include "core/trace/trace.h"

namespace bankloom {

/// The index of an access that is not in the trace.
inline constexpr std::size_t kNotRecorded = ~std::size_t{0};

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
  std::uint64_t load_wavefronts = 0;  ///< as in RequestCounts
  std::uint64_t bank_conflicts = 0;
  std::uint64_t sectors = 0;
  std::uint64_t lines = 0;
  std::uint64_t lanes = 0;           ///< active lanes of all requests (of ldmatrix and stmatrix: those that give a row
                                     ///< address)
  std::uint64_t bytes_asked = 0;     ///< lanes * width
  std::uint64_t bytes_used = 0;      ///< global memory: distinct bytes requested, request by request
  std::uint64_t bytes_moved = 0;     ///< global memory: sectors * sector_bytes
  std::uint64_t fewest_sectors = 0;  ///< global memory: the sectors that the used bytes would need, request by request
  MemoryAccess example{};  ///< the most expensive request, of equals that of the first block's lowest warp; its values
                           ///< are not kept
  std::size_t worst = kNotRecorded;  ///< the example's index in the trace
  Explanation why{};                 ///< of the example
  std::uint64_t accesses = 0;  ///< of warps; each is several requests on machines that serve a part of a warp at a time
  /// nvprof's transactions per request: wavefronts / requests (shared) or sectors / requests (global).
  [[nodiscard]] double transactions_per_request() const;
  /// Global memory: bytes used / bytes moved, from 0 to 1; 0 if nothing moved.
  [[nodiscard]] double efficiency() const;
  /// Whether there are bank conflicts, or more sectors than the used bytes would need.
  [[nodiscard]] bool is_wasteful() const { return bank_conflicts != 0 || sectors > fewest_sectors; }
};

struct SpaceTotals {
  std::uint64_t requests = 0;
  std::uint64_t wavefronts = 0;
  std::uint64_t bank_conflicts = 0;
  std::uint64_t sectors = 0;
  std::uint64_t bytes_used = 0, bytes_moved = 0, fewest_sectors = 0;  ///< global memory, as in AccessSummary
  std::uint64_t accesses = 0;                                         ///< as in AccessSummary
  std::uint64_t load_wavefronts = 0,
                load_conflicts = 0;  ///< of wavefronts and bank_conflicts, the loads of update loops
  [[nodiscard]] bool is_wasteful() const { return bank_conflicts != 0 || sectors > fewest_sectors; }
};

struct KernelCost {
  std::vector<AccessSummary> accesses;  ///< by source line, then in order of first execution
  SpaceTotals shared_load, shared_store, shared_atomic, global_load, global_store, global_atomic;
  bool clipped = false;  ///< not all accesses were counted: all sums are lower bounds
};

/// Sums a trace on a machine. Accesses to spaces whose cost is not modelled (local, constant) have a summary with their
/// requests and are in no total; ldmatrix counts as a load, stmatrix as a store.
[[nodiscard]] KernelCost summarize(const MachineModel& machine, const Trace& trace);

}  // namespace bankloom
