#include "core/base/plain_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "core/base/files.h"
#include "core/base/readable.h"

namespace bankloom {

Result<std::string> read_plain_file(const std::filesystem::path& file, std::size_t most, bool follows) {
  const FileHandle opened(
      ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (follows ? 0 : O_NOFOLLOW)));
  struct stat status {};
  if (opened && ::fstat(opened.get(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
    return fail("'{}' is not a file but a pipe or a device", file.string());
  }
  if (opened) return read_to_end(opened.get(), fmt::format("'{}'", file.string()), most);
  if (errno == ENOENT || errno == ENOTDIR) return fail("there is no file '{}'", file.string());
  return fail("'{}' cannot be read: {}", file.string(), std::strerror(errno));
}

Result<void> check_no_link(const std::filesystem::path& file) {
  std::error_code code;
  if (!std::filesystem::is_symlink(file, code)) return {};
  const auto folder = std::filesystem::canonical(file.parent_path(), code).string() + "/";
  // /dev/stdout is a link, too.
  if (folder.starts_with("/dev/") || folder.starts_with("/proc/")) return {};
  return fail("'{}' is a link to '{}', which would be overwritten; give another name", file.string(),
              std::filesystem::read_symlink(file, code).string());
}

Result<void> check_name(const std::filesystem::path& file) {
  std::error_code code;
  const std::string whole = std::filesystem::absolute(file, code).string();
  if (readable(whole) == whole) return {};
  return fail("the name of '{}' has control characters, shown as ?, which could forge a report; give it another",
              readable(file.string()));
}

}  // namespace bankloom
