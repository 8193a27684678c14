// explain_request: the lanes and words behind the numbers, written for clarity; count_request is its fast counterpart,
// and a test compares the two.
#include "core/analysis/request_cost.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/analysis/phase_rules.h"

namespace bankloom {
namespace {

/// Adds the words of one lane, lowest first, to the banks' lists. Words are in the order of their first lanes.
void add_lane(const MachineModel& machine, const MemoryAccess& access, unsigned lane, bool lane_by_lane,
              std::map<unsigned, BankLoad>& banks) {
  const std::uint64_t first = access.addresses[lane] / machine.bank_bytes;
  const std::uint64_t last = (access.addresses[lane] + access.width - 1) / machine.bank_bytes;
  for (std::uint64_t word = first; word <= last; ++word) {
    const auto bank = static_cast<unsigned>(word % machine.banks);
    BankLoad& load = banks[bank];
    load.bank = bank;
    const auto same = [&](const BankLoad::Word& other) { return other.word == word; };
    const auto found = lane_by_lane ? load.words.end() : std::ranges::find_if(load.words, same);
    if (found != load.words.end()) {
      found->lanes |= lane_bit(lane);
    } else {
      load.words.push_back({word, lane_bit(lane), 0});
    }
  }
}

/// Assigns a wavefront to each word of a bank: the next one, or that of an earlier word that is served together with
/// it.
void assign_wavefronts(const MachineModel& machine, const PhaseRule& rule, BankLoad& load) {
  std::map<std::uint64_t, unsigned> wavefront_of_unit;
  for (BankLoad::Word& word : load.words) {
    const std::uint64_t unit = analysis::serving_unit(machine, word.word);
    const auto known = rule.lane_by_lane ? wavefront_of_unit.end() : wavefront_of_unit.find(unit);
    if (known != wavefront_of_unit.end()) {
      word.wavefront = known->second;
      continue;
    }
    load.wavefronts += rule.wavefronts_per_lane;
    word.wavefront = load.wavefronts - 1;
    word.wavefronts = rule.wavefronts_per_lane;
    wavefront_of_unit[unit] = word.wavefront;
  }
}

Phase explain_phase(const MachineModel& machine, const MemoryAccess& access, LaneMask lanes, const PhaseRule& rule) {
  Phase phase;
  phase.lanes = lanes;
  std::map<unsigned, BankLoad> banks;
  for_each_lane(lanes, [&](unsigned lane) { add_lane(machine, access, lane, rule.lane_by_lane, banks); });
  std::array<unsigned, kWarpSize> served_in{};
  for (auto& [bank, load] : banks) {
    assign_wavefronts(machine, rule, load);
    phase.degree = std::max(phase.degree, load.wavefronts);
    for (const BankLoad::Word& word : load.words) {
      for_each_lane(word.lanes, [&](unsigned lane) { served_in[lane] = std::max(served_in[lane], word.wavefront); });
    }
    phase.banks.push_back(std::move(load));
  }
  phase.wavefronts.resize(phase.degree);
  for_each_lane(lanes, [&](unsigned lane) { phase.wavefronts[served_in[lane]] |= lane_bit(lane); });
  return phase;
}

void explain_rounds(const MachineModel& machine, const MemoryAccess& access, LaneMask lanes, RequestCost& cost) {
  cost.counts = count_request(machine, access);
  const PhaseRule& load_rule = machine.rule(AccessOp::load, access.width);
  unsigned before = analysis::wavefronts_before(machine.rule(access.op, access.width), lanes);
  analysis::for_each_round(machine, access, lanes, [&](const analysis::UpdateRound& round, LaneMask left) {
    Phase phase;
    phase.lanes = round.done;
    phase.degree = std::exchange(before, 0) + round.swaps;
    const unsigned per_phase =
        analysis::pairs_up(load_rule, access, left) ? load_rule.merged_lanes_per_phase : load_rule.lanes_per_phase;
    analysis::for_each_phase(machine, access, per_phase, left, [&](unsigned, LaneMask loading) {
      phase.degree += explain_phase(machine, access, loading, load_rule).degree;
    });
    std::map<unsigned, BankLoad> banks;
    for_each_lane(round.done, [&](unsigned lane) { add_lane(machine, access, lane, /*lane_by_lane=*/true, banks); });
    for (auto& [bank, load] : banks) {
      load.wavefronts = phase.degree;
      for (BankLoad::Word& word : load.words) word.wavefront = phase.degree - 1, word.wavefronts = phase.degree;
      phase.banks.push_back(std::move(load));
    }
    phase.wavefronts.resize(phase.degree);
    phase.wavefronts.back() = round.done;
    cost.phases.push_back(std::move(phase));
  });
}

void explain_sectors(const MachineModel& machine, const MemoryAccess& access, LaneMask lanes, RequestCost& cost) {
  std::set<std::uint64_t> all_sectors;
  cost.counts.requests = analysis::for_each_phase(machine, access, kWarpSize, lanes, [&](unsigned, LaneMask group) {
    std::set<std::uint64_t> sectors;
    std::set<std::uint64_t> lines;
    for_each_lane(group, [&](unsigned lane) {
      const std::uint64_t first = access.addresses[lane];
      const std::uint64_t last = first + access.width - 1;
      for (std::uint64_t i = first / machine.sector_bytes; i <= last / machine.sector_bytes; ++i) sectors.insert(i);
      for (std::uint64_t i = first / machine.line_bytes; i <= last / machine.line_bytes; ++i) lines.insert(i);
    });
    cost.counts.sectors += static_cast<unsigned>(sectors.size());
    cost.counts.lines += static_cast<unsigned>(lines.size());
    all_sectors.merge(sectors);
  });
  cost.sectors.assign(all_sectors.begin(), all_sectors.end());
}

}  // namespace

RequestCost explain_request(const MachineModel& machine, const MemoryAccess& access) {
  RequestCost cost;
  const LaneMask lanes = addressing_lanes(access);
  if (access.space == Space::shared && is_update_loop(access.op)) {
    explain_rounds(machine, access, lanes, cost);
  } else if (access.space == Space::shared) {
    const PhaseRule& rule = machine.rule(access.op, access.width);
    cost.paired_up = lanes != 0 && analysis::pairs_up(rule, access, lanes);
    const unsigned per_phase = cost.paired_up ? rule.merged_lanes_per_phase : rule.lanes_per_phase;
    cost.counts.requests =
        analysis::for_each_phase(machine, access, per_phase, lanes, [&](unsigned request, LaneMask phase_lanes) {
          Phase phase = explain_phase(machine, access, phase_lanes, rule);
          phase.request = request;
          ++cost.counts.phases;
          cost.counts.wavefronts += phase.degree;
          cost.counts.bank_conflicts += phase.degree / rule.wavefronts_per_lane - 1;
          cost.phases.push_back(std::move(phase));
        });
  } else if (access.space == Space::global) {
    explain_sectors(machine, access, lanes, cost);
  } else {
    cost.counts = count_request(machine, access);
  }
  return cost;
}

}  // namespace bankloom
