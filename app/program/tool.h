// Runs a tool of the host, such as a compiler, and returns its output.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace bankloom::program {

struct ToolRun {
  int status = -1;  ///< exit status; -1 if ended by a signal
  bool timed_out = false;
  bool interrupted = false;
  std::string output;  ///< both streams in order; the first 16 MiB
};

struct ToolCall {
  std::vector<std::string> words;          ///< the tool, searched for on PATH if it has no slash, and its arguments
  std::filesystem::path folder{};          ///< the working folder; empty: the current one
  std::vector<std::string> environment{};  ///< "NAME=VALUE", in addition to ours
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

/// The first executable file of this name on PATH; empty if there is none.
[[nodiscard]] std::filesystem::path find_on_path(const std::string& name);

}  // namespace bankloom::program
