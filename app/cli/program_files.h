// Files that `bankloom run` needs: nvcc, our CUDA runtime, a program's sources.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/command.h"
#include "program/toolchain.h"

namespace bankloom::cli {

/// The folder with our libcudart.so.13: the environment variable BANKLOOM_RUNTIME, else runtime/ in the executable's
/// folder, else ../lib/bankloom of an installation.
[[nodiscard]] Result<std::filesystem::path> find_runtime_folder(const std::filesystem::path& executable);

/// nvcc; if there is none, asks on a terminal whether to download it.
[[nodiscard]] Result<program::Toolchain> find_or_fetch_toolchain(const Context& context);

/// Downloads nvcc to program::fetched_toolchain_folder(), after the user has agreed. Errors: no script, no network, a
/// wrong checksum.
[[nodiscard]] Result<void> fetch_toolchain(const Context& context, int interrupt = -1);

}  // namespace bankloom::cli
