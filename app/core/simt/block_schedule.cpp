// Whose turn it is: warps and paths one after another, spin loops that give way, and what happens where nothing gets
// on, in a block by itself or in one of those that wait for each other.

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/simt/block_runner.h"

namespace bankloom::simt {
namespace {

/// Warp instructions after which a running warp gives way to the others.
constexpr std::uint64_t kSlice = 100'000;
/// Likewise of a block after which it gives way to others that it may wait for.
constexpr std::uint64_t kBlockSlice = 1'000'000;
/// Warp instructions after which a warp is first looked at for a spin loop, and the longest turn of one that is seen.
constexpr std::uint64_t kFirstCheck = 256;
constexpr std::uint64_t kLongestSpin = 512;
/// Slices after which lanes that wait at a join for a path that spins, but not provably so, go on without it.
constexpr std::uint32_t kPatience = 100;
/// Frames that a warp keeps for the next block; deep recursion may have made many more.
constexpr std::size_t kFramesKept = 64;
/// Barriers in a row after which the warps behind the one that completed a barrier run before the first one again.
constexpr std::uint32_t kMaxTurnsCutShort = 1'000;

}  // namespace

BlockRunner::End BlockRunner::run(std::uint64_t block, const MemoryPort::Watchers& watchers) {
  if (config_.control != nullptr && config_.control->cancel_wanted()) return End::cancelled;
  begin(block, watchers);
  while (!has_ended()) {
    const Round round = run_round();
    if (round == Round::cancelled) return End::cancelled;
    if (has_ended()) break;
    if (round == Round::works) {
      watch_standstill(false);
    } else if (!resolve_standstill(round == Round::nothing_ran)) {
      break;
    }
  }
  return finish();
}

void BlockRunner::begin(std::uint64_t block, const MemoryPort::Watchers& watchers) {
  start_block(block);
  port_.begin_block(block, block_, shared_, watchers);
  recorder_ = watchers.clip ? nullptr : watchers.recorder;
  ++statistics_.blocks;
  turns_cut_short_ = 0;
}

BlockRunner::Turn BlockRunner::advance() {
  port_.resume_block();
  const std::uint64_t until = statistics_.warp_instructions + kBlockSlice;
  while (!has_ended()) {
    const Round round = run_round();
    if (round == Round::cancelled) return Turn::cancelled;
    if (has_ended()) break;
    if (round == Round::all_spin) return Turn::waits;
    // Where no warp can run, no other block can help.
    if (round == Round::nothing_ran && !release_lanes()) {
      report_deadlock();
      break;
    }
    if (statistics_.warp_instructions >= until) return Turn::works;
  }
  return Turn::ended;
}

BlockRunner::End BlockRunner::finish() {
  port_.end_block();
  for (Barrier& barrier : barriers_) record_meeting(barrier, false);
  statistics_.accesses += port_.order();
  if (port_.watched_in_part()) ++statistics_.blocks_watched_in_part;
  if (launch_ended_) return End::trap;
  return budget_ == 0 ? End::budget_used : End::done;
}

void BlockRunner::watch_standstill(bool watch) {
  standstill_ = watch;
  port_.watch_changes(watch);
}

bool BlockRunner::release_lanes() {
  return std::any_of(warps_.begin(), warps_.end(), [&](Warp& warp) { return release_early(warp); });
}

BlockRunner::Round BlockRunner::run_round() {
  bool ran = false, all_spin = true;
  barrier_opened_ = false;
  for (std::size_t turn = 0; turn < warps_.size(); ++turn) {
    Warp& warp = warps_[config_.backwards ? warps_.size() - 1 - turn : turn];
    if (ready_[warp.index].empty()) continue;
    // A turn is a time slice at most, some milliseconds.
    if (config_.control != nullptr && config_.control->cancel_wanted()) return Round::cancelled;
    ran = true;
    all_spin &= run_warp(warp) == Pause::spins;
    if (block_ended_) break;
    // Behind a barrier the warps start in order again, the first one first; but not for ever, since a later warp may
    // have what those that meet at the barrier wait for.
    if (barrier_opened_ && ++turns_cut_short_ < kMaxTurnsCutShort) break;
    barrier_opened_ = false;
  }
  if (!barrier_opened_) turns_cut_short_ = 0;
  if (!ran) return Round::nothing_ran;
  return all_spin ? Round::all_spin : Round::works;
}

/// No warp can run, or all that can spin. Returns whether there is a way on.
bool BlockRunner::resolve_standstill(bool nothing_ran) {
  // A round of spinning proves nothing where a warp changed memory before it spun: the next round is watched
  // throughout.
  const bool proven = nothing_ran || (standstill_ && port_.changes() == standstill_changes_);
  if (!proven) {
    watch_standstill(true);
    standstill_changes_ = port_.changes();
    return true;
  }
  watch_standstill(false);
  if (release_lanes()) return true;
  if (nothing_ran) {
    report_deadlock();
  } else {
    report_waiting(0, 0);
  }
  return false;
}

void BlockRunner::report_waiting(std::uint64_t missing, std::uint64_t blocks) {
  const auto warp =
      std::find_if(warps_.begin(), warps_.end(), [&](const Warp& one) { return !ready_[one.index].empty(); });
  block_ended_ = true;
  if (warp == warps_.end() || blocks_missing_) return;
  const Path& path = warp->paths[ready_[warp->index].back()];
  if (missing == 0) return report_endless(*warp, path, false);
  FaultDetail detail;
  detail.what = FaultCase::missing_blocks;
  detail.number = missing;
  detail.limit = blocks;
  add_fault(*warp, warp->frames[path.frame].code->steps[path.pc], FaultKind::deadlock, path.mask, detail);
}

BlockRunner::Pause BlockRunner::run_warp(Warp& warp) {
  std::vector<std::uint32_t>& ready = ready_[warp.index];
  slice_end_ = warp.steps + kSlice;
  check_interval_ = kFirstCheck;
  pause_at_ = warp.steps + check_interval_;
  drop_snapshot();
  std::size_t spinning = 0;  // paths that were found to spin since one last did something else
  LaneMask alive = warp.alive;
  works_ = false;
  while (!ready.empty() && !block_ended_ && !barrier_opened_) {
    const std::uint32_t path = ready.back();
    ready.pop_back();
    pause_ = Pause::waits_or_ended;
    // A turn of a loop may be several paths, where it calls or diverges: the snapshot outlives them.
    run_path(warp, path);
    if (warp.alive == 0 && warp.frames.size() > kFramesKept) warp.frames.resize(kFramesKept);
    if (pause_ == Pause::spins) {
      drop_snapshot();
      pause_at_ = std::min(slice_end_, warp.steps + check_interval_);
      if (++spinning >= ready.size()) return Pause::spins;
    } else if (std::exchange(works_, false) || std::exchange(alive, warp.alive) != warp.alive ||
               warp.paths[path].state == Path::State::at_barrier ||
               warp.paths[path].state == Path::State::at_warp_sync) {
      spinning = 0;
    }
    if (pause_ != Pause::slice_used) continue;
    const bool others_wait =
        ready.size() == 1 && std::any_of(warp.joins.begin(), warp.joins.end(),
                                         [](const Join& join) { return join.in_use && join.arrived != 0; });
    if (others_wait && ++warp.slices >= kPatience) static_cast<void>(release_early(warp));
    return Pause::slice_used;
  }
  return Pause::waits_or_ended;
}

void BlockRunner::take_snapshot(const Warp& warp, const Path& path) {
  const Frame& frame = warp.frames[path.frame];
  snapshot_.taken = true;
  snapshot_.frame = path.frame;
  snapshot_.pc = path.pc;
  snapshot_.mask = path.mask;
  snapshot_.carry = warp.context.carry;
  snapshot_.step = warp.steps;
  snapshot_.registers.assign(frame.registers, frame.registers + frame.code->register_bytes);
  port_.watch_changes(true);
  snapshot_.changes = port_.changes();
}

void BlockRunner::drop_snapshot() {
  if (!snapshot_.taken) return;
  snapshot_.taken = false;
  port_.watch_changes(standstill_);
}

/// Whether the path came back to where the snapshot was taken with nothing changed: it will do so for ever, unless
/// something else changes memory.
bool BlockRunner::spins(const Warp& warp, const Path& path) const {
  const Frame& frame = warp.frames[path.frame];
  return path.frame == snapshot_.frame && path.pc == snapshot_.pc && path.mask == snapshot_.mask &&
         warp.context.carry == snapshot_.carry && port_.changes() == snapshot_.changes &&
         frame.code->register_bytes == snapshot_.registers.size() &&
         std::memcmp(frame.registers, snapshot_.registers.data(), snapshot_.registers.size()) == 0;
}

/// Asked of a path that has run for a while, at a branch or call: whether the next one should run. If so the path is
/// put behind the others.
bool BlockRunner::gives_way(Warp& warp, std::uint32_t path_index) {
  const Path& path = warp.paths[path_index];
  if (snapshot_.taken && spins(warp, path)) {
    pause_ = Pause::spins;
  } else if (warp.steps >= slice_end_) {
    pause_ = Pause::slice_used;
  } else {
    if (!snapshot_.taken) {
      take_snapshot(warp, path);
      pause_at_ = warp.steps + 1;
    } else if (warp.steps - snapshot_.step < kLongestSpin) {
      pause_at_ = warp.steps + 1;
    } else {
      drop_snapshot();
      works_ = true;
      check_interval_ *= 4;
      pause_at_ = std::min(slice_end_, warp.steps + check_interval_);
    }
    return false;
  }
  std::vector<std::uint32_t>& ready = ready_[warp.index];
  ready.insert(ready.begin(), path_index);
  return true;
}

/// The path is in a loop that does not end: because the budget is used up, or because nothing can change any more.
void BlockRunner::report_endless(const Warp& warp, const Path& path, bool budget_used) {
  // The loop's lines: from the target of the nearest backward branch that encloses the place to that branch; where the
  // function has no loop there, those of the function that called it.
  std::uint32_t first_line = 0, last_line = 0;
  const Step* inside_step = nullptr;
  std::uint32_t frame_index = path.frame, pc = path.pc;
  while (inside_step == nullptr) {
    const Frame& frame = warp.frames[frame_index];
    const std::vector<Step>& steps = frame.code->steps;
    for (std::size_t s = pc; s < steps.size() && inside_step == nullptr; ++s) {
      if (steps[s].effect != ptx::Effect::branch) continue;
      const std::uint32_t target = frame.code->branches[steps[s].detail].target;
      if (target > pc) continue;
      inside_step = &steps[pc];
      for (std::size_t inside = target; inside <= s; ++inside) {
        const std::uint32_t line = steps[inside].source_line;
        if (line == 0) continue;
        first_line = first_line == 0 ? line : std::min(first_line, line);
        last_line = std::max(last_line, line);
      }
    }
    if (inside_step != nullptr || frame.caller == kNone) break;
    pc = warp.joins[frame.return_join].pc - 1;
    frame_index = frame.caller;
  }
  if (inside_step == nullptr) {
    const std::vector<Step>& steps = warp.frames[path.frame].code->steps;
    inside_step = &steps[std::min<std::size_t>(path.pc, steps.size() - 1)];
    first_line = last_line = inside_step->source_line;
  }
  Fault fault;
  fault.kind = FaultKind::endless_loop;
  fault.source_line = first_line;
  fault.ptx_line = inside_step->ptx_line;
  fault.block = block_;
  fault.thread = port_.thread_index(warp, path.mask != 0 ? first_lane(path.mask) : 0);
  fault.count = lane_count(path.mask);
  fault.order = port_.order();
  const bool accesses = port_.order() >= config_.access_budget;
  fault.detail.what = !budget_used ? FaultCase::loop_without_change
                      : accesses   ? FaultCase::too_many_accesses
                                   : FaultCase::too_many_instructions;
  fault.detail.other_line = last_line;
  fault.detail.limit = accesses ? config_.access_budget : config_.instruction_budget;
  faults_.add(fault);
}

/// No path of any warp can run: says where they wait.
void BlockRunner::report_deadlock() {
  for (Warp& warp : warps_) {
    for (const Path& path : warp.paths) {
      if (path.state != Path::State::at_barrier && path.state != Path::State::at_warp_sync) continue;
      const Step& step = warp.frames[path.frame].code->steps[path.pc];
      FaultDetail detail;
      const bool at_barrier = path.state == Path::State::at_barrier;
      detail.what = at_barrier ? FaultCase::missing_threads : FaultCase::missing_lanes;
      detail.number = at_barrier ? path.barrier : path.sync_mask & warp.alive;
      add_fault(warp, step, FaultKind::deadlock, path.mask, detail);
    }
  }
  block_ended_ = true;
}

}  // namespace bankloom::simt
