// BlockRunner: executes the warps of one block until all their lanes have exited.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/simt/block_state.h"
#include "core/simt/builtins.h"
#include "core/simt/launch.h"
#include "core/simt/warp_scheduler.h"

namespace bankloom::simt {

class BlockRunner {
 public:
  /// All arguments must outlive the runner. `memory` is shared by the runners of a launch; `sharing` may be nullptr.
  BlockRunner(const Program& program, LaunchMemory& memory, const LaunchConfig& config, BlockSharing* sharing);

  /// How a block ended. trap and cancelled end the whole launch; budget_used: an endless loop.
  enum class End : std::uint8_t { done, budget_used, trap, cancelled };
  /// Runs one block and passes its accesses to `watchers`.
  End run(std::uint64_t block, const AccessTargets& watchers);
  /// Sets whether blocks were left out that later ones may wait for. Waiting for ever is then no fault of theirs.
  void set_blocks_missing(bool missing) { scheduler_.set_blocks_missing(missing); }

  // The same in turns, for blocks that may wait for each other: begin(), then advance() until the block has ended, then
  // finish().
  void begin(std::uint64_t block, const AccessTargets& watchers);
  /// Why a turn is over: `works` has used up a time slice, `waits` needs an action of another block.
  enum class Turn : std::uint8_t { works, waits, ended, cancelled };
  [[nodiscard]] Turn advance();
  End finish();
  /// Whether to count changes of memory in all turns of the block; and the number of changes so far.
  void watch_standstill(bool watch) { scheduler_.watch_standstill(watch); }
  [[nodiscard]] std::uint64_t changes() const { return state_.port.changes(); }
  /// Lets lanes that wait at a join continue without the others. Returns whether there were any.
  [[nodiscard]] bool release_lanes() { return scheduler_.release_lanes(); }
  /// Reports where the block waits for ever: at the grid's barrier for `missing` of `blocks` blocks or, if `missing` is
  /// 0, in a loop in which nothing changes.
  void report_waiting(std::uint64_t missing, std::uint64_t blocks) { scheduler_.report_waiting(missing, blocks); }
  /// Limits the global memory that is watched; see ShadowMemory.
  void watch_at_most(std::size_t cells) { state_.port.shadow().watch_at_most(cells); }

  /// What was executed since the last call.
  [[nodiscard]] RunStatistics take_statistics() { return std::exchange(state_.statistics, RunStatistics()); }
  [[nodiscard]] FaultLog& faults() { return state_.faults; }
  [[nodiscard]] std::string& printed() { return state_.printed; }

 private:
  [[nodiscard]] bool has_ended() const { return state_.unfinished == 0 || state_.ended; }
  void prepare_launch();
  void start_block(std::uint64_t block);

  BlockState state_;
  WarpScheduler scheduler_;
  std::uint32_t threads_ = 0;
  AlignedBytes registers_;  ///< the entry's frames, of all warps
  AlignedBytes constants_;
  AlignedBytes block_file_;
  std::vector<AlignedBytes> warp_files_;
  std::vector<std::byte> shared_;
};

}  // namespace bankloom::simt
