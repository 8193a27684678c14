// Timeline: the requests of one block in the order of execution, with their lengths in transactions.
//
// A step is one wavefront of a shared-memory request, one 32-byte sector of a global one, or the whole of any other
// access. Lengths are thus transactions, the unit of nvprof's tables. Not modelled: when a request happens. Steps order
// what a warp does; they are not durations, nor do they show how a multiprocessor interleaves warps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/analysis/request_cost.h"
#include "core/run/kernel_run.h"
#include "core/session/race_pairs.h"

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

/// A barrier meeting of the block, with its place among each warp's requests.
struct TimelineBarrier {
  /// Lanes of a warp that arrived together.
  struct Arrival {
    std::uint32_t warp = 0;
    LaneMask lanes = 0;
    std::uint32_t source_line = 0;
    bool waits = true;          ///< false: it arrived and continued
    std::uint32_t order = 0;    ///< requests of the block before it
    std::uint32_t in_warp = 0;  ///< requests of its warp before it
    std::uint32_t goes_on = 0;  ///< requests of its warp before the barrier completed, those of other lanes included
  };
  std::uint32_t number = 0;       ///< see BarrierMeeting
  std::uint32_t expected = 0;     ///< see BarrierMeeting
  bool opened = false;            ///< false: it never completed
  std::uint32_t order = 0;        ///< requests of the block before it completed
  std::vector<Arrival> arrivals;  ///< in order
  /// The lanes of a warp that arrived.
  [[nodiscard]] LaneMask lanes_of(std::uint32_t warp) const;
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
  /// Warps of the block, including those that access nothing.
  [[nodiscard]] std::uint32_t warps() const { return static_cast<std::uint32_t>(by_warp_.size()); }
  /// Indices in requests() of a warp's requests in order.
  [[nodiscard]] const std::vector<std::uint32_t>& of_warp(std::uint32_t warp) const { return by_warp_[warp]; }
  /// Steps of all requests of a warp.
  [[nodiscard]] std::uint64_t warp_steps(std::uint32_t warp) const;
  [[nodiscard]] std::uint64_t block_steps() const;
  /// The barriers in the order of completion, those that never completed last.
  [[nodiscard]] const std::vector<TimelineBarrier>& barriers() const { return barriers_; }
  /// Whether the block has more barriers than are recorded.
  [[nodiscard]] bool has_more_barriers() const { return has_more_barriers_; }
  /// The lanes of a warp that have a thread of the block.
  [[nodiscard]] LaneMask lanes_of(std::uint32_t warp) const;
  /// The two accesses of each race in the block.
  [[nodiscard]] const std::vector<RacePair>& races() const { return races_; }

 private:
  void add_barriers(const KernelRun& run);

  std::uint64_t block_ = 0;
  std::vector<TimelineRequest> requests_;
  std::vector<std::vector<std::uint32_t>> by_warp_;
  std::uint64_t threads_ = 0;
  std::vector<TimelineBarrier> barriers_;
  bool has_more_barriers_ = false;
  std::vector<RacePair> races_;
};

}  // namespace bankloom
