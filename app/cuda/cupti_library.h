// The functions of CUPTI, the toolkit's profiling library, that the project calls, and the search for it.
//
// Every CUPTI since CUDA 11.8 has activity records (durations of kernels), which need no special permission. Counters
// are read with the range profiler and its host side, which CUPTI has since CUDA 12.6; older ones give durations only.
//
// The search takes the first of: BANKLOOM_CUPTI (a file, or "none" for no CUPTI); the toolkit below CUDA_PATH,
// CUDA_HOME, /usr/local/cuda (lib64, lib, targets/..., extras/CUPTI/lib64); the folder of the NVRTC that the build
// found; cuda-pypi or build/cuda-pypi in the executable's folder or above; the loader's path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cuda/cupti_types.h"
#include "cuda/shared_library.h"

namespace bankloom {

struct CuptiLibrary {
  using RequestBuffer = void (*)(std::uint8_t** buffer, std::size_t* bytes, std::size_t* record_limit);
  using CompleteBuffer = void (*)(void* context, std::uint32_t stream, std::uint8_t* buffer, std::size_t bytes,
                                  std::size_t valid_bytes);

  explicit CuptiLibrary(void* handle) : symbols(handle), range_symbols(handle) {}

  LibrarySymbols symbols;
  int (*version)(std::uint32_t* version) = symbols["cuptiGetVersion"];
  int (*error_string)(int code, const char** text) = symbols["cuptiGetResultString"];
  int (*timestamp)(std::uint64_t* nanoseconds) = symbols["cuptiGetTimestamp"];
  int (*register_callbacks)(RequestBuffer request, CompleteBuffer complete) = symbols["cuptiActivityRegisterCallbacks"];
  int (*enable)(int kind) = symbols["cuptiActivityEnable"];
  int (*disable)(int kind) = symbols["cuptiActivityDisable"];
  int (*next_record)(std::uint8_t* buffer, std::size_t valid_bytes,
                     void** record) = symbols["cuptiActivityGetNextRecord"];
  int (*flush)(std::uint32_t flags) = symbols["cuptiActivityFlushAll"];

  LibrarySymbols range_symbols;  ///< of the range profiler, null before CUDA 12.6
  int (*host_initialize)(cupti::HostInitialize*) = range_symbols["cuptiProfilerHostInitialize"];
  int (*host_deinitialize)(cupti::HostObject*) = range_symbols["cuptiProfilerHostDeinitialize"];
  int (*host_metric_properties)(cupti::HostMetricProperties*) = range_symbols["cuptiProfilerHostGetMetricProperties"];
  int (*host_add_metrics)(cupti::HostAddMetrics*) = range_symbols["cuptiProfilerHostConfigAddMetrics"];
  int (*host_config_size)(cupti::HostConfigSize*) = range_symbols["cuptiProfilerHostGetConfigImageSize"];
  int (*host_config)(cupti::HostConfig*) = range_symbols["cuptiProfilerHostGetConfigImage"];
  int (*host_evaluate)(cupti::HostEvaluate*) = range_symbols["cuptiProfilerHostEvaluateToGpuValues"];
  int (*profiler_initialize)(cupti::ProfilerInitialize*) = range_symbols["cuptiProfilerInitialize"];
  int (*device_chip)(cupti::DeviceChip*) = range_symbols["cuptiDeviceGetChipName"];
  int (*counter_availability)(cupti::CounterAvailability*) = range_symbols["cuptiProfilerGetCounterAvailability"];
  int (*range_enable)(cupti::RangeEnable*) = range_symbols["cuptiRangeProfilerEnable"];
  int (*range_disable)(cupti::RangeObject*) = range_symbols["cuptiRangeProfilerDisable"];
  int (*range_data_size)(cupti::RangeDataSize*) = range_symbols["cuptiRangeProfilerGetCounterDataSize"];
  int (*range_data_initialize)(cupti::RangeDataInitialize*) =
      range_symbols["cuptiRangeProfilerCounterDataImageInitialize"];
  int (*range_config)(cupti::RangeConfig*) = range_symbols["cuptiRangeProfilerSetConfig"];
  int (*range_start)(cupti::RangeObject*) = range_symbols["cuptiRangeProfilerStart"];
  int (*range_stop)(cupti::RangeStop*) = range_symbols["cuptiRangeProfilerStop"];
  int (*range_decode)(cupti::RangeDecode*) = range_symbols["cuptiRangeProfilerDecodeData"];
  int (*range_data_info)(cupti::RangeDataInfo*) = range_symbols["cuptiRangeProfilerGetCounterDataInfo"];

  std::string path;
  std::uint32_t api_version = 0;  ///< 18 is CUDA 11.8, 24 is 12.6, from 13.0 on 130000 and so forth

  [[nodiscard]] bool has_range_profiler() const { return range_symbols.missing().empty(); }
  /// "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES".
  [[nodiscard]] std::string name_of(int code) const;
};

/// Opens the library, which stays open until the process ends.
[[nodiscard]] Result<CuptiLibrary> open_cupti();

/// The metrics that a chip ("GH100") does not have, by CUPTI's own tables; needs no GPU. Errors: a CUPTI before CUDA
/// 12.6, an unknown chip.
[[nodiscard]] Result<std::vector<std::string>> unknown_metrics(const CuptiLibrary& cupti, const std::string& chip,
                                                               const std::vector<std::string>& metrics);

}  // namespace bankloom
