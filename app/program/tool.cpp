#include "program/tool.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

#include "core/base/child_environment.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "program/posix_handle.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using ToolClock = std::chrono::steady_clock;

constexpr std::size_t kMostToolText = std::size_t{16} << 20U;

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (auto& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Starts the tool as the leader of a process group.
Result<pid_t> spawn_tool(const ToolCall& call, int output) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  if (call.input >= 0) {
    ::posix_spawn_file_actions_adddup2(&actions, call.input, STDIN_FILENO);
  } else {
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  }
  ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  ::posix_spawn_file_actions_addchdir_np(&actions, call.folder.empty() ? "/" : call.folder.c_str());
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  ::posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
#endif
  sigset_t defaults;
  ::sigemptyset(&defaults);
  ::sigaddset(&defaults, SIGPIPE);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  auto words = call.words;
  auto environment = changed_environment(child_environment(), call.environment);
  const bool is_path = words.front().find('/') != std::string::npos;
  std::error_code unknown;
  const fs::path tool = is_path ? fs::absolute(words.front(), unknown) : find_on_path(words.front());
  pid_t id = -1;
  const int code = tool.empty() ? ENOENT
                                : ::posix_spawn(&id, tool.c_str(), &actions, &attributes, pointers_to(words).data(),
                                                pointers_to(environment).data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (code != 0) return fail("'{}' cannot be started ({})", call.words.front(), std::system_category().message(code));
  return id;
}

/// Reads to the end of the pipe, when no process of the tool is left; or waits for the end of a process, whose
/// descriptor can be polled but not read.
void read_tool(const ToolCall& call, int descriptor, ToolRun& run) {
  const auto end = ToolClock::now() + call.time_limit;
  std::array<char, 65536> buffer{};
  for (;;) {
    const auto left = std::chrono::duration_cast<milliseconds>(end - ToolClock::now()).count();
    std::array<pollfd, 2> waited{{{descriptor, POLLIN, 0}, {call.interrupt, POLLIN, 0}}};
    ::poll(waited.data(), waited.size(), static_cast<int>(std::clamp<long>(static_cast<long>(left), 0, 60'000)));
    run.interrupted = waited[1].revents != 0;
    run.timed_out = ToolClock::now() >= end;
    if (run.interrupted || run.timed_out) return;
    if (waited[0].revents == 0) continue;
    const auto size = ::read(descriptor, buffer.data(), buffer.size());
    if (size == 0) return;
    if (size < 0 && errno != EINTR) return;
    if (size > 0) {
      run.output.append(buffer.data(), std::min(static_cast<std::size_t>(size), kMostToolText - run.output.size()));
    }
  }
}

}  // namespace

Result<ToolRun> run_tool(const ToolCall& call) {
  HandlePair output;
  if (call.leaves_processes) {
    // A process that is left behind keeps its output open, and a pipe without a reader would end it.
    output.second = FileHandle(::memfd_create("tool output", MFD_CLOEXEC));
  } else {
    TRY(output, make_pipe_pair());
  }
  TRY(const auto id, spawn_tool(call, output.second.get()));
  if (call.leaves_processes) {
    output.first = FileHandle(static_cast<int>(::syscall(SYS_pidfd_open, id, 0)));
  } else {
    output.second.reset();
  }
  ToolRun run;
  if (output.first) read_tool(call, output.first.get(), run);
  if (run.interrupted || run.timed_out) ::kill(-id, SIGKILL);
  int status = 0;
  while (::waitpid(id, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFEXITED(status)) run.status = WEXITSTATUS(status);
  if (call.leaves_processes && ::lseek(output.second.get(), 0, SEEK_SET) == 0) {
    TRY(run.output, read_to_end(output.second.get(), message("the tool's output"), kMostToolText));
  }
  return run;
}

std::string last_words(const ToolRun& run) {
  const std::string words = run.output.substr(0, run.output.find_last_not_of(" \n\r") + 1);
  return words.empty() ? message("exit status {}", run.status) : words.substr(words.find_last_of('\n') + 1);
}

std::vector<fs::path> program_folders() {
  auto folders = absolute_folders("PATH");
  if (folders.empty()) folders = {"/usr/local/bin", "/usr/bin", "/bin"};
  return folders;
}

fs::path find_on_path(const std::string& name) {
  for (const fs::path& folder : program_folders()) {
    fs::path file = folder / name;
    std::error_code code;
    if (fs::is_regular_file(file, code) && ::access(file.c_str(), X_OK) == 0) return file;
  }
  return {};
}

std::vector<std::string> changed_environment(const std::vector<std::string>& before,
                                             const std::vector<std::string>& changes) {
  std::vector<std::string> all;
  const auto add = [&all](const std::string& entry) {
    const std::string name = entry.substr(0, entry.find('=') + 1);
    std::erase_if(all, [&name](const std::string& other) { return other.starts_with(name); });
    all.push_back(entry);
  };
  for (const auto& entry : before) add(entry);
  for (const auto& change : changes) add(change);
  return all;
}

}  // namespace bankloom::program
