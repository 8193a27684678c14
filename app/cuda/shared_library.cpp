#include "cuda/shared_library.h"

#include <system_error>

#include "core/base/files.h"

namespace bankloom {

namespace fs = std::filesystem;

std::string loader_message() {
  const char* message = dlerror();  // NOLINT(concurrency-mt-unsafe): glibc keeps it per thread
  return message != nullptr ? message : "unknown reason";
}

std::string file_of_function(const void* function, const std::string& fallback) {
  Dl_info info{};
  if (dladdr(function, &info) == 0 || info.dli_fname == nullptr) return fallback;
  std::error_code error;
  const fs::path file = fs::canonical(info.dli_fname, error);
  return error ? std::string(info.dli_fname) : file.string();
}

std::vector<fs::path> toolkit_roots() {
  std::vector<fs::path> roots;
  for (const char* variable : {"CUDA_PATH", "CUDA_HOME"}) {
    if (const std::string root = environment(variable); !root.empty()) roots.emplace_back(root);
  }
  roots.emplace_back("/usr/local/cuda");
  return roots;
}

const char* toolkit_target_folder() {
#if defined(__aarch64__)
  return "targets/sbsa-linux";
#else
  return "targets/x86_64-linux";
#endif
}

}  // namespace bankloom
