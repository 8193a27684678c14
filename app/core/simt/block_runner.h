// BlockRunner: executes the warps of one block until all their lanes have ended.
//
// A warp runs until it waits or ends, then the next one runs; a warp that runs long gives way after a fixed number of
// instructions, and one that only waits for a change in memory (a spin loop whose turns leave registers and memory as
// they were) gives way as soon as that is seen. The order is fixed: the same launch gives the same results every time.
//
// Lanes of a warp meet again at the immediate post-dominator of the branch that parted them. Only where nothing else
// can run do lanes leave a join before the others have come, so that a lane may hold what others of its warp spin for.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/simt/launch.h"
#include "core/simt/memory_port.h"
#include "core/simt/program.h"
#include "core/simt/warp.h"

namespace bankloom::simt {

/// What printf may write in a launch; the rest is dropped, as a device drops what does not fit its buffer (1 MiB by
/// default: CUDA C++ Programming Guide, "Formatted Output, Limitations").
inline constexpr std::size_t kMaxPrinted = 1024 * 1024;

class BlockRunner {
 public:
  /// All arguments must outlive the runner. `memory` is shared by the runners of a launch; `sharing` may be nullptr.
  BlockRunner(const Program& program, LaunchMemory& memory, const LaunchConfig& config, BlockSharing* sharing);

  /// How a block ended: trap and cancelled end the whole launch; budget_used: as an endless loop.
  enum class End : std::uint8_t { done, budget_used, trap, cancelled };
  /// Runs one block and shows its accesses to those that `watchers` names.
  End run(std::uint64_t block, const MemoryPort::Watchers& watchers);
  /// Whether blocks were left out that the next ones may wait for: what waits for ever is then no fault of theirs.
  void set_blocks_missing(bool missing) { blocks_missing_ = missing; }

  // The same in turns, for blocks that may wait for each other: begin(), advance() until the block has ended, finish().
  void begin(std::uint64_t block, const MemoryPort::Watchers& watchers);
  /// Why a turn is over: `works` has used up a time slice, `waits` for what another block may do.
  enum class Turn : std::uint8_t { works, waits, ended, cancelled };
  [[nodiscard]] Turn advance();
  End finish();
  /// Whether to look throughout at what the block's turns change in memory, and how much that was so far.
  void watch_standstill(bool watch);
  [[nodiscard]] std::uint64_t changes() const { return port_.changes(); }
  /// Lets lanes go on that wait at a join for others which cannot come before; whether there were any.
  [[nodiscard]] bool release_lanes();
  /// Says where the block waits for ever: for `missing` of `blocks` blocks of the grid at its barrier, or, where that
  /// is 0, in a loop in which nothing changes.
  void report_waiting(std::uint64_t missing, std::uint64_t blocks);
  /// Of global memory: see SharedShadow.
  void watch_at_most(std::size_t cells) { port_.shadow().watch_at_most(cells); }

  /// What was executed since this was asked last.
  [[nodiscard]] RunStatistics take_statistics() { return std::exchange(statistics_, RunStatistics()); }
  [[nodiscard]] FaultLog& faults() { return faults_; }
  [[nodiscard]] std::string& printed() { return printed_; }

 private:
  struct Barrier {
    struct Waiter {
      std::uint32_t warp = 0, path = 0;
      const BarrierDetail* detail = nullptr;
      LaneMask exec = 0;
    };
    std::uint32_t expected = 0;          ///< threads; 0: all of the block
    std::uint32_t arrived = 0;           ///< threads, whole warps counting as 32
    std::vector<LaneMask> lanes;         ///< arrived, by warp
    std::vector<std::uint32_t> partial;  ///< threads counted so far of warps that did not come as a whole
    std::vector<Waiter> waiters;
    LaneMask arrived_warps = 0;        ///< a bit for each warp that arrived without waiting
    std::vector<std::uint64_t> marks;  ///< by warp: what SharedShadow::arrive() gave it
    std::uint32_t true_count = 0, lane_count = 0;
    std::vector<BarrierArrival> arrivals;  ///< where they are recorded
  };

  /// Why a path, or a warp, does not run on.
  enum class Pause : std::uint8_t { waits_or_ended, slice_used, spins };

  /// What a path was like when it last came to a place, to see whether its loop changes anything.
  struct Snapshot {
    bool taken = false;
    std::uint32_t frame = 0, pc = 0;
    LaneMask mask = 0, carry = 0;
    std::uint64_t step = 0;     ///< of the warp
    std::uint64_t changes = 0;  ///< MemoryPort::changes()
    std::vector<std::byte> registers;
  };

  /// One turn for each warp.
  enum class Round : std::uint8_t { works, all_spin, nothing_ran, cancelled };
  [[nodiscard]] Round run_round();
  [[nodiscard]] bool has_ended() const { return unfinished_ == 0 || block_ended_; }
  void prepare_launch();
  void start_block(std::uint64_t block);
  [[nodiscard]] Pause run_warp(Warp& warp);
  void run_path(Warp& warp, std::uint32_t path_index);
  void account(Warp& warp, std::uint64_t first_step, LaneMask lanes);
  [[nodiscard]] bool gives_way(Warp& warp, std::uint32_t path_index);
  [[nodiscard]] bool spins(const Warp& warp, const Path& path) const;
  void take_snapshot(const Warp& warp, const Path& path);
  void drop_snapshot();
  [[nodiscard]] bool resolve_standstill(bool nothing_ran);
  void report_endless(const Warp& warp, const Path& path, bool budget_used);
  /// How a path goes on after a step: at the next one, with another mask, frame or place, or not now.
  enum class Went : std::uint8_t { on, again, no_further };
  [[nodiscard]] Went execute(Warp& warp, std::uint32_t path_index, std::uint32_t pc, LaneMask exec,
                             std::uint64_t first_step);
  void run_lane_steps(Warp& warp, const Step* step, LaneMask mask);

  // Control flow (warp_control.cpp). Those that return bool say whether the path goes on at once.
  void arrive(Warp& warp, std::uint32_t path_index);
  void release(Warp& warp, std::uint32_t join, std::uint32_t path_index);
  [[nodiscard]] bool release_early(Warp& warp);
  bool branch(Warp& warp, std::uint32_t path_index, const BranchDetail& detail, LaneMask taken);
  bool branch_indexed(Warp& warp, std::uint32_t path_index, const Step& step, const BranchDetail& detail,
                      LaneMask exec);
  bool diverge(Warp& warp, std::uint32_t path_index, std::uint32_t reconverge,
               std::span<const std::pair<LaneMask, std::uint32_t>> parts);
  void split_guarded(Warp& warp, std::uint32_t path_index, LaneMask exec);
  bool call(Warp& warp, std::uint32_t path_index, const Step& step, const CallDetail& detail, LaneMask exec);
  bool enter(Warp& warp, std::uint32_t path_index, const Step& step, std::uint32_t function, const CallDetail& detail,
             std::uint32_t join);
  void call_builtin(Warp& warp, std::uint32_t path_index, const Step& step, const Code& callee,
                    const CallDetail& detail, LaneMask exec);
  bool return_lanes(Warp& warp, std::uint32_t path_index, LaneMask exec);
  bool exit_lanes(Warp& warp, std::uint32_t path_index, LaneMask exec);
  [[nodiscard]] std::uint32_t new_path(Warp& warp);
  [[nodiscard]] std::uint32_t new_join(Warp& warp);
  [[nodiscard]] std::uint32_t new_frame(Warp& warp, const Code& code, std::uint32_t caller, const CallDetail& call);

  // Barriers and cross-lane instructions (warp_sync.cpp).
  bool barrier(Warp& warp, std::uint32_t path_index, const Step& step, const BarrierDetail& detail, LaneMask exec);
  void complete_barrier(Barrier& barrier);
  void record_meeting(Barrier& barrier, bool opened);
  void check_barriers();
  [[nodiscard]] bool barrier_complete(const Barrier& barrier) const;
  bool cross_lane(Warp& warp, std::uint32_t path_index, const CrossLaneDetail& detail, LaneMask exec);
  void report_outside_mask(const Warp& warp, const Path& path, LaneMask lanes, LaneMask members);
  void check_warp_syncs(Warp& warp);

  void report_part_of_matrix(const Warp& warp, const Step& step, LaneMask exec);
  void read_clock(Warp& warp, const Step& step, LaneMask exec);
  void stack_operation(Warp& warp, std::uint32_t path_index, const Step& step, LaneMask exec);
  [[nodiscard]] std::string read_string(Warp& warp, unsigned lane, std::uint64_t address);
  [[nodiscard]] std::int32_t print(Warp& warp, unsigned lane, std::uint64_t format, std::uint64_t arguments);

  void add_fault(const Warp& warp, const Step& step, FaultKind kind, LaneMask lanes, const FaultDetail& detail);
  void report_deadlock();
  void meet_at(const Barrier& barrier);

  const Program& program_;
  LaunchMemory& memory_;
  const LaunchConfig& config_;
  FaultLog faults_;
  MemoryPort port_;
  RunStatistics statistics_;
  std::string printed_;

  Dim3 block_{0, 0, 0};
  std::uint32_t threads_ = 0;
  AlignedBytes registers_;  ///< the entry's frames of all warps
  AlignedBytes constants_;
  AlignedBytes block_file_;
  std::vector<AlignedBytes> warp_files_;
  std::vector<std::byte> shared_;
  std::vector<Warp> warps_;
  std::vector<std::vector<std::uint32_t>> ready_;  ///< by warp: paths that can run, the next one last
  std::vector<Barrier> barriers_;
  std::uint32_t unfinished_ = 0;       ///< warps with lanes alive
  std::uint64_t budget_ = 0;           ///< warp instructions left to the block
  bool block_ended_ = false;           ///< by a fault that ends it
  bool launch_ended_ = false;          ///< by a trap
  bool blocks_missing_ = false;        ///< see set_blocks_missing()
  bool barrier_opened_ = false;        ///< since the warps were last run in turn
  std::uint32_t turns_cut_short_ = 0;  ///< rounds in a row that ended with a barrier's opening
  TraceRecorder* recorder_ = nullptr;  ///< of the block's meetings at barriers; null: they are not kept
  // The warp that runs:
  Pause pause_ = Pause::waits_or_ended;  ///< why its path stopped
  std::uint64_t pause_at_ = 0;           ///< step at which to ask gives_way()
  std::uint64_t slice_end_ = 0;
  std::uint64_t check_interval_ = 0;  ///< steps until the next look for a spin loop
  Snapshot snapshot_;
  bool works_ = false;                    ///< a loop was looked at and found to change something
  bool standstill_ = false;               ///< every warp that can run spun in the last round
  std::uint64_t standstill_changes_ = 0;  ///< MemoryPort::changes() then
};

}  // namespace bankloom::simt
