#include "core/simt/warp_scheduler.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/simt/lane_value.h"
#include "core/simt/matrix_detail.h"

namespace bankloom::simt {
namespace {

/// Warp instructions after which a running warp yields to the others.
constexpr std::uint64_t kSlice = 100'000;
/// Warp instructions after which a warp is first checked for a spin loop; also the longest iteration of a loop that is
/// detected.
constexpr std::uint64_t kFirstCheck = 256;
constexpr std::uint64_t kLongestSpin = 512;
/// Slices after which lanes that wait at a join continue without a path that seems to spin, without proof.
constexpr std::uint32_t kPatience = 100;
/// Frames that a warp keeps for the next block; deep recursion may have made many more.
constexpr std::size_t kFramesKept = 64;
/// Consecutive barriers after which the warps that follow the one that completed a barrier run before the first one
/// again.
constexpr std::uint32_t kMaxTurnsCutShort = 1'000;

/// The lanes for which a step's guard holds.
LaneMask guard_of(const LaneContext& context, const Step& step) {
  if (!step.guarded) return kAllLanes;
  return predicate(context, step.guard) ^ (step.guard_negated ? kAllLanes : 0u);
}

}  // namespace

void WarpScheduler::begin_block() {
  turns_cut_short_ = 0;
  standstill_ = false;
  snapshot_.taken = false;
  state_.port.watch_changes(false);
  budget_ = state_.config.instruction_budget;
}

void WarpScheduler::watch_standstill(bool watch) {
  standstill_ = watch;
  state_.port.watch_changes(watch);
}

bool WarpScheduler::release_lanes() {
  return std::ranges::any_of(state_.warps, [&](Warp& warp) { return control_.release_early(warp); });
}

WarpScheduler::Round WarpScheduler::run_round() {
  bool ran = false, all_spin = true, was_cut_short = false;
  static_cast<void>(barriers_.take_opened());
  for (std::size_t turn = 0; turn < state_.warps.size(); ++turn) {
    Warp& warp = state_.warps[state_.config.backwards ? state_.warps.size() - 1 - turn : turn];
    if (state_.ready[warp.index].empty()) continue;
    // A turn is one time slice at most, some milliseconds.
    if (state_.config.control != nullptr && state_.config.control->cancel_wanted()) return Round::cancelled;
    ran = true;
    all_spin &= run_warp(warp) == Pause::spins;
    if (state_.ended) break;
    // After a barrier the warps start in order again, the first one first. This has a limit, since a later warp may
    // have what those at the barrier wait for.
    was_cut_short = barriers_.take_opened() && ++turns_cut_short_ < kMaxTurnsCutShort;
    if (was_cut_short) break;
  }
  if (!was_cut_short) turns_cut_short_ = 0;
  if (!ran) return Round::nothing_ran;
  return all_spin ? Round::all_spin : Round::works;
}

/// Handles the state in which no warp can run, or all that can are spinning. Returns whether execution can continue.
bool WarpScheduler::resolve_standstill(bool nothing_ran) {
  // A round of spinning proves nothing if a warp changed memory before it spun: the next round is watched throughout.
  const bool proven = nothing_ran || (standstill_ && state_.port.changes() == standstill_changes_);
  if (!proven) {
    watch_standstill(true);
    standstill_changes_ = state_.port.changes();
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

void WarpScheduler::report_waiting(std::uint64_t missing, std::uint64_t blocks) {
  const auto warp =
      std::ranges::find_if(state_.warps, [&](const Warp& one) { return !state_.ready[one.index].empty(); });
  state_.ended = true;
  if (warp == state_.warps.end() || blocks_missing_) return;
  const Path& path = warp->paths[state_.ready[warp->index].back()];
  if (missing == 0) return report_endless(*warp, path, false);
  FaultDetail detail{.what = FaultCase::missing_blocks, .number = missing, .limit = blocks};
  state_.add_fault(*warp, warp->frames[path.frame].code->steps[path.pc], FaultKind::deadlock, path.mask, detail);
}

WarpScheduler::Pause WarpScheduler::run_warp(Warp& warp) {
  std::vector<std::uint32_t>& ready = state_.ready[warp.index];
  slice_end_ = warp.steps + kSlice;
  check_interval_ = kFirstCheck;
  pause_at_ = warp.steps + check_interval_;
  drop_snapshot();
  std::size_t spinning = 0;  // paths found to spin since one last did anything else
  LaneMask alive = warp.alive;
  works_ = false;
  while (!ready.empty() && !state_.ended && !barriers_.opened()) {
    const std::uint32_t path = ready.back();
    ready.pop_back();
    pause_ = Pause::waits_or_ended;
    // An iteration of a loop may span several paths, if it calls or diverges: the snapshot outlives them.
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
    const bool others_wait = ready.size() == 1 && std::ranges::any_of(warp.joins, [](const Join& join) {
                               return join.in_use && join.arrived != 0;
                             });
    if (others_wait && ++warp.slices >= kPatience) static_cast<void>(control_.release_early(warp));
    return Pause::slice_used;
  }
  return Pause::waits_or_ended;
}

void WarpScheduler::take_snapshot(const Warp& warp, const Path& path) {
  const Frame& frame = warp.frames[path.frame];
  snapshot_.taken = true;
  snapshot_.frame = path.frame;
  snapshot_.pc = path.pc;
  snapshot_.mask = path.mask;
  snapshot_.carry = warp.context.carry;
  snapshot_.step = warp.steps;
  snapshot_.registers.assign(frame.registers, frame.registers + frame.code->register_bytes);
  state_.port.watch_changes(true);
  snapshot_.changes = state_.port.changes();
}

void WarpScheduler::drop_snapshot() {
  if (!snapshot_.taken) return;
  snapshot_.taken = false;
  state_.port.watch_changes(standstill_);
}

/// Whether the path returned to the place of the snapshot with nothing changed: it will do so for ever, unless memory
/// changes.
bool WarpScheduler::spins(const Warp& warp, const Path& path) const {
  const Frame& frame = warp.frames[path.frame];
  return path.frame == snapshot_.frame && path.pc == snapshot_.pc && path.mask == snapshot_.mask &&
         warp.context.carry == snapshot_.carry && state_.port.changes() == snapshot_.changes &&
         frame.code->register_bytes == snapshot_.registers.size() &&
         std::memcmp(frame.registers, snapshot_.registers.data(), snapshot_.registers.size()) == 0;
}

/// Asked at a branch or call of a path that has run for a while: whether the next one should run. If so, the path moves
/// to the end of the queue.
bool WarpScheduler::gives_way(Warp& warp, std::uint32_t path_index) {
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
  std::vector<std::uint32_t>& ready = state_.ready[warp.index];
  ready.insert(ready.begin(), path_index);
  return true;
}

/// Reports a path in an endless loop: the budget is used up, or nothing can change any more.
void WarpScheduler::report_endless(const Warp& warp, const Path& path, bool budget_used) {
  // The loop's lines: from the target of the nearest enclosing backward branch to that branch; if the function has no
  // loop there, those of its caller.
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
  Fault fault{.kind = FaultKind::endless_loop,
              .source_line = first_line,
              .ptx_line = inside_step->ptx_line,
              .block = state_.block,
              .thread = state_.port.thread_index(warp, path.mask != 0 ? first_lane(path.mask) : 0),
              .count = lane_count(path.mask),
              .order = state_.port.order()};
  const bool accesses = state_.port.order() >= state_.config.access_budget;
  fault.detail.what = !budget_used ? FaultCase::loop_without_change
                      : accesses   ? FaultCase::too_many_accesses
                                   : FaultCase::too_many_instructions;
  fault.detail.other_line = last_line;
  fault.detail.limit = accesses ? state_.config.access_budget : state_.config.instruction_budget;
  state_.faults.add(fault);
}

/// No path of any warp can run: reports where they wait.
void WarpScheduler::report_deadlock() {
  for (Warp& warp : state_.warps) {
    for (const Path& path : warp.paths) {
      if (path.state != Path::State::at_barrier && path.state != Path::State::at_warp_sync) continue;
      const Step& step = warp.frames[path.frame].code->steps[path.pc];
      FaultDetail detail;
      const bool at_barrier = path.state == Path::State::at_barrier;
      detail.what = at_barrier ? FaultCase::missing_threads : FaultCase::missing_lanes;
      detail.number = at_barrier ? path.barrier : path.sync_mask & warp.alive;
      state_.add_fault(warp, step, FaultKind::deadlock, path.mask, detail);
    }
  }
  state_.ended = true;
}

/// For steps that may change the path, other paths, or the block; `act` returns whether the path continues now.
template <class Act>
WarpScheduler::Went WarpScheduler::control(Warp& warp, std::uint32_t path_index, std::uint32_t pc,
                                           std::uint64_t first_step, const Act& act) {
  warp.paths[path_index].pc = pc;
  account(warp, first_step, warp.paths[path_index].mask);
  if (state_.ended) return Went::no_further;
  const LaneMask alive = warp.alive;
  const bool goes_on = act();
  if (warp.alive != alive) {
    // Exited lanes are no longer waited for.
    cross_lane_.check(warp);
    barriers_.check();
  }
  if (!goes_on || state_.ended) return Went::no_further;
  return warp.steps >= pause_at_ && gives_way(warp, path_index) ? Went::no_further : Went::again;
}

/// Carries out a step; the emulator spends its time in the loop of run_path() around it. The caller keeps the path's
/// place up to date, except where the step may change it.
[[gnu::always_inline]] inline WarpScheduler::Went WarpScheduler::execute(Warp& warp, std::uint32_t path_index,
                                                                         std::uint32_t pc, LaneMask exec,
                                                                         std::uint64_t first_step) {
  const Code& code = *warp.frames[warp.paths[path_index].frame].code;
  const Step& step = code.steps[pc];
  const auto control = [&](const auto& act) { return this->control(warp, path_index, pc, first_step, act); };
  switch (step.effect) {
    case ptx::Effect::none:
    case ptx::Effect::expanded:
    case ptx::Effect::lane:
    case ptx::Effect::convert_address:
    case ptx::Effect::test_space:
    case ptx::Effect::cluster_barrier:
    case ptx::Effect::fence:
      return Went::on;
    case ptx::Effect::move:
      read_clock(warp, step, exec);
      return Went::on;
    case ptx::Effect::load:
    case ptx::Effect::store:
    case ptx::Effect::atomic:
    case ptx::Effect::reduction:
    case ptx::Effect::mbarrier:
    case ptx::Effect::matrix_load:
    case ptx::Effect::matrix_store:
    case ptx::Effect::async_copy:
      state_.port.execute(warp, step, pc, code.memory[step.detail], exec);
      return Went::on;
    case ptx::Effect::async_wait:
      state_.port.execute_async_wait(warp, step, exec);
      return Went::on;
    case ptx::Effect::fragment_load:
    case ptx::Effect::fragment_store:
      report_part_of_matrix(warp, step, exec);
      state_.port.execute_fragment(warp, step, pc, *code.fragments[step.detail], exec);
      return Went::on;
    case ptx::Effect::multiply:
      multiply(warp, step, *code.multiplies[step.detail], exec);
      return Went::on;
    case ptx::Effect::branch:
      return control([&] { return control_.branch(warp, path_index, code.branches[step.detail], exec); });
    case ptx::Effect::branch_indexed:
      return control([&] { return control_.branch_indexed(warp, path_index, step, code.branches[step.detail], exec); });
    case ptx::Effect::call:
      return control([&] { return control_.call(warp, path_index, step, code.calls[step.detail], exec); });
    case ptx::Effect::ret:
      return control([&] { return control_.return_lanes(warp, path_index, exec); });
    case ptx::Effect::exit:
      return control([&] { return control_.exit_lanes(warp, path_index, exec); });
    case ptx::Effect::trap:
      return control([&] { return control_.trap(warp, step, exec); });
    case ptx::Effect::barrier:
      return control([&] { return barriers_.execute(warp, path_index, step, code.barriers[step.detail], exec); });
    case ptx::Effect::cross_lane:
      return control([&] { return cross_lane_.execute(warp, path_index, code.cross_lane[step.detail], exec); });
    case ptx::Effect::stack:
      return control([&] { return control_.move_stack(warp, path_index, step, exec); });
  }
  return Went::on;
}

/// Runs a path until it ends, waits, splits or yields.
void WarpScheduler::run_path(Warp& warp, std::uint32_t path_index) {
  warp.current = path_index;
  for (Went went = Went::again; went == Went::again;) {
    Path& path = warp.paths[path_index];
    Frame& frame = warp.frames[path.frame];
    const Step* const steps = frame.code->steps.data();
    warp.context.files[kRegisterFile] = frame.registers;
    const LaneMask mask = path.mask;
    std::uint32_t pc = path.pc;
    const std::uint32_t stop = path.stop;
    const std::uint64_t first_step = warp.steps;
    for (went = Went::on; went == Went::on;) {
      if (pc == stop) [[unlikely]] {
        path.pc = pc;
        account(warp, first_step, mask);
        return control_.arrive(warp, path_index);
      }
      const Step& step = steps[pc];
      if (step.straight_line_steps != 0) {
        warp.steps += step.straight_line_steps;
        pc += step.straight_line_steps;
        run_lane_steps(warp, &step, mask);
        continue;
      }
      ++warp.steps;
      const LaneMask exec = mask & guard_of(warp.context, step);
      if (exec == 0) {
        ++pc;
      } else if (step.effect == ptx::Effect::branch && exec == mask) {
        pc = frame.code->branches[step.detail].target;
        // Only here can a warp run for ever without leaving this loop.
        if (warp.steps < pause_at_) continue;
        path.pc = pc;
        account(warp, first_step, mask);
        went = state_.ended || gives_way(warp, path_index) ? Went::no_further : Went::again;
      } else {
        went = execute(warp, path_index, pc, exec, first_step);
        ++pc;
      }
    }
  }
}

/// Runs the lane steps from `step` on, up to the next place where anything else may happen.
void WarpScheduler::run_lane_steps(Warp& warp, const Step* step, LaneMask mask) {
  LaneContext& context = warp.context;
  for (const Step* const end = step + step->straight_line_steps; step != end; ++step) {
    const LaneMask exec = mask & guard_of(context, *step);
    if (exec == 0) continue;
    step->lane.run(context, step->lane, exec);
    if (context.division_by_zero != 0) [[unlikely]] {
      state_.add_fault(warp, *step, FaultKind::division_by_zero, context.division_by_zero,
                       {FaultCase::division_by_zero});
      context.division_by_zero = 0;
    }
  }
}

/// Adds what a path executed since first_step, and ends the block if its budget is used up.
void WarpScheduler::account(Warp& warp, std::uint64_t first_step, LaneMask lanes) {
  const std::uint64_t done = warp.steps - first_step;
  state_.statistics.warp_instructions += done;
  state_.statistics.thread_instructions += done * lane_count(lanes);
  if (done < budget_ && state_.port.order() < state_.config.access_budget) {
    budget_ -= done;
    return;
  }
  budget_ = 0;
  if (state_.ended) return;
  state_.ended = true;
  report_endless(warp, warp.paths[warp.current], true);
}

void WarpScheduler::multiply(Warp& warp, const Step& step, const MultiplyDetail& detail, LaneMask exec) {
  report_part_of_matrix(warp, step, exec);
  ++state_.statistics.matrix_products;
  multiply_matrices(warp.context, detail, exec);
}

void WarpScheduler::report_part_of_matrix(const Warp& warp, const Step& step, LaneMask exec) {
  if (exec == kAllLanes) return;
  state_.add_fault(warp, step, FaultKind::divergent_barrier, exec,
                   {.what = FaultCase::part_of_matrix, .number = lane_count(exec), .limit = kWarpSize});
}

void WarpScheduler::read_clock(Warp& warp, const Step& step, LaneMask exec) {
  // Time is not modelled: the clocks count the instructions executed by the warp.
  const auto special = static_cast<ptx::Special>(step.lane.immediate);
  std::uint64_t value = warp.clock_start + warp.steps;
  if (special == ptx::Special::clock_hi || special == ptx::Special::globaltimer_hi) value >>= 32;
  for_each_lane(exec, [&](unsigned lane) {
    write_lane(warp.context, step.lane.operands[0], step.lane.lane_bytes[0], lane, value);
  });
}

}  // namespace bankloom::simt
