#include "core/session/coalescing_figures.h"

namespace bankloom {

std::vector<CoalescingFigure> coalescing_figures(const SideView& view) {
  std::vector<CoalescingFigure> figures;
  const StepState& state = *view.state;
  if (const RequestCost* const request = view.facts().request_cost()) {
    const std::uint64_t sectors = request->counts.sectors;
    const Explanation& why = *view.facts().why();
    figures.push_back({CoalescingScope::request, 0, static_cast<double>(sectors), why.bytes_used,
                       sectors * view.run->machine.sector_bytes, sectors <= why.fewest_sectors()});
  }
  const KernelCost* const cost = view.facts().kernel_cost();
  if (cost == nullptr) return figures;
  for (const AccessSummary& access : cost->accesses) {
    if (access.space != Space::global || access.source_line != state.request.source_line ||
        access.op != state.request.op || access.width != state.access.width) {
      continue;
    }
    const SpaceTotals& totals = access.op == AccessOp::load
                                    ? cost->global_load
                                    : (access.op == AccessOp::store ? cost->global_store : cost->global_atomic);
    // Without another line of the operation, the kernel's figure is compared with the request's.
    if (totals.requests == access.requests) break;
    figures.push_back({CoalescingScope::line, access.source_line, access.transactions_per_request(), access.bytes_used,
                       access.bytes_moved, !access.is_wasteful()});
    break;
  }
  const auto add = [&](CoalescingScope scope, const SpaceTotals& totals) {
    if (totals.requests == 0) return;
    figures.push_back({scope, 0, static_cast<double>(totals.sectors) / static_cast<double>(totals.requests),
                       totals.bytes_used, totals.bytes_moved, !totals.is_wasteful()});
  };
  add(CoalescingScope::loads, cost->global_load);
  add(CoalescingScope::stores, cost->global_store);
  add(CoalescingScope::atomics, cost->global_atomic);
  return figures;
}

}  // namespace bankloom
