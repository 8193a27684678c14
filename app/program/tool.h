// Runs a tool of the host, as the compiler, and takes what it says.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace bankloom::program {

struct ToolRun {
  int status = -1;  ///< exit status; -1 where it was ended by a signal
  bool timed_out = false;
  bool interrupted = false;
  std::string output;  ///< of both streams, in their order; the first 16 MiB
};

struct ToolCall {
  std::vector<std::string> words;          ///< the tool, found on PATH where it has no slash, and its arguments
  std::filesystem::path folder{};          ///< to run it in; empty: the current one
  std::vector<std::string> environment{};  ///< "NAME=VALUE", in addition to ours
  std::chrono::milliseconds time_limit{120'000};
  int interrupt = -1;  ///< see interrupt.h
};

/// Waits for the tool's end, at the time limit or at an interrupt ends it and all that it started. Errors: it cannot be
/// started.
[[nodiscard]] Result<ToolRun> run_tool(const ToolCall& call);

/// The file that a tool's name means on PATH, empty where there is none.
[[nodiscard]] std::filesystem::path find_on_path(const std::string& name);

}  // namespace bankloom::program
