// The environment of tools and processes of ours: what they need of this process's, nothing else.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace bankloom {

/// "NAME=VALUE" of the variables that say where the user's folders, desktop and network are, in which language and how
/// CUDA and OpenMP work, and ours; not those that make tools load or execute files (LD_PRELOAD, PYTHONPATH, ENV), nor
/// any other, which may be a secret. PATH and LD_LIBRARY_PATH without relative folders.
[[nodiscard]] std::vector<std::string> child_environment();

/// The absolute folders of a variable that lists folders: an empty or a relative one would be the current folder's.
[[nodiscard]] std::vector<std::filesystem::path> absolute_folders(const char* variable);

}  // namespace bankloom
