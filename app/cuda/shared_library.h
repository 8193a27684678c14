// Libraries that are opened at run time: the search for NVRTC, the driver, CUPTI and NVML.
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

/// The file that contains a function of a library, with links resolved; `fallback` if the loader does not say.
[[nodiscard]] std::string file_of_function(const void* function, const std::string& fallback);

/// The folder of `bankloom doctor --fetch`: $XDG_DATA_HOME/bankloom/cuda, else below ~/.local/share.
[[nodiscard]] std::filesystem::path fetched_cuda_folder();

/// Folders that may hold a toolkit's libraries, most likely first: below CUDA_PATH, CUDA_HOME, /usr/local/cuda, and
/// what was fetched.
[[nodiscard]] std::vector<std::filesystem::path> toolkit_folders();

/// The names that exist as files in the folders, in the folders' order; then the bare names, for the loader's search.
[[nodiscard]] std::vector<std::string> library_files(const std::vector<std::filesystem::path>& folders,
                                                     const std::vector<const char*>& names);

/// Opens a library, which then stays open until the process ends: these libraries keep threads and state of their own.
/// Files in the same folder whose names begin with one of `helpers` are opened first: the library opens them by bare
/// name, which succeeds only if they are already loaded. Errors: no such file, or the loader refuses it.
[[nodiscard]] Result<void*> open_library(const std::string& file, const std::vector<std::string_view>& helpers);

/// Looks up the functions of an open library, and remembers the first that it lacks.
class LibrarySymbols {
 public:
  /// Becomes a pointer to a function of any type; null if the library lacks it.
  struct Address {
    void* address;
    template <class Function>
    operator Function*() const {
      return reinterpret_cast<Function*>(address);
    }
  };

  /// Without a handle, all functions are null.
  explicit LibrarySymbols(void* handle) : handle_(handle) {}
  Address operator[](const char* name);
  /// A function that not every version of the library has.
  [[nodiscard]] Address find(const char* name) const { return {handle_ == nullptr ? nullptr : dlsym(handle_, name)}; }
  /// The loader's message on the first function that is missing; empty if there is none.
  [[nodiscard]] const std::string& missing() const { return missing_; }

 private:
  void* handle_;
  std::string missing_;
};

struct LibrarySearch {
  const char* name;      ///< "NVRTC"
  std::string what;      ///< what it is: "the compiler of CUDA C++"
  const char* variable;  ///< environment variable with the path of a file, which is then the only one tried
  std::string file;      ///< what to set the variable to: "libnvrtc.so"
  std::vector<std::string> files;
};

/// The first file that `open` (string to Result<Library>) accepts, or why there is none.
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
    // The error of a file that exists says more than that of one that does not.
    std::error_code error;
    if (reason.empty() && std::filesystem::exists(file, error)) reason = " (" + library.error().message + ")";
  }
  return fail("{}, {}, was not found{}: install the CUDA Toolkit 11.8 or later, or set {} to the path of {}",
              search.name, search.what, reason, search.variable, search.file);
}

}  // namespace bankloom
