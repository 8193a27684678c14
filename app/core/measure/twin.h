// The twin of a kernel: the same kernel with the padding at which its shared accesses conflict least. The difference in
// time is what the conflicts cost.
// The padding is Kernel::row_padding(). Paddings are tried from the smallest, by emulation on the machine's rules; the
// twin has the first without a bank conflict, else the one with the fewest wavefronts, if these are fewer than the
// kernel's own.
#pragma once

#include <functional>
#include <memory>

#include "core/measure/reason.h"
#include "core/run/kernel_run.h"

namespace bankloom {

/// Runs the same kernel at other options, on the same machine.
using RunMaker = std::function<Result<std::shared_ptr<const KernelRun>>(const OptionValues&)>;

struct Twin {
  std::shared_ptr<const KernelRun> run;  ///< null where there is no twin
  Reason none;                           ///< why there is none
};

/// Bank conflicts and wavefronts of all shared accesses of a run.
[[nodiscard]] SpaceTotals shared_totals(const KernelCost& cost);

/// Searches the twin of a run. `stop` is asked between emulations; true ends the search without a twin.
[[nodiscard]] Twin find_twin(const KernelRun& run, const RunMaker& make_run, const std::function<bool()>& stop = {});

}  // namespace bankloom
