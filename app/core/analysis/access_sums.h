// The sums shared by summarize() and GridCounter, so that both mean the same.
#pragma once

#include <cstdint>
#include <tuple>

#include "core/analysis/kernel_cost.h"
#include "core/analysis/request_cost.h"
#include "core/machine/machine_model.h"
#include "core/trace/access_observer.h"
#include "core/trace/memory_access.h"

namespace bankloom::analysis {

/// Everything that one access adds to sums.
struct RequestPrice {
  RequestCounts counts;
  unsigned lanes = 0;
  unsigned bytes_used = 0;
  unsigned fewest_sectors = 0;

  /// The cost of a request: wavefronts or sectors, whichever applies; the other is zero.
  [[nodiscard]] unsigned transactions() const { return counts.wavefronts + counts.sectors; }
  friend bool operator==(const RequestPrice&, const RequestPrice&) = default;
};

[[nodiscard]] inline RequestPrice price_request(const MachineModel& machine, const MemoryAccess& access) {
  const unsigned bytes_used = count_bytes_used(machine, access);
  return {count_request(machine, access), lane_count(addressing_lanes(access)), bytes_used,
          fewest_sectors(bytes_used, machine.sector_bytes)};
}

/// Adds to all sums except those that finish_cost() derives.
inline void add(const RequestPrice& price, AccessSummary& summary) {
  summary.accesses += price.counts.requests == 0 ? 0 : 1;
  summary.requests += price.counts.requests;
  summary.phases += price.counts.phases;
  summary.wavefronts += price.counts.wavefronts;
  summary.load_wavefronts += price.counts.load_wavefronts;
  summary.bank_conflicts += price.counts.bank_conflicts;
  summary.sectors += price.counts.sectors;
  summary.lines += price.counts.lines;
  summary.lanes += price.lanes;
  summary.bytes_used += price.bytes_used;
  summary.fewest_sectors += price.fewest_sectors;
}

/// A request that may be the example: the most expensive; of equals, that of the first block's lowest warp, because
/// warps run in no order that a reader would expect; and of those the first.
struct Candidate {
  unsigned price = 0;
  std::uint64_t block = 0;  ///< index of the block in the order of blocks
  std::uint32_t warp = 0, order = 0;

  [[nodiscard]] bool comes_before(const Candidate& other) const {
    if (price != other.price) return price > other.price;
    return std::tie(block, warp, order) < std::tie(other.block, other.warp, other.order);
  }
};

/// An empty summary for accesses like this one.
[[nodiscard]] AccessSummary summary_like(const AccessHeader& header);
/// The key of an access's summary in one number: bits from the line down to the matrices.
[[nodiscard]] std::uint64_t summary_key(const AccessHeader& header);

/// Derives from the sums and examples of cost.accesses: bytes, explanations, totals, the order by source line (of one
/// line: unchanged).
void finish_cost(const MachineModel& machine, KernelCost& cost);

}  // namespace bankloom::analysis
