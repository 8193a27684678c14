// Prepares a GuardPlan.
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>

#include "program/host_guard.h"
#include "program/tool.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;

/// Files of /dev that are no hardware.
constexpr std::array kHarmlessDevices{"null", "zero", "full", "random", "urandom", "tty"};

/// Folders that are empty for the program: they have the sockets of the desktop's and the system's services.
constexpr std::array kPrivateFolders{"/tmp", "/var/tmp", "/run"};

bool is_real_folder(const char* folder) {
  std::error_code code;
  return fs::is_directory(folder, code) && !fs::is_symlink(folder, code);
}

/// The tasks of this user: kernels before 5.14 count them against RLIMIT_NPROC, too.
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

/// The folders above this one and itself, outermost first, as paths below `root`.
std::vector<std::string> folders_to(const std::string& root, const fs::path& folder) {
  std::vector<std::string> all;
  fs::path whole;
  for (const auto& part : folder.relative_path()) {
    whole /= part;
    all.push_back(root + "/" + whole.string());
  }
  return all;
}

GuardMount folder_mount(const std::string& root, const std::string& folder, bool read_only) {
  return {folder, root + folder, folders_to(root, folder), false, read_only};
}

/// bwrap(1) with the same isolation.
std::vector<std::string> bubblewrap_command(const HostLaunch& launch) {
  std::vector<std::string> words{"bwrap",
                                 "--unshare-all",
                                 "--die-with-parent",
                                 "--new-session",
                                 "--cap-drop",
                                 "ALL",
                                 "--ro-bind",
                                 "/",
                                 "/",
                                 "--dev",
                                 "/dev",
                                 "--proc",
                                 "/proc"};
  for (const char* folder : kPrivateFolders) {
    if (is_real_folder(folder)) words.insert(words.end(), {"--tmpfs", folder});
  }
  for (const auto& folder : launch.visible) words.insert(words.end(), {"--ro-bind", folder, folder});
  for (const auto& folder : launch.writable) words.insert(words.end(), {"--bind", folder, folder});
  words.insert(words.end(), {"--chdir", launch.working_folder, "--", launch.executable});
  if (!launch.arguments.empty()) words.insert(words.end(), launch.arguments.begin() + 1, launch.arguments.end());
  return words;
}

}  // namespace

bool bubblewrap_works() {
  const auto bwrap = find_on_path("bwrap");
  if (bwrap.empty()) return false;
  const auto run = run_tool(
      {{bwrap.string(), "--unshare-all", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--", "/bin/true"},
       {},
       {},
       std::chrono::milliseconds(10'000)});
  return run && run->status == 0;
}

GuardPlan::GuardPlan(const HostLaunch& launch, Isolation isolation)
    : limits(launch.limits),
      isolated(isolation == Isolation::namespaces),
      process_limit(launch.limits.processes + own_task_count()),
      executable(launch.executable),
      working_folder(launch.working_folder),
      mount_point(launch.mount_point),
      user_map(fmt::format("{0} {0} 1\n", ::geteuid())),
      group_map(fmt::format("{0} {0} 1\n", ::getegid())),
      temporary_options(fmt::format("size={},nr_inodes=65536,mode=1777", launch.limits.temporary)),
      proc_target(launch.mount_point + "/proc"),
      device_target(launch.mount_point + "/dev"),
      user_namespaces_file(launch.mount_point + "/proc/sys/user/max_user_namespaces"),
      argument_texts(launch.arguments),
      environment_texts(launch.environment),
      channel(launch.channel) {
  for (const char* folder : kPrivateFolders) {
    if (is_real_folder(folder)) private_folders.push_back(mount_point + folder);
  }
  for (const auto& folder : launch.visible) mounts.push_back(folder_mount(mount_point, folder, true));
  for (const auto& folder : launch.writable) mounts.push_back(folder_mount(mount_point, folder, false));
  for (const char* name : kHarmlessDevices) {
    mounts.push_back({fmt::format("/dev/{}", name), fmt::format("{}/{}", device_target, name), {}, true, false});
  }
  private_folders.push_back(device_target);
  links = {{"/proc/self/fd", device_target + "/fd"},
           {"/proc/self/fd/0", device_target + "/stdin"},
           {"/proc/self/fd/1", device_target + "/stdout"},
           {"/proc/self/fd/2", device_target + "/stderr"}};
  if (isolation == Isolation::bubblewrap) {
    keeps_rights = true;
    executable = find_on_path("bwrap").string();
    argument_texts = bubblewrap_command(launch);
  }
  for (auto& text : argument_texts) arguments.push_back(text.data());
  for (auto& text : environment_texts) environment.push_back(text.data());
  arguments.push_back(nullptr);
  environment.push_back(nullptr);
}

}  // namespace bankloom::program
