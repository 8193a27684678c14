// Files read and written whole, the user's folders, the environment. Every error names the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace bankloom {

/// A file descriptor, closed with its scope.
class FileHandle {
 public:
  FileHandle() = default;
  explicit FileHandle(int descriptor) : descriptor_(descriptor) {}
  ~FileHandle() { reset(); }
  FileHandle(FileHandle&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileHandle& operator=(FileHandle&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }

  [[nodiscard]] int get() const { return descriptor_; }
  [[nodiscard]] explicit operator bool() const { return descriptor_ >= 0; }
  void reset();

 private:
  int descriptor_ = -1;
};

/// The content of a file, pipe or device. Errors: it does not exist, is a folder, cannot be read, is larger than `most`
/// bytes.
[[nodiscard]] Result<std::string> read_file(const std::filesystem::path& file,
                                            std::size_t most = std::numeric_limits<std::size_t>::max());
/// The same of an open descriptor; errors call it `name`.
[[nodiscard]] Result<std::string> read_to_end(int descriptor, const std::string& name,
                                              std::size_t most = std::numeric_limits<std::size_t>::max());

/// Writes a file atomically: it keeps its old content until the new one is on the disk, whatever fails meanwhile. Its
/// permissions stay; a link is followed. Devices and pipes (/dev/null, /dev/stdout) are written to, not replaced.
/// Errors: no such folder, the name of a folder, no permission, no room. Not kept: the owner, and hard links.
[[nodiscard]] Result<void> write_file(const std::filesystem::path& file, std::string_view content);

/// The files in a folder whose names end in `extension` (".json"), by name, without hidden ones. Errors: it cannot be
/// read.
[[nodiscard]] Result<std::vector<std::filesystem::path>> files_in(const std::filesystem::path& folder,
                                                                  std::string_view extension);

/// A variable of the environment; empty if it is not set.
[[nodiscard]] std::string environment(const char* name);

enum class UserFolder : std::uint8_t { home, config, state, data };
/// The user's folder of that kind, by the XDG base directory specification ($XDG_CONFIG_HOME, else
/// $HOME/.config); empty if no variable has an absolute path.
[[nodiscard]] std::filesystem::path user_folder(UserFolder kind);

}  // namespace bankloom
