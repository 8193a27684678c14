// HostProcess: a learner's program as a process that is isolated from the rest of the machine.
//
// If the kernel grants namespaces to all users (unshare(2), user_namespaces(7)), the program sees only its own
// processes, no network, no devices but null, zero, full, random, urandom and tty, read-only folders except for those
// that HostLaunch names, and an empty /tmp in memory. The namespace's first process (host_guard.h) is ours and enforces
// the limits; when it ends, the kernel ends the others. Without namespaces only the limits apply.
#pragma once

#include <sys/types.h>

#include <cstdint>
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
  std::uint64_t temporary = std::uint64_t{1} << 30U;      ///< in each of its private folders, such as /tmp
  std::uint64_t cpu_seconds = 3600;                       ///< processor time of each process
};

/// A program to start. Paths are absolute and without links.
struct HostLaunch {
  std::string executable;
  std::vector<std::string> arguments;    ///< the first is its name
  std::vector<std::string> environment;  ///< "NAME=VALUE", all of it
  std::string working_folder;
  std::vector<std::string> visible;   ///< read-only folders that it sees even if they are in /tmp
  std::vector<std::string> writable;  ///< folders that it may write to, with all below
  std::string mount_point;            ///< an empty folder, in which its view of the file system is mounted
  int channel = -1;                   ///< descriptor that it inherits as kChannelDescriptor; -1: none
  HostLimits limits;
};

/// The descriptor of the program's channel to us.
inline constexpr int kChannelDescriptor = 3;

enum class Isolation : unsigned char {
  namespaces,  ///< by namespaces of ours
  bubblewrap,  ///< by bwrap (bubblewrap), which some systems grant namespaces that they refuse to others
  limits,      ///< only limits
};

/// Whether bwrap is on PATH and can make namespaces, found out by trying.
[[nodiscard]] bool bubblewrap_works();

/// How a program ended: `killed` by us, `processes`, `memory` and `written` by the guard.
struct HostEnd {
  using Kind = ProgramEnd::Kind;
  Kind kind = Kind::killed;
  int value = 0;
  friend bool operator==(const HostEnd&, const HostEnd&) = default;
};

class HostProcess {
 public:
  /// Starts the program, which ends at the latest with the calling thread. Errors: the kernel refuses this isolation
  /// (the program has not run), no more processes or descriptors. end() tells if the executable cannot be run.
  [[nodiscard]] static Result<HostProcess> start(const HostLaunch& launch, Isolation isolation);
  /// See kill().
  ~HostProcess();
  HostProcess(HostProcess&& other) noexcept;

  [[nodiscard]] int output() const { return output_.get(); }  ///< its standard output; non-blocking
  [[nodiscard]] int errors() const { return errors_.get(); }  ///< its standard error; non-blocking
  /// Readable after the program has ended.
  [[nodiscard]] int ended_descriptor() const { return ended_.get(); }
  /// Waits until all processes of the program have ended.
  HostEnd end();
  /// Ends all processes of the program. end() then returns `killed`, unless it had already ended.
  void kill();

 private:
  HostProcess() = default;
  pid_t guard_ = -1;
  bool isolated_ = false;
  FileHandle output_, errors_, ended_;
  std::optional<HostEnd> end_;
};

}  // namespace bankloom::program
