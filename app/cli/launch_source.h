// FILE.cu --launch N: runs a program and captures one of its launches as a kernel's text.
#pragma once

#include <string>

#include "cli/program_run.h"
#include "core/own/own_source.h"

namespace bankloom::cli {

/// The help on KERNEL of a command with these options.
inline constexpr const char* kKernelHelp =
    "lesson/name, just the name if only one lesson has it, or a .cu file: a single kernel, or a program with --launch";

/// Declares --launch and the other options of a program.
void add_launch_flags(CLI::App& app, ProgramFlags& flags);

/// With --launch N, runs the program and returns that launch; without, the text of a file with a kernel only. `machine`
/// is the program's device. Errors: a program without --launch.
[[nodiscard]] Result<OwnSource> read_source(const std::string& file, const ProgramFlags& flags,
                                            const MachineModel& machine, const Context& context);

/// Errors: options of a program, given with a kernel of the catalogue.
[[nodiscard]] Result<void> check_no_launch(const std::string& kernel, const ProgramFlags& flags);

}  // namespace bankloom::cli
