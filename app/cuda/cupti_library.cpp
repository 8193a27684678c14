#include "cuda/cupti_library.h"

#include <system_error>

#include "core/base/language.h"

namespace bankloom {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kOldestCupti = 18;

Result<CuptiLibrary> open_cupti(const std::string& file) {
  TRY(void* const handle, open_library(file, {"libnvperf_host.so", "libnvperf_target.so"}));
  CuptiLibrary library(handle);
  if (const std::string& missing = library.symbols.missing(); !missing.empty()) {
    return fail("{} is not a CUPTI library ({})", file, missing);
  }
  library.path = file_of_function(reinterpret_cast<const void*>(library.version), file);
  if (library.version(&library.api_version) != cupti::kSuccess || library.api_version < kOldestCupti) {
    return fail("{} is older than CUDA 11.8's", library.path);
  }
  return library;
}

std::vector<std::string> cupti_files() {
  std::vector<fs::path> folders = toolkit_folders();
  if (const fs::path nvrtc = BANKLOOM_NVRTC_FILE; nvrtc.has_parent_path()) {
    folders.push_back(nvrtc.parent_path());
    folders.push_back(nvrtc.parent_path() / ".." / "extras" / "CUPTI" / "lib64");
  }
  std::error_code error;
  const fs::path executable = fs::canonical("/proc/self/exe", error);
  for (fs::path folder = executable.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
    // PyPI's packages have nvidia/cu13/lib or nvidia/cuda_cupti/lib.
    for (const char* pypi : {"cuda-pypi/nvidia", "build/cuda-pypi/nvidia"}) {
      for (const auto& entry : fs::directory_iterator(folder / pypi, error)) folders.push_back(entry.path() / "lib");
    }
  }
  return library_files(folders, {"libcupti.so.13", "libcupti.so.12", "libcupti.so.11.8", "libcupti.so"});
}

}  // namespace

std::string CuptiLibrary::name_of(int code) const {
  const char* text = nullptr;
  if (error_string != nullptr && error_string(code, &text) == cupti::kSuccess && text != nullptr) return text;
  return message("CUPTI error {}", code);
}

Result<CuptiLibrary> open_cupti() {
  if (environment("BANKLOOM_CUPTI") == "none") return fail("BANKLOOM_CUPTI=none keeps CUPTI out");
  return find_library(
      {"CUPTI", message("the toolkit's profiling library"), "BANKLOOM_CUPTI", "libcupti.so", cupti_files()},
      [](const std::string& file) { return open_cupti(file); });
}

Result<std::vector<std::string>> unknown_metrics(const CuptiLibrary& cupti, const std::string& chip,
                                                 const std::vector<std::string>& metrics) {
  if (!cupti.has_range_profiler()) return fail("{} is older than CUDA 12.6's and lists no metrics", cupti.path);
  cupti::HostInitialize initialize{.profiler_type = cupti::kProfilerTypeRange, .chip = chip.c_str()};
  if (const int code = cupti.host_initialize(&initialize); code != cupti::kSuccess) {
    return fail("{} does not know the chip {} ({})", cupti.path, chip, cupti.name_of(code));
  }
  std::vector<std::string> unknown;
  for (const std::string& metric : metrics) {
    cupti::HostMetricProperties properties{.host = initialize.host, .metric = metric.c_str()};
    if (cupti.host_metric_properties(&properties) != cupti::kSuccess) unknown.push_back(metric);
  }
  cupti::HostObject deinitialize{.host = initialize.host};
  cupti.host_deinitialize(&deinitialize);
  return unknown;
}

}  // namespace bankloom
