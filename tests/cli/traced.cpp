#include "traced.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <sstream>

#include "core/base/files.h"

namespace bankloom::test {
namespace {

namespace fs = std::filesystem;

StartedProcess state_of(pid_t process) {
  const fs::path proc = "/proc/" + std::to_string(process);
  StartedProcess state;
  std::error_code code;
  state.file = fs::read_symlink(proc / "exe", code).string();
  state.folder = fs::read_symlink(proc / "cwd", code).string();
  std::istringstream words(bankloom::read_file(proc / "cmdline").value_or(""));
  for (std::string word; std::getline(words, word, '\0');) state.arguments.push_back(word);
  std::istringstream variables(bankloom::read_file(proc / "environ").value_or(""));
  for (std::string entry; std::getline(variables, entry, '\0');) state.environment.push_back(entry);
  for (const auto& entry : fs::directory_iterator(proc / "fd", code)) {
    state.descriptors.insert(std::stoi(entry.path().filename().string()));
  }
  std::istringstream limits(bankloom::read_file(proc / "limits").value_or(""));
  for (std::string line; std::getline(limits, line);) {
    // "Max file size             1073741824           1073741824           bytes"
    const std::size_t name = line.find("  "), value = line.find_first_not_of(' ', name);
    if (value == std::string::npos) continue;
    state.limits[line.substr(0, name)] = line.substr(value, line.find(' ', value) - value);
  }
  return state;
}

}  // namespace

std::vector<StartedProcess> trace_child(const std::function<void()>& child) {
  const pid_t first = ::fork();
  if (first == 0) {
    constexpr int kPlanted = 100;
    ::dup2(::open("/etc/passwd", O_RDONLY), kPlanted);
    ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    ::raise(SIGSTOP);
    child();
    ::_exit(0);
  }
  std::vector<StartedProcess> started;
  std::set<pid_t> known;
  int status = 0;
  for (pid_t process = 0; (process = ::waitpid(-1, &status, __WALL)) > 0;) {
    if (!WIFSTOPPED(status)) continue;
    const int event = status >> 16;
    int signal = event == 0 ? WSTOPSIG(status) : 0;
    // The first stop of each is ours.
    if (known.insert(process).second && signal == SIGSTOP) signal = 0;
    if (process == first && known.size() == 1 && event == 0) {
      ::ptrace(PTRACE_SETOPTIONS, process, nullptr,
               PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL);
    }
    if (event == PTRACE_EVENT_EXEC) started.push_back(state_of(process));
    ::ptrace(PTRACE_CONT, process, nullptr, signal);
  }
  return started;
}

#ifdef BANKLOOM_EXECUTABLE
std::vector<StartedProcess> trace_bankloom(const std::vector<std::string>& arguments, const fs::path& folder,
                                           const std::map<std::string, std::string>& variables, const fs::path& said) {
  auto started = trace_child([&] {
    for (const auto& [name, value] : variables) ::setenv(name.c_str(), value.c_str(), 1);
    ::setenv("LANGUAGE", "en", 1);
    const int output = ::open(said.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::dup2(output, STDOUT_FILENO);
    ::dup2(output, STDERR_FILENO);
    if (::chdir(folder.c_str()) != 0) ::_exit(1);
    std::vector<std::string> words{BANKLOOM_EXECUTABLE};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    ::execv(pointers.front(), pointers.data());
  });
  // bankloom itself.
  if (!started.empty()) started.erase(started.begin());
  return started;
}
#endif

}  // namespace bankloom::test
