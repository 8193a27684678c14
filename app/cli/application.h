// Runs a command line: parsing, help, errors, exit status.
#pragma once

#include <string>
#include <vector>

#include "core/compile/compiler.h"
#include "core/measure/device.h"

namespace bankloom::cli {

/// Carries out a command line (arguments without the program's name) and returns the exit status. Results go to
/// standard output; each problem goes to standard error as one sentence that begins with "bankloom: ". `device` has the
/// GPUs to measure on; null if this build has no access to them.
[[nodiscard]] int run_command_line(const std::vector<std::string>& arguments, Compiler& compiler,
                                   Device* device = nullptr) noexcept;

}  // namespace bankloom::cli
