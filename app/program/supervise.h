// Waits for a learner's program, reads its output, and ends it when necessary.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/program/program_outcome.h"
#include "program/host_process.h"

namespace bankloom::program {

/// The output of a program on one of its streams.
struct Captured {
  std::string text;
  std::uint64_t discarded = 0;  ///< bytes after `text` was full
};

struct Supervision {
  std::optional<std::chrono::milliseconds> time_limit;
  int interrupt = -1;  ///< a descriptor that becomes readable to end the program (interrupt.h)
  int enough = -1;     ///< the same, after the launch that was wanted of it
  int input = -1;      ///< what the program reads as its standard input, if HostLaunch::reads_input
  std::size_t most_text = std::size_t{64} << 20U;  ///< bytes to keep of each stream
  /// Called with output as it arrives, up to most_text; may be empty.
  std::function<void(std::string_view)> on_output, on_errors;
  /// Called several times a second; the limit that the program exceeds ends it. May be empty.
  std::function<std::optional<HostEnd::Kind>()> excess;
};

struct HostRun {
  HostEnd end;
  bool timed_out = false;
  bool interrupted = false;
  bool was_enough = false;
  Captured output, errors;
  std::chrono::milliseconds elapsed{};
};

/// Returns after the end of all processes of the program.
[[nodiscard]] HostRun supervise(HostProcess& process, const Supervision& supervision);

[[nodiscard]] ProgramEnd process_end(const HostRun& run);

}  // namespace bankloom::program
