#include "core/analysis/naive_count.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "core/analysis/request_cost.h"

namespace bankloom {
namespace {

std::string plural(std::uint64_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string outcome_of(const NaiveCount& naive) {
  if (naive.bank_conflicts == 0) return plural(naive.wavefronts, "wavefront") + ", no conflict";
  return fmt::format("{}, {} more than without conflict", plural(naive.wavefronts, "wavefront"), naive.bank_conflicts);
}

/// How the machine serves the lanes, completing "but ...".
std::string how_served(const MachineModel& machine, const MemoryAccess& access, const RequestCost& cost) {
  const bool atomic = access.op == AccessOp::atomic || access.op == AccessOp::reduction;
  if (atomic && machine.rule(access.op, access.width).lane_by_lane) {
    return "an atomic is carried out lane by lane, so that lanes at one word wait for each other too";
  }
  unsigned degree = 0;
  unsigned lanes = 0;
  for (const Phase& phase : cost.phases) {
    degree = std::max(degree, phase.degree);
    lanes = std::max(lanes, lane_count(phase.lanes));
  }
  std::string text;
  if (cost.phases.size() > cost.counts.requests) {
    text =
        fmt::format("{} bytes per lane are served in {} phases of {} lanes", access.width, cost.phases.size(), lanes);
  } else if (cost.counts.requests > 1) {
    text = fmt::format("this machine serves a warp in {} requests of {} lanes", cost.counts.requests, lanes);
  } else {
    text = "this machine's banks hand out words that lie together at once";
  }
  return text + (degree <= 1 ? ", and in none of them is a bank asked for a second word"
                             : fmt::format(", in one of which a bank needs {}", plural(degree, "wavefront")));
}

}  // namespace

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
  const auto most = std::max_element(asked.begin(), asked.end());

  const RequestCost cost = explain_request(machine, access);
  NaiveCount naive;
  naive.transactions = *most;
  naive.conflicts = *most - 1;
  naive.bank = static_cast<unsigned>(most - asked.begin());
  naive.wavefronts = cost.counts.wavefronts;
  naive.bank_conflicts = cost.counts.bank_conflicts;
  naive.right = naive.transactions == naive.wavefronts && naive.conflicts == naive.bank_conflicts;
  const std::string said =
      naive.transactions == 1
          ? fmt::format("Taken together, the {} ask no bank for more than one word, as if one transaction were enough",
                        plural(lane_count(lanes), "lane"))
          : fmt::format("Taken together, the {} ask a bank for {} words, as if that were a {}-way conflict",
                        plural(lane_count(lanes), "lane"), naive.transactions, naive.transactions);
  naive.sentence = naive.right
                       ? said + ", which is right here: " + outcome_of(naive) + "."
                       : fmt::format("{}; but {}: {}.", said, how_served(machine, access, cost), outcome_of(naive));
  return naive;
}

}  // namespace bankloom
