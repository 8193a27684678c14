#include "core/session/step_state.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "core/analysis/phase_rules.h"
#include "core/session/fault_place.h"
#include "core/session/swizzle.h"

namespace bankloom {

std::vector<SectorFetch> sector_fetches(const MachineModel& machine, const MemoryAccess& access) {
  std::vector<SectorFetch> fetches;
  analysis::for_each_phase(machine, access, kWarpSize, addressing_lanes(access), [&](unsigned, LaneMask lanes) {
    std::map<std::uint64_t, LaneMask> sectors;
    for_each_lane(lanes, [&](unsigned lane) {
      const std::uint64_t last = (access.addresses[lane] + access.width - 1) / machine.sector_bytes;
      for (std::uint64_t sector = access.addresses[lane] / machine.sector_bytes; sector <= last; ++sector) {
        sectors[sector] |= lane_bit(lane);
      }
    });
    for (const auto& [sector, touching] : sectors) fetches.push_back({sector, touching});
  });
  return fetches;
}

namespace {

/// Lanes with a word in a wavefront of a phase.
LaneMask lanes_in_wavefront(const Phase& phase, unsigned wavefront) {
  LaneMask lanes = 0;
  for (const BankLoad& bank : phase.banks) {
    for (const BankLoad::Word& word : bank.words) {
      if (word.wavefront - wavefront < word.wavefronts) lanes |= word.lanes;
    }
  }
  return lanes;
}

void place_shared_step(StepState& state) {
  std::uint32_t left = state.step;
  for (std::uint32_t index = 0; index < state.cost.phases.size(); ++index) {
    const Phase& phase = state.cost.phases[index];
    const auto wavefronts = static_cast<std::uint32_t>(phase.wavefronts.size());
    if (left < wavefronts) {
      state.phase = index;
      state.wavefront_of_phase = left;
      state.now = lanes_in_wavefront(phase, left);
      return;
    }
    left -= wavefronts;
  }
}

}  // namespace

LaneMask served_after(const KernelRun& run, const MemoryAccess& access, const RequestCost& cost, std::uint32_t step) {
  LaneMask lanes = 0;
  if (access.space == Space::shared) {
    for (const Phase& phase : cost.phases) {
      for (const LaneMask wavefront : phase.wavefronts) {
        lanes |= wavefront;
        if (step-- == 0) return lanes;
      }
    }
    return addressing_lanes(access);
  }
  if (access.space != Space::global) return addressing_lanes(access);
  // A lane is done after the last of its sectors.
  const std::vector<SectorFetch> fetches = sector_fetches(run.machine, access);
  for (std::size_t index = 0; index < fetches.size(); ++index) {
    lanes = index <= step ? lanes | fetches[index].lanes : lanes & ~fetches[index].lanes;
  }
  return lanes;
}

LaneState StepState::lane_state(unsigned lane) const {
  if (has_lane(now, lane)) return LaneState::now;
  if (has_lane(done, lane)) return LaneState::done;
  return has_lane(waiting, lane) ? LaneState::waiting : LaneState::inactive;
}

namespace {

std::optional<StepFault> find_fault(const KernelRun& run, const Timeline& timeline, std::uint32_t request) {
  const auto at_fault = faulty_lanes(run, timeline, request);
  std::optional<StepFault> found;
  if (const simt::Fault* fault = fault_at(run, timeline, request)) {
    found = StepFault{static_cast<std::size_t>(fault - run.faults.data())};
  }
  for (const FaultyLane& lane : at_fault) {
    if (lane.is_next) continue;
    if (!found) found = StepFault{lane.fault};
    if (fault_at(run, timeline, request) == nullptr && lane.fault == found->index) found->lanes |= lane_bit(lane.lane);
  }
  if (!found) return found;
  found->without_access =
      !at_fault.empty() && std::ranges::all_of(at_fault, [](const FaultyLane& lane) { return lane.is_next; });
  return found;
}

/// The race of the step's fault, else one that is another request's fault.
std::optional<StepRace> find_race(const KernelRun& run, const Timeline& timeline, std::uint32_t request,
                                  const std::optional<StepFault>& fault) {
  std::optional<StepRace> found;
  unsigned best = 0;
  for (const RacePair& pair : timeline.races()) {
    const bool is_second = pair.second.request == request, is_told = fault && fault->index == pair.fault;
    if (!is_second && (pair.first.request != request || fault)) continue;
    if (fault && !is_told) continue;
    const auto place = is_told ? fault_place(run, timeline, run.faults[pair.fault]) : std::nullopt;
    const bool is_its_lane = place && place->request == request && place->lane == pair.second.lane;
    const unsigned value = is_its_lane ? 2 : 1;
    if (value <= best) continue;
    best = value;
    const auto& requests = timeline.requests();
    found = StepRace{pair, requests[pair.first.request], requests[pair.second.request], is_second};
  }
  return found;
}

}  // namespace

StepState step_state(const KernelRun& run, const Timeline& timeline, std::uint32_t request, std::uint32_t step) {
  StepState state;
  state.request = timeline.requests()[request];
  state.access = run.trace.at(state.request.access);
  state.cost = explain_request(run.machine, state.access);
  state.steps = state.request.steps;
  state.step = std::min(step, state.steps - 1);
  const LaneMask lanes = addressing_lanes(state.access);
  if (state.access.space == Space::shared && !state.cost.phases.empty()) {
    place_shared_step(state);
  } else if (state.access.space == Space::global && !state.cost.sectors.empty()) {
    const std::vector<SectorFetch> fetches = sector_fetches(run.machine, state.access);
    const SectorFetch& fetch = fetches[std::min<std::size_t>(state.step, fetches.size() - 1)];
    state.sector = fetch.sector;
    state.now = fetch.lanes;
  } else {
    state.now = lanes;
  }
  if (state.step > 0) state.done = served_after(run, state.access, state.cost, state.step - 1) & ~state.now;
  state.waiting = lanes & ~state.now & ~state.done;
  state.why = explain_why(run.machine, state.access, state.cost);
  state.why.swizzle = swizzle_walk(run, timeline, state.access);
  state.fault = find_fault(run, timeline, request);
  state.race = find_race(run, timeline, request, state.fault);
  state.barrier = barrier_wait(timeline, request);
  return state;
}

// ---- SharedReplay ---------------------------------------------------------------------------------------------------

namespace {

/// The least requests between two checkpoints, and the most checkpoints that a replay keeps.
constexpr std::uint32_t kCheckpointDistance = 256;
constexpr std::uint32_t kMostCheckpoints = 64;

void store_lanes(SharedContents& contents, const MemoryAccess& access, LaneMask lanes) {
  const bool atomic = is_atomic(access.op);
  for_each_lane(lanes, [&](unsigned lane) {
    const std::uint64_t at = access.addresses[lane];
    if (at > contents.bytes.size() || contents.bytes.size() - at < access.width) return;
    if (atomic) {
      std::fill_n(contents.written.begin() + static_cast<std::ptrdiff_t>(at), access.width, std::uint8_t{2});
      return;
    }
    std::memcpy(contents.bytes.data() + at, access.values.data() + std::size_t{lane} * access.width, access.width);
    std::fill_n(contents.written.begin() + static_cast<std::ptrdiff_t>(at), access.width, std::uint8_t{1});
  });
}

bool changes_shared(const TimelineRequest& request) {
  return request.space == Space::shared && request.op != AccessOp::load && request.op != AccessOp::ldmatrix;
}

}  // namespace

SharedReplay::SharedReplay(const KernelRun& run, const Timeline& timeline) : run_(&run), timeline_(&timeline) {
  before_.bytes.resize(run.shared_bytes);
  before_.written.resize(run.shared_bytes, 0);
  checkpoints_.push_back({0, before_});
}

void SharedReplay::apply(SharedContents& contents, std::uint32_t request, LaneMask lanes) const {
  const TimelineRequest& entry = timeline_->requests()[request];
  if (!changes_shared(entry)) return;
  const MemoryAccess access = run_->trace.at(entry.access);
  store_lanes(contents, access, addressing_lanes(access) & lanes);
}

const SharedContents& SharedReplay::after(std::uint32_t request, std::uint32_t served) {
  const auto requests = static_cast<std::uint32_t>(timeline_->requests().size());
  request = std::min(request, requests == 0 ? 0 : requests - 1);
  const std::uint32_t distance = std::max(kCheckpointDistance, requests / kMostCheckpoints);
  if (request < next_ || request - next_ > distance) {
    const std::size_t nearest = std::min<std::size_t>(request / distance, checkpoints_.size() - 1);
    if (request < next_ || checkpoints_[nearest].request > next_) {
      before_ = checkpoints_[nearest].contents;
      next_ = checkpoints_[nearest].request;
    }
  }
  for (; next_ < request; ++next_) {
    apply(before_, next_, kAllLanes);
    if ((next_ + 1) % distance == 0 && (next_ + 1) / distance == checkpoints_.size()) {
      checkpoints_.push_back({next_ + 1, before_});
    }
  }
  current_ = before_;
  if (requests != 0 && served > 0 && changes_shared(timeline_->requests()[request])) {
    const MemoryAccess access = run_->trace.at(timeline_->requests()[request].access);
    const RequestCost cost = explain_request(run_->machine, access);
    store_lanes(current_, access, addressing_lanes(access) & served_after(*run_, access, cost, served - 1));
  }
  return current_;
}

}  // namespace bankloom
