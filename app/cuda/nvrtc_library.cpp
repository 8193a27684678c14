#include "cuda/nvrtc_library.h"

#include <dlfcn.h>

#include <array>
#include <filesystem>
#include <system_error>
#include <vector>

#include "core/base/files.h"

namespace bankloom {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 4> kNvrtcFiles{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"};

#if defined(__aarch64__)
constexpr const char* kTargetFolder = "targets/sbsa-linux";
#else
constexpr const char* kTargetFolder = "targets/x86_64-linux";
#endif

constexpr int kOldestMajor = 11;
constexpr int kOldestMinor = 8;

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

/// Why the last dlopen() or dlsym() failed.
std::string loader_message() {
  const char* message = dlerror();  // NOLINT(concurrency-mt-unsafe): glibc keeps it per thread
  return message != nullptr ? message : "unknown reason";
}

template <class Function>
bool resolve(void* handle, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(handle, name));
  return function != nullptr;
}

bool resolve_all(void* handle, NvrtcLibrary& library) {
  return resolve(handle, "nvrtcVersion", library.version) &&
         resolve(handle, "nvrtcGetErrorString", library.error_string) &&
         resolve(handle, "nvrtcGetNumSupportedArchs", library.architecture_count) &&
         resolve(handle, "nvrtcGetSupportedArchs", library.architectures) &&
         resolve(handle, "nvrtcCreateProgram", library.create_program) &&
         resolve(handle, "nvrtcDestroyProgram", library.destroy_program) &&
         resolve(handle, "nvrtcCompileProgram", library.compile_program) &&
         resolve(handle, "nvrtcGetPTXSize", library.ptx_size) && resolve(handle, "nvrtcGetPTX", library.ptx) &&
         resolve(handle, "nvrtcGetCUBINSize", library.cubin_size) && resolve(handle, "nvrtcGetCUBIN", library.cubin) &&
         resolve(handle, "nvrtcAddNameExpression", library.add_name_expression) &&
         resolve(handle, "nvrtcGetLoweredName", library.lowered_name) &&
         resolve(handle, "nvrtcGetProgramLogSize", library.log_size) &&
         resolve(handle, "nvrtcGetProgramLog", library.log);
}

/// The file that a function of the library lies in, with links resolved.
std::string file_of(const void* function, const std::string& fallback) {
  Dl_info info{};
  if (dladdr(function, &info) == 0 || info.dli_fname == nullptr) return fallback;
  std::error_code error;
  const fs::path file = fs::canonical(info.dli_fname, error);
  return error ? std::string(info.dli_fname) : file.string();
}

/// The headers that came with the library at `library`: beside its folder in a toolkit (lib64/../include), in the
/// folders of PyPI (lib/../include), two up in targets/<machine>-linux/lib, or where the environment or the
/// configuration says.
std::string find_headers(const fs::path& library) {
  std::vector<fs::path> folders;
  const fs::path folder = library.parent_path();
  folders.push_back(folder / ".." / "include");
  folders.push_back(folder / ".." / ".." / "include");
  folders.push_back(folder / ".." / ".." / ".." / "include");
  for (const char* variable : {"CUDA_PATH", "CUDA_HOME"}) {
    if (const std::string root = environment(variable); !root.empty()) folders.push_back(fs::path(root) / "include");
  }
  folders.emplace_back(BANKLOOM_CUDA_INCLUDE_FOLDER);
  folders.emplace_back("/usr/local/cuda/include");
  folders.emplace_back("/usr/include");
  for (const fs::path& candidate : folders) {
    if (!candidate.empty() && is_there(candidate / "cuda_fp16.h")) return candidate.lexically_normal().string();
  }
  return {};
}

/// A library that cannot be opened, lacks a function or is too old is an Error.
Result<NvrtcLibrary> open_nvrtc(const std::string& file) {
  const fs::path path(file);
  if (path.has_parent_path()) {
    // NVRTC opens libnvrtc-builtins by name alone when it first compiles. Having it open already makes that
    // work wherever the two lie, also in folders that the loader does not search.
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(fs::weakly_canonical(path, ignored).parent_path(), ignored)) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with("libnvrtc-builtins.so.")) dlopen(entry.path().c_str(), RTLD_NOW | RTLD_LOCAL);
    }
  }
  void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return fail("{} cannot be opened ({})", file, loader_message());
  NvrtcLibrary library;
  if (!resolve_all(handle, library)) return fail("{} is no NVRTC of CUDA 11.8 or later ({})", file, loader_message());
  if (const int code = library.version(&library.major, &library.minor); code != NvrtcLibrary::kSuccess) {
    return fail("{} does not tell its version ({})", file, library.error_string(code));
  }
  library.path = file_of(reinterpret_cast<const void*>(library.version), file);
  if (library.major < kOldestMajor || (library.major == kOldestMajor && library.minor < kOldestMinor)) {
    return fail("{} is version {}.{}, and {}.{} or later is needed", library.path, library.major, library.minor,
                kOldestMajor, kOldestMinor);
  }
  library.include_folder = find_headers(library.path);
  return library;
}

std::vector<std::string> nvrtc_files() {
  std::vector<std::string> files;
  if (const std::string configured = BANKLOOM_NVRTC_FILE; !configured.empty()) files.push_back(configured);
  std::vector<fs::path> roots;
  for (const char* variable : {"CUDA_PATH", "CUDA_HOME"}) {
    if (const std::string root = environment(variable); !root.empty()) roots.emplace_back(root);
  }
  roots.emplace_back("/usr/local/cuda");
  for (const fs::path& root : roots) {
    for (const fs::path& folder : {root / "lib64", root / "lib", root / kTargetFolder / "lib"}) {
      for (const char* name : kNvrtcFiles) {
        if (is_there(folder / name)) files.push_back((folder / name).string());
      }
    }
  }
  files.insert(files.end(), kNvrtcFiles.begin(), kNvrtcFiles.end());
  return files;
}

}  // namespace

Result<NvrtcLibrary> open_nvrtc() {
  if (const std::string chosen = environment("BANKLOOM_NVRTC"); !chosen.empty()) {
    Result<NvrtcLibrary> library = open_nvrtc(chosen);
    if (library) return library;
    return fail("BANKLOOM_NVRTC does not name a usable NVRTC: {}; correct it or unset it", library.error().message);
  }
  // Of the libraries that fail, one that is there says more than one that is not.
  std::string reason;
  for (const std::string& file : nvrtc_files()) {
    Result<NvrtcLibrary> library = open_nvrtc(file);
    if (library) return library;
    if (reason.empty() && fs::path(file).has_parent_path() && is_there(file)) reason = library.error().message;
  }
  return fail(
      "NVRTC, the compiler of CUDA C++, was not found{}: install the CUDA Toolkit 11.8 or later, or set BANKLOOM_NVRTC "
      "to the path of libnvrtc.so (PTX files need neither)",
      reason.empty() ? "" : " (" + reason + ")");
}

}  // namespace bankloom
