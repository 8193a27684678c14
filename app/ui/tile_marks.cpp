#include "ui/tile_marks.h"

#include <algorithm>

namespace bankloom::ui {

LaneState word_state(const StepState& state, std::size_t phase, const BankLoad::Word& word) {
  if (state.idle != 0) return LaneState::done;
  if (phase != state.phase) return phase < state.phase ? LaneState::done : LaneState::waiting;
  if (word.wavefront == state.wavefront_of_phase) return LaneState::now;
  return word.wavefront < state.wavefront_of_phase ? LaneState::done : LaneState::waiting;
}

std::vector<FaultyLane> faulty_lanes(const SideView& view) {
  if (!view.run || !view.timeline || !view.state || view.facts().faults().empty()) return {};
  const TimelineRequest& request = view.state->request;
  if (request.warp >= view.timeline->warps()) return {};
  const auto requests = view.timeline->of_warp(request.warp);
  if (request.in_warp >= requests.size()) return {};
  const std::uint32_t present = requests[request.in_warp];
  std::vector<FaultyLane> lanes = faulty_lanes(*view.run, *view.timeline, present);
  for (const RacePair& pair : view.timeline->races()) {
    const bool is_at_once = pair.second.request == present;
    const auto& told = view.state->race;
    const bool is_told = told && !told->is_second && told->pair.fault == pair.fault;
    if (pair.first.request != present || !(is_at_once || is_told)) continue;
    FaultyLane lane{.fault = pair.fault,
                    .lane = pair.first.lane,
                    .space = request.space,
                    .kind = simt::FaultKind::race,
                    .address = view.state->access.addresses[pair.first.lane],
                    .bytes = view.state->access.width};
    const auto cell =
        view.run->tile && lane.space == Space::shared ? view.run->tile->element_at(pair.address) : std::nullopt;
    if (cell) lane.cells.push_back(*cell);
    const auto is_same = [&](const FaultyLane& other) { return other.lane == lane.lane && !other.is_next; };
    if (std::ranges::none_of(lanes, is_same)) lanes.push_back(std::move(lane));
  }
  return lanes;
}

std::optional<std::uint64_t> farthest_beyond(const std::vector<simt::Fault>& faults, const TileGeometry& tile) {
  std::optional<std::uint64_t> farthest;
  for (const simt::Fault& fault : faults) {
    if (fault.kind != simt::FaultKind::out_of_bounds || fault.space != Space::shared) continue;
    for (const simt::FaultMark& mark : fault.marks) {
      if (!tile.element_at(mark.address)) farthest = std::max(farthest.value_or(0), mark.address);
    }
  }
  return farthest;
}

void TileMarks::set(const TilePlacement& placement, const StepState* state, const RequestCost* cost) {
  marks_.clear();
  parts_ = placement.parts();
  outside_ = 0;
  mark_of_.assign(placement.elements() * parts_, 0);
  if (state == nullptr || state->access.space != Space::shared) return;

  const auto mark = [&](std::uint64_t address, unsigned lane, LaneState lane_state) -> std::uint64_t {
    const auto placed = placement.part_at(address);
    if (!placed) {
      outside_ |= lane_bit(lane);
      return address + 1;
    }
    const std::uint64_t element = placement.index(placed->element);
    std::uint16_t& entry = mark_of_[element * parts_ + placed->part];
    if (entry == 0) {
      marks_.push_back({element, placed->part, 0, 0, 0});
      entry = static_cast<std::uint16_t>(marks_.size());
    }
    TileMark& found = marks_[entry - 1u];
    LaneMask& lanes = lane_state == LaneState::now    ? found.now
                      : lane_state == LaneState::done ? found.done
                                                      : found.waiting;
    lanes |= lane_bit(lane);
    const TilePart part = placement.part(element, placed->part);
    return part.address + part.bytes;
  };

  if (cost == nullptr) {
    for_each_lane(state->access.active, [&](unsigned lane) {
      const std::uint64_t end = state->access.addresses[lane] + state->access.width;
      for (std::uint64_t address = state->access.addresses[lane]; address < end;) {
        address = mark(address, lane, LaneState::waiting);
      }
    });
    return;
  }
  for (std::size_t phase = 0; phase < cost->phases.size(); ++phase) {
    for (const BankLoad& bank : cost->phases[phase].banks) {
      for (const BankLoad::Word& word : bank.words) {
        const LaneState reached = word_state(*state, phase, word);
        const std::uint64_t word_begin = word.word * placement.bank_bytes();
        for_each_lane(word.lanes, [&](unsigned lane) {
          const std::uint64_t begin = std::max(state->access.addresses[lane], word_begin);
          const std::uint64_t end =
              std::min(state->access.addresses[lane] + state->access.width, word_begin + placement.bank_bytes());
          // At most 32 lanes of 16 bytes: the index of a mark always fits its 16 bits.
          for (std::uint64_t address = begin; address < end;) address = mark(address, lane, reached);
        });
      }
    }
  }
}

}  // namespace bankloom::ui
