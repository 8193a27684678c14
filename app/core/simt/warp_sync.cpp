// Barriers of the block, and instructions in which lanes of a warp meet: vote, match, shfl, redux, bar.warp.sync.

#include <algorithm>
#include <cstring>

#include "core/simt/block_runner.h"

namespace bankloom::simt {
namespace {

std::byte* place_of(const LaneContext& context, const OperandRef& ref) { return context.files[ref.file] + ref.offset; }

std::uint32_t read_u32(const LaneContext& context, const OperandRef& ref, unsigned lane) {
  std::uint32_t value = 0;
  std::memcpy(&value, place_of(context, ref) + std::size_t{lane} * 4, 4);
  return value;
}

std::uint64_t read_lane(const LaneContext& context, const OperandRef& ref, unsigned bytes, unsigned lane) {
  std::uint64_t value = 0;
  std::memcpy(&value, place_of(context, ref) + std::size_t{lane} * bytes, bytes);
  return value;
}

void write_u32(const LaneContext& context, const DataOperand& to, unsigned lane, std::uint32_t value) {
  if (!to.sink) std::memcpy(place_of(context, to.ref) + std::size_t{lane} * to.lane_bytes, &value, 4);
}

void write_predicate(const LaneContext& context, const OperandRef& ref, LaneMask value, LaneMask exec) {
  LaneMask& to = predicate(context, ref);
  to = (to & ~exec) | (value & exec);
}

LaneMask read_predicate(const LaneContext& context, const OperandRef& ref, bool negated) {
  const LaneMask value = predicate(context, ref);
  return negated ? ~value : value;
}

/// The lane that shfl reads from and whether it lies in range (PTX ISA, "shfl.sync": the pseudocode's pval and j).
struct Source {
  unsigned lane = 0;
  bool in_range = false;
};

Source shuffle_source(CrossLaneOp op, unsigned lane, std::uint32_t b, std::uint32_t c) {
  const unsigned bval = b & 0x1f, cval = c & 0x1f, segment = (c >> 8) & 0x1f;
  const unsigned max_lane = (lane & segment) | (cval & ~segment);
  const unsigned min_lane = lane & segment;
  int j = 0;
  bool valid = false;
  switch (op) {
    case CrossLaneOp::shuffle_up:
      j = static_cast<int>(lane) - static_cast<int>(bval);
      valid = j >= static_cast<int>(max_lane);
      break;
    case CrossLaneOp::shuffle_down:
      j = static_cast<int>(lane + bval);
      valid = j <= static_cast<int>(max_lane);
      break;
    case CrossLaneOp::shuffle_bfly:
      j = static_cast<int>(lane ^ bval);
      valid = j <= static_cast<int>(max_lane);
      break;
    default:
      j = static_cast<int>(min_lane | (bval & ~segment));
      valid = j <= static_cast<int>(max_lane);
  }
  return valid ? Source{static_cast<unsigned>(j) & 31u, true} : Source{lane, false};
}

std::uint32_t reduce(CrossLaneOp op, bool is_signed, std::uint32_t a, std::uint32_t b) {
  const auto signed_a = static_cast<std::int32_t>(a), signed_b = static_cast<std::int32_t>(b);
  switch (op) {
    case CrossLaneOp::redux_add:
      return a + b;
    case CrossLaneOp::redux_and:
      return a & b;
    case CrossLaneOp::redux_or:
      return a | b;
    case CrossLaneOp::redux_xor:
      return a ^ b;
    case CrossLaneOp::redux_min:
      return is_signed ? static_cast<std::uint32_t>(std::min(signed_a, signed_b)) : std::min(a, b);
    default:
      return is_signed ? static_cast<std::uint32_t>(std::max(signed_a, signed_b)) : std::max(a, b);
  }
}

}  // namespace

bool BlockRunner::barrier_complete(const Barrier& barrier) const {
  if (barrier.waiters.empty()) return false;
  if (barrier.expected != 0) return barrier.arrived >= barrier.expected;
  // Without a count all threads of the block take part; those that have ended no longer do.
  for (const Warp& warp : warps_) {
    if ((warp.alive & ~barrier.lanes[warp.index]) != 0) return false;
  }
  return true;
}

bool BlockRunner::barrier(Warp& warp, std::uint32_t path_index, const Step& step, const BarrierDetail& detail,
                          LaneMask exec) {
  split_guarded(warp, path_index, exec);
  Path& path = warp.paths[path_index];
  const unsigned lane = first_lane(exec);
  const std::uint32_t number = read_u32(warp.context, detail.barrier, lane);
  if (number >= barriers_.size()) {
    add_fault(warp, step, FaultKind::trap, exec,
              fmt::format("names barrier {}, but a block has barriers 0 to {}", number, barriers_.size() - 1));
    block_ended_ = true;
    return false;
  }
  const bool whole_warp = exec == warp.alive;
  if (!whole_warp && detail.aligned) {
    add_fault(warp, step, FaultKind::divergent_barrier, exec,
              fmt::format("reaches a barrier with {} of its warp's {} threads, which all have to reach it together",
                          lane_count(exec), lane_count(warp.alive)));
  }
  Barrier& barrier = barriers_[number];
  // A barrier counts whole warps, also the last one that is not full (PTX ISA, "bar, barrier").
  barrier.arrived += whole_warp ? kWarpSize : lane_count(exec);
  if (detail.has_count) barrier.expected = read_u32(warp.context, detail.count, lane);
  barrier.lanes[warp.index] |= exec;
  if (detail.kind != BarrierKind::sync && detail.kind != BarrierKind::arrive) {
    const LaneMask value = read_predicate(warp.context, detail.predicate, detail.predicate_negated);
    barrier.true_count += lane_count(value & exec);
    barrier.lane_count += lane_count(exec);
  }
  if (detail.kind == BarrierKind::arrive) {
    ++path.pc;
    check_barriers();
    return true;
  }
  path.state = Path::State::at_barrier;
  path.barrier = number;
  barrier.waiters.push_back({warp.index, path_index, &detail, exec});
  if (barrier_complete(barrier)) complete_barrier(barrier);
  return false;
}

void BlockRunner::complete_barrier(Barrier& barrier) {
  barrier_opened_ = true;
  for (const Barrier::Waiter& waiter : barrier.waiters) {
    Warp& warp = warps_[waiter.warp];
    Path& path = warp.paths[waiter.path];
    path.state = Path::State::ready;
    ++path.pc;
    ready_[waiter.warp].push_back(waiter.path);
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
  barrier.waiters.clear();
  barrier.expected = barrier.arrived = barrier.true_count = barrier.lane_count = 0;
  std::fill(barrier.lanes.begin(), barrier.lanes.end(), 0u);
}

void BlockRunner::check_barriers() {
  for (Barrier& barrier : barriers_) {
    if (barrier_complete(barrier)) complete_barrier(barrier);
  }
}

bool BlockRunner::cross_lane(Warp& warp, std::uint32_t path_index, const Step& step, const CrossLaneDetail& detail,
                             LaneMask exec) {
  Path& path = warp.paths[path_index];
  if (!detail.has_mask) {
    perform_cross_lane(warp, detail, exec, exec);
    ++path.pc;
    return true;
  }
  const LaneMask members = read_u32(warp.context, detail.mask, first_lane(exec));
  if (((members & warp.alive) & ~path.mask) == 0) {
    perform_cross_lane(warp, detail, exec, members);
    ++path.pc;
    return true;
  }
  // Some of the lanes that must take part are elsewhere: wait for them.
  static_cast<void>(step);
  path.state = Path::State::at_warp_sync;
  path.sync = &detail;
  path.sync_exec = exec;
  path.sync_mask = members;
  check_warp_syncs(warp);
  return false;
}

/// Lets those paths go on that wait for each other and are complete.
void BlockRunner::check_warp_syncs(Warp& warp) {
  for (const Path& path : warp.paths) {
    if (path.state != Path::State::at_warp_sync) continue;
    // bar.warp.sync may be met at different places of the code, the others at one.
    const auto together = [&](const Path& other) {
      if (other.state != Path::State::at_warp_sync || other.sync_mask != path.sync_mask) return false;
      const bool barriers = other.sync->op == CrossLaneOp::warp_sync && path.sync->op == CrossLaneOp::warp_sync;
      return barriers || (other.sync == path.sync && other.frame == path.frame);
    };
    LaneMask present = 0, exec = 0;
    for (const Path& other : warp.paths) {
      if (!together(other)) continue;
      present |= other.mask;
      exec |= other.sync_exec;
    }
    if (((path.sync_mask & warp.alive) & ~present) != 0) continue;
    warp.context.files[kRegisterFile] = warp.frames[path.frame].registers;
    perform_cross_lane(warp, *path.sync, exec, path.sync_mask);
    std::vector<std::uint32_t> released;
    for (std::uint32_t i = 0; i < warp.paths.size(); ++i) {
      if (together(warp.paths[i])) released.push_back(i);
    }
    for (const std::uint32_t i : released) {
      warp.paths[i].state = Path::State::ready;
      ++warp.paths[i].pc;
      ready_[warp.index].push_back(i);
    }
    return check_warp_syncs(warp);
  }
}

void BlockRunner::perform_cross_lane(Warp& warp, const CrossLaneDetail& detail, LaneMask exec, LaneMask members) {
  const LaneContext& context = warp.context;
  const LaneMask taking_part = exec & members;
  const auto source_predicate = [&] { return read_predicate(context, detail.a, detail.source_negated); };
  const unsigned bytes = ptx::type_bits(detail.type) / 8;
  switch (detail.op) {
    case CrossLaneOp::warp_sync:
      return;
    case CrossLaneOp::active_mask:
      for_each_lane(exec, [&](unsigned lane) { write_u32(context, detail.result, lane, exec); });
      return;
    case CrossLaneOp::elect: {
      const unsigned leader = first_lane(taking_part != 0 ? taking_part : exec);
      for_each_lane(exec, [&](unsigned lane) { write_u32(context, detail.result, lane, leader); });
      if (detail.has_predicate_result) write_predicate(context, detail.predicate_result, lane_bit(leader), exec);
      return;
    }
    case CrossLaneOp::vote_all:
    case CrossLaneOp::vote_any:
    case CrossLaneOp::vote_uni: {
      const LaneMask value = source_predicate() & taking_part;
      const bool all = value == taking_part, any = value != 0;
      const bool result = detail.op == CrossLaneOp::vote_all   ? all
                          : detail.op == CrossLaneOp::vote_any ? any
                                                               : all || !any;
      write_predicate(context, detail.result.ref, result ? kAllLanes : 0, exec);
      return;
    }
    case CrossLaneOp::vote_ballot: {
      const LaneMask value = source_predicate() & taking_part;
      for_each_lane(exec, [&](unsigned lane) { write_u32(context, detail.result, lane, value); });
      return;
    }
    case CrossLaneOp::match_any:
    case CrossLaneOp::match_all: {
      std::uint64_t values[kWarpSize] = {};
      for_each_lane(exec, [&](unsigned lane) { values[lane] = read_lane(context, detail.a, bytes, lane); });
      LaneMask all_equal = 0;
      for_each_lane(exec, [&](unsigned lane) {
        LaneMask equal = 0;
        for_each_lane(taking_part, [&](unsigned other) {
          if (values[other] == values[lane]) equal |= lane_bit(other);
        });
        const bool every = equal == taking_part;
        if (every) all_equal |= lane_bit(lane);
        write_u32(context, detail.result, lane, detail.op == CrossLaneOp::match_any ? equal : every ? taking_part : 0);
      });
      if (detail.has_predicate_result) write_predicate(context, detail.predicate_result, all_equal, exec);
      return;
    }
    case CrossLaneOp::shuffle_up:
    case CrossLaneOp::shuffle_down:
    case CrossLaneOp::shuffle_bfly:
    case CrossLaneOp::shuffle_idx: {
      std::uint32_t values[kWarpSize], results[kWarpSize] = {};
      for (unsigned lane = 0; lane < kWarpSize; ++lane) values[lane] = read_u32(context, detail.a, lane);
      LaneMask in_range = 0;
      for_each_lane(exec, [&](unsigned lane) {
        const Source source =
            shuffle_source(detail.op, lane, read_u32(context, detail.b, lane), read_u32(context, detail.c, lane));
        if (source.in_range) in_range |= lane_bit(lane);
        // What an inactive lane hands over is not defined; here the asking lane keeps its own value.
        results[lane] = values[has_lane(exec, source.lane) ? source.lane : lane];
      });
      for_each_lane(exec, [&](unsigned lane) { write_u32(context, detail.result, lane, results[lane]); });
      if (detail.has_predicate_result) write_predicate(context, detail.predicate_result, in_range, exec);
      return;
    }
    default: {
      const bool is_signed = detail.type == ptx::Type::s32;
      bool first = true;
      std::uint32_t sum = 0;
      for_each_lane(taking_part, [&](unsigned lane) {
        const std::uint32_t value = read_u32(context, detail.a, lane);
        sum = first ? value : reduce(detail.op, is_signed, sum, value);
        first = false;
      });
      for_each_lane(exec, [&](unsigned lane) { write_u32(context, detail.result, lane, sum); });
    }
  }
}

}  // namespace bankloom::simt
