#include "core/analysis/kernel_cost.h"

#include <algorithm>
#include <unordered_map>

#include "core/analysis/phase_rules.h"

namespace bankloom {
namespace {

/// What makes two accesses members of one summary, in one number: bits from the line down to the matrices.
std::uint64_t key_of(const MemoryAccess& access) {
  return std::uint64_t{access.source_line} << 32 | std::uint64_t{static_cast<std::uint8_t>(access.space)} << 24 |
         std::uint64_t{static_cast<std::uint8_t>(access.op)} << 16 | std::uint64_t{access.width} << 8 |
         std::uint64_t{access.matrices};
}

SpaceTotals* totals_of(KernelCost& cost, Space space, AccessOp op) {
  const bool shared = space == Space::shared;
  if (!shared && space != Space::global) return nullptr;
  switch (op) {
    case AccessOp::load:
    case AccessOp::ldmatrix:
      return shared ? &cost.shared_load : &cost.global_load;
    case AccessOp::store:
    case AccessOp::stmatrix:
      return shared ? &cost.shared_store : &cost.global_store;
    case AccessOp::atomic:
    case AccessOp::reduction:
      return shared ? &cost.shared_atomic : &cost.global_atomic;
  }
  return nullptr;
}

/// Wavefronts or sectors: the one that applies; the other is zero.
unsigned price(const RequestCounts& counts) { return counts.wavefronts + counts.sectors; }

/// A request that may be the one to explain: the dearest; of equals the first block's lowest warp, because warps run in
/// no order that a reader would expect.
struct Candidate {
  unsigned price = 0;
  Dim3 block;
  std::uint32_t warp = 0;

  [[nodiscard]] bool comes_before(const Candidate& other) const {
    return price > other.price || (price == other.price && block == other.block && warp < other.warp);
  }
};

void add(const RequestCounts& counts, AccessSummary& summary) {
  summary.requests += counts.requests;
  summary.phases += counts.phases;
  summary.wavefronts += counts.wavefronts;
  summary.bank_conflicts += counts.bank_conflicts;
  summary.sectors += counts.sectors;
  summary.lines += counts.lines;
}

}  // namespace

double AccessSummary::transactions_per_request() const {
  if (requests == 0) return 0;
  const std::uint64_t transactions = space == Space::shared ? wavefronts : sectors;
  return static_cast<double>(transactions) / static_cast<double>(requests);
}

KernelCost summarize(const MachineModel& machine, const Trace& trace) {
  KernelCost cost;
  cost.clipped = trace.clipped();
  std::unordered_map<std::uint64_t, std::size_t> index_of;
  std::vector<Candidate> worst;
  MemoryAccess access;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    trace.read(i, access, /*values=*/false);
    const auto [found, fresh] = index_of.try_emplace(key_of(access), cost.accesses.size());
    if (fresh) {
      AccessSummary summary;
      summary.source_line = access.source_line;
      summary.space = access.space;
      summary.op = access.op;
      summary.width = access.width;
      summary.matrices = access.matrices;
      cost.accesses.push_back(summary);
      worst.emplace_back();
    }
    const RequestCounts counts = count_request(machine, access);
    AccessSummary& summary = cost.accesses[found->second];
    add(counts, summary);
    const Candidate candidate{price(counts), access.block, access.warp};
    if (fresh || candidate.comes_before(worst[found->second])) {
      worst[found->second] = candidate;
      summary.worst = i;
    }
  }
  for (AccessSummary& summary : cost.accesses) {
    const MemoryAccess example = trace.at(summary.worst);
    summary.why = explain_sentence(machine, example, explain_request(machine, example));
    if (SpaceTotals* const totals = totals_of(cost, summary.space, summary.op)) {
      totals->requests += summary.requests;
      totals->wavefronts += summary.wavefronts;
      totals->bank_conflicts += summary.bank_conflicts;
      totals->sectors += summary.sectors;
    }
  }
  std::stable_sort(cost.accesses.begin(), cost.accesses.end(),
                   [](const AccessSummary& a, const AccessSummary& b) { return a.source_line < b.source_line; });
  return cost;
}

}  // namespace bankloom
