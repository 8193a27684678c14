#include "program/private_files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

#include "core/base/files.h"
#include "core/base/plain_file.h"
#include "program/isolation.h"
#include "program/working_copy.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;

/// Whether only its owner, or its group, may read the file or enter the folder.
bool is_private(const fs::path& place) {
  std::error_code code;
  const fs::file_status status = fs::status(place, code);
  const auto needed =
      fs::is_directory(status) ? fs::perms::others_read | fs::perms::others_exec : fs::perms::others_read;
  return !code && (status.permissions() & needed) != needed;
}

bool is_below(const fs::path& place, const fs::path& top) {
  const fs::path within = place.lexically_relative(top);
  return !within.empty() && *within.begin() != "..";
}

class Copies {
 public:
  explicit Copies(fs::path folder) : folder_(std::move(folder)) {}

  /// Whether the folder or file itself may stay.
  bool add(const HostFolder& shown) {
    std::error_code code;
    const bool is_closed = is_private(shown.source);
    if (!fs::is_directory(shown.source, code)) {
      if (is_closed) add_file(shown.source, shown.place);
    } else if (!is_closed || !add_folder(shown)) {
      add_below(shown, is_closed);
    }
    return !is_closed;
  }
  [[nodiscard]] std::vector<HostFolder> take() { return std::move(made_); }

 private:
  fs::path next() {
    std::error_code code;
    fs::create_directories(folder_, code);
    fs::permissions(folder_, fs::perms::others_read | fs::perms::others_exec, fs::perm_options::add, code);
    return folder_ / std::to_string(count_++);
  }
  void add_below(const HostFolder& shown, bool is_closed) {
    constexpr int kMostSeen = 4000;
    std::error_code code;
    fs::recursive_directory_iterator entry(shown.source, code);
    for (int i = 0; !code && i < kMostSeen && entry != fs::recursive_directory_iterator(); ++i) {
      const fs::path place = shown.place / entry->path().lexically_relative(shown.source);
      std::error_code unknown;
      const auto type = entry->symlink_status(unknown).type();
      const bool is_hidden = entry->path().filename().string().starts_with('.');
      if (type == fs::file_type::directory && (is_hidden || is_closed || is_private(entry->path()))) {
        entry.disable_recursion_pending();
        if (!is_hidden && !is_closed) add_folder({entry->path().string(), place.string(), false});
      } else if (type == fs::file_type::regular && is_text_name(entry->path().filename().string()) &&
                 (is_closed || is_private(entry->path()))) {
        add_file(entry->path(), place);
      }
      entry.increment(code);
    }
  }
  void add_file(const fs::path& file, const fs::path& place) {
    constexpr std::size_t kMost = std::size_t{16} << 20U;
    // A link in its place leads to what was not meant.
    const auto content = read_plain_file(file, kMost, false);
    if (!content) return;
    const fs::path copy = next();
    std::error_code code;
    fs::remove_all(copy, code);  // of the tool before
    if (!write_file(copy, *content)) return;
    fs::permissions(copy, fs::perms{0644}, code);
    made_.push_back({copy.string(), place.string(), false});
  }
  bool add_folder(const HostFolder& shown) {
    const fs::path place = next();
    std::error_code code;
    fs::remove_all(place, code);
    const auto copy = WorkingCopy::make(shown.source, place);
    if (copy && copy->is_complete()) made_.push_back({place.string(), shown.place, false});
    return copy && copy->is_complete();
  }

  fs::path folder_;
  std::vector<HostFolder> made_;
  unsigned count_ = 0;
};

/// Where the mask takes others' rights. What is nobody's is left alone.
void open_to_all(const fs::path& folder) {
  std::error_code code;
  for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
    struct stat status {};
    if (::lstat(entry->path().c_str(), &status) != 0 || status.st_uid != ::geteuid() || S_ISLNK(status.st_mode))
      continue;
    const mode_t wanted = status.st_mode | S_IROTH | ((status.st_mode & S_IXUSR) != 0 ? S_IXOTH : 0U);
    if (wanted != status.st_mode) ::chmod(entry->path().c_str(), wanted & 07777U);
    if (S_ISDIR(status.st_mode)) open_to_all(entry->path());
  }
}

}  // namespace

bool is_text_name(const std::string& name) {
  static constexpr std::array kEndings{".cu",  ".cuh", ".h", ".hh", ".hpp", ".hxx",
                                       ".inl", ".inc", ".c", ".cc", ".cpp", ".cxx"};
  return !name.starts_with('.') &&
         std::ranges::any_of(kEndings, [&](const char* ending) { return name.ends_with(ending); });
}

void show_private_files(HostLaunch& launch, const fs::path& ours) {
  if (::geteuid() != 0 || !granted_isolation().is_kept_apart()) return;
  open_to_all(ours);
  // What is a copy already, as the program's own folder, has its files.
  std::vector<HostFolder> whole;
  std::ranges::copy_if(launch.folders, std::back_inserter(whole),
                       [&](const HostFolder& shown) { return is_below(shown.source, ours); });
  const auto is_copied = [&](const HostFolder& one) {
    return std::ranges::any_of(whole, [&](const HostFolder& copy) { return is_below(one.place, copy.place); });
  };
  // The system's folders all users read.
  constexpr std::array kOpen{"/usr", "/opt", "/nix", "/gnu"};
  Copies copies(ours / "private");
  std::erase_if(launch.folders, [&](const HostFolder& one) {
    const auto has = [&](const char* folder) { return is_below(one.source, folder); };
    if (one.writable || is_below(one.source, ours) || std::ranges::any_of(kOpen, has)) return false;
    return (is_copied(one) && one.source == one.place) || !copies.add(one);
  });
  std::ranges::copy_if(copies.take(), std::back_inserter(launch.folders), std::not_fn(is_copied));
}

}  // namespace bankloom::program
