// Runs a tool of the host, such as a compiler, and returns its output.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/program/program_outcome.h"

namespace bankloom::program {

struct ToolRun {
  int status = -1;  ///< exit status; -1 if ended by a signal
  bool timed_out = false;
  bool interrupted = false;
  std::string output;  ///< both streams in order; the first 16 MiB
  /// Which limit ended a confined tool (confined_tool.h), if one did.
  ProgramEnd::Kind excess = ProgramEnd::Kind::exited;
};

struct ToolCall {
  std::vector<std::string> words;          ///< the tool, searched for on PATH if it has no slash, and its arguments
  std::filesystem::path folder{};          ///< the working folder; empty: the root
  std::vector<std::string> environment{};  ///< "NAME=VALUE", beside child_environment()
  std::chrono::milliseconds time_limit{120'000};
  int interrupt = -1;  ///< see interrupt.h
  int input = -1;      ///< a descriptor that the tool reads as its standard input; -1: it has none
  /// Only the tool itself is waited for: processes that it leaves behind go on, and their output is nobody's.
  bool leaves_processes = false;
};

/// Waits for the tool, or ends it and its children at the time limit or an interrupt. Errors: it cannot be started.
[[nodiscard]] Result<ToolRun> run_tool(const ToolCall& call);

/// Why a tool failed, for a sentence: the last line of its output, or its exit status.
[[nodiscard]] std::string last_words(const ToolRun& run);

/// The folders of PATH with programs: absolute ones alone, so that no tool comes from the current folder.
[[nodiscard]] std::vector<std::filesystem::path> program_folders();

/// The first executable file of this name in program_folders(); empty if there is none.
[[nodiscard]] std::filesystem::path find_on_path(const std::string& name);

/// An environment with changes; a later entry of a name replaces an earlier one.
[[nodiscard]] std::vector<std::string> changed_environment(const std::vector<std::string>& before,
                                                           const std::vector<std::string>& changes);

}  // namespace bankloom::program
