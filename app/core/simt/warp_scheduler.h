// WarpScheduler: chooses the next warp and executes the steps of a path.
//
// A warp runs until it waits or exits, then the next one runs. A warp that runs long yields after a fixed number of
// instructions; one that only waits for a change of memory (a spin loop whose iterations leave registers and memory
// unchanged) yields as soon as that is detected. The order is fixed: the same launch gives the same results every time.
#pragma once

#include <cstdint>
#include <vector>

#include "core/simt/barriers.h"
#include "core/simt/cross_lane.h"
#include "core/simt/warp_control.h"

namespace bankloom::simt {

class WarpScheduler {
 public:
  explicit WarpScheduler(BlockState& state)
      : state_(state), control_(state), barriers_(state, control_), cross_lane_(state, control_) {}

  void begin_block();
  /// One turn for each warp.
  enum class Round : std::uint8_t { works, all_spin, nothing_ran, cancelled };
  [[nodiscard]] Round run_round();
  /// Handles the state in which no warp can run, or all that can are spinning. Returns whether execution can continue.
  [[nodiscard]] bool resolve_standstill(bool nothing_ran);
  /// See BlockRunner.
  void watch_standstill(bool watch);
  [[nodiscard]] bool release_lanes();
  void report_waiting(std::uint64_t missing, std::uint64_t blocks);
  void report_deadlock();
  void set_blocks_missing(bool missing) { blocks_missing_ = missing; }
  [[nodiscard]] bool budget_used() const { return budget_ == 0; }
  [[nodiscard]] Barriers& barriers() { return barriers_; }

 private:
  /// Why a path, or a warp, does not run on.
  enum class Pause : std::uint8_t { waits_or_ended, slice_used, spins };
  /// How a path continues after a step: at the next one, with another mask, frame or place, or not now.
  enum class Went : std::uint8_t { on, again, no_further };
  /// The state of a path when it last reached a place, to detect a loop that changes nothing.
  struct Snapshot {
    bool taken = false;
    std::uint32_t frame = 0, pc = 0;
    LaneMask mask = 0, carry = 0;
    std::uint64_t step = 0;     ///< of the warp
    std::uint64_t changes = 0;  ///< MemoryPort::changes()
    std::vector<std::byte> registers;
  };

  [[nodiscard]] Pause run_warp(Warp& warp);
  void run_path(Warp& warp, std::uint32_t path_index);
  void run_lane_steps(Warp& warp, const Step* step, LaneMask mask);
  [[nodiscard]] Went execute(Warp& warp, std::uint32_t path_index, std::uint32_t pc, LaneMask exec,
                             std::uint64_t first_step);
  template <class Act>
  [[nodiscard]] Went control(Warp& warp, std::uint32_t path_index, std::uint32_t pc, std::uint64_t first_step,
                             const Act& act);
  void multiply(Warp& warp, const Step& step, const MultiplyDetail& detail, LaneMask exec);
  void account(Warp& warp, std::uint64_t first_step, LaneMask lanes);
  [[nodiscard]] bool gives_way(Warp& warp, std::uint32_t path_index);
  [[nodiscard]] bool spins(const Warp& warp, const Path& path) const;
  void take_snapshot(const Warp& warp, const Path& path);
  void drop_snapshot();
  void report_endless(const Warp& warp, const Path& path, bool budget_used);
  void report_part_of_matrix(const Warp& warp, const Step& step, LaneMask exec);
  void read_clock(Warp& warp, const Step& step, LaneMask exec);

  BlockState& state_;
  WarpControl control_;
  Barriers barriers_;
  CrossLane cross_lane_;
  std::uint64_t budget_ = 0;           ///< warp instructions left for the block
  bool blocks_missing_ = false;        ///< see BlockRunner::set_blocks_missing()
  std::uint32_t turns_cut_short_ = 0;  ///< consecutive rounds that ended because a barrier completed
  // The running warp:
  Pause pause_ = Pause::waits_or_ended;  ///< why its path stopped
  std::uint64_t pause_at_ = 0;           ///< step at which to ask gives_way()
  std::uint64_t slice_end_ = 0;
  std::uint64_t check_interval_ = 0;  ///< steps until the next check for a spin loop
  Snapshot snapshot_;
  bool works_ = false;                    ///< a loop was checked and changes something
  bool standstill_ = false;               ///< every runnable warp spun in the last round
  std::uint64_t standstill_changes_ = 0;  ///< MemoryPort::changes() at that time
};

}  // namespace bankloom::simt
