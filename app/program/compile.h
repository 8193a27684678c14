// Compiles a learner's whole CUDA program to an executable with a shared CUDA runtime, which ours then replaces.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/program/program_outcome.h"
#include "program/compiler_message.h"
#include "program/host_process.h"
#include "program/toolchain.h"

namespace bankloom::program {

struct CompileSettings {
  std::string file;                   ///< as the learner gave it, and as messages show it
  std::vector<std::string> include;   ///< folders for -I
  std::vector<std::string> options;   ///< for nvcc, each of one or more words
  std::vector<HostFolder> folders{};  ///< that the compiler sees beside the file's repository and `include`
  std::chrono::milliseconds time_limit{120'000};
  int interrupt = -1;  ///< see interrupt.h
};

/// An executable, with the messages of its build.
struct BuiltProgram {
  std::filesystem::path executable;
  std::vector<Diagnostic> messages;  ///< warnings
  std::vector<ProgramRemark> remarks;
  std::vector<ProgramBuild> builds;         ///< how each source was compiled, to compile it again
  std::vector<std::filesystem::path> read;  ///< the files that the compiler read; empty if it does not say
};

/// Errors: nvcc cannot make a program of this file. Compiles nothing.
[[nodiscard]] Result<void> check_program(const std::string& file);

/// Compiles, kept apart (confined_tool.h), to an executable in `folder`, which exists. Searches for missing headers
/// around the file (header_search.h) and defines names that CUDA no longer has (old_names.h), each with a remark.
[[nodiscard]] Result<BuiltProgram> compile_program(const Toolchain& toolchain, const CompileSettings& settings,
                                                   const std::filesystem::path& folder);

/// The options of every compilation: a shared runtime, the architecture whose PTX is executed, source lines.
[[nodiscard]] const std::vector<std::string>& fixed_options();

/// The options without those that choose another architecture or kind of runtime, which `dropped` receives.
[[nodiscard]] std::vector<std::string> usable_options(const std::vector<std::string>& options,
                                                      std::vector<std::string>& dropped);

/// The Error of a failed compilation or a learner's own build, with the compilers' messages, or their output if there
/// is no message.
[[nodiscard]] Error failure_of(const std::string& file, std::vector<Diagnostic> messages, const std::string& output);

}  // namespace bankloom::program
