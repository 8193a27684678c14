#include "core/analysis/kernel_cost.h"

#include <algorithm>
#include <unordered_map>

#include "core/analysis/access_sums.h"

namespace bankloom {
namespace {

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
    default:
      return shared ? &cost.shared_atomic : &cost.global_atomic;
  }
}

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

namespace analysis {

std::uint64_t summary_key(const AccessHeader& header) {
  return std::uint64_t{header.source_line} << 32 | std::uint64_t{static_cast<std::uint8_t>(header.space)} << 24 |
         std::uint64_t{static_cast<std::uint8_t>(header.op)} << 16 | std::uint64_t{header.width} << 8 |
         std::uint64_t{header.matrices};
}

AccessSummary summary_like(const AccessHeader& header) {
  return AccessSummary{.source_line = header.source_line,
                       .space = header.space,
                       .op = header.op,
                       .width = header.width,
                       .matrices = header.matrices};
}

void finish_cost(const MachineModel& machine, KernelCost& cost) {
  for (AccessSummary& summary : cost.accesses) {
    summary.bytes_asked = summary.lanes * summary.width;
    summary.bytes_moved = summary.sectors * machine.sector_bytes;
    summary.why = explain_why(machine, summary.example, explain_request(machine, summary.example));
    if (SpaceTotals* const totals = totals_of(cost, summary.space, summary.op)) {
      totals->accesses += summary.accesses;
      totals->requests += summary.requests;
      totals->wavefronts += summary.wavefronts;
      totals->bank_conflicts += summary.bank_conflicts;
      totals->load_wavefronts += summary.load_wavefronts;
      totals->load_conflicts += summary.load_wavefronts == 0 ? 0 : summary.bank_conflicts;
      totals->sectors += summary.sectors;
      totals->bytes_used += summary.bytes_used;
      totals->bytes_moved += summary.bytes_moved;
      totals->fewest_sectors += summary.fewest_sectors;
    }
  }
  std::ranges::stable_sort(cost.accesses, {}, &AccessSummary::source_line);
}

}  // namespace analysis

double AccessSummary::transactions_per_request() const {
  return ratio(space == Space::shared ? wavefronts : sectors, requests);
}

double AccessSummary::efficiency() const { return ratio(bytes_used, bytes_moved); }

KernelCost summarize(const MachineModel& machine, const Trace& trace) {
  KernelCost cost;
  cost.clipped = trace.clipped();
  std::unordered_map<std::uint64_t, std::size_t> index_of;
  std::vector<analysis::Candidate> worst;
  MemoryAccess access;
  Dim3 block{0, 0, 0};
  std::uint64_t place = 0;  // of the block among those of the trace
  for (std::size_t i = 0; i < trace.size(); ++i) {
    trace.read(i, access, /*values=*/false);
    if (!(access.block == block)) ++place;
    block = access.block;
    const AccessHeader header = header_of(access);
    const auto [found, fresh] = index_of.try_emplace(analysis::summary_key(header), cost.accesses.size());
    if (fresh) {
      cost.accesses.push_back(analysis::summary_like(header));
      worst.emplace_back();
    }
    const analysis::RequestPrice price = analysis::price_request(machine, access);
    AccessSummary& summary = cost.accesses[found->second];
    analysis::add(price, summary);
    const analysis::Candidate candidate{price.transactions(), place, access.warp, access.order};
    if (fresh || candidate.comes_before(worst[found->second])) {
      worst[found->second] = candidate;
      summary.worst = i;
    }
  }
  for (AccessSummary& summary : cost.accesses) trace.read(summary.worst, summary.example, /*values=*/false);
  analysis::finish_cost(machine, cost);
  return cost;
}

}  // namespace bankloom
