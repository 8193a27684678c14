// Whether what a kernel leaves in memory depends on the order in which the warps and blocks run, which a GPU does not
// promise: the launch is run again with all of them in reverse order, and the buffers are compared.
//
// Sums of floating-point numbers that atomics add up differ in their last bits from order to order: they, and numbers
// computed from them, are taken to be the same. What only such a difference decides is not seen.
//
// Not seen: results that depend on other orders than these two, or on the order of the lanes within an instruction.
#pragma once

#include <vector>

#include "core/simt/launch.h"

namespace bankloom::simt {

/// Whether a run is one that check_order() is made for: without a fault (of which the result is no wonder) but races
/// in global memory, with more than one warp, and short, some tens of milliseconds at most.
[[nodiscard]] bool order_can_be_checked(const LaunchConfig& config, const RunResult& result);

/// Runs the launch in reverse order. `before` and `after`: the buffers before and after the run in order. Returns
/// nothing where the buffers come out the same; else the fault order_dependent, at the first byte that differs and the
/// thread that wrote it last in the run in order; or the faults that only the reverse order shows.
[[nodiscard]] std::vector<Fault> check_order(const Program& program, const LaunchConfig& config,
                                             const GlobalMemory& before, const GlobalMemory& after);

}  // namespace bankloom::simt
