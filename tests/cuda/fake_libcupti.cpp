// A CUPTI of the tests' own that may not count: everything works until the counters are reserved, and then the caller
// lacks the rights (CUPTI_ERROR_INSUFFICIENT_PRIVILEGES), as on a machine whose driver keeps them for administrators.
// BANKLOOM_FAKE_CUPTI=virtual: the rights of a virtual machine are missing. It records no kernels.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "cuda/cupti_library.h"

using namespace bankloom;

namespace {

int missing_right() {
  const char* chosen = std::getenv("BANKLOOM_FAKE_CUPTI");
  const bool is_virtual = chosen != nullptr && std::string(chosen) == "virtual";
  return is_virtual ? cupti::kErrorVirtualizedInsufficientPrivileges : cupti::kErrorInsufficientPrivileges;
}

}  // namespace

extern "C" {

int cuptiGetVersion(std::uint32_t* version) {
  *version = 130000;
  return cupti::kSuccess;
}
int cuptiGetResultString(int, const char** text) {
  *text = "CUPTI_ERROR_OF_THE_TEST";
  return cupti::kSuccess;
}
int cuptiGetTimestamp(std::uint64_t* nanoseconds) {
  *nanoseconds = 0;
  return cupti::kSuccess;
}
int cuptiActivityRegisterCallbacks(CuptiLibrary::RequestBuffer, CuptiLibrary::CompleteBuffer) {
  return cupti::kSuccess;
}
int cuptiActivityEnable(int) { return cupti::kSuccess; }
int cuptiActivityDisable(int) { return cupti::kSuccess; }
int cuptiActivityGetNextRecord(std::uint8_t*, std::size_t, void**) { return cupti::kErrorMaxLimitReached; }
int cuptiActivityFlushAll(std::uint32_t) { return cupti::kSuccess; }

int cuptiProfilerHostInitialize(cupti::HostInitialize* block) {
  block->host = block;
  return cupti::kSuccess;
}
int cuptiProfilerHostDeinitialize(cupti::HostObject*) { return cupti::kSuccess; }
int cuptiProfilerHostGetMetricProperties(cupti::HostMetricProperties*) { return cupti::kSuccess; }
int cuptiProfilerHostConfigAddMetrics(cupti::HostAddMetrics*) { return cupti::kSuccess; }
int cuptiProfilerHostGetConfigImageSize(cupti::HostConfigSize* block) {
  block->bytes = 8;
  return cupti::kSuccess;
}
int cuptiProfilerHostGetConfigImage(cupti::HostConfig*) { return cupti::kSuccess; }
int cuptiProfilerHostEvaluateToGpuValues(cupti::HostEvaluate*) { return cupti::kSuccess; }
int cuptiProfilerInitialize(cupti::ProfilerInitialize*) { return cupti::kSuccess; }
int cuptiDeviceGetChipName(cupti::DeviceChip* block) {
  block->chip = "PAPER";
  return cupti::kSuccess;
}
int cuptiProfilerGetCounterAvailability(cupti::CounterAvailability* block) {
  block->bytes = 8;
  return cupti::kSuccess;
}
int cuptiRangeProfilerEnable(cupti::RangeEnable*) { return missing_right(); }
int cuptiRangeProfilerDisable(cupti::RangeObject*) { return cupti::kSuccess; }
int cuptiRangeProfilerGetCounterDataSize(cupti::RangeDataSize*) { return cupti::kSuccess; }
int cuptiRangeProfilerCounterDataImageInitialize(cupti::RangeDataInitialize*) { return cupti::kSuccess; }
int cuptiRangeProfilerSetConfig(cupti::RangeConfig*) { return cupti::kSuccess; }
int cuptiRangeProfilerStart(cupti::RangeObject*) { return cupti::kSuccess; }
int cuptiRangeProfilerStop(cupti::RangeStop*) { return cupti::kSuccess; }
int cuptiRangeProfilerDecodeData(cupti::RangeDecode*) { return cupti::kSuccess; }
int cuptiRangeProfilerGetCounterDataInfo(cupti::RangeDataInfo*) { return cupti::kSuccess; }

}  // extern "C"
