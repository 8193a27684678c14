// Finds nvcc.
#pragma once

#include <filesystem>
#include <string>

#include "core/base/result.h"

namespace bankloom::program {

/// The release of nvcc that our CUDA runtime supports: the layout of what programs register changes with it.
inline constexpr int kNvccMajor = 13;

struct Toolchain {
  std::filesystem::path nvcc;
  std::string version;  ///< "13.0"
};

/// The first nvcc of this release on PATH, in CUDA_PATH, CUDA_HOME, /usr/local/cuda, or from `bankloom doctor --fetch
/// nvcc`.
/// Errors: there is none; the message lists other releases.
[[nodiscard]] Result<Toolchain> find_toolchain();

/// The folder of `bankloom doctor --fetch nvcc`, and of scripts/setup.sh: $XDG_DATA_HOME/bankloom/nvcc, else below
/// ~/.local/share.
[[nodiscard]] std::filesystem::path fetched_toolchain_folder();

/// The release in the output of `nvcc --version`, "13.0"; empty if there is none.
[[nodiscard]] std::string nvcc_release(const std::string& printed);

}  // namespace bankloom::program
