// Barriers: the barriers of a block's threads, and the barrier of its cluster.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/simt/warp_control.h"

namespace bankloom::simt {

class Barriers {
 public:
  Barriers(BlockState& state, WarpControl& control) : state_(state), control_(control) {}

  /// `recorder`: receives the block's barrier meetings; nullptr: they are not recorded.
  void begin_block(TraceRecorder* recorder);
  /// Returns whether the path continues at once.
  bool execute(Warp& warp, std::uint32_t path_index, const Step& step, const BarrierDetail& detail, LaneMask exec);
  /// Completes barriers that no longer wait for any thread because some have exited.
  void check();
  /// Records the warps that wait in vain.
  void finish();
  /// Whether a barrier has completed since the last call.
  [[nodiscard]] bool take_opened() { return std::exchange(opened_, false); }
  [[nodiscard]] bool opened() const { return opened_; }

 private:
  struct Barrier {
    struct Waiter {
      std::uint32_t warp = 0, path = 0;
      const BarrierDetail* detail = nullptr;
      LaneMask exec = 0;
    };
    std::uint32_t expected = 0;          ///< threads; 0: all of the block
    std::uint32_t arrived = 0;           ///< threads; a whole warp counts as 32
    std::vector<LaneMask> lanes;         ///< lanes that arrived, by warp
    std::vector<std::uint32_t> partial;  ///< threads counted so far, of warps that did not arrive as a whole
    std::vector<Waiter> waiters;
    LaneMask arrived_warps = 0;        ///< one bit for each warp that arrived without waiting
    std::vector<std::uint64_t> marks;  ///< by warp: what ShadowMemory::arrive() gave it
    std::uint32_t true_count = 0, lane_count = 0;
    std::vector<BarrierArrival> arrivals;  ///< if they are recorded

    bool is_used = false;  ///< in this block

    explicit Barrier(std::size_t warps) : lanes(warps), partial(warps), marks(warps) {}
    /// Makes the barrier ready for its next use.
    void reset() {
      expected = arrived = arrived_warps = true_count = lane_count = 0;
      std::ranges::fill(lanes, 0u);
      std::ranges::fill(partial, 0u);
      waiters.clear();
    }
  };

  [[nodiscard]] bool is_complete(const Barrier& barrier) const;
  void count_lanes(Barrier& barrier, const Warp& warp, LaneMask exec);
  void complete(Barrier& barrier);
  void record_meeting(Barrier& barrier, bool opened);
  void order_accesses(const Barrier& barrier);

  BlockState& state_;
  WarpControl& control_;
  std::vector<Barrier> barriers_;
  TraceRecorder* recorder_ = nullptr;
  bool opened_ = false;
};

}  // namespace bankloom::simt
