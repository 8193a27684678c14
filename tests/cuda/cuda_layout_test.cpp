// The declarations of app/cuda against the toolkit's own headers, compiled where the toolkit has them.
#if __has_include(<cuda.h>) && __has_include(<cupti_activity.h>) && __has_include(<cupti_range_profiler.h>) && \
    __has_include(<cupti_profiler_host.h>)
#define BANKLOOM_HAS_CUPTI_HEADERS 1
#include <cuda.h>
#include <cupti_activity.h>
#include <cupti_profiler_host.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#include <cupti_version.h>
#endif

#include <gtest/gtest.h>

#include "cuda/cuda_library.h"
#include "cuda/cupti_types.h"

namespace bankloom {
namespace {

#ifndef BANKLOOM_HAS_CUPTI_HEADERS

TEST(CudaLayout, AgreesWithTheToolkit) {
  GTEST_SKIP() << "the build found no headers of a CUPTI of CUDA 12.6 or later to compare with";
}

#else

// NOLINTBEGIN(bugprone-sizeof-expression): some of the fields are pointers, whose size is what is compared
#define EXPECT_FIELD(ours, field, theirs, their_field)                                         \
  EXPECT_EQ(offsetof(ours, field), offsetof(theirs, their_field)) << #theirs "." #their_field; \
  EXPECT_EQ(sizeof(ours::field), sizeof(theirs::their_field)) << #theirs "." #their_field
// NOLINTEND(bugprone-sizeof-expression)

/// The size that the library expects, and where the fields lie.
#define EXPECT_SIZE(ours, theirs)                                       \
  EXPECT_EQ(ours{}.size, std::size_t{theirs##_STRUCT_SIZE}) << #theirs; \
  EXPECT_EQ(sizeof(ours), sizeof(theirs)) << #theirs

TEST(CudaLayout, CopyRecordsBeginAlike) {
  using Ours = cupti::CopyRecordHead;
  using Theirs = CUpti_ActivityMemcpy5;
  EXPECT_EQ(offsetof(Ours, kind), offsetof(Theirs, kind));
  EXPECT_EQ(offsetof(Ours, copy_kind), offsetof(Theirs, copyKind));
  EXPECT_EQ(offsetof(Ours, bytes), offsetof(Theirs, bytes));
  EXPECT_EQ(offsetof(Ours, start), offsetof(Theirs, start));
  EXPECT_EQ(offsetof(Ours, end), offsetof(Theirs, end));
  EXPECT_EQ(sizeof(Theirs{}.start), sizeof(Ours{}.start));
  EXPECT_EQ(cupti::kActivityMemcpy, unsigned{CUPTI_ACTIVITY_KIND_MEMCPY});
}

TEST(CudaLayout, KernelRecordsBeginAlike) {
  using Ours = cupti::KernelRecordHead;
#if CUPTI_API_VERSION >= 24
  using Theirs = CUpti_ActivityKernel9;
#else
  using Theirs = CUpti_ActivityKernel8;
#endif
  EXPECT_FIELD(Ours, kind, Theirs, kind);
  EXPECT_FIELD(Ours, start, Theirs, start);
  EXPECT_FIELD(Ours, end, Theirs, end);
  EXPECT_EQ(cupti::kActivityConcurrentKernel, unsigned{CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL});
  EXPECT_EQ(cupti::kFlushForced, unsigned{CUPTI_ACTIVITY_FLAG_FLUSH_FORCED});
}

TEST(CudaLayout, ParameterBlocksAgree) {
  using namespace cupti;
  EXPECT_SIZE(HostInitialize, CUpti_Profiler_Host_Initialize_Params);
  EXPECT_FIELD(HostInitialize, profiler_type, CUpti_Profiler_Host_Initialize_Params, profilerType);
  EXPECT_FIELD(HostInitialize, chip, CUpti_Profiler_Host_Initialize_Params, pChipName);
  EXPECT_FIELD(HostInitialize, availability, CUpti_Profiler_Host_Initialize_Params, pCounterAvailabilityImage);
  EXPECT_FIELD(HostInitialize, host, CUpti_Profiler_Host_Initialize_Params, pHostObject);
  EXPECT_SIZE(HostObject, CUpti_Profiler_Host_Deinitialize_Params);
  EXPECT_FIELD(HostObject, host, CUpti_Profiler_Host_Deinitialize_Params, pHostObject);
  EXPECT_SIZE(HostMetricProperties, CUpti_Profiler_Host_GetMetricProperties_Params);
  EXPECT_FIELD(HostMetricProperties, host, CUpti_Profiler_Host_GetMetricProperties_Params, pHostObject);
  EXPECT_FIELD(HostMetricProperties, metric, CUpti_Profiler_Host_GetMetricProperties_Params, pMetricName);
  EXPECT_FIELD(HostMetricProperties, type, CUpti_Profiler_Host_GetMetricProperties_Params, metricType);
  EXPECT_SIZE(HostAddMetrics, CUpti_Profiler_Host_ConfigAddMetrics_Params);
  EXPECT_FIELD(HostAddMetrics, host, CUpti_Profiler_Host_ConfigAddMetrics_Params, pHostObject);
  EXPECT_FIELD(HostAddMetrics, metrics, CUpti_Profiler_Host_ConfigAddMetrics_Params, ppMetricNames);
  EXPECT_FIELD(HostAddMetrics, count, CUpti_Profiler_Host_ConfigAddMetrics_Params, numMetrics);
  EXPECT_SIZE(HostConfigSize, CUpti_Profiler_Host_GetConfigImageSize_Params);
  EXPECT_FIELD(HostConfigSize, bytes, CUpti_Profiler_Host_GetConfigImageSize_Params, configImageSize);
  EXPECT_SIZE(HostConfig, CUpti_Profiler_Host_GetConfigImage_Params);
  EXPECT_FIELD(HostConfig, bytes, CUpti_Profiler_Host_GetConfigImage_Params, configImageSize);
  EXPECT_FIELD(HostConfig, image, CUpti_Profiler_Host_GetConfigImage_Params, pConfigImage);
  EXPECT_SIZE(HostEvaluate, CUpti_Profiler_Host_EvaluateToGpuValues_Params);
  EXPECT_FIELD(HostEvaluate, data, CUpti_Profiler_Host_EvaluateToGpuValues_Params, pCounterDataImage);
  EXPECT_FIELD(HostEvaluate, data_bytes, CUpti_Profiler_Host_EvaluateToGpuValues_Params, counterDataImageSize);
  EXPECT_FIELD(HostEvaluate, range, CUpti_Profiler_Host_EvaluateToGpuValues_Params, rangeIndex);
  EXPECT_FIELD(HostEvaluate, metrics, CUpti_Profiler_Host_EvaluateToGpuValues_Params, ppMetricNames);
  EXPECT_FIELD(HostEvaluate, count, CUpti_Profiler_Host_EvaluateToGpuValues_Params, numMetrics);
  EXPECT_FIELD(HostEvaluate, values, CUpti_Profiler_Host_EvaluateToGpuValues_Params, pMetricValues);
  EXPECT_SIZE(ProfilerInitialize, CUpti_Profiler_Initialize_Params);
  EXPECT_SIZE(DeviceChip, CUpti_Device_GetChipName_Params);
  EXPECT_FIELD(DeviceChip, device, CUpti_Device_GetChipName_Params, deviceIndex);
  EXPECT_FIELD(DeviceChip, chip, CUpti_Device_GetChipName_Params, pChipName);
  EXPECT_SIZE(CounterAvailability, CUpti_Profiler_GetCounterAvailability_Params);
  EXPECT_FIELD(CounterAvailability, context, CUpti_Profiler_GetCounterAvailability_Params, ctx);
  EXPECT_FIELD(CounterAvailability, bytes, CUpti_Profiler_GetCounterAvailability_Params, counterAvailabilityImageSize);
  EXPECT_FIELD(CounterAvailability, image, CUpti_Profiler_GetCounterAvailability_Params, pCounterAvailabilityImage);
}

TEST(CudaLayout, RangeBlocksAgree) {
  using namespace cupti;
  EXPECT_SIZE(RangeEnable, CUpti_RangeProfiler_Enable_Params);
  EXPECT_FIELD(RangeEnable, context, CUpti_RangeProfiler_Enable_Params, ctx);
  EXPECT_FIELD(RangeEnable, range, CUpti_RangeProfiler_Enable_Params, pRangeProfilerObject);
  EXPECT_SIZE(RangeObject, CUpti_RangeProfiler_Disable_Params);
  EXPECT_SIZE(RangeObject, CUpti_RangeProfiler_Start_Params);
  EXPECT_FIELD(RangeObject, range, CUpti_RangeProfiler_Start_Params, pRangeProfilerObject);
  EXPECT_SIZE(RangeDataSize, CUpti_RangeProfiler_GetCounterDataSize_Params);
  EXPECT_FIELD(RangeDataSize, range, CUpti_RangeProfiler_GetCounterDataSize_Params, pRangeProfilerObject);
  EXPECT_FIELD(RangeDataSize, metrics, CUpti_RangeProfiler_GetCounterDataSize_Params, pMetricNames);
  EXPECT_FIELD(RangeDataSize, count, CUpti_RangeProfiler_GetCounterDataSize_Params, numMetrics);
  EXPECT_FIELD(RangeDataSize, ranges, CUpti_RangeProfiler_GetCounterDataSize_Params, maxNumOfRanges);
  EXPECT_FIELD(RangeDataSize, nodes, CUpti_RangeProfiler_GetCounterDataSize_Params, maxNumRangeTreeNodes);
  EXPECT_FIELD(RangeDataSize, bytes, CUpti_RangeProfiler_GetCounterDataSize_Params, counterDataSize);
  EXPECT_SIZE(RangeDataInitialize, CUpti_RangeProfiler_CounterDataImage_Initialize_Params);
  EXPECT_FIELD(RangeDataInitialize, bytes, CUpti_RangeProfiler_CounterDataImage_Initialize_Params, counterDataSize);
  EXPECT_FIELD(RangeDataInitialize, data, CUpti_RangeProfiler_CounterDataImage_Initialize_Params, pCounterData);
  EXPECT_SIZE(RangeConfig, CUpti_RangeProfiler_SetConfig_Params);
  EXPECT_FIELD(RangeConfig, config_bytes, CUpti_RangeProfiler_SetConfig_Params, configSize);
  EXPECT_FIELD(RangeConfig, config, CUpti_RangeProfiler_SetConfig_Params, pConfig);
  EXPECT_FIELD(RangeConfig, data_bytes, CUpti_RangeProfiler_SetConfig_Params, counterDataImageSize);
  EXPECT_FIELD(RangeConfig, data, CUpti_RangeProfiler_SetConfig_Params, pCounterDataImage);
  EXPECT_FIELD(RangeConfig, range_mode, CUpti_RangeProfiler_SetConfig_Params, range);
  EXPECT_FIELD(RangeConfig, replay_mode, CUpti_RangeProfiler_SetConfig_Params, replayMode);
  EXPECT_FIELD(RangeConfig, ranges_per_pass, CUpti_RangeProfiler_SetConfig_Params, maxRangesPerPass);
  EXPECT_FIELD(RangeConfig, nesting_levels, CUpti_RangeProfiler_SetConfig_Params, numNestingLevels);
  EXPECT_FIELD(RangeConfig, lowest_level, CUpti_RangeProfiler_SetConfig_Params, minNestingLevel);
  EXPECT_FIELD(RangeConfig, pass, CUpti_RangeProfiler_SetConfig_Params, passIndex);
  EXPECT_FIELD(RangeConfig, target_level, CUpti_RangeProfiler_SetConfig_Params, targetNestingLevel);
  EXPECT_SIZE(RangeStop, CUpti_RangeProfiler_Stop_Params);
  EXPECT_FIELD(RangeStop, pass, CUpti_RangeProfiler_Stop_Params, passIndex);
  EXPECT_FIELD(RangeStop, all_passes, CUpti_RangeProfiler_Stop_Params, isAllPassSubmitted);
  EXPECT_SIZE(RangeDecode, CUpti_RangeProfiler_DecodeData_Params);
  EXPECT_FIELD(RangeDecode, dropped, CUpti_RangeProfiler_DecodeData_Params, numOfRangeDropped);
  EXPECT_SIZE(RangeDataInfo, CUpti_RangeProfiler_GetCounterDataInfo_Params);
  EXPECT_FIELD(RangeDataInfo, data, CUpti_RangeProfiler_GetCounterDataInfo_Params, pCounterDataImage);
  EXPECT_FIELD(RangeDataInfo, data_bytes, CUpti_RangeProfiler_GetCounterDataInfo_Params, counterDataImageSize);
  EXPECT_FIELD(RangeDataInfo, ranges, CUpti_RangeProfiler_GetCounterDataInfo_Params, numTotalRanges);
}

TEST(CudaLayout, ConstantsAgree) {
  EXPECT_EQ(cupti::kProfilerTypeRange, int{CUPTI_PROFILER_TYPE_RANGE_PROFILER});
  EXPECT_EQ(cupti::kAutoRange, int{CUPTI_AutoRange});
  EXPECT_EQ(cupti::kUserReplay, int{CUPTI_UserReplay});
  EXPECT_EQ(cupti::kErrorInsufficientPrivileges, int{CUPTI_ERROR_INSUFFICIENT_PRIVILEGES});
  EXPECT_EQ(cupti::kErrorVirtualizedInsufficientPrivileges,
            int{CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES});
  EXPECT_EQ(CudaLibrary::kOutOfMemory, int{CUDA_ERROR_OUT_OF_MEMORY});
  EXPECT_EQ(CudaLibrary::kNoDevice, int{CUDA_ERROR_NO_DEVICE});
  EXPECT_EQ(CudaLibrary::kInvalidImage, int{CUDA_ERROR_INVALID_IMAGE});
  EXPECT_EQ(CudaLibrary::kNoBinaryForGpu, int{CUDA_ERROR_NO_BINARY_FOR_GPU});
  EXPECT_EQ(CudaLibrary::kInvalidPtx, int{CUDA_ERROR_INVALID_PTX});
  EXPECT_EQ(CudaLibrary::kUnsupportedPtxVersion, int{CUDA_ERROR_UNSUPPORTED_PTX_VERSION});
  EXPECT_EQ(CudaLibrary::kIllegalAddress, int{CUDA_ERROR_ILLEGAL_ADDRESS});
  EXPECT_EQ(CudaLibrary::kLaunchOutOfResources, int{CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES});
  EXPECT_EQ(CudaLibrary::kLaunchTimeout, int{CUDA_ERROR_LAUNCH_TIMEOUT});
  EXPECT_EQ(CudaLibrary::kAssert, int{CUDA_ERROR_ASSERT});
  EXPECT_EQ(CudaLibrary::kIllegalInstruction, int{CUDA_ERROR_ILLEGAL_INSTRUCTION});
  EXPECT_EQ(CudaLibrary::kMisalignedAddress, int{CUDA_ERROR_MISALIGNED_ADDRESS});
  EXPECT_EQ(CudaLibrary::kLaunchFailed, int{CUDA_ERROR_LAUNCH_FAILED});
  EXPECT_EQ(CudaLibrary::kAttributeClockRate, int{CU_DEVICE_ATTRIBUTE_CLOCK_RATE});
  EXPECT_EQ(CudaLibrary::kAttributeMultiprocessorCount, int{CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT});
  EXPECT_EQ(CudaLibrary::kAttributeComputeMajor, int{CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR});
  EXPECT_EQ(CudaLibrary::kAttributeComputeMinor, int{CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR});
  EXPECT_EQ(CudaLibrary::kAttributeSharedOptin, int{CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN});
  EXPECT_EQ(CudaLibrary::kFunctionSharedBytes, int{CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES});
  EXPECT_EQ(CudaLibrary::kFunctionMaxDynamicShared, int{CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES});
  EXPECT_EQ(CudaLibrary::kJitErrorLog, int{CU_JIT_ERROR_LOG_BUFFER});
  EXPECT_EQ(CudaLibrary::kJitErrorLogBytes, int{CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES});
}

#endif

}  // namespace
}  // namespace bankloom
