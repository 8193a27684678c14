// A child process with two pipes to it, killed and reaped with its scope.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/files.h"

namespace bankloom::worker {

class Process {
 public:
  /// Starts `executable` with `arguments` (the first is its name). It gets the pipes as descriptors 3 and 4
  /// (worker_protocol.h), reads nothing from standard input, writes its standard output nowhere, and has no other
  /// descriptor of ours. `executable` is resolved in the child, so "/proc/self/exe" is this program, even if its file
  /// was replaced meanwhile. An error is the system's reason.
  [[nodiscard]] static Result<Process> start(const std::string& executable, const std::vector<std::string>& arguments);
  /// Ends the process: see end().
  ~Process();
  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  [[nodiscard]] int input() const { return to_.get(); }     ///< what we write to; non-blocking
  [[nodiscard]] int output() const { return from_.get(); }  ///< what we read from; non-blocking
  [[nodiscard]] pid_t id() const { return id_; }

  /// True where the process has closed its pipe, as one that has ended has.
  [[nodiscard]] bool has_hung_up() const;
  /// Closes the pipes and waits for the process: for `grace` as it ends by itself, then killed. Returns how it ended
  /// ("was ended by signal 9 (Killed)", "ended with status 1"); nothing where it does not even end when killed, which a
  /// driver can cause: it is reaped later then.
  std::optional<std::string> end(std::chrono::milliseconds grace);

 private:
  Process(pid_t id, FileHandle to, FileHandle from) : id_(id), to_(std::move(to)), from_(std::move(from)) {}
  pid_t id_ = -1;
  FileHandle to_;
  FileHandle from_;
};

}  // namespace bankloom::worker
