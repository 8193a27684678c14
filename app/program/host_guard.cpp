#include "program/host_guard.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/keyctl.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "program/isolation.h"

namespace bankloom::program {
namespace {

using Stage = GuardMessage::Stage;

constexpr int kMessageDescriptor = kChannelDescriptor + 1;

bool say(int descriptor, Stage stage, int kind, int value) {
  const GuardMessage message{stage, kind, value};
  return ::write(descriptor, &message, sizeof message) == static_cast<ssize_t>(sizeof message);
}

[[noreturn]] void give_up(int descriptor, Stage stage, int error) {
  say(descriptor, stage, 0, error);
  ::_exit(1);
}

[[noreturn]] void say_end(HostEnd::Kind kind, int value) {
  say(kMessageDescriptor, Stage::ended, static_cast<int>(kind), value);
  ::_exit(0);
}

bool write_text(const char* path, std::string_view text) {
  const int file = ::open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool done = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const int error = errno;
  ::close(file);
  errno = error;
  return done;
}

/// Maps its user and group to themselves (user_namespaces(7)).
bool map_identities(const GuardPlan& plan) {
  return write_text("/proc/self/uid_map", plan.user_map) && write_text("/proc/self/setgroups", "deny") &&
         write_text("/proc/self/gid_map", plan.group_map);
}

/// Makes descriptors 0 to 2 the program's streams, 3 its channel and 4 our pipe, and closes all others.
bool arrange_descriptors(const GuardPlan& plan) {
  constexpr int kFirstSafe = 16;
  std::array<int, 6> wanted{plan.input, plan.output, plan.errors, plan.channel, plan.message, plan.filter_file.get()};
  for (int& descriptor : wanted) {
    if (descriptor >= 0) descriptor = ::fcntl(descriptor, F_DUPFD_CLOEXEC, kFirstSafe);
  }
  for (int place = 0; place < static_cast<int>(wanted.size()); ++place) {
    const int from = wanted[static_cast<std::size_t>(place)];
    if (from < 0) {
      ::close(place);
    } else if (::dup3(from, place, place == kMessageDescriptor ? O_CLOEXEC : 0) < 0) {
      return false;
    }
  }
  constexpr unsigned kFirstOther = kFilterDescriptor + 1;
  if (::syscall(SYS_close_range, kFirstOther, std::numeric_limits<unsigned>::max(), 0) != 0) {
    constexpr int kMost = 65536;
    for (int descriptor = kFirstOther; descriptor < kMost; ++descriptor) ::close(descriptor);
  }
  return true;
}

void reset_signals() {
  for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
}

/// The program sees no key of ours: keyrings(7).
void leave_keyring() { ::syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, nullptr, 0, 0, 0); }

/// No file that it executes gives it a capability.
void bound_rights() {
  constexpr int kMostCapabilities = 64;
  for (int capability = 0; capability < kMostCapabilities; ++capability) ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
}

/// From root to nobody. False if the kernel refuses.
bool leave_root() {
  return ::syscall(SYS_setgroups, 0, nullptr) == 0 && ::syscall(SYS_setresgid, kNobody, kNobody, kNobody) == 0 &&
         ::syscall(SYS_setresuid, kNobody, kNobody, kNobody) == 0;
}

/// Drops all capabilities, so that the program has none and cannot gain any by executing files.
void drop_rights() {
  ::prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED, 0, 0, 0);
  ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> none{};
  ::syscall(SYS_capset, &header, none.data());
}

/// From now on only the system calls of the filter. True also without one.
bool apply_filter(const GuardPlan& plan) {
  if (plan.filter.empty()) return true;
  const sock_fprog program{static_cast<unsigned short>(plan.filter.size()),
                           const_cast<sock_filter*>(plan.filter.data())};  // NOLINT: the kernel reads it
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

/// Sets the kernel's limits, never above the present ones.
bool set_limits(const GuardPlan& plan) {
  const auto set = [](auto resource, std::uint64_t value) {
    rlimit now{};
    if (::getrlimit(resource, &now) != 0) return false;
    const rlim_t limit = std::min<rlim_t>(value, now.rlim_max);
    const rlimit wanted{limit, limit};
    return ::setrlimit(resource, &wanted) == 0;
  };
  return set(RLIMIT_NPROC, plan.process_limit) && set(RLIMIT_DATA, plan.limits.memory) &&
         set(RLIMIT_FSIZE, plan.limits.file) && set(RLIMIT_CORE, 0) && set(RLIMIT_CPU, plan.limits.cpu_seconds) &&
         set(RLIMIT_MSGQUEUE, 0) && set(RLIMIT_MEMLOCK, std::uint64_t{64} << 20U);
}

[[noreturn]] void become_program(const GuardPlan& plan) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  ::setpgid(0, 0);
  leave_keyring();
  // The guard and bankloom's window have priority.
  [[maybe_unused]] const int niceness = ::nice(5);
  if (!plan.has_bubblewrap()) bound_rights();
  if (plan.has_own_namespaces() && plan.is_root && !leave_root()) say_end(HostEnd::Kind::not_started, errno);
  if (::chdir(plan.working_folder.c_str()) != 0) say_end(HostEnd::Kind::not_started, errno);
  if (!set_limits(plan)) say_end(HostEnd::Kind::not_started, errno);
  // bwrap does the rest itself.
  if (!plan.has_bubblewrap()) {
    drop_rights();
    if (!apply_filter(plan)) say_end(HostEnd::Kind::not_started, errno);
  }
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execve(plan.executable.c_str(), plan.arguments.data(), plan.environment.data());
  say_end(HostEnd::Kind::not_started, errno);
}

/// A status of bwrap's: 128 and a signal's number is that signal of the program.
HostEnd end_with_status(int status, bool has_bubblewrap) {
  constexpr int kSignalled = 128;
  if (has_bubblewrap && status > kSignalled && status < kSignalled + NSIG) {
    return {HostEnd::Kind::signalled, status - kSignalled};
  }
  return {HostEnd::Kind::exited, status};
}

/// How the program ended; nothing if it has not.
std::optional<HostEnd> reap(pid_t program, bool has_bubblewrap) {
  std::optional<HostEnd> end;
  int status = 0;
  for (pid_t ended = 0; (ended = ::waitpid(-1, &status, WNOHANG)) > 0;) {
    if (ended != program) continue;
    if (WIFEXITED(status)) end = end_with_status(WEXITSTATUS(status), has_bubblewrap);
    if (WIFSIGNALED(status)) end = HostEnd{HostEnd::Kind::signalled, WTERMSIG(status)};
  }
  return end;
}

/// The limit that the program exceeds, if any.
std::optional<HostEnd> excess(const GuardPlan& plan, const NamespaceName& among) {
  if (free_memory_of_machine() < plan.limits.free_memory) return HostEnd{HostEnd::Kind::memory, 0};
  if (!plan.has_own_namespaces() && !among.is_known()) return std::nullopt;
  const GuardReading reading = read_processes(among);
  // One task is the guard, or bwrap's.
  if (reading.tasks > plan.limits.processes + 1) return HostEnd{HostEnd::Kind::processes, 0};
  if (reading.memory > plan.limits.memory) return HostEnd{HostEnd::Kind::memory, 0};
  if (reading.written > plan.limits.written) return HostEnd{HostEnd::Kind::written, 0};
  return std::nullopt;
}

HostEnd watch(const GuardPlan& plan, pid_t program) {
  sigset_t awaited;
  ::sigemptyset(&awaited);
  ::sigaddset(&awaited, SIGCHLD);
  ::sigaddset(&awaited, SIGTERM);
  constexpr timespec kInterval{0, 20'000'000};
  NamespaceName among;
  for (;;) {
    if (const auto end = reap(program, plan.has_bubblewrap())) return *end;
    if (plan.has_bubblewrap() && !among.is_known()) among = namespace_below(program);
    if (const auto end = excess(plan, among)) return *end;
    const int signal = ::sigtimedwait(&awaited, nullptr, &kInterval);
    if (signal == SIGTERM && !plan.has_own_namespaces()) return {HostEnd::Kind::killed, 0};
  }
}

/// Without a PID namespace, which would end with the guard: kills the program's group, then all others, which become
/// the guard's children as their parents end.
void end_all(pid_t program) {
  ::kill(-program, SIGKILL);
  for (;;) {
    std::array<char, 4096> children{};
    const int file = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    const auto size = ::read(file, children.data(), children.size() - 1);
    ::close(file);
    if (size <= 0) return;
    pid_t child = 0;
    for (const char letter : std::string_view(children.data(), static_cast<std::size_t>(size))) {
      if (letter >= '0' && letter <= '9') {
        child = child * 10 + (letter - '0');
      } else if (child > 0) {
        ::kill(std::exchange(child, 0), SIGKILL);
      }
    }
    while (::waitpid(-1, nullptr, WNOHANG) > 0) continue;
    constexpr timespec kPause{0, 1'000'000};
    ::nanosleep(&kPause, nullptr);
  }
}

}  // namespace

void run_guard(const GuardPlan& plan) noexcept {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  ::setsid();
  // What is made for the program all users may enter.
  ::umask(S_IWGRP | S_IWOTH);
  reset_signals();
  if (!arrange_descriptors(plan)) give_up(plan.message, Stage::process, errno);
  // Before bankloom, if memory is short. The program cannot take it back: its /proc is read-only.
  write_text("/proc/self/oom_score_adj", plan.oom_text);
  if (plan.has_own_namespaces()) {
    if (!plan.is_root && !map_identities(plan)) give_up(kMessageDescriptor, Stage::namespaces, errno);
    if (const int error = enter_own_file_system(plan); error != 0) give_up(kMessageDescriptor, Stage::mounts, error);
  } else {
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  }
  // The parent may have ended before PR_SET_PDEATHSIG.
  if (!say(kMessageDescriptor, Stage::ready, 0, 0)) ::_exit(1);
  // Not fork(), whose handlers are not safe in this process.
  const auto program = static_cast<pid_t>(::syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr));
  if (program == 0) become_program(plan);
  if (program < 0) give_up(kMessageDescriptor, Stage::process, errno);
  for (int descriptor = 0; descriptor <= kFilterDescriptor; ++descriptor) {
    if (descriptor != kMessageDescriptor) ::close(descriptor);
  }
  const HostEnd end = watch(plan, program);
  say(kMessageDescriptor, Stage::ended, static_cast<int>(end.kind), end.value);
  if (!plan.has_own_namespaces()) end_all(program);
  ::_exit(0);
}

}  // namespace bankloom::program
