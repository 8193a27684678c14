#include "core/simt/cross_lane.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/simt/lane_value.h"

namespace bankloom::simt {
namespace {

/// The lane that shfl reads from and whether it is in range (PTX ISA, "shfl.sync": the pseudocode's pval and j).
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

/// The inputs and outputs of a cross-lane instruction. Lanes may be at different places of the code: each reads and
/// writes the registers of its own instruction.
struct Exchange {
  LaneMask present = 0;
  std::uint64_t a[kWarpSize] = {};
  std::uint32_t b[kWarpSize] = {}, c[kWarpSize] = {};
  LaneMask predicate = 0;
  std::uint32_t result[kWarpSize] = {};
  LaneMask predicate_result = 0;  ///< of votes, the result itself
};

bool is_shuffle(CrossLaneOp op) {
  return op == CrossLaneOp::shuffle_up || op == CrossLaneOp::shuffle_down || op == CrossLaneOp::shuffle_bfly ||
         op == CrossLaneOp::shuffle_idx;
}

bool gives_predicate(CrossLaneOp op) {
  return op == CrossLaneOp::vote_all || op == CrossLaneOp::vote_any || op == CrossLaneOp::vote_uni;
}

void bring(const LaneContext& context, const CrossLaneDetail& detail, LaneMask exec, Exchange& exchange) {
  exchange.present |= exec;
  if (detail.op == CrossLaneOp::warp_sync || detail.op == CrossLaneOp::active_mask || detail.op == CrossLaneOp::elect) {
    return;
  }
  if (detail.source_is_predicate) {
    exchange.predicate |= read_predicate(context, detail.a, detail.source_negated) & exec;
    return;
  }
  const unsigned bytes = ptx::type_bits(detail.type) / 8;
  for_each_lane(exec, [&](unsigned lane) { exchange.a[lane] = read_lane(context, detail.a, bytes, lane); });
  if (!is_shuffle(detail.op)) return;
  for_each_lane(exec, [&](unsigned lane) {
    exchange.b[lane] = read_u32(context, detail.b, lane);
    exchange.c[lane] = read_u32(context, detail.c, lane);
  });
}

void take(const LaneContext& context, const CrossLaneDetail& detail, LaneMask exec, const Exchange& exchange) {
  if (detail.op == CrossLaneOp::warp_sync) return;
  if (gives_predicate(detail.op)) return write_predicate(context, detail.result.ref, exchange.predicate_result, exec);
  for_each_lane(exec, [&](unsigned lane) { write_u32(context, detail.result, lane, exchange.result[lane]); });
  if (detail.has_predicate_result) {
    write_predicate(context, detail.predicate_result, exchange.predicate_result, exec);
  }
}

/// Computes the results for the lanes present; of them, those in `members` take part.
void perform(CrossLaneOp op, ptx::Type type, LaneMask members, Exchange& exchange) {
  const LaneMask exec = exchange.present, taking_part = exec & members;
  const auto all_get = [&](std::uint32_t value) { std::fill_n(exchange.result, kWarpSize, value); };
  switch (op) {
    case CrossLaneOp::warp_sync:
      return;
    case CrossLaneOp::active_mask:
      return all_get(exec);
    case CrossLaneOp::elect: {
      const unsigned leader = first_lane(taking_part != 0 ? taking_part : exec);
      exchange.predicate_result = lane_bit(leader);
      return all_get(leader);
    }
    case CrossLaneOp::vote_all:
    case CrossLaneOp::vote_any:
    case CrossLaneOp::vote_uni:
    case CrossLaneOp::vote_ballot: {
      const LaneMask value = exchange.predicate & taking_part;
      const bool all = value == taking_part, any = value != 0;
      const bool holds = op == CrossLaneOp::vote_all ? all : op == CrossLaneOp::vote_any ? any : all || !any;
      exchange.predicate_result = holds ? kAllLanes : 0;
      return all_get(value);
    }
    case CrossLaneOp::match_any:
    case CrossLaneOp::match_all:
      for_each_lane(exec, [&](unsigned lane) {
        LaneMask equal = 0;
        for_each_lane(taking_part, [&](unsigned other) {
          if (exchange.a[other] == exchange.a[lane]) equal |= lane_bit(other);
        });
        const bool every = equal == taking_part;
        if (every) exchange.predicate_result |= lane_bit(lane);
        exchange.result[lane] = op == CrossLaneOp::match_any ? equal : every ? taking_part : 0;
      });
      return;
    case CrossLaneOp::shuffle_up:
    case CrossLaneOp::shuffle_down:
    case CrossLaneOp::shuffle_bfly:
    case CrossLaneOp::shuffle_idx:
      for_each_lane(exec, [&](unsigned lane) {
        const Source source = shuffle_source(op, lane, exchange.b[lane], exchange.c[lane]);
        if (source.in_range) exchange.predicate_result |= lane_bit(lane);
        // The value of an inactive lane is undefined; here the reading lane keeps its own value.
        const unsigned from = has_lane(exec, source.lane) ? source.lane : lane;
        exchange.result[lane] = static_cast<std::uint32_t>(exchange.a[from]);
      });
      return;
    default: {
      bool first = true;
      std::uint32_t sum = 0;
      for_each_lane(taking_part, [&](unsigned lane) {
        const auto value = static_cast<std::uint32_t>(exchange.a[lane]);
        sum = first ? value : reduce(op, type == ptx::Type::s32, sum, value);
        first = false;
      });
      return all_get(sum);
    }
  }
}

}  // namespace

/// Reports lanes that execute an instruction whose mask does not name them. The manual leaves open what they get (PTX
/// ISA, "shfl.sync", "vote.sync", "match.sync", "redux.sync", "elect.sync", "bar.warp.sync"). An H200 gives them a sum
/// of all lanes, or ends the kernel, depending on the optimization of the code.
void CrossLane::report_outside_mask(const Warp& warp, const Path& path, LaneMask lanes, LaneMask members) {
  if ((lanes & ~members) == 0) return;
  state_.add_fault(warp, warp.frames[path.frame].code->steps[path.pc], FaultKind::divergent_barrier, lanes & ~members,
                   {.what = FaultCase::outside_mask, .number = members});
}

bool CrossLane::execute(Warp& warp, std::uint32_t path_index, const CrossLaneDetail& detail, LaneMask exec) {
  const auto perform_at_once = [&](LaneMask lanes, LaneMask members) {
    Exchange exchange;
    bring(warp.context, detail, lanes, exchange);
    perform(detail.op, detail.type, members, exchange);
    take(warp.context, detail, lanes, exchange);
    if (detail.op == CrossLaneOp::warp_sync) state_.port.shadow().synchronize_lanes(warp.index, members, warp.alive);
  };
  const Path whole = warp.paths[path_index];
  if (!detail.has_mask) {
    perform_at_once(exec, exec);
    ++warp.paths[path_index].pc;
    return true;
  }
  // Lanes may name different partners (peers that match.any found): each group is separate.
  std::array<std::pair<LaneMask, LaneMask>, kWarpSize> groups;  // lanes, members they name
  std::size_t count = 0;
  bool all_here = true;
  for (LaneMask rest = exec; rest != 0;) {
    const LaneMask members = read_u32(warp.context, detail.mask, first_lane(rest));
    LaneMask same = detail.mask.file == kConstantFile ? rest : 0;
    for_each_lane(rest & ~same, [&](unsigned lane) {
      if (read_u32(warp.context, detail.mask, lane) == members) same |= lane_bit(lane);
    });
    rest &= ~same;
    groups[count++] = {same, members};
    all_here &= (members & warp.alive & ~whole.mask) == 0;
  }
  if (all_here) {
    for (std::size_t g = 0; g < count; ++g) {
      report_outside_mask(warp, whole, groups[g].first, groups[g].second);
      perform_at_once(groups[g].first, groups[g].second);
    }
    ++warp.paths[path_index].pc;
    return true;
  }
  if (count > 1 || exec != whole.mask) {
    std::vector<std::pair<LaneMask, std::uint32_t>> parts;
    parts.reserve(count + 1);
    for (std::size_t g = 0; g < count; ++g) parts.emplace_back(groups[g].first, whole.pc);
    parts.emplace_back(whole.mask & ~exec, whole.pc + 1);
    return control_.diverge(warp, path_index, whole.pc + 1, parts);
  }
  // Some of the lanes that must take part are elsewhere: the path waits for them.
  report_outside_mask(warp, whole, exec, groups[0].second);
  Path& path = warp.paths[path_index];
  path.state = Path::State::at_warp_sync;
  path.sync = &detail;
  path.sync_mask = groups[0].second;
  check(warp);
  return false;
}

/// Releases the paths that wait for each other and are complete. They may wait at different places of the code: their
/// instructions need the same qualifiers and the same member mask (PTX ISA, "shfl.sync").
void CrossLane::check(Warp& warp) {
  for (bool released = true; released;) {
    released = false;
    for (std::size_t p = 0; p < warp.paths.size() && !released; ++p) {
      if (warp.paths[p].state != Path::State::at_warp_sync) continue;
      const Path first = warp.paths[p];
      std::vector<std::uint32_t> together;
      LaneMask present = 0;
      for (std::uint32_t i = 0; i < warp.paths.size(); ++i) {
        const Path& other = warp.paths[i];
        if (other.state != Path::State::at_warp_sync || other.sync_mask != first.sync_mask ||
            other.sync->op != first.sync->op || other.sync->type != first.sync->type) {
          continue;
        }
        together.push_back(i);
        present |= other.mask;
      }
      if ((first.sync_mask & warp.alive & ~present) != 0) continue;
      Exchange exchange;
      const auto each = [&](const auto& visit) {
        for (const std::uint32_t i : together) {
          const Path& path = warp.paths[i];
          warp.context.files[kRegisterFile] = warp.frames[path.frame].registers;
          visit(path);
        }
      };
      each([&](const Path& path) { bring(warp.context, *path.sync, path.mask, exchange); });
      perform(first.sync->op, first.sync->type, first.sync_mask, exchange);
      if (first.sync->op == CrossLaneOp::warp_sync)
        state_.port.shadow().synchronize_lanes(warp.index, first.sync_mask, warp.alive);
      each([&](const Path& path) { take(warp.context, *path.sync, path.mask, exchange); });
      for (const std::uint32_t i : together) {
        warp.paths[i].state = Path::State::ready;
        ++warp.paths[i].pc;
      }
      state_.ready[warp.index].insert(state_.ready[warp.index].end(), together.rbegin(), together.rend());
      released = true;
    }
  }
}

}  // namespace bankloom::simt
