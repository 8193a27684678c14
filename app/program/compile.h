// Compiles a learner's whole CUDA program to an executable that takes its CUDA runtime from a shared library, which is
// how ours comes under it.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/program/program_outcome.h"
#include "program/compiler_message.h"
#include "program/toolchain.h"

namespace bankloom::program {

struct CompileSettings {
  std::string file;                  ///< as the learner gave it; messages name it so
  std::vector<std::string> include;  ///< folders for -I
  std::vector<std::string> options;  ///< for nvcc, each of one or more words
  std::chrono::milliseconds time_limit{120'000};
  int interrupt = -1;  ///< see interrupt.h
};

/// An executable, and what was said on the way to it.
struct BuiltProgram {
  std::filesystem::path executable;
  std::vector<Diagnostic> messages;  ///< warnings
  std::vector<ProgramRemark> remarks;
  std::vector<ProgramBuild> builds;  ///< how its sources were compiled, one each, to do it again
};

/// Errors: the file is none that nvcc could make a program of. Compiles nothing.
[[nodiscard]] Result<void> check_program(const std::string& file);

/// Compiles to an executable in `folder`, which exists. Headers that are missing are looked for around the file
/// (header_search.h), names that CUDA has no more are given their meaning (old_names.h); both are remarked.
[[nodiscard]] Result<BuiltProgram> compile_program(const Toolchain& toolchain, const CompileSettings& settings,
                                                   const std::filesystem::path& folder);

/// The options that every program is compiled with: the runtime's library, the architecture whose PTX is executed,
/// lines.
[[nodiscard]] const std::vector<std::string>& fixed_options();

/// The options without those that name another architecture or kind of runtime; `dropped` gets these.
[[nodiscard]] std::vector<std::string> usable_options(const std::vector<std::string>& options,
                                                      std::vector<std::string>& dropped);

/// What an nvcc that failed is to be blamed for, with the compilers' messages or what else they printed; for the end of
/// compile_program() and of a learner's own build.
[[nodiscard]] Error failure_of(const std::string& file, std::vector<Diagnostic> messages, const std::string& output);

}  // namespace bankloom::program
