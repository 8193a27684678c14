// Whether a kernel leaves an array in shared memory for the one beside it, by addresses of which the text does not tell
// what array they belong to (address_origin.h): pointers that are swapped or kept in memory. The launch is run again
// with gaps between the arrays, and who reaches into a gap has left an array.
//
// Not seen: an index that goes so far beyond an array that it passes the gap; parts of dynamic shared memory, which the
// kernel itself divides.
#pragma once

#include <vector>

#include "core/simt/launch.h"

namespace bankloom::simt {

/// Whether a run is one that check_arrays() is made for: at least two arrays, an address that the text does not tell
/// the array of, short, and nothing found that would make another run of it go otherwise.
[[nodiscard]] bool arrays_can_be_checked(const Program& program, const RunResult& result);

/// Runs the launch with gaps. `before`: the buffers before the run. Faults have the addresses of the run without gaps.
[[nodiscard]] std::vector<Fault> check_arrays(const Program& program, const LaunchConfig& config,
                                              const GlobalMemory& before);

}  // namespace bankloom::simt
