// Opening libraries while the program runs: what the search for the driver, CUPTI and NVML have in common.
#pragma once

#include <dlfcn.h>

#include <filesystem>
#include <string>
#include <vector>

namespace bankloom {

/// Why the last dlopen() or dlsym() of this thread failed.
[[nodiscard]] std::string loader_message();

/// The file that a function of a library lies in, with links resolved; `fallback` where the loader does not tell.
[[nodiscard]] std::string file_of_function(const void* function, const std::string& fallback);

/// Where a toolkit may lie, the likeliest first: CUDA_PATH, CUDA_HOME, /usr/local/cuda.
[[nodiscard]] std::vector<std::filesystem::path> toolkit_roots();

/// The folder of a toolkit's targets on this processor: "targets/x86_64-linux".
[[nodiscard]] const char* toolkit_target_folder();

/// Looks a function up; false where the library lacks it.
template <class Function>
bool resolve_function(void* handle, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(handle, name));
  return function != nullptr;
}

}  // namespace bankloom
