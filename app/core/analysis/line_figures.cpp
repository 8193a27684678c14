#include "core/analysis/line_figures.h"

#include <array>

namespace bankloom {
namespace {

bool changes_atomically(AccessOp op) { return is_atomic(op); }
bool loads(AccessOp op) { return op == AccessOp::load || op == AccessOp::ldmatrix; }
Ratio shared_ratio(const SpaceTotals& totals) {
  return {totals.requests, totals.wavefronts, totals.bank_conflicts, totals.accesses};
}

}  // namespace

double Ratio::value() const {
  return requests == 0 ? 0 : static_cast<double>(transactions) / static_cast<double>(is_split() ? accesses : requests);
}

void Ratio::add(const AccessSummary& summary) {
  accesses += summary.accesses;
  requests += summary.requests;
  transactions += summary.space == Space::shared ? summary.wavefronts : summary.sectors;
  conflicts += summary.bank_conflicts;
}

std::vector<Ratio> LineFigures::margin() const {
  std::vector<Ratio> shown;
  for (const Ratio& ratio : is_shared() ? std::array{shared_store, shared_load, shared_atomic}
                                        : std::array{global_store, global_load, global_atomic}) {
    if (ratio.any()) shown.push_back(ratio);
  }
  return shown;
}

std::map<std::uint32_t, LineFigures> line_figures(const KernelCost& cost) {
  std::map<std::uint32_t, LineFigures> lines;
  for (const AccessSummary& summary : cost.accesses) {
    const bool shared = summary.space == Space::shared;
    if (summary.source_line == 0 || (!shared && summary.space != Space::global)) continue;
    LineFigures& line = lines[summary.source_line];
    Ratio& ratio = changes_atomically(summary.op) ? (shared ? line.shared_atomic : line.global_atomic)
                   : loads(summary.op)            ? (shared ? line.shared_load : line.global_load)
                                                  : (shared ? line.shared_store : line.global_store);
    ratio.add(summary);
  }
  return lines;
}

RunFigures run_figures(const KernelCost& cost) {
  RunFigures figures;
  figures.sectors = cost.shared_load.requests + cost.shared_store.requests + cost.shared_atomic.requests == 0;
  if (figures.sectors) {
    const auto ratio = [](const SpaceTotals& totals) {
      return Ratio{totals.requests, totals.sectors, 0, totals.accesses};
    };
    figures.load = ratio(cost.global_load);
    figures.store = ratio(cost.global_store);
    figures.load_fine = !cost.global_load.is_wasteful();
    figures.store_fine = !cost.global_store.is_wasteful();
  } else {
    figures.load = shared_ratio(cost.shared_load);
    figures.store = shared_ratio(cost.shared_store);
    figures.load_fine = figures.load.conflicts == 0;
    figures.store_fine = figures.store.conflicts == 0;
  }
  for (const SpaceTotals& totals : {cost.shared_load, cost.shared_store, cost.shared_atomic}) {
    figures.wavefronts += totals.wavefronts;
    figures.conflicts += totals.bank_conflicts;
  }
  return figures;
}

}  // namespace bankloom
