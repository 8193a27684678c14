// The command line as a whole: parsing, help, errors, exit status.
#pragma once

#include <string>
#include <vector>

#include "core/compile/compiler.h"
#include "core/measure/device.h"

namespace bankloom::cli {

/// Carries out a command line (arguments without the program's name) and returns the exit status. Results go to
/// standard output; every problem goes to standard error as one sentence that starts with "bankloom: ". `device`: the
/// GPUs to measure on; null where there is no way to them.
[[nodiscard]] int run_command_line(const std::vector<std::string>& arguments, Compiler& compiler,
                                   Device* device = nullptr) noexcept;

}  // namespace bankloom::cli
