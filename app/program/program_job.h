// Builds and runs a learner's program, and finds its source lines.
//
// run_program() takes as long as the program, may be called from any thread, and uses no signals or other global state.
// The caller ends it through `interrupt`, a descriptor that becomes readable: a pipe, or Ctrl-C (interrupt.h).
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine/machine_model.h"
#include "core/program/program_outcome.h"
#include "program/compile.h"
#include "program/program_device.h"
#include "program/toolchain.h"

namespace bankloom::program {

struct ProgramRequest {
  std::string file;                  ///< a .cu file as the learner gave it; with `build`, see own_build.h
  std::vector<std::string> include;  ///< folders for -I
  std::vector<std::string> nvcc;     ///< options for nvcc, each of one or more words
  std::string build;                 ///< a command for /bin/sh; empty: nvcc compiles the file
  std::vector<std::string> arguments;
  std::filesystem::path working_folder{};  ///< of the program; empty: the current one
  MachineModel machine;
  ProgramOptions options;
  bool keeps_files = false;                             ///< what the program writes to its folder comes back there
  bool may_be_unconfined = false;                       ///< it may run where nothing can keep it apart
  int input = -1;                                       ///< what it reads as its standard input; -1: nothing
  bool ends_at_captured = false;                        ///< ends the program after launch options.capture.index
  std::optional<std::chrono::milliseconds> time_limit;  ///< for host code and launches together
  int interrupt = -1;
};

struct ProgramTools {
  Toolchain toolchain;
  std::filesystem::path runtime_folder;  ///< with our libcudart.so.13
};

/// Each may be empty. `on_progress` is called from another thread, several times a second.
struct ProgramCallbacks {
  std::function<void(const std::vector<Diagnostic>&)> on_messages;  ///< of a build that succeeded
  std::function<void(const ProgramRemark&)> on_remark;
  std::function<void(std::string_view)> on_output, on_errors;
  std::function<void(const ProgramProgress&)> on_progress;
};

/// Errors: what is wrong before anything is done, such as a missing file.
[[nodiscard]] Result<void> check_request(const ProgramRequest& request);

/// Errors: the program does not compile, cannot be started, or cannot be kept apart.
[[nodiscard]] Result<ProgramOutcome> run_program(const ProgramRequest& request, const ProgramTools& tools,
                                                 const ProgramCallbacks& callbacks = {});

}  // namespace bankloom::program
