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
  if (own.requests == 0) return {nullptr, "the kernel does not use shared memory"};
  if (own.bank_conflicts == 0) return {nullptr, "the kernel is itself free of bank conflicts"};
  const Option* option = run.kernel->tile_padding();
  if (option == nullptr) return {nullptr, "the kernel has no padding to choose"};
  Twin best;
  std::uint64_t fewest = own.wavefronts;
  for (std::int64_t padding = option->minimum; padding <= option->maximum; ++padding) {
    if (stop && stop()) return {nullptr, "the search for the twin was interrupted"};
    OptionValues options = run.instance.options;
    options[option->name] = std::to_string(padding);
    if (options == run.instance.options) continue;
    auto candidate = make_run(options);
    // A padding that the kernel refuses or fails at is no twin.
    if (!candidate || !(*candidate)->correct()) continue;
    const SpaceTotals totals = shared_totals((*candidate)->cost);
    if (totals.bank_conflicts == 0) return {std::move(*candidate), ""};
    if (totals.wavefronts >= fewest) continue;
    fewest = totals.wavefronts;
    best = {std::move(*candidate), ""};
  }
  if (best.run == nullptr)
    best.none = "no padding from " + std::to_string(option->minimum) + " to " + std::to_string(option->maximum) +
                " makes it cheaper";
  return best;
}

}  // namespace bankloom
