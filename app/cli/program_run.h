// What commands share that run a learner's program: `run`, and those with FILE.cu --launch N.
#pragma once

#include <CLI/App.hpp>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "core/base/readable.h"
#include "core/machine/machine_model.h"
#include "program/program_job.h"

namespace bankloom::cli {

/// How a program is built and run.
struct ProgramFlags {
  std::vector<std::string> include, nvcc, arguments;
  std::string build;
  std::string launch;
  bool whole = false, keep = false, unconfined = false;
  std::string time_limit = "600";
};

/// Declares --include, --nvcc, --build, --launch with its help, --whole, --time-limit, --unconfined and
/// ARGUMENT.
void add_program_flags(CLI::App& app, ProgramFlags& flags, const std::string& launch_help);

/// The number of --launch; nothing without it.
[[nodiscard]] Result<std::optional<std::uint64_t>> wanted_launch(const ProgramFlags& flags);

/// Errors: not a number, a file that is no program.
[[nodiscard]] Result<program::ProgramRequest> request_of(const std::string& file, const ProgramFlags& flags,
                                                         const MachineModel& machine);

/// Standard streams while a program runs: its output as it arrives, and on a terminal a line with the progress of its
/// launches.
class LiveStreams {
 public:
  /// `is_live`: shows the program's output.
  explicit LiveStreams(bool is_live);
  LiveStreams& operator=(LiveStreams&&) = delete;
  ~LiveStreams() { clear(); }

  void remark(const std::string& sentence);
  void write(std::FILE* stream, std::string_view whole);
  /// Shows what was written of characters that never came whole.
  void finish();
  void progress(const program::ProgramProgress& now);
  /// Separates the program's output from the report.
  [[nodiscard]] std::string_view gap() const { return ends_line_ ? "\n" : "\n\n"; }

 private:
  using Clock = std::chrono::steady_clock;
  void clear();
  void put(std::FILE* stream, const std::string& text);
  std::mutex mutex_;
  TerminalStream shown_output_, shown_errors_;
  const bool is_live_, has_line_;
  bool is_line_shown_ = false, ends_line_ = true;
  std::uint64_t launch_ = 0;
  Clock::time_point began_ = Clock::now();
};

/// Builds and runs a program with this machine's nvcc. Ctrl-C ends it, during the build with ErrorCode::cancelled.
[[nodiscard]] Result<program::ProgramOutcome> run_program(program::ProgramRequest request, const Context& context,
                                                          LiveStreams& streams);

}  // namespace bankloom::cli
