#include "cuda/shared_library.h"

#include <system_error>

#include "core/base/language.h"

namespace bankloom {

namespace fs = std::filesystem;

std::string loader_message() {
  const char* message = dlerror();  // NOLINT(concurrency-mt-unsafe): glibc keeps it per thread
  return message != nullptr ? message : bankloom::message("unknown reason");
}

std::string file_of_function(const void* function, const std::string& fallback) {
  Dl_info info{};
  if (dladdr(function, &info) == 0 || info.dli_fname == nullptr) return fallback;
  std::error_code error;
  const fs::path file = fs::canonical(info.dli_fname, error);
  return error ? std::string(info.dli_fname) : file.string();
}

fs::path fetched_cuda_folder() { return user_folder(UserFolder::data) / "bankloom/cuda"; }

std::vector<fs::path> toolkit_folders() {
#ifdef __aarch64__
  constexpr const char* kTarget = "targets/sbsa-linux/lib";
#else
  constexpr const char* kTarget = "targets/x86_64-linux/lib";
#endif
  std::vector<fs::path> folders;
  for (const std::string& root : {environment("CUDA_PATH"), environment("CUDA_HOME"), std::string("/usr/local/cuda")}) {
    if (root.empty()) continue;
    for (const char* folder : {"lib64", "lib", kTarget, "extras/CUPTI/lib64"})
      folders.push_back(fs::path(root) / folder);
  }
  if (const fs::path fetched = fetched_cuda_folder(); fetched.is_absolute()) {
    folders.push_back(fetched / "nvidia/cu13/lib");
  }
  return folders;
}

std::vector<std::string> library_files(const std::vector<fs::path>& folders, const std::vector<const char*>& names) {
  std::vector<std::string> files;
  std::error_code error;
  for (const fs::path& folder : folders) {
    for (const char* name : names) {
      if (fs::exists(folder / name, error)) files.push_back((folder / name).string());
    }
  }
  files.insert(files.end(), names.begin(), names.end());
  return files;
}

LibrarySymbols::Address LibrarySymbols::operator[](const char* name) {
  const Address found = find(name);
  if (found.address == nullptr && missing_.empty()) missing_ = loader_message();
  return found;
}

Result<void*> open_library(const std::string& file, const std::vector<std::string_view>& helpers) {
  if (const fs::path path(file); path.has_parent_path()) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(fs::weakly_canonical(path, error).parent_path(), error)) {
      const std::string name = entry.path().filename().string();
      for (const std::string_view helper : helpers) {
        if (name.starts_with(helper)) dlopen(entry.path().c_str(), RTLD_NOW | RTLD_LOCAL);
      }
    }
  }
  void* const handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return fail("{} cannot be opened ({})", file, loader_message());
  return handle;
}

}  // namespace bankloom
