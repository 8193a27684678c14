// A child process with two pipes, ended and reaped at the end of its scope.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/files.h"

namespace bankloom::worker {

/// Reads what a process writes to standard error, on a thread, and keeps the last line of it.
class ErrorLines;

class Process {
 public:
  /// Starts `executable` with `arguments`, the first of which is its name. The child has the pipes as descriptors 3 and
  /// 4 (worker_protocol.h), /dev/null as standard input and output, and no other descriptor of ours. The child resolves
  /// `executable`, so "/proc/self/exe" is this program even if its file was replaced. Errors: the system's reason.
  [[nodiscard]] static Result<Process> start(const std::string& executable, const std::vector<std::string>& arguments);
  /// Starts a command, found by PATH, that leads to a worker, which may be on another machine: the pipes are its
  /// standard input and output, and said() has what it writes to standard error.
  [[nodiscard]] static Result<Process> start_command(const std::vector<std::string>& words);
  /// Gives the process 2 s to end by itself (see end()).
  ~Process();
  Process(Process&& other) noexcept;

  [[nodiscard]] int input() const { return to_.get(); }     ///< for writing; non-blocking
  [[nodiscard]] int output() const { return from_.get(); }  ///< for reading; non-blocking
  [[nodiscard]] pid_t id() const { return id_; }

  /// True if the process has closed its pipe, for example by ending.
  [[nodiscard]] bool has_hung_up() const;
  /// The last line that a command wrote to standard error, as far as it can be shown; empty if none.
  [[nodiscard]] std::string said() const;
  /// Closes the pipes, waits `grace` for the process to end, then kills it, a command only after it was told to
  /// terminate, so that it takes its job out of a queue. Returns how it ended ("was ended by signal
  /// 9 (Killed)", "ended with status 1"); nothing if a driver keeps even the killed process, which is then reaped
  /// later.
  std::optional<std::string> end(std::chrono::milliseconds grace);

 private:
  [[nodiscard]] static Result<Process> spawn(const std::string& executable, const std::vector<std::string>& arguments,
                                             bool is_command);
  Process(pid_t id, FileHandle to, FileHandle from) : id_(id), to_(std::move(to)), from_(std::move(from)) {}
  pid_t id_ = -1;
  FileHandle to_;
  FileHandle from_;
  std::shared_ptr<ErrorLines> errors_;  ///< of a command
};

}  // namespace bankloom::worker
