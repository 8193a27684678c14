#include "core/base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <random>
#include <system_error>

namespace bankloom {
namespace {

namespace fs = std::filesystem;

/// False with errno set if that fails.
bool write_all(const FileHandle& file, std::string_view content) {
  while (!content.empty()) {
    const ::ssize_t count = ::write(file.get(), content.data(), content.size());
    if (count < 0 && errno != EINTR) return false;
    content.remove_prefix(static_cast<std::size_t>(std::max<::ssize_t>(count, 0)));
  }
  return true;
}

/// Whether it is a name of what this process was given when it was started.
bool is_own_descriptor(const fs::path& file) {
  const std::string name = file.string();
  return name == "/dev/stdin" || name.starts_with("/dev/fd/") || name.starts_with("/proc/self/fd/");
}

/// Waits for the disk. What cannot wait for one (a pipe, a device) says EINVAL.
bool flush(const FileHandle& file) { return ::fsync(file.get()) == 0 || errno == EINVAL; }

}  // namespace

void FileHandle::reset() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

Result<std::string> read_to_end(int descriptor, const std::string& name, std::size_t most) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return fail("{} cannot be read: {}", name, std::strerror(errno));
  if (S_ISDIR(status.st_mode)) return fail("{} is a folder, not a file", name);
  if (S_ISREG(status.st_mode) && static_cast<std::size_t>(status.st_size) > most) {
    return fail("{} is larger than {} KiB", name, most / 1024);
  }
  constexpr std::size_t kRoom = 4096;
  std::string content(std::min(static_cast<std::size_t>(status.st_size), most) + kRoom, '\0');
  for (std::size_t size = 0;;) {
    const ::ssize_t count = ::read(descriptor, content.data() + size, content.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail("{} cannot be read: {}", name, std::strerror(errno));
    size += static_cast<std::size_t>(count);
    if (size > most) return fail("{} is larger than {} KiB", name, most / 1024);
    if (count == 0) {
      content.resize(size);
      return content;
    }
    if (size == content.size()) content.resize(2 * size);
  }
}

Result<std::string> read_file(const fs::path& file, std::size_t most) {
  const FileHandle opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat status {};
  if (opened && ::fstat(opened.get(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
    if (!is_own_descriptor(file)) return fail("'{}' is not a file but a pipe or a device", file.string());
    ::fcntl(opened.get(), F_SETFL, 0);
  }
  constexpr std::size_t kLargestFile = std::size_t{1} << 30U;
  if (opened) return read_to_end(opened.get(), fmt::format("'{}'", file.string()), std::min(most, kLargestFile));
  if (errno == ENOENT || errno == ENOTDIR) return fail("there is no file '{}'", file.string());
  return fail("'{}' cannot be read: {}", file.string(), std::strerror(errno));
}

std::string ending_of(const fs::path& file) {
  std::string ending = file.extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

Result<NewFile> NewFile::create(const fs::path& file) {
  std::error_code error;
  NewFile made;
  made.file_ = file;
  // What a link of a process to its pipe names is no path.
  made.is_special_ = fs::is_other(file, error);
  made.target_ = !made.is_special_ && fs::is_symlink(file, error) ? fs::weakly_canonical(file, error) : file;
  const fs::path& target = made.target_;
  if (fs::is_directory(target, error)) return fail("'{}' is a folder; give the name of a file in it", file.string());
  if (!target.has_filename()) return fail("the name of a file is missing in '{}'", file.string());
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, error)) return fail("there is no folder '{}'", folder.string());

  struct stat before {};
  const bool existed = ::stat(target.c_str(), &before) == 0;
  if (existed && ::access(target.c_str(), W_OK) != 0) {
    return fail("'{}' may not be written; give another name", file.string());
  }
  if (made.is_special_) {
    made.handle_ = FileHandle(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
    if (!made.handle_) return made.failure();
    return made;
  }
  // In the same folder, because a rename works only within a file system. Not with mkstemp(), whose files only their
  // owner can read: the mask for others can only be read by changing it for the whole process.
  const fs::path beside =
      folder / fmt::format(".{}.{:08x}", target.filename().string().substr(0, 200), std::random_device()());
  made.handle_ = FileHandle(::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!made.handle_)
    return fail("no file can be written to the folder '{}': {}", folder.string(), std::strerror(errno));
  made.beside_ = beside;
  if (existed && ::fchmod(made.handle_.get(), before.st_mode & 07777U) != 0) return made.failure();
  return made;
}

NewFile::~NewFile() {
  if (!beside_.empty()) ::unlink(beside_.c_str());
}

NewFile& NewFile::operator=(NewFile&& other) noexcept {
  file_.swap(other.file_);
  target_.swap(other.target_);
  beside_.swap(other.beside_);
  std::swap(is_special_, other.is_special_);
  std::swap(handle_, other.handle_);
  return *this;
}

Failure NewFile::failure() const { return fail("'{}' cannot be written: {}", file_.string(), std::strerror(errno)); }

Result<void> NewFile::write(std::string_view content) {
  if (!write_all(handle_, content)) return failure();
  return {};
}

Result<void> NewFile::keep() {
  if (!flush(handle_)) return failure();
  if (is_special_) return {};
  if (::rename(beside_.c_str(), target_.c_str()) != 0) return failure();
  beside_.clear();
  // So that the new name outlives a crash. Where a folder cannot be written through, the old file may come back, whole.
  const fs::path folder = target_.has_parent_path() ? target_.parent_path() : fs::path(".");
  const FileHandle names(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  static_cast<void>(::fsync(names.get()));
  return {};
}

Result<void> write_file(const fs::path& file, std::string_view content) {
  TRY(auto made, NewFile::create(file));
  TRY(made.write(content));
  return made.keep();
}

Result<std::vector<fs::path>> files_in(const fs::path& folder, std::string_view extension) {
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with('.') && name.ends_with(extension)) files.push_back(entry->path());
  }
  if (error) return fail("the folder '{}' cannot be read: {}", folder.string(), error.message());
  std::ranges::sort(files);
  return files;
}

std::string environment(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing changes the environment
  return value == nullptr ? "" : value;
}

fs::path user_folder(UserFolder kind) {
  const auto absolute = [](const char* variable) {
    fs::path path = environment(variable);
    // The specification ignores relative paths.
    return path.is_absolute() ? path : fs::path();
  };
  struct Place {
    const char* variable;
    const char* below_home;
  };
  constexpr Place kPlaces[] = {{"HOME", ""},
                               {"XDG_CONFIG_HOME", ".config"},
                               {"XDG_STATE_HOME", ".local/state"},
                               {"XDG_DATA_HOME", ".local/share"}};
  const Place& place = kPlaces[static_cast<std::size_t>(kind)];
  if (fs::path given = absolute(place.variable); !given.empty()) return given;
  const fs::path home = absolute("HOME");
  return home.empty() ? home : home / place.below_home;
}

}  // namespace bankloom
