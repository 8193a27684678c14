#include "core/simt/warp_control.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "core/base/symbol_name.h"
#include "core/simt/address_space.h"
#include "core/simt/lane_value.h"

namespace bankloom::simt {
namespace {

/// Limit of nested calls. CUDA's only limit is the stack; functions without .local variables use none here.
constexpr std::uint32_t kMaxCallDepth = 2'000;

/// Limit of the registers of all calls that the warps of a block are in.
constexpr std::uint64_t kMaxFrameBytes = std::uint64_t{1} << 30U;

/// Whether a warp among so many has room for the registers of one more call.
bool has_registers(const Warp& warp, std::size_t warps, const Code& callee) {
  std::uint64_t held = callee.register_bytes;
  for (const Frame& frame : warp.frames) held += frame.own_registers.size();
  return held <= kMaxFrameBytes / warps;
}

/// Local memory of frames starts at multiples of this, enough for the alignment of any .local variable.
constexpr std::uint64_t kFrameAlignment = 64;

std::uint64_t frame_start(const Frame& caller) {
  const std::uint64_t top = std::uint64_t{caller.local_base} + caller.local_bytes;
  return (top + kFrameAlignment - 1) / kFrameAlignment * kFrameAlignment;
}

/// The place of a call's argument or result in the called function.
std::byte* callee_place(Warp& warp, Frame& frame, const Code::ParameterPlace& place, std::size_t lane) {
  if (place.in_register) return frame.registers + place.ref.offset + lane * place.lane_bytes;
  if (place.in_local) return warp.local.data() + lane * warp.local_stride + frame.local_base + place.offset;
  return frame.parameters.data() + lane * frame.code->parameter_bytes + place.offset;
}

/// The path of lanes that continue at a join.
Path continued(const Join& join, LaneMask lanes) {
  return {.mask = lanes, .pc = join.pc, .stop = join.stop, .join = join.parent, .frame = join.frame};
}

/// Lanes by where they go; adds a lane to the group of its target.
using LaneGroups = std::vector<std::pair<LaneMask, std::uint32_t>>;
void add_lane(LaneGroups& groups, std::uint32_t target, unsigned lane) {
  const auto known = std::ranges::find(groups, target, &LaneGroups::value_type::second);
  if (known != groups.end()) {
    known->first |= lane_bit(lane);
  } else {
    groups.emplace_back(lane_bit(lane), target);
  }
}

/// Index of an unused entry of a pool, which grows if all are in use.
template <class Pool, class IsFree>
std::uint32_t take(Pool& pool, IsFree is_free) {
  for (std::size_t i = 0; i < pool.size(); ++i) {
    if (is_free(pool[i])) {
      pool[i] = {};
      return static_cast<std::uint32_t>(i);
    }
  }
  pool.emplace_back();
  return static_cast<std::uint32_t>(pool.size() - 1);
}

}  // namespace

std::uint32_t WarpControl::new_path(Warp& warp) {
  return take(warp.paths, [](const Path& path) { return path.state == Path::State::done; });
}

/// A join at `pc` inside the path's own, for the path alone so far, which is to stop at `stop`.
std::uint32_t WarpControl::new_join(Warp& warp, Path& path, std::uint32_t pc, std::uint32_t stop) {
  const std::uint32_t index = take(warp.joins, [](const Join& join) { return !join.in_use; });
  warp.joins[index] = {.pending = 1,
                       .pc = pc,
                       .stop = std::exchange(path.stop, stop),
                       .parent = std::exchange(path.join, index),
                       .frame = path.frame,
                       .in_use = true};
  return index;
}

std::uint32_t WarpControl::new_frame(Warp& warp, const Code& code, std::uint32_t caller, const CallDetail& call) {
  std::uint32_t index = kNone;
  for (std::size_t i = 1; i < warp.frames.size() && index == kNone; ++i) {
    if (!warp.frames[i].in_use) index = static_cast<std::uint32_t>(i);
  }
  if (index == kNone) {
    warp.frames.emplace_back();
    index = static_cast<std::uint32_t>(warp.frames.size() - 1);
  }
  Frame& frame = warp.frames[index];
  const Frame& from = warp.frames[caller];
  frame.code = &code;
  frame.caller = caller;
  frame.call = &call;
  frame.depth = from.depth + 1;
  frame.local_base = static_cast<std::uint32_t>(frame_start(from));
  frame.local_bytes = code.local_bytes;
  frame.own_registers.resize(std::max<std::size_t>(code.register_bytes, 64));
  frame.registers = frame.own_registers.data();
  for (const Code::FrameAddress& address : code.frame_addresses) {
    const std::uint64_t value = frame.local_base + address.offset;
    for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
      std::memcpy(frame.registers + address.place + lane * address.lane_bytes, &value, address.lane_bytes);
    }
  }
  frame.parameters.assign(std::size_t{code.parameter_bytes} * kWarpSize, std::byte{0});
  frame.in_use = true;
  return index;
}

/// A path has reached the place of its join.
void WarpControl::arrive(Warp& warp, std::uint32_t path_index) {
  Path& path = warp.paths[path_index];
  warp.joins[path.join].arrived |= path.mask;
  warp.slices = 0;
  path.state = Path::State::done;
  release(warp, path.join, path_index);
}

/// Takes lanes out of a path, whose others continue after the present instruction; false if there are none.
bool WarpControl::remove_lanes(Warp& warp, std::uint32_t path_index, LaneMask lanes) {
  Path& path = warp.paths[path_index];
  path.mask &= ~lanes;
  ++path.pc;
  if (path.mask != 0) return true;
  path.state = Path::State::done;
  release(warp, path.join, path_index);
  return false;
}

/// Lets lanes that wait at a join continue before the others arrive, because those cannot: they wait for something that
/// only the waiting lanes can do (a spin lock held by a lane of the same warp). Lanes are promised progress (CUDA C++
/// Programming Guide, "Independent Thread Scheduling"); they reconverge at the next enclosing join.
bool WarpControl::release_early(Warp& warp) {
  for (std::size_t j = 0; j < warp.joins.size(); ++j) {
    if (!warp.joins[j].in_use || warp.joins[j].arrived == 0) continue;
    const std::uint32_t index = new_path(warp);
    Join& join = warp.joins[j];
    warp.paths[index] = continued(join, std::exchange(join.arrived, 0u));
    if (join.parent != kNone) ++warp.joins[join.parent].pending;
    warp.released_early = true;
    warp.slices = 0;
    state_.ready[warp.index].push_back(index);
    return true;
  }
  return false;
}

/// Removes one of the paths that a join waits for. If it was the last, the lanes that arrived continue as the path
/// `path_index`, which is free; if none arrived, the enclosing join is released in turn.
void WarpControl::release(Warp& warp, std::uint32_t join_index, std::uint32_t path_index) {
  while (join_index != kNone) {
    Join& join = warp.joins[join_index];
    if (--join.pending != 0) return;
    if (join.is_return) {
      for (Frame& frame : warp.frames) {
        if (frame.in_use && frame.return_join == join_index && frame.caller != kNone) frame.in_use = false;
      }
    }
    join.in_use = false;
    if (join.arrived != 0) {
      warp.paths[path_index] = continued(join, join.arrived);
      state_.ready[warp.index].push_back(path_index);
      return;
    }
    join_index = join.parent;
  }
}

/// Splits a path into parts that continue at different places and meet at `reconverge`.
bool WarpControl::diverge(Warp& warp, std::uint32_t path_index, std::uint32_t reconverge,
                          std::span<const std::pair<LaneMask, std::uint32_t>> parts) {
  if (reconverge != kNoStep && reconverge != warp.paths[path_index].stop) {
    new_join(warp, warp.paths[path_index], reconverge, reconverge);
  }
  const Path whole = warp.paths[path_index];
  // The path itself takes the first part that is not at the join already; the others follow in their order.
  std::vector<std::uint32_t>& ready = state_.ready[warp.index];
  const std::size_t behind = ready.size();
  bool first = true;
  for (const auto& [lanes, pc] : parts) {
    if (lanes == 0) continue;
    if (pc == whole.stop) {
      warp.joins[whole.join].arrived |= lanes;
      continue;
    }
    const std::uint32_t index = first ? path_index : new_path(warp);
    Path& path = warp.paths[index];
    path = whole;
    path.mask = lanes;
    path.pc = pc;
    if (!first) ready.push_back(index);
    first = false;
  }
  std::reverse(ready.begin() + static_cast<std::ptrdiff_t>(behind), ready.end());
  if (whole.join != kNone) warp.joins[whole.join].pending += static_cast<std::uint32_t>(ready.size() - behind);
  return true;
}

bool WarpControl::branch(Warp& warp, std::uint32_t path_index, const BranchDetail& detail, LaneMask taken) {
  Path& path = warp.paths[path_index];
  if (taken == path.mask || detail.target == path.pc + 1) {
    path.pc = detail.target;
    return true;
  }
  const std::array<std::pair<LaneMask, std::uint32_t>, 2> parts{
      {{path.mask & ~taken, path.pc + 1}, {taken, detail.target}}};
  return diverge(warp, path_index, detail.reconverge, parts);
}

bool WarpControl::branch_indexed(Warp& warp, std::uint32_t path_index, const Step& step, const BranchDetail& detail,
                                 LaneMask exec) {
  const Path& path = warp.paths[path_index];
  LaneGroups parts;
  if (exec != path.mask) parts.emplace_back(path.mask & ~exec, path.pc + 1);
  LaneMask outside = 0;
  for_each_lane(exec, [&](unsigned lane) {
    const std::uint64_t index = read_lane(warp.context, detail.index, 4, lane);
    if (index >= detail.targets.size()) {
      outside |= lane_bit(lane);
      return;
    }
    add_lane(parts, detail.targets[index], lane);
  });
  if (outside != 0) {
    state_.add_fault(warp, step, FaultKind::trap, outside, {FaultCase::no_target});
    state_.ended = true;
    return false;
  }
  if (parts.size() == 1) {
    warp.paths[path_index].pc = parts[0].second;
    return true;
  }
  return diverge(warp, path_index, detail.reconverge, parts);
}

/// Lets the lanes outside exec skip an instruction whose guard is false for them: they wait after it.
void WarpControl::split_guarded(Warp& warp, std::uint32_t path_index, LaneMask exec) {
  const Path path = warp.paths[path_index];
  if (exec == path.mask) return;
  const std::array<std::pair<LaneMask, std::uint32_t>, 2> parts{{{exec, path.pc}, {path.mask & ~exec, path.pc + 1}}};
  diverge(warp, path_index, path.pc + 1, parts);
}

bool WarpControl::call(Warp& warp, std::uint32_t path_index, const Step& step, const CallDetail& detail,
                       LaneMask exec) {
  split_guarded(warp, path_index, exec);
  if (!detail.indirect && state_.program.functions[detail.function].builtin != Builtin::none) {
    builtins_.call(warp, path_index, step, state_.program.functions[detail.function], detail, exec);
    if (state_.ended) return false;
    ++warp.paths[path_index].pc;
    return true;
  }
  // The returning lanes collect after the call.
  const std::uint32_t join_index = new_join(warp, warp.paths[path_index], warp.paths[path_index].pc + 1, kNoStep);
  warp.joins[join_index].is_return = true;
  if (!detail.indirect) return enter(warp, path_index, step, detail.function, detail, join_index);

  LaneGroups groups;
  LaneMask nowhere = 0;
  for_each_lane(exec, [&](unsigned lane) {
    const std::uint64_t address = read_lane(warp.context, detail.target, 8, lane) - kFunctionBase;
    const std::uint64_t function = address / 16;
    if (address % 16 != 0 || function >= state_.program.functions.size() ||
        state_.program.functions[function].steps.empty()) {
      nowhere |= lane_bit(lane);
      return;
    }
    add_lane(groups, static_cast<std::uint32_t>(function), lane);
  });
  if (nowhere != 0) {
    state_.add_fault(warp, step, FaultKind::trap, nowhere, {FaultCase::no_function});
    state_.ended = true;
    return false;
  }
  const Path whole = warp.paths[path_index];
  for (std::size_t g = groups.size(); g-- > 1;) {
    const std::uint32_t index = new_path(warp);
    warp.paths[index] = whole;
    warp.paths[index].mask = groups[g].first;
    ++warp.joins[join_index].pending;
    if (!enter(warp, index, step, groups[g].second, detail, join_index)) return false;
    state_.ready[warp.index].push_back(index);
  }
  warp.paths[path_index].mask = groups[0].first;
  return enter(warp, path_index, step, groups[0].second, detail, join_index);
}

/// Gives a path a frame of the called function, with its arguments.
bool WarpControl::enter(Warp& warp, std::uint32_t path_index, const Step& step, std::uint32_t function,
                        const CallDetail& detail, std::uint32_t join) {
  const Code& callee = state_.program.functions[function];
  const LaneMask mask = warp.paths[path_index].mask;
  const std::uint32_t caller_index = warp.paths[path_index].frame;
  {
    const Frame& caller = warp.frames[caller_index];
    const std::uint64_t local = frame_start(caller) + callee.local_bytes;
    if (caller.depth >= kMaxCallDepth || local > kMaxLocalBytes || !has_registers(warp, state_.warps.size(), callee)) {
      FaultDetail told;
      told.what = local > kMaxLocalBytes ? FaultCase::no_room_for_call : FaultCase::calls_too_deep;
      told.limit = local > kMaxLocalBytes ? kMaxLocalBytes : std::min(caller.depth, kMaxCallDepth);
      told.name = bare_name(demangled(callee.function->name));
      state_.add_fault(warp, step, FaultKind::stack_overflow, mask, told);
      state_.ended = true;
      return false;
    }
    MemoryMap::grow_local(warp, static_cast<std::uint32_t>(local));
  }
  const std::uint32_t frame_index = new_frame(warp, callee, caller_index, detail);
  Frame& frame = warp.frames[frame_index];
  Frame& caller = warp.frames[caller_index];
  frame.return_join = join;
  warp.context.files[kRegisterFile] = caller.registers;
  const std::size_t count = std::min(detail.arguments.size(), callee.parameters.size());
  for (std::size_t i = 0; i < count; ++i) {
    const CallDetail::Slot& from = detail.arguments[i];
    const Code::ParameterPlace& to = callee.parameters[i];
    for_each_lane(mask, [&](unsigned lane) {
      std::memcpy(callee_place(warp, frame, to, lane), caller_place(warp, caller, from, lane),
                  std::min(from.bytes, to.bytes));
    });
  }
  frame.inputs.clear();
  for (const ValuePart& part : callee.inputs) {
    const auto given = detail.addresses.find(part);
    frame.inputs.push_back(given == detail.addresses.end() ? SharedBounds{} : resolved(given->second, caller.inputs));
  }
  Path& path = warp.paths[path_index];
  path.frame = frame_index;
  path.pc = 0;
  path.stop = kNoStep;
  path.join = join;
  return true;
}

bool WarpControl::return_lanes(Warp& warp, std::uint32_t path_index, LaneMask exec) {
  Frame& frame = warp.frames[warp.paths[path_index].frame];
  if (frame.caller == kNone) return exit_lanes(warp, path_index, exec);
  Frame& caller = warp.frames[frame.caller];
  warp.context.files[kRegisterFile] = caller.registers;
  const std::size_t count = std::min(frame.call->results.size(), frame.code->results.size());
  for (std::size_t i = 0; i < count; ++i) {
    const CallDetail::Slot& to = frame.call->results[i];
    const Code::ParameterPlace& from = frame.code->results[i];
    if (to.bytes == 0) continue;
    for_each_lane(exec, [&](unsigned lane) {
      std::byte* target = caller_place(warp, caller, to, lane);
      if (to.is_register) std::memset(target, 0, to.lane_bytes);
      std::memcpy(target, callee_place(warp, frame, from, lane), std::min(from.bytes, to.bytes));
    });
  }
  warp.joins[frame.return_join].arrived |= exec;
  return remove_lanes(warp, path_index, exec);
}

bool WarpControl::exit_lanes(Warp& warp, std::uint32_t path_index, LaneMask exec) {
  warp.alive &= ~exec;
  const bool goes_on = remove_lanes(warp, path_index, exec);
  if (warp.alive == 0) --state_.unfinished;
  return goes_on;
}

bool WarpControl::trap(const Warp& warp, const Step& step, LaneMask exec) {
  state_.add_fault(warp, step, FaultKind::trap, exec, {});
  state_.ended = state_.launch_ended = true;
  return false;
}

bool WarpControl::move_stack(Warp& warp, std::uint32_t path_index, const Step& step, LaneMask exec) {
  builtins_.stack_operation(warp, path_index, step, exec);
  ++warp.paths[path_index].pc;
  return true;
}

}  // namespace bankloom::simt
