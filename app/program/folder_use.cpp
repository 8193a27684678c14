#include "program/folder_use.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/files.h"

namespace bankloom::program {
namespace {

constexpr int kFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

/// Opens a folder in a folder, if necessary after its owner got the rights to.
int open_folder(int above, const char* name) {
  const int opened = ::openat(above, name, kFolder);
  if (opened >= 0 && ::faccessat(above, name, R_OK | W_OK | X_OK, 0) == 0) return opened;
  if (opened < 0 && errno != EACCES) return -1;
  ::fchmodat(above, name, S_IRWXU, 0);
  return opened >= 0 ? opened : ::openat(above, name, kFolder);
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
    use.bytes += static_cast<std::uint64_t>(status.st_blocks) * kBlock;
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
        ::fchmodat(held.get(), entry.c_str(), S_IRWXU, 0);
        const std::string place = ".moved" + std::to_string(moved++);
        ::renameat(held.get(), entry.c_str(), top.get(), place.c_str());
      }
      if (::unlinkat(top.get(), name.c_str(), AT_REMOVEDIR) == 0) has_changed = true;
    }
    ::lseek(top.get(), 0, SEEK_SET);
  }
  ::rmdir(folder.c_str());
}

}  // namespace bankloom::program
