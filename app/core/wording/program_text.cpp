#include "core/wording/program_text.h"

#include <array>
#include <charconv>

#include "core/base/language.h"
#include "core/base/readable.h"

namespace bankloom {

using namespace wording;
using program::ReportKind;

namespace {

struct NamedCudaError {
  program::CudaError number;
  std::string_view name;
};

/// CUDA Runtime API, "Data types used by CUDA Runtime", cudaError: those that programs get.
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

Count count_in(const std::string& digits) {
  std::uint64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return Count{number};
}

Text report_clause(const program::ProgramReport& report) {
  const auto doer = doer_text(report);
  const auto address = hexadecimal(report.address);
  switch (report.kind) {
    case ReportKind::host_access:
      return say(
          "host code reads or writes device memory at {address}, which only kernels can access; copy it with "
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
      return say("{doer} uses {address}, in memory of {bytes:# byte|# bytes} that was already freed", "doer"_a = doer,
                 "address"_a = address, "bytes"_a = Count{report.bytes});
    case ReportKind::wrong_direction:
      return say("{doer} is given a direction that contradicts its pointers", "doer"_a = doer);
    case ReportKind::wrong_size:
      return say(
          "{doer} accesses {bytes:# byte|# bytes} from {address} on, but the memory there has {limit:# byte|# "
          "bytes}",
          "doer"_a = doer, "bytes"_a = Count{report.bytes}, "address"_a = address, "limit"_a = Count{report.limit});
    case ReportKind::invalid_free:
      return say("{doer} is given {address}, where no allocation begins", "doer"_a = doer, "address"_a = address);
    case ReportKind::unread_error:
      return say("{doer} ends with {error}, and the program never checks (cudaGetLastError)", "doer"_a = doer,
                 "error"_a = cuda_error_text(report.error));
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

/// How the process ended, if not with status 0.
Text process_end_text(const program::ProgramEnd& end) {
  using Kind = program::ProgramEnd::Kind;
  switch (end.kind) {
    case Kind::exited:
      return end.value == 0 ? Text() : say("ended with status {status}", "status"_a = end.value);
    case Kind::signalled:
      return say("was ended by signal {number} ({name})", "number"_a = end.value, "name"_a = end.name);
    case Kind::file_size:
      return say("was stopped because it wrote a larger file than allowed");
    case Kind::processor_time:
      return say("was stopped because it took more processor time than allowed");
    case Kind::processes:
      return say("was stopped because it started more processes than allowed");
    case Kind::memory:
      return say("was stopped because it took more memory than allowed");
    case Kind::written:
      return say("was stopped because it wrote more to disk than allowed");
    case Kind::time_limit:
      return say("was stopped after {seconds} s", "seconds"_a = with_decimal_sign(fmt::format("{:.3g}", end.seconds)));
    case Kind::interrupted:
      return say("was interrupted");
    case Kind::enough:
      return say("was stopped after launch {launch}, because nothing after it was asked for", "launch"_a = end.value);
    case Kind::killed:
      return say("was stopped");
    case Kind::not_started:
      return say("cannot be started ({reason})", "reason"_a = end.name);
  }
  return {};
}

/// Why it made no call of our runtime.
Text silence_text(const program::ProgramEnd& end) {
  using Silence = program::ProgramEnd::Silence;
  switch (end.silence) {
    case Silence::none:
      return {};
    case Silence::libraries:
      return say("made no call to the CUDA runtime: it uses {libraries}, which needs a GPU",
                 "libraries"_a = readable(end.libraries));
    case Silence::no_runtime:
      return say(
          "made no call to the CUDA runtime: it is not linked with the shared CUDA runtime; link it with `-cudart "
          "shared`");
    case Silence::unreadable:
      return say("made no call to the CUDA runtime: its executable cannot be read");
    case Silence::ended:
      break;
  }
  const Text how = process_end_text(end);
  return how.empty() ? say("made no call to the CUDA runtime: it ended without one")
                     : say("made no call to the CUDA runtime: it {end} before", "end"_a = how);
}

}  // namespace

Text program_end_text(const program::ProgramEnd& end) {
  if (end.silence != program::ProgramEnd::Silence::none) return silence_text(end);
  Text how = process_end_text(end);
  if (how.empty() && end.timed_out) how = say("was stopped at its time limit, within a launch");
  if (how.empty() && end.interrupted) how = say("was interrupted within a launch");
  if (!end.broke_protocol) return how;
  return how.empty()
             ? say("wrote to bankloom's channel what its CUDA runtime would never write")
             : say("wrote to bankloom's channel what its CUDA runtime would never write, and {end}", "end"_a = how);
}

Text program_remark_text(const program::ProgramRemark& remark) {
  using Kind = program::ProgramRemark::Kind;
  // Files are named as the program wants.
  const std::string what = readable(remark.what), where = readable(remark.where);
  switch (remark.kind) {
    case Kind::option_left_out:
      return say("{option} is left out: programs are compiled for compute_90", "option"_a = what);
    case Kind::old_names:
      return say(
          "the program uses warp functions from before CUDA 9 (__shfl, __any, ...), which are taken for their "
          "successors (__shfl_sync, __any_sync, ...) with the mask of the threads that run together");
    case Kind::header_found:
      return say("{header} is found with --include {folder}", "header"_a = what, "folder"_a = where);
    case Kind::read_only:
      return say("the program cannot write to '{folder}', which is too large to be copied for it", "folder"_a = where);
    case Kind::not_isolated:
      return say(
          "nothing isolates the program on this machine ({reason}): it runs with your rights, with nothing but "
          "limits on memory and file sizes",
          "reason"_a = what);
    case Kind::not_filtered:
      return say("the program's system calls are not filtered: {reason}", "reason"_a = what);
    case Kind::files_dropped:
      return say(
          "the program wrote {number:# file|# files} to a copy of its folder, '{file}' for one; --keep puts what it "
          "writes in its own",
          "number"_a = count_in(what), "file"_a = where);
    case Kind::files_kept:
      return say("{number:# file|# files} of the program's are in '{folder}'", "number"_a = count_in(what),
                 "folder"_a = where);
    case Kind::file_not_kept:
      return say("'{file}' is not kept: '{folder}' already has something else of that name", "file"_a = what,
                 "folder"_a = where);
  }
  return {};
}

Text cuda_error_text(program::CudaError error) {
  for (const auto& known : kCudaErrors) {
    if (known.number == error) return Text(fmt::format("{} ({})", known.name, error));
  }
  return say("error {number} of the CUDA runtime", "number"_a = error);
}

Text program_report_text(const program::ProgramReport& report, const std::string& place) {
  const Text clause = report_clause(report);
  const bool is_repeated = report.count > 1 && report.kind != ReportKind::leaked;
  Text named = named_text(place, clause);
  return is_repeated ? say("{report} ({count:once|# times})", "report"_a = named, "count"_a = Count{report.count})
                     : named;
}

Text launch_end_text(const program::ProgramLaunch& launch) {
  if (!launch.refusal.empty()) return say("the emulator cannot execute it: {reason}", "reason"_a = launch.refusal);
  if (launch.was_cancelled) return say("it was stopped before all blocks were executed; its costs are not known");
  if (launch.error != 0 && launch.figures.faults.empty()) {
    return say("it ends with {error}", "error"_a = cuda_error_text(launch.error));
  }
  return {};
}

Text missing_launch_text(const program::ProgramOutcome& outcome, std::uint64_t launch) {
  const auto& run = outcome.run;
  if (launch >= run.all_launches) {
    const Text end = program_end_text(outcome.end);
    return end.empty()
               ? say("there is no launch {launch}: '{program}' made {count}, counted from 0", "launch"_a = launch,
                     "program"_a = outcome.program, "count"_a = run.all_launches)
               : say("there is no launch {launch}: '{program}' made {count}, counted from 0; it {end}",
                     "launch"_a = launch, "program"_a = outcome.program, "count"_a = run.all_launches, "end"_a = end);
  }
  for (const auto& one : run.launches) {
    if (one.index != launch) continue;
    const Text why = launch_end_text(one);
    if (!why.empty()) {
      return say("launch {launch} of '{program}': {reason}", "launch"_a = launch, "program"_a = outcome.program,
                 "reason"_a = why);
    }
  }
  return say("there is not enough memory for what launch {launch} of '{program}' works on", "launch"_a = launch,
             "program"_a = outcome.program);
}

Text refused_call_text(const program::RefusedCall& call) {
  return say("{name} is not supported, and returned an error{count:| # times}", "name"_a = call.name,
             "count"_a = Count{call.count});
}

}  // namespace bankloom
