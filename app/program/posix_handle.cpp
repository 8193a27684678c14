#include "program/posix_handle.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>

#include "program/folder_use.h"

namespace bankloom::program {

Result<HandlePair> make_pipe_pair() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return fail("no pipe can be made ({})", std::system_category().message(errno));
  }
  return HandlePair{FileHandle(ends[0]), FileHandle(ends[1])};
}

namespace {

constexpr const char* kFolderName = "bankloom-";

/// Whether a folder is one as make() makes them, and not one that only has such a name: nothing in it but its "work".
bool is_ours(int folder, const std::filesystem::path& path) {
  struct stat status {};
  constexpr std::size_t kNameLength = std::string_view("bankloom-XXXXXX").size();
  const std::string name = path.filename().string();
  if (!name.starts_with(kFolderName) || name.size() != kNameLength) return false;
  if (::fstat(folder, &status) != 0 || status.st_uid != ::geteuid() || (status.st_mode & 07777U) != 0700) return false;
  std::error_code code;
  const std::filesystem::directory_iterator entries(path, code);
  return !code && std::all_of(begin(entries), end(entries), [](const auto& entry) {
    const std::string inside = entry.path().filename().string();
    return inside == "work" || inside.starts_with(kMovedName);
  });
}

/// Removes the folders of processes that have ended without doing so.
void sweep(const std::filesystem::path& base) {
  std::error_code code;
  const auto recent = std::filesystem::file_time_type::clock::now() - std::chrono::minutes(1);
  for (std::filesystem::directory_iterator entry(base, code), end; !code && entry != end; entry.increment(code)) {
    const auto& folder = entry->path();
    if (!folder.filename().string().starts_with(kFolderName)) continue;
    const FileHandle opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!opened || !is_ours(opened.get(), folder)) continue;
    // One that is being made has no lock yet.
    std::error_code unknown;
    if (std::filesystem::last_write_time(folder, unknown) > recent || unknown) continue;
    if (::flock(opened.get(), LOCK_EX | LOCK_NB) == 0) remove_folder(folder);
  }
}

}  // namespace

void sweep_temporary_folders() {
  std::error_code code;
  const auto base = std::filesystem::temp_directory_path(code);
  sweep(code ? std::filesystem::path("/tmp") : base);
}

Result<TemporaryFolder> TemporaryFolder::make() {
  std::error_code code;
  const auto found = std::filesystem::temp_directory_path(code);
  const auto base = code ? std::filesystem::path("/tmp") : found;
  static std::once_flag swept;
  std::call_once(swept, sweep_temporary_folders);
  std::string pattern = (base / (std::string(kFolderName) + "XXXXXX")).string();
  if (::mkdtemp(pattern.data()) == nullptr) {
    return fail("no temporary folder can be made in '{}' ({})", base.string(), std::system_category().message(errno));
  }
  FileHandle lock(::open(pattern.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  ::flock(lock.get(), LOCK_EX | LOCK_NB);
  // Without links, like the paths of mounts and of /proc.
  const auto canonical = std::filesystem::canonical(pattern, code);
  const auto whole = (code ? std::filesystem::path(pattern) : canonical) / "work";
  // The mask may take others' rights.
  if (::mkdir(whole.c_str(), 0755) != 0 || ::chmod(whole.c_str(), 0755) != 0) {
    return fail("no temporary folder can be made in '{}' ({})", base.string(), std::system_category().message(errno));
  }
  return TemporaryFolder(whole, std::move(lock));
}

TemporaryFolder::~TemporaryFolder() {
  if (!path_.empty()) remove_folder(path_.parent_path());
}

}  // namespace bankloom::program
