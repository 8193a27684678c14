#include "cuda/nvrtc_library.h"

#include "core/base/language.h"

namespace bankloom {
namespace {

namespace fs = std::filesystem;

constexpr int kOldestMajor = 11;
constexpr int kOldestMinor = 8;

/// The folder of the headers that came with a library: ../include in a toolkit (lib64) and in PyPI's packages (lib),
/// up to two levels higher from targets/<machine>-linux/lib, else the environment's or the build's.
std::string find_headers(const fs::path& library) {
  const fs::path folder = library.parent_path();
  std::vector<fs::path> folders{folder / "../include", folder / "../../include", folder / "../../../include"};
  for (const char* variable : {"CUDA_PATH", "CUDA_HOME"}) {
    if (const std::string root = environment(variable); !root.empty()) folders.push_back(fs::path(root) / "include");
  }
  folders.insert(folders.end(), {BANKLOOM_CUDA_INCLUDE_FOLDER, "/usr/local/cuda/include", "/usr/include"});
  for (const fs::path& candidate : folders) {
    std::error_code error;
    if (!candidate.empty() && fs::exists(candidate / "cuda_fp16.h", error))
      return candidate.lexically_normal().string();
  }
  return {};
}

/// Errors: the library cannot be opened, lacks a function, or is too old.
Result<NvrtcLibrary> open_nvrtc(const std::string& file) {
  TRY(void* const handle, open_library(file, {"libnvrtc-builtins.so."}));
  NvrtcLibrary library(handle);
  if (const std::string& missing = library.symbols.missing(); !missing.empty()) {
    return fail("{} is not an NVRTC of CUDA 11.8 or later ({})", file, missing);
  }
  if (const int code = library.version(&library.major, &library.minor); code != NvrtcLibrary::kSuccess) {
    return fail("{} does not report its version ({})", file, library.error_string(code));
  }
  library.path = file_of_function(reinterpret_cast<const void*>(library.version), file);
  if (library.major < kOldestMajor || (library.major == kOldestMajor && library.minor < kOldestMinor)) {
    return fail("{} is version {}.{}, and {}.{} or later is needed", library.path, library.major, library.minor,
                kOldestMajor, kOldestMinor);
  }
  library.include_folder = find_headers(library.path);
  return library;
}

}  // namespace

Result<NvrtcLibrary> open_nvrtc() {
  auto files =
      library_files(toolkit_folders(), {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"});
  if (const std::string configured = BANKLOOM_NVRTC_FILE; !configured.empty()) files.insert(files.begin(), configured);
  return find_library({"NVRTC", message("the compiler of CUDA C++"), "BANKLOOM_NVRTC",
                       message("libnvrtc.so (PTX files need neither)"), std::move(files)},
                      [](const std::string& file) { return open_nvrtc(file); });
}

}  // namespace bankloom
