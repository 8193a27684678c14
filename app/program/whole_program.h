// Runs a learner's whole program: its host code in an isolated process, its launches in the emulator.
#pragma once

#include <filesystem>
#include <vector>

#include "core/program/program_outcome.h"
#include "program/program_job.h"
#include "program/supervise.h"
#include "program/working_copy.h"

namespace bankloom::program {

/// A request's program after its build.
struct WholeProgram {
  const ProgramRequest& request;
  const ProgramCallbacks& callbacks;
  std::filesystem::path executable;      ///< absolute
  std::filesystem::path build_folder;    ///< where it was built, read-only; gets the mount point
  std::filesystem::path runtime_folder;  ///< with our libcudart.so.13
  std::vector<HostFolder> folders{};     ///< that it sees
  const WorkingCopy* copy = nullptr;     ///< of its own folder, to which it may write; null: there is none
  std::filesystem::path own{};           ///< its own folder
};

struct WholeProgramRun {
  HostRun host;
  ProgramRun device;
  std::vector<ProgramRemark> remarks;
};

/// Returns after the end of the program and its launches. Errors: it cannot be started.
[[nodiscard]] Result<WholeProgramRun> run_whole_program(const WholeProgram& program);

/// How the program ended, and, if it never called our CUDA runtime, why, as far as its executable and its end show.
[[nodiscard]] ProgramEnd end_of(const WholeProgramRun& run, const std::filesystem::path& executable);

/// The source lines of offsets in an executable, by addr2line if the machine has it.
[[nodiscard]] std::vector<CodePlace> code_places(const WholeProgram& program, const std::vector<CodeOffset>& offsets);

}  // namespace bankloom::program
