#include "cuda/nvrtc_library.h"

#include "cuda/shared_library.h"

namespace bankloom {
namespace {

namespace fs = std::filesystem;

constexpr int kOldestMajor = 11;
constexpr int kOldestMinor = 8;

bool resolve_all(void* handle, NvrtcLibrary& library) {
  return resolve_function(handle, "nvrtcVersion", library.version) &&
         resolve_function(handle, "nvrtcGetErrorString", library.error_string) &&
         resolve_function(handle, "nvrtcGetNumSupportedArchs", library.architecture_count) &&
         resolve_function(handle, "nvrtcGetSupportedArchs", library.architectures) &&
         resolve_function(handle, "nvrtcCreateProgram", library.create_program) &&
         resolve_function(handle, "nvrtcDestroyProgram", library.destroy_program) &&
         resolve_function(handle, "nvrtcCompileProgram", library.compile_program) &&
         resolve_function(handle, "nvrtcGetPTXSize", library.ptx_size) &&
         resolve_function(handle, "nvrtcGetPTX", library.ptx) &&
         resolve_function(handle, "nvrtcGetCUBINSize", library.cubin_size) &&
         resolve_function(handle, "nvrtcGetCUBIN", library.cubin) &&
         resolve_function(handle, "nvrtcAddNameExpression", library.add_name_expression) &&
         resolve_function(handle, "nvrtcGetLoweredName", library.lowered_name) &&
         resolve_function(handle, "nvrtcGetProgramLogSize", library.log_size) &&
         resolve_function(handle, "nvrtcGetProgramLog", library.log);
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
    std::error_code error;
    if (!candidate.empty() && fs::exists(candidate / "cuda_fp16.h", error))
      return candidate.lexically_normal().string();
  }
  return {};
}

/// A library that cannot be opened, lacks a function or is too old is an Error.
Result<NvrtcLibrary> open_nvrtc(const std::string& file) {
  TRY(void* const handle, open_library(file, {"libnvrtc-builtins.so."}));
  NvrtcLibrary library;
  if (!resolve_all(handle, library)) return fail("{} is no NVRTC of CUDA 11.8 or later ({})", file, loader_message());
  if (const int code = library.version(&library.major, &library.minor); code != NvrtcLibrary::kSuccess) {
    return fail("{} does not tell its version ({})", file, library.error_string(code));
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
  return find_library(
      {"NVRTC", "the compiler of CUDA C++", "BANKLOOM_NVRTC", "libnvrtc.so (PTX files need neither)", std::move(files)},
      [](const std::string& file) { return open_nvrtc(file); });
}

}  // namespace bankloom
