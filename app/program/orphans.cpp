#include "program/orphans.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "core/base/files.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;

/// The filters of a process; 0 if it is gone.
unsigned filters_of(const std::string& process) {
  constexpr std::string_view kName = "\nSeccomp_filters:\t";
  const std::string status = read_file("/proc/" + process + "/status").value_or("");
  const std::size_t place = status.find(kName);
  unsigned count = 0;
  if (place != std::string::npos) {
    std::from_chars(status.data() + place + kName.size(), status.data() + status.size(), count);
  }
  return count;
}

std::vector<pid_t> orphans() {
  const unsigned own = filters_of("self");
  std::vector<pid_t> found;
  std::error_code code;
  for (const auto& task : fs::directory_iterator("/proc/self/task", code)) {
    std::istringstream children(read_file(task.path() / "children").value_or(""));
    for (pid_t child = 0; children >> child;) {
      if (filters_of(std::to_string(child)) > own) found.push_back(child);
    }
  }
  return found;
}

}  // namespace

void adopt_orphans() { ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

void end_orphans() {
  // Each that ends may leave others.
  constexpr int kMostRounds = 2000;
  for (int round = 0; round < kMostRounds; ++round) {
    const std::vector<pid_t> left = orphans();
    if (left.empty()) return;
    for (const pid_t child : left) {
      ::kill(child, SIGKILL);
      ::waitpid(child, nullptr, 0);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace bankloom::program
