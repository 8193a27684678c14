#include "cuda/cupti_library.h"

#include <system_error>

#include "cuda/shared_library.h"

namespace bankloom {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kOldestCupti = 18;

bool resolve_activity(void* handle, CuptiLibrary& library) {
  return resolve_function(handle, "cuptiGetVersion", library.version) &&
         resolve_function(handle, "cuptiGetResultString", library.error_string) &&
         resolve_function(handle, "cuptiGetTimestamp", library.timestamp) &&
         resolve_function(handle, "cuptiActivityRegisterCallbacks", library.register_callbacks) &&
         resolve_function(handle, "cuptiActivityEnable", library.enable) &&
         resolve_function(handle, "cuptiActivityDisable", library.disable) &&
         resolve_function(handle, "cuptiActivityGetNextRecord", library.next_record) &&
         resolve_function(handle, "cuptiActivityFlushAll", library.flush);
}

bool resolve_range_profiler(void* handle, CuptiLibrary& library) {
  return resolve_function(handle, "cuptiProfilerHostInitialize", library.host_initialize) &&
         resolve_function(handle, "cuptiProfilerHostDeinitialize", library.host_deinitialize) &&
         resolve_function(handle, "cuptiProfilerHostGetMetricProperties", library.host_metric_properties) &&
         resolve_function(handle, "cuptiProfilerHostConfigAddMetrics", library.host_add_metrics) &&
         resolve_function(handle, "cuptiProfilerHostGetConfigImageSize", library.host_config_size) &&
         resolve_function(handle, "cuptiProfilerHostGetConfigImage", library.host_config) &&
         resolve_function(handle, "cuptiProfilerHostEvaluateToGpuValues", library.host_evaluate) &&
         resolve_function(handle, "cuptiProfilerInitialize", library.profiler_initialize) &&
         resolve_function(handle, "cuptiDeviceGetChipName", library.device_chip) &&
         resolve_function(handle, "cuptiProfilerGetCounterAvailability", library.counter_availability) &&
         resolve_function(handle, "cuptiRangeProfilerEnable", library.range_enable) &&
         resolve_function(handle, "cuptiRangeProfilerDisable", library.range_disable) &&
         resolve_function(handle, "cuptiRangeProfilerGetCounterDataSize", library.range_data_size) &&
         resolve_function(handle, "cuptiRangeProfilerCounterDataImageInitialize", library.range_data_initialize) &&
         resolve_function(handle, "cuptiRangeProfilerSetConfig", library.range_config) &&
         resolve_function(handle, "cuptiRangeProfilerStart", library.range_start) &&
         resolve_function(handle, "cuptiRangeProfilerStop", library.range_stop) &&
         resolve_function(handle, "cuptiRangeProfilerDecodeData", library.range_decode) &&
         resolve_function(handle, "cuptiRangeProfilerGetCounterDataInfo", library.range_data_info);
}

Result<CuptiLibrary> open_cupti(const std::string& file) {
  TRY(void* const handle, open_library(file, {"libnvperf_host.so", "libnvperf_target.so"}));
  CuptiLibrary library;
  if (!resolve_activity(handle, library)) return fail("{} is no CUPTI ({})", file, loader_message());
  library.path = file_of_function(reinterpret_cast<const void*>(library.version), file);
  if (library.version(&library.api_version) != cupti::kSuccess || library.api_version < kOldestCupti) {
    return fail("{} is older than CUDA 11.8's", library.path);
  }
  library.has_range_profiler = resolve_range_profiler(handle, library);
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
    // PyPI's packages: nvidia/cu13/lib, nvidia/cuda_cupti/lib.
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
  return fmt::format("CUPTI error {}", code);
}

Result<CuptiLibrary> open_cupti() {
  if (environment("BANKLOOM_CUPTI") == "none") return fail("BANKLOOM_CUPTI=none keeps CUPTI out");
  return find_library({"CUPTI", "the toolkit's profiling library", "BANKLOOM_CUPTI", "libcupti.so", cupti_files()},
                      [](const std::string& file) { return open_cupti(file); });
}

Result<std::vector<std::string>> unknown_metrics(const CuptiLibrary& cupti, const std::string& chip,
                                                 const std::vector<std::string>& metrics) {
  if (!cupti.has_range_profiler) return fail("{} is older than CUDA 12.6's and lists no metrics", cupti.path);
  auto initialize = cupti::block<cupti::HostInitialize>();
  initialize.profiler_type = cupti::kProfilerTypeRange;
  initialize.chip = chip.c_str();
  if (const int code = cupti.host_initialize(&initialize); code != cupti::kSuccess) {
    return fail("{} does not know the chip {} ({})", cupti.path, chip, cupti.name_of(code));
  }
  std::vector<std::string> unknown;
  for (const std::string& metric : metrics) {
    auto properties = cupti::block<cupti::HostMetricProperties>();
    properties.host = initialize.host;
    properties.metric = metric.c_str();
    if (cupti.host_metric_properties(&properties) != cupti::kSuccess) unknown.push_back(metric);
  }
  auto deinitialize = cupti::block<cupti::HostObject>();
  deinitialize.host = initialize.host;
  cupti.host_deinitialize(&deinitialize);
  return unknown;
}

}  // namespace bankloom
