#include "program/host_process.h"

#include <fcntl.h>
#include <linux/sched.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>

#include "core/base/language.h"
#include "program/control_group.h"
#include "program/host_guard.h"
#include "program/orphans.h"

namespace bankloom::program {
namespace {

using Stage = GuardMessage::Stage;

/// The next message; nothing if the guard has ended.
std::optional<GuardMessage> read_message(int descriptor) {
  GuardMessage message;
  for (;;) {
    const auto size = ::read(descriptor, &message, sizeof message);
    if (size == static_cast<ssize_t>(sizeof message)) return message;
    if (size < 0 && errno == EINTR) continue;
    return std::nullopt;
  }
}

Failure refused_at(Stage stage, int error) {
  const std::string reason = std::system_category().message(error);
  switch (stage) {
    case Stage::namespaces:
      return fail("its user cannot be mapped ({})", reason);
    case Stage::mounts:
      return fail("its file systems cannot be mounted ({})", reason);
    default:
      return fail("it cannot be started ({})", reason);
  }
}

/// Like fork(2), but with namespaces, and in the group if that is possible: moving a process there takes longer.
pid_t fork_into(const ControlGroup& group, unsigned long flags) {
  if (group.is_made()) {
    clone_args wanted{};
    wanted.flags = (flags & ~static_cast<unsigned long>(SIGCHLD)) | CLONE_INTO_CGROUP;
    wanted.exit_signal = SIGCHLD;
    wanted.cgroup = static_cast<decltype(wanted.cgroup)>(group.descriptor());
    const auto child = static_cast<pid_t>(::syscall(SYS_clone3, &wanted, sizeof wanted));
    if (child >= 0) return child;
  }
  return static_cast<pid_t>(::syscall(SYS_clone, flags, nullptr, nullptr, nullptr, nullptr));
}

void set_nonblocking(int descriptor) { ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK); }

}  // namespace

Result<HostProcess> HostProcess::start(const HostLaunch& launch, Isolation isolation) {
  auto input = make_pipe_pair();
  auto output = make_pipe_pair();
  auto errors = make_pipe_pair();
  auto message = make_pipe_pair();
  if (!input || !output || !errors || !message) return fail("no pipe can be made for the program; close some files");
  GuardPlan plan(launch, isolation);
  plan.input = input->first.get();
  plan.output = output->second.get();
  plan.errors = launch.joins_streams ? plan.output : errors->second.get();
  plan.message = message->second.get();
  unsigned long flags = SIGCHLD;
  if (plan.has_own_namespaces()) {
    flags |= CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;
    // Root needs none, and in one it would stay root for all files.
    if (!plan.is_root) flags |= CLONE_NEWUSER;
  }
  if (isolation == Isolation::limits) adopt_orphans();
  auto group = std::make_unique<ControlGroup>(plan.limits);
  const pid_t guard = fork_into(*group, flags);
  if (guard == 0) run_guard(plan);
  if (guard < 0) {
    return fail("{} ({})",
                plan.has_own_namespaces() ? bankloom::message("the kernel grants it no namespaces")
                                          : bankloom::message("it cannot be started"),
                std::system_category().message(errno));
  }
  HostProcess process;
  process.guard_ = guard;
  process.isolation_ = isolation;
  process.group_ = std::move(group);
  if (launch.reads_input) process.input_ = std::move(input->second);
  input->second.reset();
  process.output_ = std::move(output->first);
  process.errors_ = std::move(errors->first);
  process.ended_ = std::move(message->first);
  message->second.reset();
  if (process.input_) set_nonblocking(process.input());
  set_nonblocking(process.output());
  set_nonblocking(process.errors());
  const auto first = read_message(process.ended_.get());
  if (!first || first->stage != Stage::ready) {
    return refused_at(first ? first->stage : Stage::process, first ? first->value : EPIPE);
  }
  return process;
}

HostProcess::HostProcess(HostProcess&& other) noexcept
    : guard_(std::exchange(other.guard_, -1)),
      isolation_(other.isolation_),
      input_(std::move(other.input_)),
      output_(std::move(other.output_)),
      errors_(std::move(other.errors_)),
      ended_(std::move(other.ended_)),
      group_(std::move(other.group_)),
      end_(std::exchange(other.end_, {})) {}

HostProcess::~HostProcess() { kill(); }

void HostProcess::kill(HostEnd::Kind as) {
  if (guard_ < 0) return;
  // If the program has already ended by itself, the pipe has the message.
  pollfd said{ended_.get(), POLLIN, 0};
  if (ended_ && ::poll(&said, 1, 0) == 1 && (said.revents & POLLIN) != 0 && !end_) {
    if (const auto message = read_message(ended_.get()); message && message->stage == Stage::ended) {
      end_ = HostEnd{static_cast<HostEnd::Kind>(message->kind), message->value};
    }
  }
  if (!end_) end_ = HostEnd{as, 0};
  if (isolation_ != Isolation::namespaces) {
    // The guard kills the other processes; in a namespace the kernel does.
    ::kill(guard_, SIGTERM);
    constexpr int kPatience = 2000;  // ms
    pollfd hung_up{ended_.get(), 0, 0};
    ::poll(&hung_up, 1, kPatience);
  }
  ::kill(guard_, SIGKILL);
  end();
}

HostEnd HostProcess::end() {
  if (!end_) {
    const auto message = read_message(ended_.get());
    end_ = message && message->stage == Stage::ended
               ? HostEnd{static_cast<HostEnd::Kind>(message->kind), message->value}
               : HostEnd{HostEnd::Kind::killed, 0};
  }
  if (guard_ >= 0) {
    while (::waitpid(guard_, nullptr, 0) < 0 && errno == EINTR) continue;
    guard_ = -1;
    if (isolation_ == Isolation::limits) end_orphans();
    if (group_->ran_out_of_memory()) end_ = HostEnd{HostEnd::Kind::memory, 0};
    group_.reset();
  }
  return *end_;
}

}  // namespace bankloom::program
