// Downloads NVIDIA's packages of NVRTC or nvcc from PyPI into the user's folder, where bankloom looks for them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace bankloom::cli {

/// One package of a list such as scripts/cuda-pypi.txt.
struct PinnedPackage {
  std::string name, version;
  std::vector<std::string> checksums;  ///< SHA-256, of each architecture's file
};

/// What can be fetched: "nvrtc", or "nvcc".
struct FetchPlan {
  std::string what;
  const char* size = "";         ///< "110 MB"
  std::filesystem::path folder;  ///< $XDG_DATA_HOME/bankloom/cuda, or nvcc
  std::string list;              ///< the pinned packages as pip reads them
  std::vector<PinnedPackage> packages;
  std::string mirror;  ///< a folder with lists and packages instead of PyPI (BANKLOOM_FETCH_FROM); empty: PyPI
};

/// Errors: there is nothing of this name, no home folder, or a mirror without the list.
[[nodiscard]] Result<FetchPlan> fetch_plan(const std::string& what);

[[nodiscard]] bool is_fetched(const FetchPlan& plan);

/// Downloads, verifies and unpacks into the plan's folder, which is complete or not there. Errors: no network, a wrong
/// checksum, a missing tool, Ctrl-C; then nothing is left.
[[nodiscard]] Result<void> fetch(const FetchPlan& plan);

/// Removes what was fetched; false if there was nothing. Errors: the folder cannot be removed.
[[nodiscard]] Result<bool> remove_fetched(const FetchPlan& plan);

}  // namespace bankloom::cli
