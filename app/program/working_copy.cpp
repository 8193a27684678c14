#include "program/working_copy.h"

#include <fcntl.h>
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
  std::string buffer(std::size_t{1} << 20U, '\0');
  for (;;) {
    const auto size = ::read(from, buffer.data(), buffer.size());
    if (size == 0) return true;
    if (size < 0 || ::write(to, buffer.data(), static_cast<std::size_t>(size)) != size) return false;
  }
}

bool write_back(const fs::path& copy, const fs::path& original, const fs::path& file) {
  const FileHandle from_folder = folder_of(copy, file, false), to_folder = folder_of(original, file, true);
  if (!from_folder || !to_folder) return false;
  const std::string name = file.filename().string();
  const FileHandle from(::openat(from_folder.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat content {
  }, before{};
  if (!from || ::fstat(from.get(), &content) != 0 || !S_ISREG(content.st_mode)) return false;
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
    const bool is_folder = entry->symlink_status(code).type() == fs::file_type::directory;
    if (is_left_out(name) || (!is_whole && (is_folder || name.starts_with('.') || entry->is_symlink(code)))) {
      if (is_folder) entry.disable_recursion_pending();
      continue;
    }
    if (++files_ > kMostCopiedFiles || !copy_entry(*entry, copy_ / entry->path().lexically_relative(original_)))
      return false;
  }
  return true;
}

/// False if there is no room.
bool WorkingCopy::copy_entry(const fs::directory_entry& entry, const fs::path& to) {
  std::error_code code;
  switch (entry.symlink_status(code).type()) {
    case fs::file_type::directory:
      fs::create_directory(to, code);
      break;
    case fs::file_type::symlink:
      fs::copy_symlink(entry.path(), to, code);
      break;
    case fs::file_type::regular: {
      const std::uintmax_t size = entry.file_size(code);
      bytes_ += code ? 0 : size;
      if (bytes_ > kMostCopiedBytes) return false;
      // Files that may not be read are not there for the program.
      if (!fs::copy_file(entry.path(), to, code) || code) return true;
      fs::permissions(to, fs::perms::owner_read | fs::perms::owner_write, fs::perm_options::add, code);
      versions_[to.lexically_relative(copy_).string()] = {fs::file_size(to, code), fs::last_write_time(to, code)};
      break;
    }
    default:
      return true;  // a pipe, a socket or a device is others'
  }
  give_to_program(to);
  return true;
}

void WorkingCopy::add_plain(const fs::path& file) const {
  std::error_code code;
  if (!fs::is_symlink(file, code) || !fs::is_regular_file(file, code)) return;
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
    const auto type = entry->symlink_status(code).type();
    if (entry->path().filename().string().starts_with('.')) {
      if (type == fs::file_type::directory) entry.disable_recursion_pending();
      continue;
    }
    if (type != fs::file_type::regular) continue;
    std::string name = entry->path().lexically_relative(copy_).string();
    const Version now{entry->file_size(code), entry->last_write_time(code)};
    const auto before = versions_.find(name);
    if (before == versions_.end() || before->second != now) names.push_back(std::move(name));
  }
  std::ranges::sort(names);
  return names;
}

std::uint64_t WorkingCopy::bring_back(std::vector<std::string>& left) const {
  std::uint64_t written = 0;
  for (const std::string& name : changed()) {
    if (write_back(copy_, original_, name)) {
      ++written;
    } else {
      left.push_back(name);
    }
  }
  return written;
}

}  // namespace bankloom::program
