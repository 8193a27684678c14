#include "core/analysis/explanation.h"

#include <algorithm>
#include <set>
#include <vector>

#include "core/analysis/phase_rules.h"

namespace bankloom {
namespace {

using analysis::lane_range;

/// The one distance per lane between all active lanes of `lanes`, also across inactive ones; nothing if there is none
/// or if fewer than two lanes are active.
std::optional<std::int64_t> stride_of(const MemoryAccess& access, LaneMask lanes) {
  if (lane_count(lanes) < 2) return std::nullopt;
  const unsigned first = first_lane(lanes);
  const unsigned second = first_lane(lanes & (lanes - 1));
  const auto distance = static_cast<std::int64_t>(access.addresses[second] - access.addresses[first]);
  const auto apart = static_cast<std::int64_t>(second - first);
  if (distance % apart != 0) return std::nullopt;
  const std::int64_t stride = distance / apart;
  bool constant = true;
  for_each_lane(lanes, [&](unsigned lane) {
    const auto steps = static_cast<std::int64_t>(lane) - static_cast<std::int64_t>(first);
    constant =
        constant && access.addresses[lane] == access.addresses[first] + static_cast<std::uint64_t>(stride * steps);
  });
  if (!constant) return std::nullopt;
  return stride;
}

/// A distance that holds for the warp or, otherwise, within each aligned group of 16, 8 or 4 lanes.
std::optional<LaneStride> find_stride(const MemoryAccess& access, LaneMask lanes) {
  for (unsigned group = kWarpSize; group >= 4; group /= 2) {
    std::optional<std::int64_t> common;
    bool holds = true;
    for (unsigned first = 0; first < kWarpSize && holds; first += group) {
      const LaneMask part = lanes & lane_range(first, first + group);
      if (lane_count(part) < 2) continue;  // nothing to contradict
      const auto stride = stride_of(access, part);
      holds = stride && (!common || *common == *stride);
      common = stride;
    }
    if (holds && common) return LaneStride{*common, group};
  }
  return std::nullopt;
}

void describe_worst_phase(const RequestCost& cost, Explanation& why) {
  for (std::size_t index = 0; index < cost.phases.size(); ++index) {
    const Phase& phase = cost.phases[index];
    why.phases_alike = why.phases_alike && phase.degree == cost.phases.front().degree;
    if (phase.degree <= why.degree) continue;
    why.degree = phase.degree;
    why.worst_phase = static_cast<unsigned>(index);
  }
  const Phase& worst = cost.phases[why.worst_phase];
  why.phase_lanes = worst.lanes;
  std::set<std::uint64_t> words;
  for (const BankLoad& load : worst.banks) {
    ++why.banks_asked;
    if (load.wavefronts == why.degree && why.banks_at_degree++ == 0) why.bank = load.bank;
    for (const BankLoad::Word& word : load.words) {
      words.insert(word.word);
      why.lanes_at_a_word = std::max(why.lanes_at_a_word, lane_count(word.lanes));
      if (load.bank == why.bank && why.banks_at_degree == 1) why.bank_lanes |= word.lanes;
    }
  }
  why.words = static_cast<unsigned>(words.size());
  why.words_consecutive = *words.rbegin() - *words.begin() + 1 == words.size();
}

/// The bank that needed the last round of an update loop, and its lanes.
void describe_last_round(const RequestCost& cost, Explanation& why) {
  const BankLoad& last = cost.phases.back().banks.front();
  why.bank = last.bank;
  why.bank_lanes = 0;
  for (const Phase& round : cost.phases) {
    for (const BankLoad& load : round.banks) {
      if (load.bank != why.bank) continue;
      for (const BankLoad::Word& word : load.words) why.bank_lanes |= word.lanes;
    }
  }
}

ExplanationKind shared_kind(const PhaseRule& rule, const Explanation& why) {
  if (is_update_loop(why.op)) return ExplanationKind::looped;
  if (rule.lane_by_lane)
    return why.degree > rule.wavefronts_per_lane ? ExplanationKind::serialized : ExplanationKind::conflict_free;
  if (why.degree > 1) return ExplanationKind::conflict;
  if (why.counts.phases == 1 && why.words == 1 && lane_count(why.lanes) > 1) return ExplanationKind::broadcast;
  return why.lanes_at_a_word > 1 ? ExplanationKind::multicast : ExplanationKind::conflict_free;
}

void describe_bytes(const MachineModel& machine, const MemoryAccess& access, Explanation& why) {
  std::vector<std::uint64_t> starts;
  for_each_lane(why.lanes, [&](unsigned lane) { starts.push_back(access.addresses[lane]); });
  std::ranges::sort(starts);
  bool holes = false;
  std::uint64_t end = starts.front();
  for (const std::uint64_t start : starts) {
    holes = holes || start > end;
    const std::uint64_t fresh = std::max(start, end);
    const std::uint64_t stop = std::max(start + access.width, end);
    why.bytes_used += static_cast<unsigned>(stop - fresh);
    end = stop;
  }
  why.starts_at_sector = starts.front() % machine.sector_bytes == 0;
  why.kind = holes ? ExplanationKind::scattered : ExplanationKind::contiguous;
}

}  // namespace

Explanation explain_why(const MachineModel& machine, const MemoryAccess& access, const RequestCost& cost) {
  Explanation why{.lanes = addressing_lanes(access),
                  .counts = cost.counts,
                  .space = access.space,
                  .op = access.op,
                  .width = access.width,
                  .matrices = access.matrices,
                  .banks = machine.banks,
                  .bank_bytes = machine.bank_bytes,
                  .pair_segment_words = machine.pair_segment_words,
                  .sector_bytes = machine.sector_bytes};
  if (why.lanes == 0) return why;
  why.lanes_per_request = analysis::lanes_per_request(machine, access.op);
  why.stride = find_stride(access, why.lanes);
  if (access.space == Space::shared) {
    const PhaseRule& rule = machine.rule(access.op, access.width);
    why.lane_by_lane = rule.lane_by_lane;
    why.paired_up = cost.paired_up;
    why.unmerged_lanes_per_phase = std::min(rule.lanes_per_phase, why.lanes_per_request);
    why.lanes_per_phase = cost.paired_up ? rule.merged_lanes_per_phase : why.unmerged_lanes_per_phase;
    describe_worst_phase(cost, why);
    why.status = rule.status;
    why.kind = shared_kind(rule, why);
    if (why.kind == ExplanationKind::looped) describe_last_round(cost, why);
  } else if (access.space == Space::global) {
    describe_bytes(machine, access, why);
  } else {
    why.kind = ExplanationKind::not_modelled;
  }
  return why;
}

RequestQuality quality_of(const Explanation& why) {
  switch (why.kind) {
    case ExplanationKind::no_lane:
    case ExplanationKind::not_modelled:
      return RequestQuality::neutral;
    case ExplanationKind::broadcast:
    case ExplanationKind::conflict_free:
    case ExplanationKind::multicast:
      return RequestQuality::good;
    case ExplanationKind::looped:
      return why.counts.phases > 1 ? RequestQuality::wasteful : RequestQuality::good;
    case ExplanationKind::conflict:
    case ExplanationKind::serialized:
      return RequestQuality::wasteful;
    case ExplanationKind::contiguous:
    case ExplanationKind::scattered:
      break;
  }
  if (why.bytes_used == why.counts.sectors * why.sector_bytes) return RequestQuality::good;
  return why.counts.sectors > why.fewest_sectors() ? RequestQuality::wasteful : RequestQuality::neutral;
}

}  // namespace bankloom
