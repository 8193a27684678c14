// Prepares a GuardPlan.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <set>
#include <sstream>

#include "core/base/files.h"
#include "program/host_guard.h"
#include "program/isolation.h"
#include "program/system_filter.h"
#include "program/tool.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;

/// The tasks on this machine: kernels before 5.14 count them against RLIMIT_NPROC, too.
std::uint64_t own_task_count() {
  std::uint64_t count = 0;
  std::error_code code;
  for (const auto& entry : fs::directory_iterator("/proc", code)) {
    const std::string name = entry.path().filename().string();
    if (name.empty() || name.front() < '0' || name.front() > '9') continue;
    std::error_code ignored;
    for (fs::directory_iterator task(entry.path() / "task", ignored), end; !ignored && task != end;
         task.increment(ignored)) {
      ++count;
    }
  }
  return count;
}

/// The number behind a name at the beginning of a line, or at the beginning of the text; the largest one if there is
/// none.
std::uint64_t number_in(const fs::path& file, std::string_view name) {
  const std::string text = "\n" + read_file(file).value_or("");
  const std::size_t place = text.find("\n" + std::string(name));
  std::uint64_t number = std::numeric_limits<std::uint64_t>::max();
  if (place != std::string::npos) {
    const char* const begin = text.data() + place + 1 + name.size();
    std::from_chars(begin, text.data() + text.size(), number);
  }
  return number;
}

/// What is left of the memory that this process and its children may take together (cgroups(7)), beside what they hold;
/// the largest number where there is no limit.
std::uint64_t memory_left() {
  std::istringstream groups(read_file("/proc/self/cgroup").value_or(""));
  std::uint64_t left = std::numeric_limits<std::uint64_t>::max();
  for (std::string line; std::getline(groups, line);) {
    const bool is_second = line.starts_with("0::"), is_first = line.find(":memory:") != std::string::npos;
    if (!is_first && !is_second) continue;
    const std::string group = line.substr(line.find(":/") + 1);
    const fs::path top = is_second ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
    std::error_code code;
    const fs::path folder =
        fs::exists(top.string() + group + "/memory.stat", code) ? fs::path(top.string() + group) : top;
    const std::uint64_t most = number_in(folder / (is_second ? "memory.max" : "memory.limit_in_bytes"), "");
    const std::uint64_t held = number_in(folder / "memory.stat", is_second ? "anon " : "total_rss ");
    constexpr std::uint64_t kReserve = std::uint64_t{256} << 20U, kLeast = std::uint64_t{64} << 20U;
    if (held > most || most == std::numeric_limits<std::uint64_t>::max()) continue;
    left = std::min(left, std::max(kLeast, most - held - std::min(kReserve, most - held)));
  }
  return left;
}

/// `made`: the folders that there are, which all users may enter.
void add_step(const ViewStep& step, std::set<fs::path>& made, std::vector<std::string>& words) {
  fs::path above = "/";
  for (const auto& part : fs::path(step.place).relative_path().parent_path()) {
    above /= part;
    if (made.insert(above).second) words.insert(words.end(), {"--perms", "0755", "--dir", above.string()});
  }
  switch (step.kind) {
    case ViewStep::Kind::read_only:
      words.insert(words.end(), {"--ro-bind", step.source, step.place});
      break;
    case ViewStep::Kind::writable:
      words.insert(words.end(), {"--bind", step.source, step.place});
      break;
    case ViewStep::Kind::device:
      words.insert(words.end(), {"--dev-bind", step.source, step.place});
      break;
    case ViewStep::Kind::memory:
      words.insert(words.end(), {"--perms", step.place == "/dev" ? "0755" : "1777", "--size",
                                 std::to_string(step.bytes), "--tmpfs", step.place});
      break;
    case ViewStep::Kind::link:
      words.insert(words.end(), {"--symlink", step.source, step.place});
      break;
    case ViewStep::Kind::proc:
      words.insert(words.end(), {"--proc", step.place});
      break;
  }
}

/// bwrap(1) with the view.
std::vector<std::string> bubblewrap_command(const HostLaunch& launch, const GuardPlan& plan) {
  std::vector<std::string> words{"bwrap",
                                 "--unshare-ipc",
                                 "--unshare-pid",
                                 "--unshare-net",
                                 "--unshare-uts",
                                 "--unshare-cgroup-try",
                                 "--die-with-parent",
                                 "--new-session",
                                 "--cap-drop",
                                 "ALL"};
  if (plan.is_root) {
    words.insert(words.end(), {"--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"});
  } else {
    words.emplace_back("--unshare-user");
  }
  std::set<fs::path> made;
  for (const ViewStep& step : plan.view) add_step(step, made, words);
  for (const char* sealed : {"/dev", "/proc", "/"}) words.insert(words.end(), {"--remount-ro", sealed});
  if (plan.filter_file) words.insert(words.end(), {"--seccomp", std::to_string(kFilterDescriptor)});
  words.insert(words.end(), {"--chdir", launch.working_folder, "--"});
  if (plan.is_root) {
    words.insert(words.end(), {kSetPrivileges, fmt::format("--reuid={}", kNobody), fmt::format("--regid={}", kNobody),
                               "--clear-groups", "--no-new-privs"});
  }
  words.push_back(launch.executable);
  if (!launch.arguments.empty()) words.insert(words.end(), launch.arguments.begin() + 1, launch.arguments.end());
  return words;
}

FileHandle file_of(const std::vector<sock_filter>& filter) {
  FileHandle file(::memfd_create("filter", MFD_CLOEXEC));
  const std::size_t bytes = filter.size() * sizeof(sock_filter);
  if (!file || ::write(file.get(), filter.data(), bytes) != static_cast<ssize_t>(bytes)) return {};
  ::lseek(file.get(), 0, SEEK_SET);
  return file;
}

}  // namespace

GuardPlan::GuardPlan(const HostLaunch& launch, Isolation wanted)
    : limits(launch.limits),
      isolation(wanted),
      is_root(::geteuid() == 0 && wanted != Isolation::limits),
      process_limit(launch.limits.processes + own_task_count()),
      executable(launch.executable),
      working_folder(launch.working_folder),
      mount_point(launch.mount_point),
      user_map(fmt::format("{0} {0} 1\n", ::geteuid())),
      group_map(fmt::format("{0} {0} 1\n", ::getegid())),
      user_namespaces_file(launch.mount_point + "/proc/sys/user/max_user_namespaces"),
      oom_text("1000"),
      argument_texts(launch.arguments),
      environment_texts(launch.environment),
      channel(launch.channel) {
  limits.memory = std::min(limits.memory, memory_left());
  if (isolation != Isolation::limits) view = view_of(launch);
  filter = system_filter().code;
  if (has_bubblewrap()) {
    if (!filter.empty()) filter_file = file_of(filter);
    executable = bubblewrap().string();
    argument_texts = bubblewrap_command(launch, *this);
    working_folder = "/";
  }
  for (auto& text : argument_texts) arguments.push_back(text.data());
  for (auto& text : environment_texts) environment.push_back(text.data());
  arguments.push_back(nullptr);
  environment.push_back(nullptr);
}

}  // namespace bankloom::program
