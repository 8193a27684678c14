// What is said of a learner's whole program beside its kernels' accesses and faults.
#pragma once

#include <string>

#include "core/program/program_outcome.h"
#include "core/wording/text.h"

namespace bankloom {

/// "cudaErrorInvalidValue (1)": an error of the CUDA runtime.
[[nodiscard]] Text cuda_error_text(program::CudaError error);
/// What the program does wrong outside of its kernels, and where: one sentence without its full stop. `place`: the
/// source line of ProgramReport::code ("square.cu:12"), empty where it is not known.
[[nodiscard]] Text program_report_text(const program::ProgramReport& report, const std::string& place);
/// Why a launch was not executed, or not to its end; empty where it was.
[[nodiscard]] Text launch_end_text(const program::ProgramLaunch& launch);
/// Why a launch is not among those that were captured: one sentence without its full stop.
[[nodiscard]] Text missing_launch_text(const program::ProgramOutcome& outcome, std::uint64_t launch);
/// How a program ended, where it did not as it should, or why it made no call of our runtime: "ended with status 3", to
/// stand behind the program's name; else empty.
[[nodiscard]] Text program_end_text(const program::ProgramEnd& end);
/// One sentence without its full stop.
[[nodiscard]] Text program_remark_text(const program::ProgramRemark& remark);
/// A call that is not supported.
[[nodiscard]] Text refused_call_text(const program::RefusedCall& call);

}  // namespace bankloom
