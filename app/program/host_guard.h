// The guard: our process, the first one of a learner's program. It sets up the isolation or starts bwrap, which does,
// starts the program and enforces its limits; when it ends, all processes of the program end with it.
//
// The guard is forked from a process that may have other threads, so it may only make system calls (signal-safety(7)),
// and above all not allocate. A GuardPlan prepares all that it needs.
#pragma once

#include <linux/filter.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "program/host_process.h"
#include "program/host_view.h"

namespace bankloom::program {

/// What the guard sends through its pipe: first whether the isolation is set up, then how the program ended.
struct GuardMessage {
  enum class Stage : std::int32_t {
    ready,  ///< the program is about to be started
    namespaces,
    mounts,
    process,  ///< this step or one of the two above failed; `value` is the error number
    ended,    ///< `kind` and `value` are HostEnd's
  };
  Stage stage = Stage::ready;
  std::int32_t kind = 0;
  std::int32_t value = 0;
};

/// Where bwrap finds the filter of system calls.
inline constexpr int kFilterDescriptor = kChannelDescriptor + 2;

/// All that the guard needs, so that it does not allocate.
struct GuardPlan {
  GuardPlan(const HostLaunch& launch, Isolation isolation);
  GuardPlan& operator=(GuardPlan&&) = delete;

  HostLimits limits;
  Isolation isolation = Isolation::limits;
  bool is_root = false;             ///< it then changes to the user nobody
  std::uint64_t process_limit = 0;  ///< for RLIMIT_NPROC
  std::string executable, working_folder, mount_point;
  std::string user_map, group_map;
  std::vector<ViewStep> view;
  std::string user_namespaces_file, oom_text;
  std::vector<std::string> argument_texts, environment_texts;
  std::vector<char*> arguments, environment;
  std::vector<sock_filter> filter;
  int channel = -1;
  int input = -1, output = -1, errors = -1;  ///< become descriptors 0, 1, 2
  int message = -1;                          ///< the guard's pipe
  FileHandle filter_file;                    ///< the filter, for bwrap

  [[nodiscard]] bool has_own_namespaces() const { return isolation == Isolation::namespaces; }
  [[nodiscard]] bool has_bubblewrap() const { return isolation == Isolation::bubblewrap; }
};

/// Runs in the new process.
[[noreturn]] void run_guard(const GuardPlan& plan) noexcept;

/// Mounts the program's view of the file system and makes it the root. Returns an error number, or 0.
[[nodiscard]] int enter_own_file_system(const GuardPlan& plan) noexcept;

/// The name of a PID namespace, as /proc/PID/ns/pid has it.
struct NamespaceName {
  char text[64] = {};  // NOLINT(modernize-avoid-c-arrays): filled by readlink
  [[nodiscard]] bool is_known() const { return text[0] != '\0'; }
  friend bool operator==(const NamespaceName&, const NamespaceName&) = default;
};
/// That of the first child of a process, if it is not the caller's; else unknown.
[[nodiscard]] NamespaceName namespace_below(pid_t process) noexcept;

/// What the processes of a PID namespace use, from /proc; without one, all processes but the caller.
struct GuardReading {
  std::uint64_t tasks = 0;
  std::uint64_t memory = 0;   ///< resident bytes, without those of the calling process
  std::uint64_t written = 0;  ///< bytes written to disk, also by processes that have ended
};
[[nodiscard]] GuardReading read_processes(const NamespaceName& among) noexcept;
/// Bytes of memory that are available on the machine; the largest number if unknown.
[[nodiscard]] std::uint64_t free_memory_of_machine() noexcept;

}  // namespace bankloom::program
