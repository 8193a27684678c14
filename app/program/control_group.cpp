#include "program/control_group.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <charconv>
#include <chrono>
#include <csignal>
#include <sstream>
#include <system_error>
#include <thread>

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kGroupName = "bankloom-";

/// The kernel's files are there already; those of tests are made.
bool write_to(const fs::path& file, const std::string& text) {
  const FileHandle opened(::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
  return opened && ::write(opened.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

/// Whether new groups below this one can have limits.
bool counts(const fs::path& above) {
  const std::string controllers = " " + read_file(above / "cgroup.subtree_control").value_or("");
  return controllers.find(" memory") != std::string::npos && controllers.find(" pids") != std::string::npos;
}

/// The groups of processes that were killed before they could remove them. One that is in use cannot be removed.
void sweep_groups(const fs::path& above) {
  std::error_code code;
  for (fs::directory_iterator entry(above, code), end; !code && entry != end; entry.increment(code)) {
    const std::string name = entry->path().filename().string();
    pid_t maker = 0;
    if (!name.starts_with(kGroupName)) continue;
    std::from_chars(name.data() + kGroupName.size(), name.data() + name.size(), maker);
    if (maker > 0 && ::kill(maker, 0) != 0 && errno == ESRCH) ::rmdir(entry->path().c_str());
  }
}

}  // namespace

ControlGroup::ControlGroup(const HostLimits& limits, const GroupPlace& place) {
  std::istringstream groups(read_file(place.own).value_or(""));
  for (std::string line; std::getline(groups, line);) {
    // "0::/user.slice/user-1000.slice/user@1000.service/app.slice/terminal.scope"
    if (!line.starts_with("0::/")) continue;
    const fs::path own = place.top / line.substr(4);
    // A group has processes or groups below it, so that there is room beside ours, not below; but in the topmost one.
    if (line != "0::/" && make_below(own.parent_path(), limits)) return;
    make_below(own, limits);
  }
}

bool ControlGroup::make_below(const fs::path& above, const HostLimits& limits) {
  if (!counts(above)) return false;
  static std::atomic<unsigned> count{0};
  sweep_groups(above);
  const fs::path folder = above / fmt::format("{}{}-{}", kGroupName, ::getpid(), count++);
  std::error_code code;
  if (!fs::create_directory(folder, code)) return false;
  // With the guard's and bwrap's own.
  constexpr std::uint64_t kOthers = 8;
  FileHandle opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened || !write_to(folder / "memory.max", std::to_string(limits.memory)) ||
      !write_to(folder / "pids.max", std::to_string(limits.processes + kOthers))) {
    ::rmdir(folder.c_str());
    return false;
  }
  // Not every kernel has them.
  write_to(folder / "memory.swap.max", "0");
  write_to(folder / "memory.oom.group", "1");
  folder_ = folder;
  opened_ = std::move(opened);
  return true;
}

ControlGroup::ControlGroup(ControlGroup&& other) noexcept
    : folder_(std::exchange(other.folder_, {})), opened_(std::move(other.opened_)) {}

ControlGroup::~ControlGroup() {
  if (!is_made()) return;
  write_to(folder_ / "cgroup.kill", "1");
  // Processes leave it some time after their end.
  constexpr int kMostTries = 200;
  for (int i = 0; i < kMostTries && ::rmdir(folder_.c_str()) != 0 && errno == EBUSY; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

bool ControlGroup::ran_out_of_memory() const {
  if (!is_made()) return false;
  std::istringstream events(read_file(folder_ / "memory.events").value_or(""));
  std::string name;
  for (std::uint64_t count = 0; events >> name >> count;) {
    if (name == "oom_kill" && count != 0) return true;
  }
  return false;
}

}  // namespace bankloom::program
