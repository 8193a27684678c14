// A learner's program from its file to what is known of it: built, run, its places found and named.
//
// One call, which takes as long as the program does, from any thread: no signal and nothing global is its own. Who
// calls ends it by `interrupt`, a descriptor that becomes readable (interrupt.h makes one of Ctrl-C; a pipe does as
// well).
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

/// What is to be run, and how.
struct ProgramRequest {
  std::string file;                  ///< as the learner gave it: a .cu file; with `build` see own_build.h
  std::vector<std::string> include;  ///< folders for -I
  std::vector<std::string> nvcc;     ///< options for nvcc, each of one or more words
  std::string build;                 ///< a command for /bin/sh; empty: nvcc compiles the file
  std::vector<std::string> arguments;
  std::filesystem::path working_folder{};  ///< that the program runs in; empty: the current one
  MachineModel machine;
  ProgramOptions options;
  bool ends_at_captured = false;  ///< it is ended once the launch of options.capture.index was made
  std::optional<std::chrono::milliseconds> time_limit;  ///< of host code and launches together
  int interrupt = -1;
};

/// What the machine has for it.
struct ProgramTools {
  Toolchain toolchain;
  std::filesystem::path runtime_folder;  ///< with our libcudart.so.13
};

/// What is told on the way; each may be empty. `on_progress` is called from another thread, some times a second.
struct ProgramCallbacks {
  std::function<void(const std::vector<Diagnostic>&)> on_messages;  ///< of a build that succeeded
  std::function<void(const ProgramRemark&)> on_remark;
  std::function<void(std::string_view)> on_output, on_errors;
  std::function<void(const ProgramProgress&)> on_progress;
};

/// Errors: what can be told to be wrong before anything is done, as that there is no such file.
[[nodiscard]] Result<void> check_request(const ProgramRequest& request);

/// Builds and runs it. A failure is that it does not compile, or cannot be started at all.
[[nodiscard]] Result<ProgramOutcome> run_program(const ProgramRequest& request, const ProgramTools& tools,
                                                 const ProgramCallbacks& callbacks = {});

}  // namespace bankloom::program
