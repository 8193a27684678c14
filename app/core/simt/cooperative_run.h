// A cooperative launch: all its blocks are there at a time, so that they can wait for each other.
//
// CUDA's grid.sync() (cooperative_groups/details/sync.h) is a counter in global memory, whose place two environment
// registers tell (cooperative_groups/details/driver_abi.h: %envreg1 and %envreg2 are the halves of the address of a
// structure of two words, its size and the counter): the first thread of each block adds to it and looks at it until
// the last one has come. Here the registers and the structure are there in cooperative launches, and the blocks take
// turns, in their order, each until it can only wait; which a block shows as warps do in a block, by loops whose turns
// change nothing. Where no block gets on any more, that is a deadlock, told at its place.
//
// Not modelled: races between blocks. Of global memory the blocks together watch a gigabyte of records at most.
#pragma once

#include "core/base/result.h"
#include "core/simt/launch.h"
#include "core/simt/memory_port.h"
#include "core/simt/program.h"

namespace bankloom::simt {

/// Runs all blocks; `memory` has the module's variables. An error: it was cancelled, or its blocks are more than any
/// device holds at a time.
[[nodiscard]] Result<RunResult> run_cooperative(const Program& program, LaunchMemory& memory,
                                                const LaunchConfig& config);

/// The error of a run that was asked to end.
[[nodiscard]] Failure cancelled_run(RunControl& control);

}  // namespace bankloom::simt
