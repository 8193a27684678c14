// Runs a learner's program as a whole: its host code in a process that is kept apart, its launches on the emulator
// here.
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
  std::filesystem::path own_folder;      ///< the program's, which it may write to
  std::filesystem::path build_folder;    ///< what it was built in, which it sees
  std::filesystem::path mount_folder;    ///< empty; see HostLaunch::mount_point
  std::filesystem::path runtime_folder;  ///< with our libcudart.so.13
  MachineModel machine;
  ProgramOptions options;
  bool ends_at_captured = false;  ///< it is ended once the launch of options.capture.index was made
  Supervision supervision;        ///< its time limit is that of host code and launches together
  std::function<void(const ProgramProgress&)> on_progress;  ///< from another thread, some times a second
  std::function<void(const ProgramRemark&)> on_remark;      ///< what is to be said before it runs
};

struct WholeProgramRun {
  HostRun host;
  ProgramRun device;
  bool is_isolated = false;
  std::vector<ProgramRemark> remarks;
};

/// Returns once it has ended and its launches are done. Errors: it cannot be started at all.
[[nodiscard]] Result<WholeProgramRun> run_whole_program(const WholeProgram& program);

/// How it ended, and where it never called our CUDA runtime why, as far as its executable and its end show it.
[[nodiscard]] ProgramEnd end_of(const WholeProgramRun& run, const std::filesystem::path& executable);

/// The lines of places in an executable's code, by addr2line where the machine has it.
[[nodiscard]] std::vector<CodePlace> code_places(const std::filesystem::path& executable,
                                                 const std::vector<CodeOffset>& offsets);

}  // namespace bankloom::program
