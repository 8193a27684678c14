// HostProcess: a learner's program, or a tool that reads its files, as a process that is kept apart from the rest of
// the machine.
//
// It sees the system's folders and those that HostLaunch names, its own processes, no network, no devices but null,
// zero, full, random and urandom, an empty home and an empty /tmp in memory; it makes no system call that
// system_filter.h refuses. bwrap (bubblewrap) builds these walls, or we where the machine lacks it and grants
// namespaces to all users (unshare(2), user_namespaces(7)). Started by root, it is the user nobody. The guard
// (host_guard.h), a process of ours, enforces the limits; when it ends, the others end. Without namespaces only the
// limits and the filter apply.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/program/program_outcome.h"
#include "program/posix_handle.h"

namespace bankloom::program {

/// What a program may use. Sizes in bytes; limits of the whole program are checked at least ten times a second.
struct HostLimits {
  std::uint64_t processes = 256;                          ///< processes and threads at a time, of the whole program
  std::uint64_t memory = std::uint64_t{8} << 30U;         ///< in use, of the whole program
  std::uint64_t free_memory = std::uint64_t{256} << 20U;  ///< that must stay free on the machine
  std::uint64_t file = std::uint64_t{1} << 30U;           ///< for each file
  std::uint64_t written = std::uint64_t{4} << 30U;        ///< to disk, by the whole program
  std::uint64_t temporary = std::uint64_t{1} << 30U;      ///< in its /tmp
  std::uint64_t cpu_seconds = 3600;                       ///< processor time of each process
};

/// A folder or file of the machine that a program sees.
struct HostFolder {
  std::string source, place;  ///< `place` is where the program sees it
  bool writable = false;      ///< with all below
};

/// A program to start. Paths are absolute and without links.
struct HostLaunch {
  std::string executable;
  std::vector<std::string> arguments;    ///< the first is its name
  std::vector<std::string> environment;  ///< "NAME=VALUE", all of it
  std::string working_folder;
  std::vector<HostFolder> folders;  ///< beside the system's; a later one lies on an earlier one
  std::string mount_point;          ///< an empty folder, in which its view of the file system is mounted
  int channel = -1;                 ///< descriptor that it inherits as kChannelDescriptor; -1: none
  bool reads_input = false;         ///< its standard input is input(); false: empty
  bool joins_streams = false;       ///< its standard error is its standard output, in order
  HostLimits limits;

  /// Adds a folder that it sees where it is.
  void show(const std::string& folder, bool writable = false) { folders.push_back({folder, folder, writable}); }
};

/// The descriptor of the program's channel to us.
inline constexpr int kChannelDescriptor = 3;

enum class Isolation : unsigned char {
  bubblewrap,  ///< by bwrap
  namespaces,  ///< by namespaces of ours
  limits,      ///< only limits and the filter of system calls
};

/// How a program ended: `killed` by us, `processes`, `memory` and `written` by the guard.
struct HostEnd {
  using Kind = ProgramEnd::Kind;
  Kind kind = Kind::killed;
  int value = 0;
  friend bool operator==(const HostEnd&, const HostEnd&) = default;
};

class ControlGroup;

class HostProcess {
 public:
  /// Starts the program, which ends at the latest with the calling thread. Errors: the kernel refuses this isolation
  /// (the program has not run), no more processes or descriptors. end() tells if the executable cannot be run.
  [[nodiscard]] static Result<HostProcess> start(const HostLaunch& launch, Isolation isolation);
  /// See kill().
  ~HostProcess();
  HostProcess(HostProcess&& other) noexcept;

  [[nodiscard]] int input() const { return input_.get(); }    ///< its standard input; non-blocking
  [[nodiscard]] int output() const { return output_.get(); }  ///< its standard output; non-blocking
  [[nodiscard]] int errors() const { return errors_.get(); }  ///< its standard error; non-blocking
  /// After this, the program finds the end of its standard input.
  void close_input() { input_.reset(); }
  /// Readable after the program has ended.
  [[nodiscard]] int ended_descriptor() const { return ended_.get(); }
  /// Waits until all processes of the program have ended.
  HostEnd end();
  /// Ends all processes of the program. end() then returns `as`, unless it had already ended.
  void kill(HostEnd::Kind as = HostEnd::Kind::killed);

 private:
  HostProcess() = default;
  pid_t guard_ = -1;
  Isolation isolation_ = Isolation::limits;
  FileHandle input_, output_, errors_, ended_;
  std::unique_ptr<ControlGroup> group_;  ///< where one can be made
  std::optional<HostEnd> end_;
};

}  // namespace bankloom::program
