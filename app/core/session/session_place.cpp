// Where the animation stands, and what is pointed at.
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "core/session/fault_place.h"
#include "core/session/session.h"

namespace bankloom {
namespace {

/// Steps a second that can be chosen.
constexpr double kSlowest = 0.25;
constexpr double kFastest = 240;

/// Requests that are searched for the one that stored an element: views ask while they draw.
constexpr std::size_t kMostSearched = 100'000;

unsigned bank_of(const MachineModel& machine, std::uint64_t address) {
  return static_cast<unsigned>(address / machine.bank_bytes % machine.banks);
}

/// Bytes between the addresses of the first two active lanes of an access, 0 where there is only one.
std::uint64_t lane_distance(const KernelRun& run, std::size_t index) {
  MemoryAccess access;
  run.trace.read(index, access, false);
  const LaneMask lanes = addressing_lanes(access);
  if (lane_count(lanes) < 2) return 0;
  const std::uint64_t first = access.addresses[first_lane(lanes)];
  const std::uint64_t second = access.addresses[first_lane(lanes & (lanes - 1))];
  return first < second ? second - first : first - second;
}

/// Index in requests() of the request that a side shows; it must show one.
std::uint32_t present_request(const SideView& view) {
  return view.timeline->of_warp(view.state->request.warp)[view.state->request.in_warp];
}

/// A lane's address, cell and bank at the present request, or its element of the output.
void follow_lane(Focus& focus, const SideView& view) {
  if (!focus.lane || !view.state) return;
  if (!has_lane(addressing_lanes(view.state->access), *focus.lane)) return;
  const std::uint64_t address = view.state->access.addresses[*focus.lane];
  if (view.state->access.space == Space::global && !focus.output) focus.output = view.run->output_at(address);
  if (view.state->access.space != Space::shared) return;
  focus.bank = bank_of(view.run->machine, address);
  if (view.run->tile) focus.cell = view.run->tile->element_at(address);
}

/// The bank of a cell, and the first lane that touches it at the present request.
void follow_cell(Focus& focus, const SideView& view) {
  if (!focus.cell || !view.run->tile) return;
  const TileGeometry& tile = *view.run->tile;
  if (focus.cell->row >= tile.rows || focus.cell->column >= tile.row_elements()) {
    focus.cell.reset();
    return;
  }
  const std::uint64_t first = tile.address(focus.cell->row, focus.cell->column);
  focus.bank = bank_of(view.run->machine, first);
  if (!view.state || view.state->access.space != Space::shared) return;
  const MemoryAccess& access = view.state->access;
  LaneMask touching = 0;
  for_each_lane(addressing_lanes(access), [&](unsigned lane) {
    if (access.addresses[lane] < first + tile.element_bytes && first < access.addresses[lane] + access.width) {
      touching |= lane_bit(lane);
    }
  });
  if (touching != 0) focus.lane = first_lane(touching);
}

}  // namespace

// ---- the place ------------------------------------------------------------------------------------------------------

std::uint32_t Session::warps() const {
  std::uint32_t most = 0;
  for (const Side side : sides()) {
    const auto& view = views_[index_of(side)];
    if (view.timeline) most = std::max(most, view.timeline->warps());
  }
  return most;
}

std::uint32_t Session::requests_of(std::uint32_t warp) const {
  std::size_t most = 0;
  for (const Side side : sides()) {
    const auto& view = views_[index_of(side)];
    if (view.timeline && warp < view.timeline->warps()) most = std::max(most, view.timeline->of_warp(warp).size());
  }
  return static_cast<std::uint32_t>(most);
}

std::uint32_t Session::steps_of(std::uint32_t warp, std::uint32_t request) const {
  std::uint32_t most = 1;
  for (const Side side : sides()) {
    const auto& view = views_[index_of(side)];
    if (!view.timeline || warp >= view.timeline->warps()) continue;
    const auto& own = view.timeline->of_warp(warp);
    if (request < own.size()) most = std::max(most, view.timeline->requests()[own[request]].steps);
  }
  return most;
}

bool Session::at_last_step() const {
  return !sequence_.empty() && position_.step + 1 >= steps_of(position_.warp, position_.request);
}

void Session::rebuild_sequence() {
  sequence_.clear();
  std::uint64_t start = 0;
  const auto append = [&](std::uint32_t warp, std::uint32_t request) {
    const std::uint32_t steps = steps_of(warp, request);
    sequence_.push_back({warp, request, steps, start});
    start += steps;
  };
  if (scene_.scope == PlayScope::warp) {
    const std::uint32_t requests = requests_of(position_.warp);
    for (std::uint32_t request = 0; request < requests; ++request) append(position_.warp, request);
    return;
  }
  // The order of execution of the side that has more to show.
  const Timeline* longest = nullptr;
  for (const Side side : sides()) {
    const auto& timeline = views_[index_of(side)].timeline;
    if (timeline && (longest == nullptr || timeline->requests().size() > longest->requests().size())) {
      longest = timeline.get();
    }
  }
  if (longest == nullptr) return;
  for (const TimelineRequest& request : longest->requests()) append(request.warp, request.in_warp);
}

std::size_t Session::entry_index() const {
  if (scene_.scope == PlayScope::warp) return std::min<std::size_t>(position_.request, sequence_.size());
  const auto found = std::find_if(sequence_.begin(), sequence_.end(), [&](const Entry& entry) {
    return entry.warp == position_.warp && entry.request == position_.request;
  });
  return static_cast<std::size_t>(found - sequence_.begin());
}

void Session::set_place(Position position) {
  const std::uint32_t warp_count = warps();
  if (warp_count == 0) {
    refresh_states();
    return;
  }
  const std::uint32_t warp_before = position_.warp;
  position.warp = std::min(position.warp, warp_count - 1);
  const std::uint32_t requests = requests_of(position.warp);
  position.request = requests == 0 ? 0 : std::min(position.request, requests - 1);
  position.step = std::min(position.step, steps_of(position.warp, position.request) - 1);
  position_ = position;
  if (position.warp != warp_before && scene_.scope == PlayScope::warp) rebuild_sequence();
  refresh_states();
}

void Session::refresh_states() {
  for (const Side side : sides()) {
    SideView& view = views_[index_of(side)];
    view.state.reset();
    view.shared = nullptr;
    view.wavefronts_so_far = 0;
    if (!view.timeline || position_.warp >= view.timeline->warps()) continue;
    const auto& own = view.timeline->of_warp(position_.warp);
    if (own.empty()) continue;
    // A side that has fewer requests stands at the end of its last one.
    const bool over = position_.request >= own.size();
    const std::uint32_t request = over ? own.back() : own[position_.request];
    const std::uint32_t step = over ? std::numeric_limits<std::uint32_t>::max() : position_.step;
    view.state = step_state(*view.run, *view.timeline, request, step);
    view.shared = &replays_[index_of(side)]->at(request, view.state->step);
    for (const std::uint32_t earlier : own) {
      const TimelineRequest& entry = view.timeline->requests()[earlier];
      if (entry.space != Space::shared) continue;
      if (earlier == request) view.wavefronts_so_far += std::min(view.state->step + 1, entry.counts.wavefronts);
      if (earlier >= request) break;
      view.wavefronts_so_far += entry.counts.wavefronts;
    }
  }
}

std::uint64_t Session::block() const {
  const auto& timeline = views_[0].timeline;
  return timeline ? timeline->block() : scene_.block;
}

Result<void> Session::set_block(std::uint64_t block) {
  for (const Side side : sides()) {
    const auto& run = views_[index_of(side)].run;
    if (!run) continue;
    const std::uint64_t blocks = run->instance.grid.count();
    if (block >= blocks) return fail("there is no block {}: the grid has {}, counted from 0", block, blocks);
    if (block >= run->recorded_blocks) {
      return fail("block {} was executed and counted, but only the first {} of {} blocks are recorded to be shown",
                  block, run->recorded_blocks, blocks);
    }
  }
  if (block == scene_.block && block == this->block()) return {};
  scene_.block = block;
  for (const Side side : sides()) {
    if (views_[index_of(side)].run) show_block(side);
  }
  rebuild_sequence();
  set_place(position_);
  return {};
}

void Session::go_to(Position position) {
  place_is_default_ = false;
  place_wanted_ = false;
  set_place(position);
}

void Session::go_to_request(Side side, std::uint32_t request, std::uint32_t step) {
  const auto& timeline = views_[index_of(side)].timeline;
  if (!timeline || request >= timeline->requests().size()) return;
  const TimelineRequest& entry = timeline->requests()[request];
  go_to({entry.warp, entry.in_warp, step});
}

Result<void> Session::go_to_fault(Side side, std::size_t fault) {
  const std::shared_ptr<const KernelRun> run = views_[index_of(side)].run;
  if (!run || fault >= run->faults.size()) return fail("there is no such fault");
  if (const auto shown = set_block(fault_block(*run, run->faults[fault])); !shown) return fail_with(shown.error());
  const auto& timeline = views_[index_of(side)].timeline;
  const auto place = fault_place(*run, *timeline, run->faults[fault]);
  if (!place) return fail("the thread at fault makes no access to memory, so it has no step to be shown");
  go_to_request(side, place->request);
  return {};
}

void Session::set_scope(PlayScope scope) {
  scene_.scope = scope;
  rebuild_sequence();
}

std::uint64_t Session::step_count() const {
  return sequence_.empty() ? 1 : sequence_.back().start + sequence_.back().steps;
}

std::uint64_t Session::step_index() const {
  const std::size_t entry = entry_index();
  return entry < sequence_.size() ? sequence_[entry].start + position_.step : 0;
}

void Session::go_to_step(std::uint64_t index) {
  if (sequence_.empty()) return;
  index = std::min(index, step_count() - 1);
  const auto after = std::upper_bound(sequence_.begin(), sequence_.end(), index,
                                      [](std::uint64_t wanted, const Entry& entry) { return wanted < entry.start; });
  const Entry& entry = *(after - 1);
  go_to({entry.warp, entry.request, static_cast<std::uint32_t>(index - entry.start)});
}

bool Session::step(int by) {
  const std::uint64_t present = step_index();
  const std::uint64_t last = step_count() - 1;
  const auto distance = static_cast<std::uint64_t>(std::abs(static_cast<long>(by)));
  const std::uint64_t next = by < 0 ? present - std::min(present, distance) : std::min(last, present + distance);
  if (next == present) return false;
  go_to_step(next);
  return true;
}

bool Session::step_request(int by) {
  const std::size_t present = entry_index();
  if (present >= sequence_.size()) return false;
  std::size_t next = present;
  if (by > 0) {
    if (present + 1 == sequence_.size()) return false;
    next = present + 1;
  } else if (position_.step == 0) {
    if (present == 0) return false;
    next = present - 1;
  }
  go_to_step(sequence_[next].start);
  return true;
}

bool Session::step_warp(int by) {
  const std::uint32_t count = warps();
  if (count == 0 || (by < 0 && position_.warp == 0) || (by > 0 && position_.warp + 1 >= count)) return false;
  Position next = position_;
  next.warp = by < 0 ? next.warp - 1 : next.warp + 1;
  if (at_last_step()) next.step = std::numeric_limits<std::uint32_t>::max();
  go_to(next);
  return true;
}

void Session::to_start() { go_to_step(0); }

void Session::to_end() { go_to_step(std::numeric_limits<std::uint64_t>::max()); }

void Session::to_notable(bool of_warp) {
  for (const Side side : sides()) {
    const SideView& view = views_[index_of(side)];
    if (!view.run || !view.timeline) continue;
    for (const simt::Fault& fault : view.run->faults) {
      const auto place = fault_place(*view.run, *view.timeline, fault);
      if (!place) continue;
      const TimelineRequest& request = view.timeline->requests()[place->request];
      if (of_warp && request.warp != position_.warp) continue;
      return go_to({request.warp, request.in_warp, steps_of(request.warp, request.in_warp) - 1});
    }
  }
  // A fault in another block, where that was recorded.
  for (const Side side : sides()) {
    const std::shared_ptr<const KernelRun> run = views_[index_of(side)].run;
    for (std::size_t fault = 0; !of_warp && run && fault < run->faults.size(); ++fault) {
      if (fault_block(*run, run->faults[fault]) == scene_.block) continue;
      const std::uint64_t block = scene_.block;
      if (go_to_fault(side, fault)) return;
      static_cast<void>(set_block(block));
    }
  }
  to_dearest();
}

void Session::to_dearest() {
  const std::uint32_t warp = position_.warp < warps() ? position_.warp : 0;
  Position best{warp, 0, 0};
  std::optional<std::tuple<bool, std::uint32_t, std::uint64_t>> most;
  for (const Side side : sides()) {
    const auto& timeline = views_[index_of(side)].timeline;
    if (!timeline || warp >= timeline->warps()) continue;
    for (const std::uint32_t index : timeline->of_warp(warp)) {
      const TimelineRequest& request = timeline->requests()[index];
      // Any shared request before all others; of equal ones the one that goes the farthest from lane to lane, which is
      // the one that padding is about.
      const bool shared = request.space == Space::shared;
      const std::tuple weight{shared, request.steps, lane_distance(*views_[index_of(side)].run, request.access)};
      if (most && weight <= *most) continue;
      most = weight;
      best.request = request.in_warp;
    }
  }
  best.step = steps_of(warp, best.request) - 1;
  go_to(best);
}

// ---- playing --------------------------------------------------------------------------------------------------------

void Session::play(bool on) {
  if (on == playing_) return;
  elapsed_ = 0;
  playing_ = on && !sequence_.empty();
  // From where there is nothing more to see, and from the place found at the start, it plays from the beginning.
  if (playing_ && (place_is_default_ || step_index() + 1 >= step_count())) to_start();
}

void Session::set_speed(double steps_per_second) { speed_ = std::clamp(steps_per_second, kSlowest, kFastest); }

bool Session::advance(double seconds) {
  if (!playing_ || !(seconds > 0)) return false;
  elapsed_ += seconds;
  const double steps = std::floor(elapsed_ * speed_);
  if (steps < 1) return false;
  elapsed_ -= steps / speed_;
  const int by = static_cast<int>(std::min(steps, 1e6));
  const bool moved = step(by);
  if (step_index() + 1 >= step_count()) playing_ = false;
  return moved;
}

double Session::until_next_step() const {
  if (!playing_) return std::numeric_limits<double>::infinity();
  return std::max(0.0, 1 / speed_ - elapsed_);
}

// ---- the selection --------------------------------------------------------------------------------------------------

bool Session::end_frame() {
  const bool changed = hovering_ != hovered_;
  hovered_ = hovering_;
  hovering_ = {};
  return changed;
}

/// The request of the block that stored an element of the output last, and its lane where that is the present request.
void Session::follow_output(Focus& focus, const SideView& view) const {
  Writer& found = writers_[index_of(focus.side)];
  if (found.timeline != view.timeline || found.element != *focus.output) {
    found = {view.timeline, *focus.output, std::nullopt, 0};
    const KernelRun& run = *view.run;
    const auto& requests = view.timeline->requests();
    MemoryAccess access;
    const std::size_t looked_at = std::min(requests.size(), kMostSearched);
    for (std::size_t back = 1; back <= looked_at && !found.request; ++back) {
      const std::size_t index = requests.size() - back;
      if (requests[index].space != Space::global || requests[index].op == AccessOp::load) continue;
      run.trace.read(requests[index].access, access, false);
      for_each_lane(addressing_lanes(access), [&](unsigned lane) {
        const auto first = run.output_at(access.addresses[lane]);
        const auto last = run.output_at(access.addresses[lane] + access.width - 1);
        if (!first || !last || *focus.output < *first || *focus.output > *last) return;
        found.request = static_cast<std::uint32_t>(index);
        found.lane = lane;
      });
    }
  }
  if (!found.request) return;
  focus.request = found.request;
  if (view.state && present_request(view) == found.request) focus.lane = found.lane;
}

Focus Session::focus(Side side) const {
  Focus focus = pointed();
  const SideView& view = views_[index_of(side)];
  if (focus.side != side && focus.request) {
    // The request of the same place on this side.
    const auto& from = views_[index_of(focus.side)].timeline;
    std::optional<std::uint32_t> same;
    if (from && view.timeline && *focus.request < from->requests().size()) {
      const TimelineRequest& request = from->requests()[*focus.request];
      if (request.warp < view.timeline->warps() && request.in_warp < view.timeline->of_warp(request.warp).size()) {
        same = view.timeline->of_warp(request.warp)[request.in_warp];
      }
    }
    focus.request = same;
  }
  focus.side = side;
  if (!view.run) return focus;
  if (focus.output) follow_output(focus, view);
  if (focus.lane) {
    follow_lane(focus, view);
  } else {
    follow_cell(focus, view);
  }
  // What a lane touches is touched by the present request.
  if (focus.lane && !focus.request && view.state && has_lane(addressing_lanes(view.state->access), *focus.lane)) {
    focus.request = present_request(view);
  }
  if (focus.request && *focus.request < view.timeline->requests().size()) {
    focus.line = view.timeline->requests()[*focus.request].source_line;
  }
  return focus;
}

}  // namespace bankloom
