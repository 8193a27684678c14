#include "program/working_copy.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <random>
#include <system_error>

#include "core/base/files.h"
#include "program/folder_use.h"
#include "program/isolation.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;

/// What is copied in a fraction of a second.
constexpr std::uint64_t kMostCopiedBytes = std::uint64_t{128} << 20U;
constexpr std::uint64_t kMostCopiedFiles = 4000;
/// Copied byte by byte, also the holes of files.
constexpr std::uint64_t kMostBroughtBack = std::uint64_t{4} << 30U;
/// Files that a program may add.
constexpr std::uint64_t kMostNewFiles = 50'000;

/// Compiled headers are code for the compiler; repositories are not the program's.
bool is_left_out(const std::string& name) {
  return name == ".git" || name == ".hg" || name == ".svn" || name.ends_with(".gch") || name.ends_with(".pch");
}

void give_to_program(const fs::path& place) {
  if (::geteuid() != 0) return;
  [[maybe_unused]] const int failed = ::lchown(place.c_str(), kNobody, kNobody);
}

FileHandle open_folder(int above, const std::string& name, bool makes) {
  if (makes) ::mkdirat(above, name.c_str(), 0755);
  return FileHandle(::openat(above, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

/// The folder of a file below a folder, reached without a link; none if there is a link or another thing in between.
FileHandle folder_of(const fs::path& top, const fs::path& file, bool makes) {
  FileHandle at(::open(top.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (const auto& part : file.parent_path()) {
    if (!at) break;
    at = open_folder(at.get(), part.string(), makes);
  }
  return at;
}

bool copy_content(int from, int to) {
  for (;;) {
    const auto size = ::sendfile(to, from, nullptr, std::size_t{1} << 20U);
    if (size <= 0) return size == 0;
  }
}

/// A folder's file below it: its name from there.
std::string name_below(const fs::path& folder, const fs::path& file) {
  const std::string& all = file.native();
  std::size_t begin = folder.native().size();
  while (begin < all.size() && all[begin] == '/') ++begin;
  return all.substr(begin);
}

bool is_interrupted(int interrupt) {
  pollfd heard{interrupt, POLLIN, 0};
  return interrupt >= 0 && ::poll(&heard, 1, 0) > 0;
}

/// Takes what it needs of the `room` on the disk.
bool write_back(const fs::path& copy, const fs::path& original, const fs::path& file, std::uint64_t& room) {
  const FileHandle from_folder = folder_of(copy, file, false), to_folder = folder_of(original, file, true);
  if (!from_folder || !to_folder) return false;
  const std::string name = file.filename().string();
  const FileHandle from(::openat(from_folder.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat content {
  }, before{};
  if (!from || ::fstat(from.get(), &content) != 0 || !S_ISREG(content.st_mode)) return false;
  const auto size = static_cast<std::uint64_t>(content.st_size);
  if (size > room) return false;
  room -= size;
  const bool existed = ::fstatat(to_folder.get(), name.c_str(), &before, AT_SYMLINK_NOFOLLOW) == 0;
  if (existed && !S_ISREG(before.st_mode)) return false;
  const std::string beside = fmt::format(".bankloom.{:08x}", std::random_device()());
  const FileHandle to(
      ::openat(to_folder.get(), beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
  if (!to) return false;
  if (existed) ::fchmod(to.get(), before.st_mode & 0777U);
  if (copy_content(from.get(), to.get()) &&
      ::renameat(to_folder.get(), beside.c_str(), to_folder.get(), name.c_str()) == 0) {
    return true;
  }
  ::unlinkat(to_folder.get(), beside.c_str(), 0);
  return false;
}

}  // namespace

WorkingCopy::Version WorkingCopy::version_of(const struct stat& what) {
  return {what.st_size, what.st_mtim.tv_sec, what.st_mtim.tv_nsec};
}

Result<WorkingCopy> WorkingCopy::make(const fs::path& original, const fs::path& copy) {
  WorkingCopy made(original, copy);
  TRY(make_writable_folder(copy));
  TRY(made.is_complete_, made.copy_all());
  return made;
}

/// False if that is too much.
Result<bool> WorkingCopy::copy_all() {
  const bool is_whole = may_show(original_);
  std::error_code code;
  fs::recursive_directory_iterator entry(original_, fs::directory_options::skip_permission_denied, code);
  if (code) return fail("the folder '{}' cannot be read: {}", original_.string(), code.message());
  for (const fs::recursive_directory_iterator end; !code && entry != end; entry.increment(code)) {
    const std::string name = entry->path().filename().string();
    struct stat what {};
    if (::lstat(entry->path().c_str(), &what) != 0) continue;
    const bool is_folder = S_ISDIR(what.st_mode);
    if (is_left_out(name) || (!is_whole && (is_folder || name.starts_with('.') || S_ISLNK(what.st_mode)))) {
      if (is_folder) entry.disable_recursion_pending();
      continue;
    }
    if (++files_ > kMostCopiedFiles || !copy_entry(entry->path(), what)) return false;
  }
  return true;
}

/// False if there is no room. A folder may have a thousand files, each of which waits for every system call here.
bool WorkingCopy::copy_entry(const fs::path& from, const struct stat& what) {
  const std::string name = name_below(original_, from);
  const fs::path to = copy_ / name;
  std::error_code code;
  if (S_ISDIR(what.st_mode)) {
    ::mkdir(to.c_str(), 0755);
  } else if (S_ISLNK(what.st_mode)) {
    fs::copy_symlink(from, to, code);
  } else if (S_ISREG(what.st_mode)) {
    bytes_ += static_cast<std::uint64_t>(what.st_size);
    if (bytes_ > kMostCopiedBytes) return false;
    // Files that may not be read are not there for the program.
    const FileHandle source(::open(from.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!source) return true;
    const mode_t mode = (what.st_mode & 0777U) | 0600U;
    const FileHandle made(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    if (!made || !copy_content(source.get(), made.get())) return true;
    struct stat copied {};
    if (::fstat(made.get(), &copied) == 0) versions_[name] = version_of(copied);
  } else {
    return true;  // a pipe, a socket or a device is others'
  }
  give_to_program(to);
  return true;
}

void WorkingCopy::add_plain(const fs::path& file) const {
  std::error_code code;
  if (!fs::is_symlink(file, code) || !fs::is_regular_file(file, code)) return;
  const fs::path root = shown_root(original_);
  const fs::path within = fs::canonical(file, code).lexically_relative(root.empty() ? original_ : root);
  // Where the folder may not be shown as a whole, only what lies right in it is the program's.
  const bool is_beside = !within.has_parent_path() && !within.string().starts_with('.');
  if (within.empty() || *within.begin() == ".." || (root.empty() && !is_beside)) return;
  const fs::path place = copy_ / file.filename();
  fs::remove(place, code);
  fs::copy_file(file, place, code);
  give_to_program(place);
}

bool WorkingCopy::is_overfull(std::uint64_t most_bytes) const {
  if (!is_complete_) return false;
  const FolderUse use = use_of(copy_);
  return use.is_too_deep || use.bytes > bytes_ + most_bytes || use.files > files_ + kMostNewFiles;
}

std::vector<std::string> WorkingCopy::changed() const {
  std::vector<std::string> names;
  if (!is_complete_) return names;
  std::error_code code;
  fs::recursive_directory_iterator entry(copy_, fs::directory_options::skip_permission_denied, code);
  for (const fs::recursive_directory_iterator end; !code && entry != end; entry.increment(code)) {
    struct stat what {};
    if (::lstat(entry->path().c_str(), &what) != 0) continue;
    if (entry->path().filename().string().starts_with('.')) {
      if (S_ISDIR(what.st_mode)) entry.disable_recursion_pending();
      continue;
    }
    if (!S_ISREG(what.st_mode)) continue;
    std::string name = name_below(copy_, entry->path());
    const auto before = versions_.find(name);
    if (before == versions_.end() || before->second != version_of(what)) names.push_back(std::move(name));
  }
  std::ranges::sort(names);
  return names;
}

std::uint64_t WorkingCopy::bring_back(std::vector<std::string>& left, int interrupt) const {
  std::uint64_t written = 0, room = kMostBroughtBack;
  for (const std::string& name : changed()) {
    if (!is_interrupted(interrupt) && write_back(copy_, original_, name, room)) {
      ++written;
    } else {
      left.push_back(name);
    }
  }
  return written;
}

}  // namespace bankloom::program
