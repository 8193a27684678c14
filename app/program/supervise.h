// Waits for a learner's program, takes what it writes, ends it where it must end.
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

/// What a program wrote to one of its streams.
struct Captured {
  std::string text;
  std::uint64_t discarded = 0;  ///< bytes that came after `text` was full
};

struct Supervision {
  std::optional<std::chrono::milliseconds> time_limit;
  int interrupt = -1;  ///< a descriptor that becomes readable where it is to end (interrupt.h)
  int enough = -1;     ///< the same, where all that was wanted of it is there
  std::size_t most_text = std::size_t{64} << 20U;  ///< bytes to keep of each stream
  /// Called with what was written as it comes, up to most_text; may be empty.
  std::function<void(std::string_view)> on_output, on_errors;
};

struct HostRun {
  HostEnd end;
  bool timed_out = false;
  bool interrupted = false;
  bool was_enough = false;
  Captured output, errors;
  std::chrono::milliseconds elapsed{};
};

/// Returns once all processes of the program are gone.
[[nodiscard]] HostRun supervise(HostProcess& process, const Supervision& supervision);

/// How it ended.
[[nodiscard]] ProgramEnd process_end(const HostRun& run);

}  // namespace bankloom::program
