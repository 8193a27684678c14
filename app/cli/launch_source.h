// FILE.cu --launch N: a program is run, one of its launches captured and taken as a kernel's text.
#pragma once

#include <memory>
#include <string>

#include "cli/program_run.h"
#include "core/own/own_source.h"

namespace bankloom::cli {

/// The help on KERNEL of a command that takes these.
inline constexpr const char* kKernelHelp =
    "lesson/name, the bare name where only one lesson has it, or a .cu file: of a kernel alone, or with --launch of a "
    "program";

/// Declares the options by which a command takes FILE.cu --launch N.
void add_launch_flags(CLI::App& app, ProgramFlags& flags);

/// The text that a file's name means: with --launch N the launch of the program, which is run for it; without, the text
/// of a kernel that lies alone in its file, or an Error that says what to write where it is a program. `machine`:
/// whose device the program finds.
[[nodiscard]] Result<OwnSource> read_source(const std::string& file, const ProgramFlags& flags,
                                            const MachineModel& machine, const Context& context);

/// Refuses what of these options makes no sense for a kernel of the catalogue (`kernel`).
[[nodiscard]] Result<void> check_no_launch(const std::string& kernel, const ProgramFlags& flags);

}  // namespace bankloom::cli
