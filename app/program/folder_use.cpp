#include "program/folder_use.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/files.h"

namespace bankloom::program {
namespace {

/// Opens a folder in a folder, if necessary after its owner got the rights to. A program that still runs may put a link
/// in its place at any moment: the rights are given to what was found, not to its name.
int open_folder(int above, const char* name) {
  const FileHandle found(::openat(above, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!found) return -1;
  const std::string itself = "/proc/self/fd/" + std::to_string(found.get());
  if (::access(itself.c_str(), R_OK | W_OK | X_OK) != 0) ::chmod(itself.c_str(), S_IRWXU);
  return ::openat(found.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/// The names in an open folder; closes it.
std::vector<std::string> names_in(int folder) {
  std::vector<std::string> names;
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(::fdopendir(folder), ::closedir);
  if (!entries) {
    ::close(folder);
    return names;
  }
  while (const dirent* const entry = ::readdir(entries.get())) {  // NOLINT(concurrency-mt-unsafe): its own stream
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  return names;
}

void add_use(int folder, int depth, FolderUse& use) {
  constexpr int kDeepest = 100;
  if (depth > kDeepest) {
    use.is_too_deep = true;
    return;
  }
  for (const std::string& name : names_in(::dup(folder))) {
    struct stat status {};
    if (::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    ++use.files;
    constexpr std::uint64_t kBlock = 512;
    const std::uint64_t on_disk = static_cast<std::uint64_t>(status.st_blocks) * kBlock;
    const std::uint64_t as_copied = S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
    use.bytes += std::max(on_disk, as_copied);
    if (!S_ISDIR(status.st_mode)) continue;
    const FileHandle inner(open_folder(folder, name.c_str()));
    if (inner) add_use(inner.get(), depth + 1, use);
  }
}

}  // namespace

FolderUse use_of(const std::filesystem::path& folder) {
  FolderUse use;
  const FileHandle opened(open_folder(AT_FDCWD, folder.c_str()));
  if (opened) add_use(opened.get(), 0, use);
  return use;
}

void remove_folder(const std::filesystem::path& folder) {
  const FileHandle top(open_folder(AT_FDCWD, folder.c_str()));
  if (!top) {
    ::unlink(folder.c_str());
    return;
  }
  // Folders in folders move to the top, so that neither paths nor open folders get many.
  std::uint64_t moved = 0;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (const std::string& name : names_in(::dup(top.get()))) {
      if (::unlinkat(top.get(), name.c_str(), 0) == 0) {
        has_changed = true;
        continue;
      }
      const int inner = open_folder(top.get(), name.c_str());
      if (inner < 0) continue;
      const FileHandle held(::dup(inner));
      for (const std::string& entry : names_in(inner)) {
        if (::unlinkat(held.get(), entry.c_str(), 0) == 0) continue;
        // A folder without rights cannot be renamed.
        const FileHandle opened(open_folder(held.get(), entry.c_str()));
        const std::string place = kMovedName + std::to_string(moved++);
        ::renameat(held.get(), entry.c_str(), top.get(), place.c_str());
      }
      if (::unlinkat(top.get(), name.c_str(), AT_REMOVEDIR) == 0) has_changed = true;
    }
    ::lseek(top.get(), 0, SEEK_SET);
  }
  ::rmdir(folder.c_str());
}

}  // namespace bankloom::program
