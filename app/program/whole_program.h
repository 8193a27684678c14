// Runs a learner's whole program: its host code in an isolated process, its launches in the emulator.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine/machine_model.h"
#include "core/program/program_outcome.h"
#include "program/program_device.h"
#include "program/supervise.h"

namespace bankloom::program {

struct WholeProgram {
  std::filesystem::path executable;    ///< absolute
  std::vector<std::string> arguments;  ///< the first is its name
  std::filesystem::path working_folder;
  std::filesystem::path own_folder;      ///< the program's own, which it may write to
  std::filesystem::path build_folder;    ///< where it was built, read-only
  std::filesystem::path mount_folder;    ///< empty; see HostLaunch::mount_point
  std::filesystem::path runtime_folder;  ///< with our libcudart.so.13
  MachineModel machine;
  ProgramOptions options;
  bool ends_at_captured = false;                            ///< ends the program after launch options.capture.index
  Supervision supervision;                                  ///< its time limit is for host code and launches together
  std::function<void(const ProgramProgress&)> on_progress;  ///< called from another thread, several times a second
  std::function<void(const ProgramRemark&)> on_remark;      ///< called before the program runs
};

struct WholeProgramRun {
  HostRun host;
  ProgramRun device;
  bool is_isolated = false;
  std::vector<ProgramRemark> remarks;
};

/// Returns after the end of the program and its launches. Errors: it cannot be started.
[[nodiscard]] Result<WholeProgramRun> run_whole_program(const WholeProgram& program);

/// How the program ended, and, if it never called our CUDA runtime, why, as far as its executable and its end show.
[[nodiscard]] ProgramEnd end_of(const WholeProgramRun& run, const std::filesystem::path& executable);

/// The source lines of offsets in an executable, by addr2line if the machine has it.
[[nodiscard]] std::vector<CodePlace> code_places(const std::filesystem::path& executable,
                                                 const std::vector<CodeOffset>& offsets);

}  // namespace bankloom::program
