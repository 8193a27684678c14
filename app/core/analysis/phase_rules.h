// Which lanes of an access are served together: requests, and the phases of each request.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
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

/// One round of an update loop (AccessOp::update_loop): all lanes that are left load their words, then try to swap
/// them.
struct UpdateRound {
  LaneMask done = 0;   ///< lanes whose swap succeeds
  unsigned swaps = 0;  ///< wavefronts of the compare-and-swap
};

/// Of each phase of the compare-and-swap the lowest lane of each bank has its turn. It succeeds unless a phase before
/// it changed its word in the same round: then it compares with what is no longer there. Explains all rows of
/// tests/hardware/atomics_h200.csv. Not modelled: an operation that leaves its word as it was (the larger of two, an or
/// of bits that are set) may end earlier.
[[nodiscard]] inline UpdateRound next_round(const MachineModel& machine, const MemoryAccess& access,
                                            const PhaseRule& rule, LaneMask left) {
  UpdateRound round;
  const std::uint64_t piece = std::max<std::uint64_t>(access.width, machine.bank_bytes);
  const std::uint64_t banks = std::max<std::uint64_t>(1, std::uint64_t{machine.banks} * machine.bank_bytes / piece);
  for (unsigned first = 0; first < kWarpSize; first += rule.lanes_per_phase) {
    const LaneMask phase = left & lane_range(first, std::min(first + rule.lanes_per_phase, kWarpSize));
    if (phase == 0) continue;
    round.swaps += rule.wavefronts_per_lane;
    const LaneMask before = round.done;
    std::bitset<kMaxBanks> taken;
    for_each_lane(phase, [&](unsigned lane) {
      const std::uint64_t place = access.addresses[lane] / piece;
      if (taken.test(place % banks)) return;
      taken.set(place % banks);
      bool is_changed = false;
      for_each_lane(before, [&](unsigned other) { is_changed |= access.addresses[other] / piece == place; });
      if (!is_changed) round.done |= lane_bit(lane);
    });
  }
  return round;
}

/// Calls visit(round, left) for each round of an update loop, the lanes that are left at its begin included.
template <class Visit>
void for_each_round(const MachineModel& machine, const MemoryAccess& access, LaneMask lanes, Visit visit) {
  const PhaseRule& rule = machine.rule(access.op, access.width);
  while (lanes != 0) {
    const UpdateRound round = next_round(machine, access, rule, lanes);
    visit(round, lanes);
    lanes &= ~round.done;
  }
}

/// Wavefronts of an update loop before its first round.
[[nodiscard]] inline unsigned wavefronts_before(const PhaseRule& rule, LaneMask lanes) {
  unsigned wavefronts = 0;
  for (unsigned first = 0; rule.wavefronts_before != 0 && first < kWarpSize; first += rule.lanes_per_phase) {
    const bool is_active = (lanes & lane_range(first, std::min(first + rule.lanes_per_phase, kWarpSize))) != 0;
    wavefronts += is_active ? rule.wavefronts_before : 0;
  }
  return wavefronts;
}

}  // namespace bankloom::analysis
