// Timeline: the requests of one block in the order of execution, and how long each is in transactions.
//
// A step is what an animation shows at once: of a shared-memory request one wavefront, of a global one one 32-byte
// sector, of any other access the whole access. So lengths are transactions, the unit of nvprof's tables. Not modelled:
// when a request happens. Steps order what a warp does; they are no durations, and how a multiprocessor interleaves
// warps is not said.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/analysis/request_cost.h"
#include "core/run/kernel_run.h"

namespace bankloom {

/// One warp-level access on the timeline.
struct TimelineRequest {
  std::size_t access = 0;  ///< index in the run's trace
  std::uint32_t warp = 0;
  std::uint32_t in_warp = 0;  ///< index among its warp's requests
  std::uint32_t source_line = 0;
  Space space = Space::shared;
  AccessOp op = AccessOp::load;
  RequestCounts counts;
  std::uint32_t steps = 1;        ///< at least 1
  std::uint64_t warp_start = 0;   ///< steps of the warp's requests before it
  std::uint64_t block_start = 0;  ///< steps of the block's requests before it, in the order of execution
};

class Timeline {
 public:
  Timeline() = default;
  /// The requests of a block (its linear index in the grid) of a run. A block without accesses, or one that was not
  /// recorded, gives an empty timeline.
  Timeline(const KernelRun& run, std::uint64_t block);

  [[nodiscard]] std::uint64_t block() const { return block_; }
  [[nodiscard]] const std::vector<TimelineRequest>& requests() const { return requests_; }
  [[nodiscard]] bool empty() const { return requests_.empty(); }
  /// Warps of the block (also those that access nothing).
  [[nodiscard]] std::uint32_t warps() const { return static_cast<std::uint32_t>(by_warp_.size()); }
  /// Indices in requests() of a warp's requests in order.
  [[nodiscard]] const std::vector<std::uint32_t>& of_warp(std::uint32_t warp) const { return by_warp_[warp]; }
  /// Steps of all requests of a warp, and of the warp that has the most.
  [[nodiscard]] std::uint64_t warp_steps(std::uint32_t warp) const;
  [[nodiscard]] std::uint64_t longest_warp_steps() const;
  [[nodiscard]] std::uint64_t block_steps() const;

 private:
  std::uint64_t block_ = 0;
  std::vector<TimelineRequest> requests_;
  std::vector<std::vector<std::uint32_t>> by_warp_;
};

}  // namespace bankloom
