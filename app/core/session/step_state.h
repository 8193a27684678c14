// StepState: all that a view shows of one request at one step, a pure function of the run and the place.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/analysis/explanation.h"
#include "core/run/kernel_run.h"
#include "core/session/barrier_wait.h"
#include "core/session/timeline.h"

namespace bankloom {

/// The state of a lane at a step of its warp's request.
enum class LaneState : std::uint8_t { inactive, waiting, now, done };

/// The fault of a step.
struct StepFault {
  std::size_t index = 0;        ///< in KernelRun::faults
  LaneMask lanes = 0;           ///< that have it, too, where it occurred first elsewhere; none where it occurred here
  bool without_access = false;  ///< no lane carried out the access: the step is the one before it
};

/// A race in which a step's request is one of the two accesses.
struct StepRace {
  RacePair pair;
  TimelineRequest first, second;  ///< its two requests
  bool is_second = false;         ///< the step's request is the second one
};

struct StepState {
  TimelineRequest request;
  MemoryAccess access;  ///< with values
  RequestCost cost;
  std::uint32_t step = 0;  ///< 0 .. steps - 1: the transaction being served
  std::uint32_t steps = 1;
  LaneMask now = 0;                      ///< lanes that this step serves (a wide lane is in several steps)
  LaneMask done = 0;                     ///< lanes wholly served before
  LaneMask waiting = 0;                  ///< lanes not yet wholly served that this step does not touch
  std::uint32_t phase = 0;               ///< shared: index in cost.phases
  std::uint32_t wavefront_of_phase = 0;  ///< shared: 0 ..
  std::optional<std::uint64_t> sector;   ///< global: the sector number of this step
  /// Steps since this side was done, while the other's request continues (all lanes are done); 0: not done.
  std::uint32_t idle = 0;
  Explanation why;
  std::optional<StepFault> fault;
  /// A race in which the request is one of the two accesses, preferably that of its fault.
  std::optional<StepRace> race;
  std::optional<BarrierWait> barrier;  ///< where threads of the block wait at this step

  /// Whether it has a fault or a race.
  [[nodiscard]] bool is_wrong() const { return fault || race; }
  /// A fault or a race counts as wasteful, whatever the cost.
  [[nodiscard]] RequestQuality quality() const { return is_wrong() ? RequestQuality::wasteful : quality_of(why); }

  [[nodiscard]] LaneState lane_state(unsigned lane) const;
};

/// The state of a request of a timeline at a step (clamped to its last).
[[nodiscard]] StepState step_state(const KernelRun& run, const Timeline& timeline, std::uint32_t request,
                                   std::uint32_t step);

/// Lanes of an access that are wholly served after a step (from 0).
[[nodiscard]] LaneMask served_after(const KernelRun& run, const MemoryAccess& access, const RequestCost& cost,
                                    std::uint32_t step);

/// A sector of a global request, and the lanes with a byte in it.
struct SectorFetch {
  std::uint64_t sector = 0;  ///< address / sector_bytes
  LaneMask lanes = 0;
};
/// The sectors of a global access, one per step, in order. A machine that makes several requests of it may move a
/// sector several times.
[[nodiscard]] std::vector<SectorFetch> sector_fetches(const MachineModel& machine, const MemoryAccess& access);

/// The contents of a block's shared memory, byte for byte.
struct SharedContents {
  std::vector<std::byte> bytes;
  std::vector<std::uint8_t> written;  ///< 0: not stored yet; 1: a value; 2: changed by an atomic, value unknown
};

/// Replays the stores of one block, for any place in any order; going forward is cheapest.
class SharedReplay {
 public:
  SharedReplay(const KernelRun& run, const Timeline& timeline);
  /// The contents after all requests before `request` and so many of its transactions.
  [[nodiscard]] const SharedContents& after(std::uint32_t request, std::uint32_t served);

 private:
  struct Checkpoint {
    std::uint32_t request = 0;  ///< contents before this request
    SharedContents contents;
  };
  void apply(SharedContents& contents, std::uint32_t request, LaneMask lanes) const;

  const KernelRun* run_;
  const Timeline* timeline_;
  std::vector<Checkpoint> checkpoints_;  ///< at multiples of a fixed distance, as far as needed so far
  SharedContents before_;                ///< contents before `next_`
  std::uint32_t next_ = 0;
  SharedContents current_;
};

}  // namespace bankloom
