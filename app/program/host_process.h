// HostProcess: a learner's program as a process that is kept apart from the rest of the machine.
//
// Where the kernel grants namespaces to everybody (unshare(2), user_namespaces(7)), the program sees processes of its
// own alone, no network, none of the machine's devices but those that are no device (null, zero, full, random, urandom,
// tty), folders that it can only read but for those that are named, and an empty /tmp in memory. Its first process
// (host_guard.h) is ours and watches over it; as it ends, the kernel ends all that is left. Where they are not granted
// the limits alone hold.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "program/posix_handle.h"

namespace bankloom::program {

/// What a program may take. Sizes in bytes; what is of a whole program is watched ten times a second or more.
struct HostLimits {
  std::uint64_t processes = 256;                          ///< processes and threads at a time, of the whole program
  std::uint64_t memory = std::uint64_t{8} << 30U;         ///< in use, of the whole program
  std::uint64_t free_memory = std::uint64_t{256} << 20U;  ///< that the machine keeps free
  std::uint64_t file = std::uint64_t{1} << 30U;           ///< of a file
  std::uint64_t written = std::uint64_t{4} << 30U;        ///< to disk, by the whole program
  std::uint64_t temporary = std::uint64_t{1} << 30U;      ///< in /tmp and other folders that are its own
  std::uint64_t cpu_seconds = 3600;                       ///< of processor time, of a process
};

/// What is to be started, and what it is given. Paths are absolute and without links.
struct HostLaunch {
  std::string executable;
  std::vector<std::string> arguments;    ///< the first is its name
  std::vector<std::string> environment;  ///< "NAME=VALUE", all of it
  std::string working_folder;
  std::vector<std::string> visible;   ///< folders that are seen though they lie in /tmp, read-only
  std::vector<std::string> writable;  ///< folders that it may write to, and all below
  std::string mount_point;            ///< an empty folder; its own picture of the file system is put together there
  int channel = -1;                   ///< descriptor that it gets as kChannelDescriptor; -1 for none
  HostLimits limits;
};

/// The descriptor under which the program finds its channel to us.
inline constexpr int kChannelDescriptor = 3;

enum class Isolation : unsigned char {
  namespaces,  ///< kept apart, by us
  bubblewrap,  ///< kept apart by bwrap (bubblewrap), which some systems grant what they do not grant everybody
  limits,      ///< the limits alone
};

/// Whether bwrap is on PATH and can make namespaces; tried by making them.
[[nodiscard]] bool bubblewrap_works();

/// How a program ended.
struct HostEnd {
  enum class Kind : unsigned char {
    exited,       ///< by itself, with `value` as its status
    signalled,    ///< by the signal `value`
    processes,    ///< ended by the guard: more processes than it may have
    memory,       ///< ended by the guard: more memory than it may have, or than the machine has
    written,      ///< ended by the guard: wrote more than it may
    killed,       ///< ended by us
    not_started,  ///< the executable cannot be run; `value` is the system's error number
  };
  Kind kind = Kind::killed;
  int value = 0;
  friend bool operator==(const HostEnd&, const HostEnd&) = default;
};

class HostProcess {
 public:
  /// Starts it. It ends with the thread that calls this, whatever becomes of us. Errors: what of the isolation the
  /// kernel refuses (nothing of the program has run then), no more processes or descriptors. That the executable cannot
  /// be run is told by end().
  [[nodiscard]] static Result<HostProcess> start(const HostLaunch& launch, Isolation isolation);
  /// Ends it: see kill().
  ~HostProcess();
  HostProcess(HostProcess&& other) noexcept;
  HostProcess& operator=(HostProcess&&) = delete;
  HostProcess(const HostProcess&) = delete;
  HostProcess& operator=(const HostProcess&) = delete;

  [[nodiscard]] int output() const { return output_.get(); }  ///< what it writes to standard output; non-blocking
  [[nodiscard]] int errors() const { return errors_.get(); }  ///< what it writes to standard error; non-blocking
  /// Readable once the program has ended.
  [[nodiscard]] int ended_descriptor() const { return ended_.get(); }
  /// Waits until all of its processes are gone, and says how it ended.
  HostEnd end();
  /// Ends all of its processes at once. end() then says `killed`, or how it had ended by itself before.
  void kill();

 private:
  HostProcess() = default;
  pid_t guard_ = -1;
  bool isolated_ = false;
  FileHandle output_, errors_, ended_;
  std::optional<HostEnd> end_;
};

}  // namespace bankloom::program
