// A learner's whole program in words: its host code, launches and end.
#pragma once

#include <string>

#include "core/program/program_outcome.h"
#include "core/wording/text.h"

namespace bankloom {

/// "cudaErrorInvalidValue (1)": an error of the CUDA runtime.
[[nodiscard]] Text cuda_error_text(program::CudaError error);
/// What the program's host code does wrong, and where: one sentence without its full stop. `place`: the source line of
/// ProgramReport::code ("square.cu:12"), empty where unknown.
[[nodiscard]] Text program_report_text(const program::ProgramReport& report, const std::string& place);
/// Why a launch was not executed completely; empty where it was.
[[nodiscard]] Text launch_end_text(const program::ProgramLaunch& launch);
/// Why a launch was not captured: one sentence without its full stop.
[[nodiscard]] Text missing_launch_text(const program::ProgramOutcome& outcome, std::uint64_t launch);
/// How a program ended, if not with status 0, or why it made no call of our runtime: "ended with status 3", for after
/// the program's name; else empty.
[[nodiscard]] Text program_end_text(const program::ProgramEnd& end);
/// One sentence without its full stop.
[[nodiscard]] Text program_remark_text(const program::ProgramRemark& remark);
/// A call that this runtime does not support.
[[nodiscard]] Text refused_call_text(const program::RefusedCall& call);

}  // namespace bankloom
