// Where nvcc is, and which.
#pragma once

#include <filesystem>
#include <string>

#include "core/base/result.h"

namespace bankloom::program {

/// The release of nvcc whose programs our CUDA runtime serves: the layout of what it registers changes with it.
inline constexpr int kNvccMajor = 13;

struct Toolchain {
  std::filesystem::path nvcc;
  std::string version;  ///< "13.0"
};

/// nvcc on PATH, of CUDA_PATH or CUDA_HOME, in /usr/local/cuda, or as `scripts/setup.sh nvcc` puts it: the first that
/// has the release above. Errors: there is none, or only of other releases, which are named.
[[nodiscard]] Result<Toolchain> find_toolchain();

/// Where `scripts/setup.sh nvcc` puts it: $XDG_DATA_HOME/bankloom/nvcc, else below ~/.local/share.
[[nodiscard]] std::filesystem::path fetched_toolchain_folder();

/// The release in what `nvcc --version` prints, "13.0"; empty where it names none.
[[nodiscard]] std::string nvcc_release(const std::string& printed);

}  // namespace bankloom::program
