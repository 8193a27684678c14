// The guard: our process, the first one of a learner's program. It sets up the isolation, starts the program and
// enforces its limits; when it ends, all processes of the program end with it.
//
// The guard is forked from a process that may have other threads, so it may only make system calls (signal-safety(7)),
// and above all not allocate. A GuardPlan prepares all that it needs.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "program/host_process.h"

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

/// A folder or file in the program's view of the file system.
struct GuardMount {
  std::string source, target;        ///< `target` is below the mount point
  std::vector<std::string> parents;  ///< folders to create before, outermost first; the last is `target` if a folder
  bool is_file = false;
  bool read_only = false;
};

/// All that the guard needs, so that it does not allocate.
struct GuardPlan {
  GuardPlan(const HostLaunch& launch, Isolation isolation);
  GuardPlan& operator=(GuardPlan&&) = delete;

  HostLimits limits;
  bool isolated = false;
  bool keeps_rights = false;        ///< the executable drops its capabilities itself
  std::uint64_t process_limit = 0;  ///< for RLIMIT_NPROC
  std::string executable, working_folder, mount_point;
  std::string user_map, group_map;
  std::vector<std::string> private_folders;  ///< below the mount point, mounted as empty file systems in memory
  std::string temporary_options;             ///< of these file systems
  std::vector<GuardMount> mounts;
  std::vector<std::pair<std::string, std::string>> links;  ///< target and place of symbolic links
  std::string proc_target, device_target, user_namespaces_file;
  std::vector<std::string> argument_texts, environment_texts;
  std::vector<char*> arguments, environment;
  int channel = -1;
  int input = -1, output = -1, errors = -1;  ///< become descriptors 0, 1, 2
  int message = -1;                          ///< the guard's pipe
};

/// Runs in the new process.
[[noreturn]] void run_guard(const GuardPlan& plan) noexcept;

/// Mounts the program's view of the file system and makes it the root. Returns an error number, or 0.
[[nodiscard]] int enter_own_file_system(const GuardPlan& plan) noexcept;

/// What the processes of this PID namespace use, from /proc.
struct GuardReading {
  std::uint64_t tasks = 0;
  std::uint64_t memory = 0;   ///< resident bytes, without those of the calling process
  std::uint64_t written = 0;  ///< bytes written to disk, also by processes that have ended
};
[[nodiscard]] GuardReading read_processes() noexcept;
/// Bytes of memory that are available on the machine; the largest number if unknown.
[[nodiscard]] std::uint64_t free_memory_of_machine() noexcept;

}  // namespace bankloom::program
