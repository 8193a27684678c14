#include "program/host_view.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <system_error>

#include "core/base/files.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;

/// Folders with the system's programs and libraries, which all users can read. /sys tells how many processors there
/// are.
constexpr std::array kSystemFolders{"/usr",    "/bin", "/sbin", "/lib", "/lib32", "/lib64",
                                    "/libx32", "/opt", "/etc",  "/nix", "/gnu",   "/sys/devices/system/cpu"};
/// Files of /dev that are no hardware, and no terminal.
constexpr std::array kHarmlessDevices{"null", "zero", "full", "random", "urandom"};
/// For folders that programs rarely write to.
constexpr std::uint64_t kSmall = std::uint64_t{16} << 20U;
constexpr std::uint64_t kSharedMemory = std::uint64_t{256} << 20U;

class View {
 public:
  explicit View(const HostLaunch& launch) : root_(launch.mount_point) {
    for (const char* folder : kSystemFolders) add_system(folder);
    hide_pipes_of_system();
    add({ViewStep::Kind::memory, "/dev", "", kSmall});
    for (const char* name : kHarmlessDevices) {
      const std::string device = std::string("/dev/") + name;
      std::error_code code;
      if (fs::exists(device, code)) add({ViewStep::Kind::device, device, device, 0, false});
    }
    for (const auto& [text, name] : {std::pair("/proc/self/fd", "fd"), std::pair("/proc/self/fd/0", "stdin"),
                                     std::pair("/proc/self/fd/1", "stdout"), std::pair("/proc/self/fd/2", "stderr")}) {
      add({ViewStep::Kind::link, std::string("/dev/") + name, text});
    }
    add({ViewStep::Kind::memory, "/dev/shm", "", kSharedMemory});
    add({ViewStep::Kind::proc, "/proc"});
    add({ViewStep::Kind::memory, "/tmp", "", launch.limits.temporary});
    for (const char* folder : {"/var/tmp", "/run"}) add({ViewStep::Kind::memory, folder, "", kSmall});
    add({ViewStep::Kind::memory, home_in_view(), "", kSmall});
    const std::vector<HostFolder> folders = outermost_first(launch.folders);
    make_room(folders);
    for (const HostFolder& folder : folders) {
      std::error_code code;
      if (!fs::exists(folder.source, code) || folder.place == "/" || is_seen_through_link(folder.place)) continue;
      const bool is_folder = fs::is_directory(folder.source, code);
      add({folder.writable ? ViewStep::Kind::writable : ViewStep::Kind::read_only, folder.place, folder.source, 0,
           is_folder});
      if (is_folder && !folder.writable) hide_pipes(folder);
    }
  }
  [[nodiscard]] std::vector<ViewStep> take() { return std::move(steps_); }

 private:
  /// So that none hides another one in it; of one place, the last is on top.
  static std::vector<HostFolder> outermost_first(std::vector<HostFolder> folders) {
    std::ranges::stable_sort(folders, {}, [](const HostFolder& folder) {
      const fs::path place(folder.place);
      return std::distance(place.begin(), place.end());
    });
    return folders;
  }

  /// A copy of ours that is shown as another folder (a file that lies in /tmp) has places for what is shown in that.
  static void make_room(const std::vector<HostFolder>& folders) {
    for (const HostFolder& copy : folders) {
      if (copy.source == copy.place) continue;
      for (const HostFolder& inner : folders) {
        const fs::path within = fs::path(inner.place).lexically_relative(copy.place);
        std::error_code code;
        if (within.empty() || within == "." || *within.begin() == ".." || !fs::is_directory(inner.source, code))
          continue;
        // Links may be named in two ways: those are not copies.
        if (fs::equivalent(copy.source, copy.place, code)) continue;
        fs::create_directories(fs::path(copy.source) / within, code);
      }
    }
  }

  /// /bin is a link in many systems.
  void add_system(const fs::path& folder) {
    std::error_code code;
    if (fs::is_symlink(folder, code)) {
      add({ViewStep::Kind::link, folder.string(), fs::read_symlink(folder, code).string()});
    } else if (fs::is_directory(folder, code)) {
      add({ViewStep::Kind::read_only, folder.string(), folder.string()});
    }
  }

  /// A pipe can be written to also where nothing else can, and whoever reads it may act on it: an empty device that
  /// cannot be opened lies on it.
  void hide_pipes(const HostFolder& folder) {
    for (const char* system : {"/usr/", "/opt/", "/nix/", "/gnu/"}) {
      if (folder.source.starts_with(system)) return;
    }
    for (const fs::path& pipe : pipes_in(folder.source, left_))
      hide(folder.place / pipe.lexically_relative(folder.source));
  }
  /// Of the system's folders, in which services have theirs; those of packages alone have none.
  void hide_pipes_of_system() {
    constexpr int kMostLooked = 20'000;
    static const std::vector<fs::path> pipes = [] {
      std::vector<fs::path> all;
      for (const char* folder : {"/etc", "/opt", "/usr/local"}) {
        int left = kMostLooked;
        std::ranges::move(pipes_in(folder, left), std::back_inserter(all));
      }
      return all;
    }();
    std::error_code code;
    for (const fs::path& pipe : pipes) {
      if (fs::is_other(pipe, code)) hide(pipe);
    }
  }
  void hide(const fs::path& place) { add({ViewStep::Kind::read_only, place.string(), "/dev/null", 0, false}); }
  /// Pipes, sockets and devices among the first `left` entries, of which it takes those that it has seen.
  static std::vector<fs::path> pipes_in(const fs::path& folder, int& left) {
    std::vector<fs::path> pipes;
    std::error_code code;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, code);
    for (; !code && left > 0 && entry != fs::recursive_directory_iterator(); entry.increment(code), --left) {
      std::error_code unknown;
      if (!entry->is_symlink(unknown) && entry->is_other(unknown)) pipes.push_back(entry->path());
    }
    return pipes;
  }

  /// Whether a path leads through a link that lies in a folder which is shown: what it leads to is shown by its own
  /// path.
  [[nodiscard]] bool is_seen_through_link(const fs::path& place) const {
    std::error_code code;
    if (fs::weakly_canonical(place, code) == place) return false;
    return std::ranges::any_of(steps_, [&](const ViewStep& step) {
      const bool is_bound = step.kind == ViewStep::Kind::read_only || step.kind == ViewStep::Kind::writable;
      const fs::path within = place.lexically_relative(step.place);
      return is_bound && !within.empty() && *within.begin() != "..";
    });
  }

  void add(ViewStep step) {
    step.target = root_ + step.place;
    fs::path above;
    const fs::path inner = fs::path(step.place).relative_path();
    for (const auto& part : inner.parent_path()) {
      above /= part;
      step.parents.push_back(root_ + "/" + above.string());
    }
    step.options = fmt::format("size={},nr_inodes=65536,mode={}", step.bytes, step.place == "/dev" ? "755" : "1777");
    steps_.push_back(std::move(step));
  }

  const std::string root_;
  int left_ = 20'000;  ///< entries that hide_pipes() may still look at
  std::vector<ViewStep> steps_;
};

}  // namespace

std::string home_in_view() {
  std::error_code code;
  const fs::path home = fs::weakly_canonical(user_folder(UserFolder::home), code);
  // A home that is a folder of the system's would hide that.
  const fs::path top = home.has_relative_path() ? *home.relative_path().begin() : fs::path();
  for (const char* name : {"home", "root", "Users"}) {
    if (top == name && home != "/home" && home != "/Users") return home.string();
  }
  return "/home/user";
}

std::vector<ViewStep> view_of(const HostLaunch& launch) { return View(launch).take(); }

}  // namespace bankloom::program
