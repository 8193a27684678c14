// How the window runs learners' programs: this machine's nvcc, bankloom's CUDA runtime, app/program.
#pragma once

#include "cli/command.h"
#include "ui/programs/programs.h"

namespace bankloom::cli {

/// `context` must outlive it.
[[nodiscard]] ui::ProgramBackend program_backend(const Context& context);

}  // namespace bankloom::cli
