// A cooperative launch: all its blocks are resident at once, so that they can wait for each other.
//
// CUDA's grid.sync() (cooperative_groups/details/sync.h) uses a counter in global memory. Two environment registers
// give its place (cooperative_groups/details/driver_abi.h: %envreg1 and %envreg2 are the halves of the address of a
// structure of two words, its size and the counter). The first thread of each block adds to the counter and reads it
// until the last block has arrived. The emulator provides the registers and the structure in cooperative launches. The
// blocks take turns, in their order; each runs until it can only wait. A block waits if its loops change nothing, as a
// warp does within a block. If no block can continue, that is a deadlock, reported at its place.
//
// Not modelled: races between blocks. The blocks together watch at most a gigabyte of records of global memory.
#pragma once

#include "core/base/result.h"
#include "core/simt/launch.h"
#include "core/simt/memory_port.h"
#include "core/simt/program.h"

namespace bankloom::simt {

/// Runs all blocks; `memory` has the module's variables. Errors: the run was cancelled, or there are more blocks than
/// any device holds at once.
[[nodiscard]] Result<RunResult> run_cooperative(const Program& program, LaunchMemory& memory,
                                                const LaunchConfig& config);

/// The error of a cancelled run.
[[nodiscard]] Failure cancelled_run(RunControl& control);

}  // namespace bankloom::simt
