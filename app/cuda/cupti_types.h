// CUPTI's records and parameter blocks as far as they are used here, by their layout in memory.
//
// Declared by ourselves so that neither building nor starting the program needs a toolkit; tests/cuda/cupti_layout_test
// compares every size and offset with the toolkit's headers where there are some. A parameter block begins with its
// own size, by which the library tells older and newer callers apart, so blocks declared here go on working with later
// libraries. The names and the meaning of the fields are those of the CUPTI manual ("Range Profiling", "Profiler
// Host").
#pragma once

#include <cstddef>
#include <cstdint>

namespace bankloom::cupti {

inline constexpr int kSuccess = 0;
inline constexpr int kErrorMaxLimitReached = 12;
inline constexpr int kErrorInsufficientPrivileges = 35;
inline constexpr int kErrorVirtualizedInsufficientPrivileges = 40;

/// Kinds of activity records: a kernel's, traced without making kernels wait for each other.
inline constexpr int kActivityConcurrentKernel = 10;
/// And a copy's.
inline constexpr int kActivityMemcpy = 1;
inline constexpr std::uint32_t kFlushForced = 1;

/// The beginning of every kernel record of the API versions 11.8 to 13 (CUpti_ActivityKernel8 to 10), the part that
/// is the same in all of them.
struct KernelRecordHead {
  std::uint32_t kind;
  std::uint8_t cache_config;
  std::uint8_t shared_memory_config;
  std::uint16_t registers;
  std::int32_t cache_requested;
  std::int32_t cache_executed;
  std::uint64_t start;  ///< ns; 0 where it could not be taken
  std::uint64_t end;
};

/// The beginning of every copy's record of these versions (CUpti_ActivityMemcpy5 and 6).
struct CopyRecordHead {
  std::uint32_t kind;
  std::uint8_t copy_kind;
  std::uint8_t source_kind;
  std::uint8_t destination_kind;
  std::uint8_t flags;
  std::uint64_t bytes;
  std::uint64_t start;  ///< ns; 0 where it could not be taken
  std::uint64_t end;
};

inline constexpr int kProfilerTypeRange = 0;
inline constexpr int kAutoRange = 1;
inline constexpr int kKernelReplay = 2;
inline constexpr int kUserReplay = 3;

using Object = void*;

/// A parameter block with its size filled in, all else zero.
template <class Block>
[[nodiscard]] Block block() {
  Block made{};
  made.size = Block::kSize;
  return made;
}

// The fields are public and zero at first; kSize is the offset behind the last field, which trailing padding exceeds.
struct HostInitialize {
  std::size_t size;
  void* reserved;
  int profiler_type;
  const char* chip;
  const std::uint8_t* availability;
  Object host;
  static constexpr std::size_t kSize = 48;
};
struct HostObject {  ///< of cuptiProfilerHostDeinitialize
  std::size_t size;
  void* reserved;
  Object host;
  static constexpr std::size_t kSize = 24;
};
struct HostMetricProperties {
  std::size_t size;
  void* reserved;
  Object host;
  const char* metric;
  const char* description;
  const char* unit;
  const char* dimension;
  int type;
  static constexpr std::size_t kSize = 60;
};
struct HostAddMetrics {
  std::size_t size;
  void* reserved;
  Object host;
  const char** metrics;
  std::size_t count;
  static constexpr std::size_t kSize = 40;
};
struct HostConfigSize {
  std::size_t size;
  void* reserved;
  Object host;
  std::size_t bytes;
  static constexpr std::size_t kSize = 32;
};
struct HostConfig {
  std::size_t size;
  void* reserved;
  Object host;
  std::size_t bytes;
  std::uint8_t* image;
  static constexpr std::size_t kSize = 40;
};
struct HostEvaluate {
  std::size_t size;
  void* reserved;
  Object host;
  const std::uint8_t* data;
  std::size_t data_bytes;
  std::size_t range;
  const char** metrics;
  std::size_t count;
  double* values;
  static constexpr std::size_t kSize = 72;
};

struct ProfilerInitialize {
  std::size_t size;
  void* reserved;
  static constexpr std::size_t kSize = 16;
};
struct DeviceChip {
  std::size_t size;
  void* reserved;
  std::size_t device;
  const char* chip;
  static constexpr std::size_t kSize = 32;
};
struct CounterAvailability {
  std::size_t size;
  void* reserved;
  void* context;
  std::size_t bytes;
  std::uint8_t* image;
  static constexpr std::size_t kSize = 40;
};

struct RangeEnable {
  std::size_t size;
  void* reserved;
  void* context;
  Object range;
  static constexpr std::size_t kSize = 32;
};
struct RangeObject {  ///< of cuptiRangeProfilerDisable and cuptiRangeProfilerStart
  std::size_t size;
  void* reserved;
  Object range;
  static constexpr std::size_t kSize = 24;
};
struct RangeDataSize {
  std::size_t size;
  void* reserved;
  Object range;
  const char** metrics;
  std::size_t count;
  std::size_t ranges;
  std::uint32_t nodes;
  std::size_t bytes;
  static constexpr std::size_t kSize = 64;
};
struct RangeDataInitialize {
  std::size_t size;
  void* reserved;
  Object range;
  std::size_t bytes;
  std::uint8_t* data;
  static constexpr std::size_t kSize = 40;
};
struct RangeConfig {
  std::size_t size;
  void* reserved;
  Object range;
  std::size_t config_bytes;
  const std::uint8_t* config;
  std::size_t data_bytes;
  std::uint8_t* data;
  int range_mode;
  int replay_mode;
  std::size_t ranges_per_pass;
  std::uint16_t nesting_levels;
  std::uint16_t lowest_level;
  std::size_t pass;
  std::uint16_t target_level;
  static constexpr std::size_t kSize = 90;
};
struct RangeStop {
  std::size_t size;
  void* reserved;
  Object range;
  std::size_t pass;
  std::size_t target_level;
  std::uint8_t all_passes;
  static constexpr std::size_t kSize = 41;
};
struct RangeDecode {
  std::size_t size;
  void* reserved;
  Object range;
  std::size_t dropped;
  static constexpr std::size_t kSize = 32;
};
struct RangeDataInfo {
  std::size_t size;
  void* reserved;
  const std::uint8_t* data;
  std::size_t data_bytes;
  std::size_t ranges;
  static constexpr std::size_t kSize = 40;
};

}  // namespace bankloom::cupti
