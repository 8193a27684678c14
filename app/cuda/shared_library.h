// Opening libraries while the program runs: the search for NVRTC, the driver, CUPTI and NVML.
#pragma once

#include <dlfcn.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/files.h"

namespace bankloom {

/// Why the last dlopen() or dlsym() of this thread failed.
[[nodiscard]] std::string loader_message();

/// The file that a function of a library lies in, with links resolved; `fallback` where the loader does not tell.
[[nodiscard]] std::string file_of_function(const void* function, const std::string& fallback);

/// Where a toolkit's libraries may lie, the likeliest first: below CUDA_PATH, CUDA_HOME, /usr/local/cuda.
[[nodiscard]] std::vector<std::filesystem::path> toolkit_folders();

/// Which of the names are files in the folders, in this order; then the names alone, which the loader searches for.
[[nodiscard]] std::vector<std::string> library_files(const std::vector<std::filesystem::path>& folders,
                                                     const std::vector<const char*>& names);

/// Opens a library, to stay open to the end of the process: they keep threads and state of their own. Before it those
/// beside it are opened whose names begin like `helpers`: it opens them by name alone, which works wherever they lie
/// once they are open. Errors: it is not there, or not to be opened.
[[nodiscard]] Result<void*> open_library(const std::string& file, const std::vector<std::string_view>& helpers);

/// Looks a function up; false where the library lacks it.
template <class Function>
bool resolve_function(void* handle, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(handle, name));
  return function != nullptr;
}

struct LibrarySearch {
  const char* name;      ///< "NVRTC"
  const char* what;      ///< what it is: "the compiler of CUDA C++"
  const char* variable;  ///< of the environment, that has a file's name before all others
  const char* hint;      ///< what else there is to do: ", to the path of libnvrtc.so"
  std::vector<std::string> files;
};

/// The first of the files that `open` (string to Result<Library>) takes, or else why there is none.
template <class Open>
auto find_library(const LibrarySearch& search, const Open& open) -> decltype(open(std::string())) {
  if (const std::string chosen = environment(search.variable); !chosen.empty()) {
    auto library = open(chosen);
    if (library) return library;
    return fail("{} does not name a usable {}: {}; correct it or unset it", search.variable, search.name,
                library.error().message);
  }
  std::string reason;
  for (const std::string& file : search.files) {
    auto library = open(file);
    if (library) return library;
    // One that is there says more than one that is not.
    std::error_code error;
    if (reason.empty() && std::filesystem::exists(file, error)) reason = " (" + library.error().message + ")";
  }
  return fail("{}, {}, was not found{}: install the CUDA Toolkit 11.8 or later, or set {} to the path of {}",
              search.name, search.what, reason, search.variable, search.hint);
}

}  // namespace bankloom
