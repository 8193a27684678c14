#include "core/analysis/naive_count.h"

#include <algorithm>
#include <set>
#include <vector>

#include "core/analysis/request_cost.h"

namespace bankloom {
std::optional<NaiveCount> naive_count(const MachineModel& machine, const MemoryAccess& access) {
  const LaneMask lanes = addressing_lanes(access);
  if (access.space != Space::shared || lanes == 0) return std::nullopt;
  std::set<std::uint64_t> words;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t address = access.addresses[first_lane(rest)];
    const std::uint64_t last = (address + std::max<unsigned>(1, access.width) - 1) / machine.bank_bytes;
    for (std::uint64_t word = address / machine.bank_bytes; word <= last; ++word) words.insert(word);
  }
  std::vector<unsigned> asked(machine.banks, 0);
  for (const std::uint64_t word : words) ++asked[word % machine.banks];
  const auto most = std::ranges::max_element(asked);

  const RequestCost cost = explain_request(machine, access);
  NaiveCount naive{.transactions = *most,
                   .conflicts = *most - 1,
                   .bank = static_cast<unsigned>(most - asked.begin()),
                   .wavefronts = cost.counts.wavefronts,
                   .bank_conflicts = cost.counts.bank_conflicts};
  naive.right = naive.transactions == naive.wavefronts && naive.conflicts == naive.bank_conflicts;
  naive.lanes = lane_count(lanes);
  naive.width = access.width;
  naive.requests = cost.counts.requests;
  naive.phases = static_cast<unsigned>(cost.phases.size());
  for (const Phase& phase : cost.phases)
    naive.lanes_per_phase = std::max(naive.lanes_per_phase, lane_count(phase.lanes));
  naive.is_loop = is_update_loop(access.op);
  naive.lane_by_lane = machine.rule(access.op, access.width).lane_by_lane;
  return naive;
}

}  // namespace bankloom
