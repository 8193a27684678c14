#include "core/simt/barriers.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/simt/lane_value.h"

namespace bankloom::simt {

void Barriers::begin_block(TraceRecorder* recorder) {
  recorder_ = recorder;
  const std::size_t warps = state_.warps.size();
  if (barriers_.empty()) barriers_.assign(kNamedBarriers + 1, Barrier(warps));
  // Most kernels use one barrier.
  for (Barrier& barrier : barriers_) {
    if (!barrier.is_used) continue;
    barrier.reset();
    barrier.arrivals.clear();
    barrier.is_used = false;
  }
}

void Barriers::finish() {
  for (Barrier& barrier : barriers_) record_meeting(barrier, false);
}

bool Barriers::is_complete(const Barrier& barrier) const {
  if (barrier.waiters.empty()) return false;
  if (barrier.expected != 0) return barrier.arrived >= barrier.expected;
  // Without a count all threads of the block take part, except those that have exited.
  return std::ranges::all_of(state_.warps,
                             [&](const Warp& warp) { return (warp.alive & ~barrier.lanes[warp.index]) == 0; });
}

bool Barriers::execute(Warp& warp, std::uint32_t path_index, const Step& step, const BarrierDetail& detail,
                       LaneMask exec) {
  const unsigned lane = first_lane(exec);
  const std::uint32_t number = read_u32(warp.context, detail.barrier, lane);
  const std::uint32_t count = detail.has_count ? read_u32(warp.context, detail.count, lane) : 0;
  LaneMask alike = 0;  // lanes that name the same barrier
  for_each_lane(exec, [&](unsigned other) {
    const bool same = read_u32(warp.context, detail.barrier, other) == number &&
                      (!detail.has_count || read_u32(warp.context, detail.count, other) == count);
    if (same) alike |= lane_bit(other);
  });
  if (alike != exec) {
    const Path whole = warp.paths[path_index];
    const std::array<std::pair<LaneMask, std::uint32_t>, 3> parts{
        {{alike, whole.pc}, {exec & ~alike, whole.pc}, {whole.mask & ~exec, whole.pc + 1}}};
    return control_.diverge(warp, path_index, whole.pc + 1, parts);
  }
  if (number >= kNamedBarriers && !detail.of_cluster) {
    state_.add_fault(warp, step, FaultKind::trap, exec,
                     {.what = FaultCase::no_barrier, .number = number, .limit = kNamedBarriers});
    state_.ended = true;
    return false;
  }
  control_.split_guarded(warp, path_index, exec);
  Path& path = warp.paths[path_index];
  if (exec != warp.alive && detail.aligned && !warp.released_early) {
    state_.add_fault(warp, step, FaultKind::divergent_barrier, exec,
                     {.what = FaultCase::part_of_warp, .number = lane_count(exec), .limit = lane_count(warp.alive)});
  }
  Barrier& barrier = barriers_[number];
  barrier.is_used = true;
  if (detail.has_count) barrier.expected = count;
  count_lanes(barrier, warp, exec);
  if (detail.kind != BarrierKind::sync && detail.kind != BarrierKind::arrive) {
    const LaneMask value = read_predicate(warp.context, detail.predicate, detail.predicate_negated);
    barrier.true_count += lane_count(value & exec);
    barrier.lane_count += lane_count(exec);
  }
  if (recorder_ != nullptr) {
    if (barrier.arrivals.empty()) barrier.arrivals.reserve(state_.warps.size());
    barrier.arrivals.push_back({warp.index, exec, static_cast<std::uint32_t>(state_.port.order()), step.source_line,
                                detail.kind != BarrierKind::arrive});
  }
  if (detail.kind == BarrierKind::arrive) {
    barrier.arrived_warps |= lane_bit(warp.index);
    barrier.marks[warp.index] = state_.port.shadow().arrive();
    ++path.pc;
    check();
    return true;
  }
  path.state = Path::State::at_barrier;
  path.barrier = number;
  barrier.waiters.push_back({warp.index, path_index, &detail, exec});
  if (is_complete(barrier)) complete(barrier);
  return false;
}

/// A barrier counts whole warps, also the last one that is not full (PTX ISA, "bar, barrier").
void Barriers::count_lanes(Barrier& barrier, const Warp& warp, LaneMask exec) {
  barrier.lanes[warp.index] |= exec;
  std::uint32_t& partial = barrier.partial[warp.index];
  if (exec == warp.alive) {
    barrier.arrived += kWarpSize;
    return;
  }
  const bool rest_came = (warp.alive & ~barrier.lanes[warp.index]) == 0;
  const std::uint32_t counts = rest_came ? kWarpSize - std::min(partial, kWarpSize) : lane_count(exec);
  barrier.arrived += counts;
  partial = rest_came ? 0 : partial + counts;
}

void Barriers::complete(Barrier& barrier) {
  opened_ = true;
  order_accesses(barrier);
  std::uint64_t latest = 0;
  for (const Barrier::Waiter& waiter : barrier.waiters) {
    const Warp& warp = state_.warps[waiter.warp];
    latest = std::max(latest, warp.clock_start + warp.steps);
  }
  for (const Barrier::Waiter& waiter : barrier.waiters) {
    Warp& warp = state_.warps[waiter.warp];
    Path& path = warp.paths[waiter.path];
    warp.clock_start = latest - warp.steps;
    path.state = Path::State::ready;
    ++path.pc;
    state_.ready[waiter.warp].push_back(waiter.path);
    warp.context.files[kRegisterFile] = warp.frames[path.frame].registers;
    switch (waiter.detail->kind) {
      case BarrierKind::red_popc:
        for_each_lane(waiter.exec,
                      [&](unsigned lane) { write_u32(warp.context, waiter.detail->result, lane, barrier.true_count); });
        break;
      case BarrierKind::red_and:
        write_predicate(warp.context, waiter.detail->result.ref,
                        barrier.true_count == barrier.lane_count ? kAllLanes : 0, waiter.exec);
        break;
      case BarrierKind::red_or:
        write_predicate(warp.context, waiter.detail->result.ref, barrier.true_count != 0 ? kAllLanes : 0, waiter.exec);
        break;
      default:
        break;
    }
  }
  record_meeting(barrier, true);
  barrier.reset();
}

/// Passes a barrier's arrivals to the recorder, if there are any.
void Barriers::record_meeting(Barrier& barrier, bool opened) {
  if (barrier.arrivals.empty()) return;
  BarrierMeeting meeting{.number = static_cast<std::uint32_t>(&barrier - barriers_.data()),
                         .expected = barrier.expected,
                         .opened = opened,
                         .order = static_cast<std::uint32_t>(state_.port.order()),
                         .arrivals = std::exchange(barrier.arrivals, {})};
  recorder_->add_meeting(std::move(meeting));
}

/// Orders memory accesses at a completed barrier: the waiting warps see what was done before it. Reports warps that
/// synchronize at different barriers of the kernel's text.
void Barriers::order_accesses(const Barrier& barrier) {
  LaneMask waiting = 0;
  const Step* first = nullptr;
  for (const Barrier::Waiter& waiter : barrier.waiters) {
    const Warp& warp = state_.warps[waiter.warp];
    waiting |= lane_bit(waiter.warp);
    if (barrier.expected != 0 || !waiter.detail->aligned || waiter.exec != warp.alive) continue;
    const Path& path = warp.paths[waiter.path];
    const Step& step = warp.frames[path.frame].code->steps[path.pc];
    if (first == nullptr) first = &step;
    if (&step == first || step.source_line == first->source_line) continue;
    state_.add_fault(warp, step, FaultKind::divergent_barrier, waiter.exec,
                     {.what = FaultCase::several_barriers, .other_line = first->source_line});
  }
  const bool all_wait = std::ranges::all_of(
      state_.warps, [&](const Warp& warp) { return warp.alive == 0 || has_lane(waiting, warp.index); });
  if (barrier.expected == 0 || (all_wait && barrier.arrived_warps == 0)) return state_.port.shadow().synchronize_all();
  state_.port.shadow().synchronize(waiting, barrier.arrived_warps, barrier.marks);
}

void Barriers::check() {
  for (Barrier& barrier : barriers_) {
    if (is_complete(barrier)) complete(barrier);
  }
}

}  // namespace bankloom::simt
