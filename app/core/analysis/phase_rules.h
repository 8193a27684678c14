// Which lanes of an access are served together: requests, and the phases of each request.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/analysis/request_cost.h"
#include "core/base/lane_mask.h"
#include "core/machine/machine_model.h"
#include "core/trace/memory_access.h"

namespace bankloom::analysis {

[[nodiscard]] constexpr bool moves_matrices(AccessOp op) {
  return op == AccessOp::ldmatrix || op == AccessOp::stmatrix;
}

/// The lanes first .. last - 1.
[[nodiscard]] constexpr LaneMask lane_range(unsigned first, unsigned last) {
  return first_lanes(last) & ~first_lanes(first);
}

/// Lanes that one request serves; matrix rows are never split into several requests.
[[nodiscard]] inline unsigned lanes_per_request(const MachineModel& machine, AccessOp op) {
  return moves_matrices(op) ? kWarpSize : machine.lanes_per_request;
}

/// Whether the rule lets phases merge and the lanes pair up: for one of the distances k, every active lane l has a
/// partner l xor k that is inactive or accesses the same address.
[[nodiscard]] inline bool pairs_up(const PhaseRule& rule, const MemoryAccess& access, LaneMask lanes) {
  if (rule.merged_lanes_per_phase == 0) return false;
  for (std::uint32_t left = rule.pair_distances; left != 0; left &= left - 1) {
    const auto distance = static_cast<unsigned>(std::countr_zero(left));
    bool all = true;
    for (LaneMask rest = lanes; rest != 0 && all; rest &= rest - 1) {
      const unsigned lane = first_lane(rest);
      const unsigned partner = lane ^ distance;
      all = (lanes & lane_bit(partner)) == 0 || access.addresses[lane] == access.addresses[partner];
    }
    if (all) return true;
  }
  return false;
}

/// Calls visit(request, lanes) for each phase with an active lane, in order; returns the number of requests that have
/// one. Requests are groups of lanes_per_request threads, counted from the block's first thread.
template <class Visit>
unsigned for_each_phase(const MachineModel& machine, const MemoryAccess& access, unsigned lanes_per_phase,
                        LaneMask lanes, Visit visit) {
  const unsigned group = lanes_per_request(machine, access.op);
  unsigned end =
      group >= kWarpSize ? kWarpSize : group - static_cast<unsigned>(std::uint64_t{access.warp} * kWarpSize % group);
  unsigned requests = 0;
  for (unsigned begin = 0; begin < kWarpSize; begin = end, end = std::min(begin + group, kWarpSize)) {
    end = std::min(end, kWarpSize);
    if ((lanes & lane_range(begin, end)) == 0) continue;
    for (unsigned first = begin; first < end; first += lanes_per_phase) {
      const LaneMask phase = lanes & lane_range(first, std::min(first + lanes_per_phase, end));
      if (phase != 0) visit(requests, phase);
    }
    ++requests;
  }
  return requests;
}

/// The unit that a bank serves in one wavefront, numbered so that number % banks is the bank: a word or, if the words
/// of one segment are served together, a segment's share in that bank.
[[nodiscard]] inline std::uint64_t serving_unit(const MachineModel& machine, std::uint64_t word) {
  if (machine.pair_segment_words == 0) return word;
  return word / machine.pair_segment_words * machine.banks + word % machine.banks;
}

}  // namespace bankloom::analysis
