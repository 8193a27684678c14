// A child process with two pipes, ended and reaped at the end of its scope.
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
  /// Starts `executable` with `arguments`, the first of which is its name. The child has the pipes as descriptors 3 and
  /// 4 (worker_protocol.h), /dev/null as standard input and output, and no other descriptor of ours. The child resolves
  /// `executable`, so "/proc/self/exe" is this program even if its file was replaced. Errors: the system's reason.
  [[nodiscard]] static Result<Process> start(const std::string& executable, const std::vector<std::string>& arguments);
  /// Gives the process 2 s to end by itself (see end()).
  ~Process();
  Process(Process&& other) noexcept;

  [[nodiscard]] int input() const { return to_.get(); }     ///< for writing; non-blocking
  [[nodiscard]] int output() const { return from_.get(); }  ///< for reading; non-blocking
  [[nodiscard]] pid_t id() const { return id_; }

  /// True if the process has closed its pipe, for example by ending.
  [[nodiscard]] bool has_hung_up() const;
  /// Closes the pipes, waits `grace` for the process to end, then kills it. Returns how it ended ("was ended by signal
  /// 9 (Killed)", "ended with status 1"); nothing if a driver keeps even the killed process, which is then reaped
  /// later.
  std::optional<std::string> end(std::chrono::milliseconds grace);

 private:
  Process(pid_t id, FileHandle to, FileHandle from) : id_(id), to_(std::move(to)), from_(std::move(from)) {}
  pid_t id_ = -1;
  FileHandle to_;
  FileHandle from_;
};

}  // namespace bankloom::worker
