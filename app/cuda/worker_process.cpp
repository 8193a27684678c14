#include "cuda/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <system_error>
#include <thread>

#include "core/base/child_environment.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "cuda/worker_protocol.h"

namespace bankloom::worker {
namespace {

using std::chrono::milliseconds;

/// The time for a killed process to end: the driver releases its context first.
constexpr milliseconds kKillWait{10000};

/// Killed processes that have not ended yet.
struct Leftovers {
  std::mutex mutex;
  std::vector<pid_t> ids;
};

Leftovers& leftovers() {
  static Leftovers instance;
  return instance;
}

/// Adds a process unless it is -1, and reaps those that have ended.
void sweep_leftovers(pid_t added = -1) {
  Leftovers& left = leftovers();
  const std::scoped_lock lock(left.mutex);
  if (added > 0) left.ids.push_back(added);
  std::erase_if(left.ids, [](pid_t id) { return ::waitpid(id, nullptr, WNOHANG) != 0; });
}

/// The descriptor with a number of at least 10, which cannot be one of the child's descriptors.
FileHandle moved_up(FileHandle descriptor) {
  constexpr int kLowest = 10;
  if (descriptor.get() >= kLowest) return descriptor;
  return FileHandle(::fcntl(descriptor.get(), F_DUPFD_CLOEXEC, kLowest));
}

struct Pipe {
  FileHandle read;
  FileHandle write;
};

Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return fail("no pipe can be made ({})", std::system_category().message(errno));
  }
  Pipe pipe{FileHandle(ends[0]), FileHandle(ends[1])};
  // A long pipe is faster for buffers of many megabytes; if the system refuses it, the default works.
  constexpr int kPipeBytes = 1 << 20;
  ::fcntl(pipe.write.get(), F_SETPIPE_SZ, kPipeBytes);
  pipe.read = moved_up(std::move(pipe.read));
  pipe.write = moved_up(std::move(pipe.write));
  if (pipe.read.get() < 0 || pipe.write.get() < 0) {
    return fail("no pipe can be made ({})", std::system_category().message(errno));
  }
  return pipe;
}

void set_nonblocking(int descriptor) { ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK); }

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// posix_spawn's two records.
class SpawnSetup {
 public:
  SpawnSetup() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
  }
  ~SpawnSetup() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSetup& operator=(SpawnSetup&&) = delete;

  posix_spawn_file_actions_t actions{};
  posix_spawnattr_t attributes{};
};

std::string describe_status(int status) {
  // bwrap and shells tell of a signal so.
  constexpr int kSignalled = 128;
  const bool is_told = WIFEXITED(status) && WEXITSTATUS(status) > kSignalled && WEXITSTATUS(status) < kSignalled + NSIG;
  if (WIFSIGNALED(status) || is_told) {
    const int signal = is_told ? WEXITSTATUS(status) - kSignalled : WTERMSIG(status);
    // Real-time signals have no description.
    const char* const what = sigdescr_np(signal);
    return what == nullptr ? message("was ended by signal {}", signal)
                           : message("was ended by signal {} ({})", signal, what);
  }
  return message("ended with status {}", WEXITSTATUS(status));
}

/// Waits at most `limit`; nothing if the process is still running.
std::optional<std::string> wait_for_end(pid_t id, milliseconds limit) {
  const auto until = Clock::now() + limit;
  milliseconds pause{1};
  for (;;) {
    int status = 0;
    const pid_t ended = ::waitpid(id, &status, WNOHANG);
    if (ended == id) return describe_status(status);
    // If the program ignores SIGCHLD, the system has already reaped it.
    if (ended < 0 && errno == ECHILD) return message("ended");
    if (Clock::now() >= until) return std::nullopt;
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, milliseconds{20});
  }
}

}  // namespace

class ErrorLines {
 public:
  explicit ErrorLines(FileHandle from)
      : from_(std::move(from)), stop_(::eventfd(0, EFD_CLOEXEC)), thread_([this] { read(); }) {}
  ~ErrorLines() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(stop_.get(), &one, sizeof one);
    thread_.join();
  }
  ErrorLines& operator=(ErrorLines&&) = delete;

  [[nodiscard]] std::string last() {
    const std::scoped_lock lock(mutex_);
    return line_.empty() ? complete_ : line_;
  }
  /// Waits until the process has closed its end: what it said last is read then.
  void wait_for_end(milliseconds limit) {
    const auto until = Clock::now() + limit;
    while (!ended_ && Clock::now() < until) std::this_thread::sleep_for(milliseconds(5));
  }

 private:
  void read() {
    // A process that it leaves behind may hold the pipe for ever, therefore `stop_`.
    for (;;) {
      std::array<pollfd, 2> waited{pollfd{from_.get(), POLLIN, 0}, pollfd{stop_.get(), POLLIN, 0}};
      if (::poll(waited.data(), waited.size(), -1) < 0 && errno != EINTR) break;
      if (waited[1].revents != 0) break;
      if (waited[0].revents == 0) continue;
      std::array<char, 4096> bytes{};
      const ssize_t count = ::read(from_.get(), bytes.data(), bytes.size());
      if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (count <= 0) break;
      take({bytes.data(), static_cast<std::size_t>(count)});
    }
    ended_ = true;
  }
  void take(std::string_view text) {
    constexpr std::size_t kLongest = 300;
    const std::scoped_lock lock(mutex_);
    for (const char letter : text) {
      if (letter == '\n' || letter == '\r') {
        if (!line_.empty()) complete_ = std::exchange(line_, {});
      } else if (letter >= ' ' && letter <= '~' && line_.size() < kLongest && (letter != ' ' || !line_.empty())) {
        // A terminal must not obey what another machine says.
        line_ += letter;
      }
    }
  }

  FileHandle from_, stop_;
  std::mutex mutex_;
  std::string complete_, line_;
  std::atomic<bool> ended_ = false;
  std::thread thread_;
};

Result<Process> Process::start(const std::string& executable, const std::vector<std::string>& arguments) {
  return spawn(executable, arguments, false);
}

Result<Process> Process::start_command(const std::vector<std::string>& words) {
  return spawn(words.front(), words, true);
}

Result<Process> Process::spawn(const std::string& executable, const std::vector<std::string>& arguments,
                               bool is_command) {
  sweep_leftovers();
  TRY(auto to, make_pipe());
  TRY(auto from, make_pipe());
  set_nonblocking(to.write.get());
  set_nonblocking(from.read.get());

  SpawnSetup setup;
  Pipe errors;
  if (is_command) {
    TRY(errors, make_pipe());
    posix_spawn_file_actions_adddup2(&setup.actions, to.read.get(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&setup.actions, from.write.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&setup.actions, errors.write.get(), STDERR_FILENO);
  } else {
    posix_spawn_file_actions_addopen(&setup.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&setup.actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&setup.actions, to.read.get(), kWorkerInput);
    posix_spawn_file_actions_adddup2(&setup.actions, from.write.get(), kWorkerOutput);
  }
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  // Libraries (for windows, for sound) may have left inheritable descriptors.
  posix_spawn_file_actions_addclosefrom_np(&setup.actions, is_command ? STDERR_FILENO + 1 : kWorkerOutput + 1);
#endif
  // Its own process group: Ctrl+C in the terminal goes to the program, which ends the worker itself.
  sigset_t none{}, defaults{};
  sigemptyset(&none);
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setsigmask(&setup.attributes, &none);
  posix_spawnattr_setsigdefault(&setup.attributes, &defaults);
  posix_spawnattr_setpgroup(&setup.attributes, 0);
  posix_spawnattr_setflags(&setup.attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);

  std::vector<std::string> copies = arguments, settings = child_environment();
  pid_t id = -1;
  const int code = (is_command ? ::posix_spawnp : ::posix_spawn)(&id, executable.c_str(), &setup.actions,
                                                                 &setup.attributes, pointers_to(copies).data(),
                                                                 is_command ? environ : pointers_to(settings).data());
  if (code != 0) return fail("{}", std::system_category().message(code));
  Process process(id, std::move(to.write), std::move(from.read));
  errors.write.reset();
  if (is_command) process.errors_ = std::make_shared<ErrorLines>(std::move(errors.read));
  return process;
}

std::string Process::said() const { return errors_ ? errors_->last() : std::string(); }

Process::Process(Process&& other) noexcept
    : id_(std::exchange(other.id_, -1)),
      to_(std::move(other.to_)),
      from_(std::move(other.from_)),
      errors_(std::move(other.errors_)) {}

Process::~Process() {
  constexpr milliseconds kGrace{2000};
  end(kGrace);
}

bool Process::has_hung_up() const {
  pollfd waited{from_.get(), 0, 0};
  return ::poll(&waited, 1, 0) != 0;
}

std::optional<std::string> Process::end(milliseconds grace) {
  to_.reset();
  from_.reset();
  const pid_t id = std::exchange(id_, -1);
  if (id < 0) return message("ended");
  if (auto ended = wait_for_end(id, grace)) {
    constexpr milliseconds kLastWords{200};
    if (errors_) errors_->wait_for_end(kLastWords);
    return ended;
  }
  if (errors_) {
    // With what a shell started for it.
    constexpr milliseconds kTerminationGrace{2000};
    ::kill(-id, SIGTERM);
    const auto ended = wait_for_end(id, kTerminationGrace);
    ::kill(-id, SIGKILL);
    if (ended) return ended;
  } else {
    // With bwrap, which may stand between.
    ::kill(-id, SIGKILL);
  }
  auto ended = wait_for_end(id, kKillWait);
  if (!ended) sweep_leftovers(id);
  return ended;
}

}  // namespace bankloom::worker
