// The functions of CUPTI, the toolkit's profiling library, that the project calls, and the search for it.
//
// Activity records (durations of kernels) exist in every CUPTI since CUDA 11.8 and need no rights. Counters are read
// with the range profiler and its host side, which CUPTI has since CUDA 12.6; older ones give durations only.
//
// The search, first hit counts: BANKLOOM_CUPTI (the file, or "none" for a run without); the toolkit below CUDA_PATH,
// CUDA_HOME, /usr/local/cuda (lib64, lib, targets/..., extras/CUPTI/lib64); beside the NVRTC that the build found;
// build/cuda-pypi below the project's folder and the folder of the executable; the loader's path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "cuda/cupti_types.h"

namespace bankloom {

struct CuptiLibrary {
  using RequestBuffer = void (*)(std::uint8_t** buffer, std::size_t* bytes, std::size_t* record_limit);
  using CompleteBuffer = void (*)(void* context, std::uint32_t stream, std::uint8_t* buffer, std::size_t bytes,
                                  std::size_t valid_bytes);

  int (*version)(std::uint32_t* version) = nullptr;
  int (*error_string)(int code, const char** text) = nullptr;
  int (*timestamp)(std::uint64_t* nanoseconds) = nullptr;
  int (*register_callbacks)(RequestBuffer request, CompleteBuffer complete) = nullptr;
  int (*enable)(int kind) = nullptr;
  int (*disable)(int kind) = nullptr;
  int (*next_record)(std::uint8_t* buffer, std::size_t valid_bytes, void** record) = nullptr;
  int (*flush)(std::uint32_t flags) = nullptr;

  // Null before CUDA 12.6.
  int (*host_initialize)(cupti::HostInitialize*) = nullptr;
  int (*host_deinitialize)(cupti::HostObject*) = nullptr;
  int (*host_metric_properties)(cupti::HostMetricProperties*) = nullptr;
  int (*host_add_metrics)(cupti::HostAddMetrics*) = nullptr;
  int (*host_config_size)(cupti::HostConfigSize*) = nullptr;
  int (*host_config)(cupti::HostConfig*) = nullptr;
  int (*host_evaluate)(cupti::HostEvaluate*) = nullptr;
  int (*profiler_initialize)(cupti::ProfilerInitialize*) = nullptr;
  int (*device_chip)(cupti::DeviceChip*) = nullptr;
  int (*counter_availability)(cupti::CounterAvailability*) = nullptr;
  int (*range_enable)(cupti::RangeEnable*) = nullptr;
  int (*range_disable)(cupti::RangeObject*) = nullptr;
  int (*range_data_size)(cupti::RangeDataSize*) = nullptr;
  int (*range_data_initialize)(cupti::RangeDataInitialize*) = nullptr;
  int (*range_config)(cupti::RangeConfig*) = nullptr;
  int (*range_start)(cupti::RangeObject*) = nullptr;
  int (*range_stop)(cupti::RangeStop*) = nullptr;
  int (*range_decode)(cupti::RangeDecode*) = nullptr;
  int (*range_data_info)(cupti::RangeDataInfo*) = nullptr;

  std::string path;
  std::uint32_t api_version = 0;  ///< 18 is CUDA 11.8, 24 is 12.6, from 13.0 on 130000 and so forth
  bool has_range_profiler = false;

  /// "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES".
  [[nodiscard]] std::string name_of(int code) const;
};

/// Opens the library. It stays open to the end of the process.
[[nodiscard]] Result<CuptiLibrary> open_cupti();

/// Which of the metrics a chip ("GH100") does not have, by CUPTI's own tables; needs no GPU. Errors: a CUPTI without
/// the host side, a chip that it does not know.
[[nodiscard]] Result<std::vector<std::string>> unknown_metrics(const CuptiLibrary& cupti, const std::string& chip,
                                                               const std::vector<std::string>& metrics);

}  // namespace bankloom
