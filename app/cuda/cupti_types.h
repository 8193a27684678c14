// The layout in memory of those of CUPTI's records and parameter blocks that are used here.
//
// They are declared here so that neither building nor starting the program needs a toolkit;
// tests/cuda/cuda_layout_test.cpp compares every size and offset with the toolkit's headers if there are some. A
// parameter block begins with its own size, by which the library recognises older callers, so these blocks work with
// later libraries, too. Names and meanings are those of the CUPTI manual ("Range Profiling", "Profiler Host").
#pragma once

#include <cstddef>
#include <cstdint>

namespace bankloom::cupti {

inline constexpr int kSuccess = 0;
inline constexpr int kErrorMaxLimitReached = 12;
inline constexpr int kErrorInsufficientPrivileges = 35;
inline constexpr int kErrorVirtualizedInsufficientPrivileges = 40;

// Kinds of activity records.
inline constexpr unsigned kActivityMemcpy = 1;
inline constexpr unsigned kActivityConcurrentKernel = 10;  ///< traced without serialising kernels
inline constexpr std::uint32_t kFlushForced = 1;

/// The beginning of a kernel's record, which is the same in CUDA 11.8 to 13 (CUpti_ActivityKernel8 to 10).
struct KernelRecordHead {
  std::uint32_t kind;
  std::uint8_t cache_config;
  std::uint8_t shared_memory_config;
  std::uint16_t registers;
  std::int32_t cache_requested;
  std::int32_t cache_executed;
  std::uint64_t start;  ///< ns; 0 if unknown
  std::uint64_t end;
};

/// The beginning of a copy's record in these versions (CUpti_ActivityMemcpy5 and 6).
struct CopyRecordHead {
  std::uint32_t kind;
  std::uint8_t copy_kind;
  std::uint8_t source_kind;
  std::uint8_t destination_kind;
  std::uint8_t flags;
  std::uint64_t bytes;
  std::uint64_t start;  ///< ns; 0 if unknown
  std::uint64_t end;
};

inline constexpr int kProfilerTypeRange = 0;
inline constexpr int kAutoRange = 1;
inline constexpr int kUserReplay = 3;

using Object = void*;

// Parameter blocks. `size` is the offset after the last field, without the padding at the end.
struct HostInitialize {
  std::size_t size = 48;
  void* reserved = nullptr;
  int profiler_type = 0;
  const char* chip = nullptr;
  const std::uint8_t* availability = nullptr;
  Object host = nullptr;
};
struct HostObject {  ///< of cuptiProfilerHostDeinitialize
  std::size_t size = 24;
  void* reserved = nullptr;
  Object host = nullptr;
};
struct HostMetricProperties {
  std::size_t size = 60;
  void* reserved = nullptr;
  Object host = nullptr;
  const char* metric = nullptr;
  const char* description = nullptr;
  const char* unit = nullptr;
  const char* dimension = nullptr;
  int type = 0;
};
struct HostAddMetrics {
  std::size_t size = 40;
  void* reserved = nullptr;
  Object host = nullptr;
  const char** metrics = nullptr;
  std::size_t count = 0;
};
struct HostConfigSize {
  std::size_t size = 32;
  void* reserved = nullptr;
  Object host = nullptr;
  std::size_t bytes = 0;
};
struct HostConfig {
  std::size_t size = 40;
  void* reserved = nullptr;
  Object host = nullptr;
  std::size_t bytes = 0;
  std::uint8_t* image = nullptr;
};
struct HostEvaluate {
  std::size_t size = 72;
  void* reserved = nullptr;
  Object host = nullptr;
  const std::uint8_t* data = nullptr;
  std::size_t data_bytes = 0;
  std::size_t range = 0;
  const char** metrics = nullptr;
  std::size_t count = 0;
  double* values = nullptr;
};

struct ProfilerInitialize {
  std::size_t size = 16;
  void* reserved = nullptr;
};
struct DeviceChip {
  std::size_t size = 32;
  void* reserved = nullptr;
  std::size_t device = 0;
  const char* chip = nullptr;
};
struct CounterAvailability {
  std::size_t size = 40;
  void* reserved = nullptr;
  void* context = nullptr;
  std::size_t bytes = 0;
  std::uint8_t* image = nullptr;
};

struct RangeEnable {
  std::size_t size = 32;
  void* reserved = nullptr;
  void* context = nullptr;
  Object range = nullptr;
};
struct RangeObject {  ///< of cuptiRangeProfilerDisable and cuptiRangeProfilerStart
  std::size_t size = 24;
  void* reserved = nullptr;
  Object range = nullptr;
};
struct RangeDataSize {
  std::size_t size = 64;
  void* reserved = nullptr;
  Object range = nullptr;
  const char** metrics = nullptr;
  std::size_t count = 0;
  std::size_t ranges = 0;
  std::uint32_t nodes = 0;
  std::size_t bytes = 0;
};
struct RangeDataInitialize {
  std::size_t size = 40;
  void* reserved = nullptr;
  Object range = nullptr;
  std::size_t bytes = 0;
  std::uint8_t* data = nullptr;
};
struct RangeConfig {
  std::size_t size = 90;
  void* reserved = nullptr;
  Object range = nullptr;
  std::size_t config_bytes = 0;
  const std::uint8_t* config = nullptr;
  std::size_t data_bytes = 0;
  std::uint8_t* data = nullptr;
  int range_mode = 0;
  int replay_mode = 0;
  std::size_t ranges_per_pass = 0;
  std::uint16_t nesting_levels = 0;
  std::uint16_t lowest_level = 0;
  std::size_t pass = 0;
  std::uint16_t target_level = 0;
};
struct RangeStop {
  std::size_t size = 41;
  void* reserved = nullptr;
  Object range = nullptr;
  std::size_t pass = 0;
  std::size_t target_level = 0;
  std::uint8_t all_passes = 0;
};
struct RangeDecode {
  std::size_t size = 32;
  void* reserved = nullptr;
  Object range = nullptr;
  std::size_t dropped = 0;
};
struct RangeDataInfo {
  std::size_t size = 40;
  void* reserved = nullptr;
  const std::uint8_t* data = nullptr;
  std::size_t data_bytes = 0;
  std::size_t ranges = 0;
};

}  // namespace bankloom::cupti
