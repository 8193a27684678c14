#include "core/measure/twin.h"

#include <utility>

namespace bankloom {

SpaceTotals shared_totals(const KernelCost& cost) {
  SpaceTotals sum;
  for (const auto* part : {&cost.shared_load, &cost.shared_store, &cost.shared_atomic}) {
    sum.requests += part->requests;
    sum.wavefronts += part->wavefronts;
    sum.bank_conflicts += part->bank_conflicts;
  }
  return sum;
}

Twin find_twin(const KernelRun& run, const RunMaker& make_run, const std::function<bool()>& stop) {
  const SpaceTotals own = shared_totals(run.cost);
  if (own.requests == 0) return {nullptr, ReasonKind::no_shared_memory};
  if (own.bank_conflicts == 0) return {nullptr, ReasonKind::conflict_free};
  const Option* option = run.kernel->row_padding();
  if (option == nullptr) return {nullptr, ReasonKind::no_padding};
  Twin best;
  std::uint64_t fewest = own.wavefronts;
  for (std::int64_t padding = option->minimum; padding <= option->maximum; ++padding) {
    if (stop && stop()) return {nullptr, ReasonKind::search_interrupted};
    OptionValues options = run.instance.options;
    options[option->name] = std::to_string(padding);
    if (options == run.instance.options) continue;
    auto candidate = make_run(options);
    // A padding at which the kernel is refused or fails is skipped.
    if (!candidate || !(*candidate)->correct()) continue;
    const SpaceTotals totals = shared_totals((*candidate)->cost);
    if (totals.bank_conflicts == 0) return {std::move(*candidate), {}};
    if (totals.wavefronts >= fewest) continue;
    fewest = totals.wavefronts;
    best = {std::move(*candidate), {}};
  }
  if (best.run == nullptr) {
    best.none = {ReasonKind::no_better_padding, static_cast<std::uint64_t>(option->minimum),
                 static_cast<std::uint64_t>(option->maximum)};
  }
  return best;
}

}  // namespace bankloom
