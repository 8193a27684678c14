// Whether the results of a kernel depend on the order in which warps and blocks run, which a GPU does not promise. The
// launch is run again with all of them in reverse order, and the buffers are compared.
//
// Sums of floating-point numbers by atomics differ in their last bits from order to order: they, and numbers computed
// from them, count as the same. A decision that depends only on such a difference is not found.
//
// Not found: results that depend on other orders than these two, or on the order of the lanes within an instruction.
#pragma once

#include <vector>

#include "core/simt/launch.h"

namespace bankloom::simt {

/// Whether check_order() applies to a run: it has no fault (which would explain its result) but races in global memory,
/// more than one warp, and is short, some tens of milliseconds at most.
[[nodiscard]] bool order_can_be_checked(const LaunchConfig& config, const RunResult& result);

/// Runs the launch in reverse order. `before` and `after`: the buffers before and after the run in order. Returns
/// nothing if the buffers are the same; otherwise the fault order_dependent, at the first byte that differs and the
/// thread that wrote it last in the run in order; or the faults that only the reverse order shows.
[[nodiscard]] std::vector<Fault> check_order(const Program& program, const LaunchConfig& config,
                                             const GlobalMemory& before, const GlobalMemory& after);

}  // namespace bankloom::simt
