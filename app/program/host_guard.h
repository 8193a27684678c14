// The guard: the first process of a learner's program, which is ours. It puts up the walls, starts the program, watches
// over what it takes, and as it ends takes all that the program started with it.
//
// It is a copy of a process that may have other threads: from its making on nothing but system calls is safe
// (signal-safety(7)), no allocation least of all. All that it needs is put together before.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "program/host_process.h"

namespace bankloom::program {

/// What the guard says through its pipe: once whether the walls stand, once how the program ended.
struct GuardMessage {
  enum class Stage : std::int32_t {
    ready,  ///< the program is about to be started
    namespaces,
    mounts,
    limits,
    process,  ///< this could not be done; `value` is the error number
    ended,    ///< `kind` and `value` are HostEnd's
  };
  Stage stage = Stage::ready;
  std::int32_t kind = 0;
  std::int32_t value = 0;
};

/// A folder or file that is put into the program's picture of the file system.
struct GuardMount {
  std::string source, target;        ///< `target` below the mount point
  std::vector<std::string> parents;  ///< folders to make first, outermost first, the last of them `target` for a folder
  bool is_file = false;
  bool read_only = false;
};

/// All that the guard needs, ready to be used without allocation.
struct GuardPlan {
  GuardPlan(const HostLaunch& launch, Isolation isolation);
  GuardPlan(const GuardPlan&) = delete;
  GuardPlan& operator=(const GuardPlan&) = delete;

  HostLimits limits;
  bool isolated = false;
  bool keeps_rights = false;        ///< what is executed drops them itself
  std::uint64_t process_limit = 0;  ///< for RLIMIT_NPROC
  std::string executable, working_folder, mount_point;
  std::string user_map, group_map;
  std::vector<std::string> private_folders;  ///< below the mount point, put up as empty file systems in memory
  std::string temporary_options;             ///< of these file systems
  std::vector<GuardMount> mounts;
  std::vector<std::pair<std::string, std::string>> links;  ///< text and place of symbolic links
  std::string proc_target, device_target, user_namespaces_file;
  std::vector<std::string> argument_texts, environment_texts;
  std::vector<char*> arguments, environment;
  int channel = -1;
  int input = -1, output = -1, errors = -1;  ///< what becomes 0, 1, 2
  int message = -1;                          ///< the guard's pipe
};

/// The life of the guard.
[[noreturn]] void run_guard(const GuardPlan& plan) noexcept;

/// Puts up the program's own picture of the file system and makes it the root. Returns an error number, 0 for none.
[[nodiscard]] int enter_own_file_system(const GuardPlan& plan) noexcept;

/// What the processes of this process's PID namespace take, read from /proc.
struct GuardReading {
  std::uint64_t tasks = 0;
  std::uint64_t memory = 0;   ///< bytes that are resident, but those of the process that reads
  std::uint64_t written = 0;  ///< bytes that were written to disk, by those that have ended, too
};
[[nodiscard]] GuardReading read_processes() noexcept;
/// Bytes of memory that the machine can still give; a very large number where it does not say.
[[nodiscard]] std::uint64_t free_memory_of_machine() noexcept;

}  // namespace bankloom::program
