// Runs the blocks of a launch, on one host thread or several, and joins their results in the order of blocks.
#pragma once

#include "core/base/result.h"
#include "core/simt/launch.h"
#include "core/simt/memory_port.h"
#include "core/simt/program.h"

namespace bankloom::simt {

/// Memory of the module's variables, initialised for a launch.
[[nodiscard]] std::vector<Buffer> make_module_memory(const Program& program);

/// Runs all blocks of a launch that check_launch() accepts. Error: the run was cancelled (see LaunchConfig::control).
[[nodiscard]] Result<RunResult> run_grid(const Program& program, LaunchMemory& memory, const LaunchConfig& config);

}  // namespace bankloom::simt
