// Whether a kernel runs from one array in shared memory into the next, by addresses whose array the text does not show
// (address_origin.h): pointers that are swapped or kept in memory. The launch is run again with gaps between the
// arrays; an access to a gap has left its array.
//
// Not found: an index so far out that it skips the gap; parts of dynamic shared memory, which the kernel itself
// divides.
#pragma once

#include <vector>

#include "core/simt/launch.h"

namespace bankloom::simt {

/// Whether check_arrays() applies to a run: it has at least two arrays and an address whose array the text does not
/// show, it is short, and it has no fault that would make a second run differ.
[[nodiscard]] bool arrays_can_be_checked(const Program& program, const RunResult& result);

/// Runs the launch with gaps. `before`: the buffers before the run. Faults have the addresses of the run without gaps.
[[nodiscard]] std::vector<Fault> check_arrays(const Program& program, const LaunchConfig& config,
                                              const GlobalMemory& before);

}  // namespace bankloom::simt
