#include "core/wording/program_text.h"

#include <array>

namespace bankloom {

using namespace wording;
using program::ReportKind;

namespace {

struct NamedCudaError {
  program::CudaError number;
  std::string_view name;
};

/// CUDA Runtime API, "Data types used by CUDA Runtime", cudaError: those that programs meet.
constexpr std::array kCudaErrors{NamedCudaError{1, "cudaErrorInvalidValue"},
                                 NamedCudaError{2, "cudaErrorMemoryAllocation"},
                                 NamedCudaError{3, "cudaErrorInitializationError"},
                                 NamedCudaError{9, "cudaErrorInvalidConfiguration"},
                                 NamedCudaError{13, "cudaErrorInvalidSymbol"},
                                 NamedCudaError{17, "cudaErrorInvalidDevicePointer"},
                                 NamedCudaError{21, "cudaErrorInvalidMemcpyDirection"},
                                 NamedCudaError{98, "cudaErrorInvalidDeviceFunction"},
                                 NamedCudaError{101, "cudaErrorInvalidDevice"},
                                 NamedCudaError{209, "cudaErrorNoKernelImageForDevice"},
                                 NamedCudaError{218, "cudaErrorInvalidPtx"},
                                 NamedCudaError{400, "cudaErrorInvalidResourceHandle"},
                                 NamedCudaError{700, "cudaErrorIllegalAddress"},
                                 NamedCudaError{701, "cudaErrorLaunchOutOfResources"},
                                 NamedCudaError{702, "cudaErrorLaunchTimeout"},
                                 NamedCudaError{710, "cudaErrorAssert"},
                                 NamedCudaError{715, "cudaErrorIllegalInstruction"},
                                 NamedCudaError{716, "cudaErrorMisalignedAddress"},
                                 NamedCudaError{717, "cudaErrorInvalidAddressSpace"},
                                 NamedCudaError{719, "cudaErrorLaunchFailure"},
                                 NamedCudaError{801, "cudaErrorNotSupported"},
                                 NamedCudaError{999, "cudaErrorUnknown"}};

std::string hexadecimal(std::uint64_t address) { return fmt::format("0x{:x}", address); }

/// Who did it: a launch or a call of the host code.
Text doer_text(const program::ProgramReport& report) {
  if (report.launch >= 0) return say("launch {number}", "number"_a = report.launch);
  return report.call.empty() ? say("the program") : Text(report.call);
}

Text report_clause(const program::ProgramReport& report) {
  const auto doer = doer_text(report);
  const auto address = hexadecimal(report.address);
  switch (report.kind) {
    case ReportKind::host_access:
      return say(
          "host code reads or writes device memory at {address}, which only kernels reach; it is copied with "
          "cudaMemcpy",
          "address"_a = address);
    case ReportKind::host_pointer:
      return say(
          "{doer} uses {address}, which is an address of the host's memory; kernels need memory of the device "
          "(cudaMalloc)",
          "doer"_a = doer, "address"_a = address);
    case ReportKind::null_pointer:
      return say("{doer} uses {address}: a pointer that was never set, or whose allocation failed", "doer"_a = doer,
                 "address"_a = address);
    case ReportKind::use_after_free:
      return say("{doer} uses {address}, in memory of {bytes:# byte|# bytes} that is freed already", "doer"_a = doer,
                 "address"_a = address, "bytes"_a = Count{report.bytes});
    case ReportKind::wrong_direction:
      return say("{doer} says another direction than its pointers have", "doer"_a = doer);
    case ReportKind::wrong_size:
      return say("{doer} takes {bytes:# byte|# bytes} from {address} on, where the memory has {limit:# byte|# bytes}",
                 "doer"_a = doer, "bytes"_a = Count{report.bytes}, "address"_a = address,
                 "limit"_a = Count{report.limit});
    case ReportKind::invalid_free:
      return say("{doer} is given {address}, where no allocation begins", "doer"_a = doer, "address"_a = address);
    case ReportKind::unread_error:
      return say("{doer} ends with {error}, and the program never asks (cudaGetLastError, cudaDeviceSynchronize)",
                 "doer"_a = doer, "error"_a = cuda_error_text(report.error));
    case ReportKind::lost_output:
      return say(
          "{bytes:# byte|# bytes} that kernels printed are lost: nothing waits for the device after the last "
          "launch (cudaDeviceSynchronize)",
          "bytes"_a = Count{report.bytes});
    case ReportKind::leaked:
      return say("{count:# allocation is|# allocations are} never freed, {bytes:# byte|# bytes} in all",
                 "count"_a = Count{report.count}, "bytes"_a = Count{report.bytes});
  }
  return say("the program does something wrong");
}

}  // namespace

Text cuda_error_text(program::CudaError error) {
  for (const auto& known : kCudaErrors) {
    if (known.number == error) return Text(fmt::format("{} ({})", known.name, error));
  }
  return say("error {number} of the CUDA runtime", "number"_a = error);
}

Text program_report_text(const program::ProgramReport& report, const std::string& place) {
  const Text clause = report_clause(report);
  const bool is_repeated = report.count > 1 && report.kind != ReportKind::leaked;
  const Text times = is_repeated ? say(" ({count:once|# times})", "count"_a = Count{report.count}) : Text();
  return Text(fmt::format("{}{}{}{}", place, place.empty() ? "" : ": ", clause, times));
}

Text launch_end_text(const program::ProgramLaunch& launch) {
  if (!launch.refusal.empty()) return say("the emulator cannot make it: {reason}", "reason"_a = launch.refusal);
  if (launch.was_cancelled) return say("it was ended before all blocks were executed; its costs are not known");
  if (launch.error != 0 && launch.figures.faults.empty()) {
    return say("it ends with {error}", "error"_a = cuda_error_text(launch.error));
  }
  return Text();
}

Text refused_call_text(const program::RefusedCall& call) {
  return say("{name} is not supported, and returned an error{count:| # times}", "name"_a = call.name,
             "count"_a = Count{call.count});
}

}  // namespace bankloom
