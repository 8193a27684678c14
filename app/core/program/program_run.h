// What is known of a learner's program after it has run: its launches with their costs and faults, and what its host
// code did wrong. Facts, not texts.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/own/captured_launch.h"
#include "core/run/execute.h"

namespace bankloom::program {

/// A cudaError_t as its number (CUDA Runtime API, "Data types used by CUDA Runtime"); 0: success.
using CudaError = std::int32_t;

/// A place in the program's host code: an offset from where its executable was loaded, as addr2line takes it.
/// 0: unknown, or in a library.
using CodeOffset = std::uint64_t;

/// One kernel launch.
struct ProgramLaunch {
  std::uint64_t index = 0;     ///< of all launches the program made, from 0
  std::string kernel;          ///< as written in the source, templates with their arguments
  std::string entry;           ///< the PTX entry's name
  std::string file;            ///< source file of the kernel, as the PTX names it; "" if it has no lines
  std::uint32_t line = 0;      ///< first line of the kernel there; 0: unknown
  CodeOffset launched_at = 0;  ///< where the host code launches it
  std::uint32_t dynamic_shared = 0;
  std::uint64_t blocks = 0;           ///< of the grid
  std::uint64_t blocks_executed = 0;  ///< fewer where the launch was sampled (simt::BlockPlan)
  bool is_cooperative = false;
  bool was_cancelled = false;  ///< by the stop token or the time limit: `figures` has no costs
  CudaError error = 0;         ///< that the launch, or the kernel, ended with
  /// Digest of what it wrote: of all memory that holds something else after it than before. "" if it was not
  /// captured, or not executed.
  std::string written;
  std::string refusal;  ///< why the emulator could not make it; "" if it could
  /// Grid, block, costs, faults, what printf wrote. Its machine's facts are left out, its source lines are empty.
  Execution figures;
  [[nodiscard]] bool is_sampled() const { return blocks_executed < blocks; }
};

/// What the host code does wrong.
enum class ReportKind : std::uint8_t {
  host_access,      ///< host code reads or writes device memory at `address`, from `code`; the program ends with it
  host_pointer,     ///< a kernel of launch `launch` is at `address`, which is the host's, not the device's
  null_pointer,     ///< likewise with an address near zero
  use_after_free,   ///< by launch `launch`, or by `call`: `address` was in memory of `bytes` that is freed
  wrong_direction,  ///< of `call`: the kind of the copy contradicts its pointers; without `error` it was made
  wrong_size,       ///< of `call`: `bytes` reach beyond the memory at `address`, which has `limit`
  invalid_free,     ///< of `call`: no allocation begins at `address`
  unread_error,     ///< `error` of launch `launch`, for which the program never asked
  lost_output,      ///< `bytes` that kernels printed are lost: nothing waits for the device after the last launch
  leaked,           ///< `count` allocations of `bytes` together were never freed
};

struct ProgramReport {
  ReportKind kind = ReportKind::host_access;
  std::string call{};        ///< "cudaMemcpy"; "" if it is not one
  std::int64_t launch = -1;  ///< index of the launch; -1: none
  std::uint64_t address = 0, bytes = 0, limit = 0;
  CudaError error = 0;
  CodeOffset code = 0;
  std::uint64_t count = 1;  ///< how often
};

/// A call of the CUDA runtime that is not supported.
struct RefusedCall {
  std::string name;
  std::uint64_t count = 0;
};

/// Launches that are captured (core/own/captured_launch.h): all that there is room for, or one, or none.
struct CaptureOptions {
  bool all = false;
  std::optional<std::uint64_t> index{};               ///< this launch, whatever room it takes
  std::uint64_t most_bytes = std::uint64_t{1} << 30;  ///< of contents, of all launches together
};

/// All that is known of a program's run.
struct ProgramRun {
  /// The first ProgramOptions::kept_launches of them, and of later ones those with faults or refused.
  std::vector<ProgramLaunch> launches;
  std::uint64_t all_launches = 0;
  std::uint64_t wrong_launches_untold = 0;  ///< with faults or refused, for which there was no room
  std::vector<RefusedCall> refused;         ///< in the order of their first call
  std::vector<ProgramReport> reports;       ///< in order; equal ones are counted
  std::vector<std::string> unusable;        ///< why device code in the program could not be used: an error each
  std::vector<std::shared_ptr<const CapturedLaunch>> captured;  ///< in order
  std::uint64_t uncaptured = 0;  ///< launches that were to be captured, and for which there was no room
  bool called_runtime = false;   ///< false: the program ended without a call of the CUDA runtime
  bool was_stopped = false;      ///< by the stop token or the time limit
  bool broke_protocol = false;   ///< the child sent what the runtime library does not send
};

struct ProgramOptions {
  double most_seconds = 0;                              ///< from serve() on; 0: no limit
  std::uint64_t most_work = 0;                          ///< as simt::LaunchConfig has it; 0: no launch is sampled
  std::uint64_t kept_launches = 1000;                   ///< that ProgramRun has at most
  std::uint64_t memory_bytes = std::uint64_t{8} << 30;  ///< of the device
  unsigned threads = 0;                                 ///< host threads for a launch; 0: one for each core
  CaptureOptions capture;
};

}  // namespace bankloom::program
