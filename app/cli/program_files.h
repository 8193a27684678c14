// What `bankloom run` needs of the machine's files: nvcc, our CUDA runtime, a program's sources.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/command.h"
#include "program/toolchain.h"

namespace bankloom::cli {

/// The folder with our libcudart.so.13: the environment variable BANKLOOM_RUNTIME, else runtime/ beside the executable,
/// else ../lib/bankloom of an installation.
[[nodiscard]] Result<std::filesystem::path> find_runtime_folder(const std::filesystem::path& executable);

/// nvcc; where there is none and a person sits at a terminal, they are asked whether it is to be fetched.
[[nodiscard]] Result<program::Toolchain> find_or_fetch_toolchain(const Context& context);

/// Downloads nvcc to program::fetched_toolchain_folder(); a person agreed to that. Errors: no script for it, no
/// network, a checksum that is another.
[[nodiscard]] Result<void> fetch_toolchain(const Context& context, int interrupt = -1);

/// The lines of a source file; none where it cannot be read.
[[nodiscard]] std::vector<std::string> source_lines_of(const std::string& file);

}  // namespace bankloom::cli
