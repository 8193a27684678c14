// Files read and written whole, the user's folders, the environment. Every sentence of an error names the file.
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

/// All of a file, a pipe's and a device's content, too. Errors: it is not there, a folder, not to be read, larger than
/// `most` bytes.
[[nodiscard]] Result<std::string> read_file(const std::filesystem::path& file,
                                            std::size_t most = std::numeric_limits<std::size_t>::max());
/// The same of what is open already; `name` stands in the errors.
[[nodiscard]] Result<std::string> read_to_end(int descriptor, const std::string& name,
                                              std::size_t most = std::numeric_limits<std::size_t>::max());

/// Writes a file at once: it has its old content, all of it, until the new one is on the disk, and is never there in
/// part, whatever fails or ends meanwhile. It may be read and written by whom it could before; a link is followed. A
/// device or a pipe (/dev/null, /dev/stdout) is written itself: a file put in its place would take it from everybody.
/// Errors: no such folder, a folder in its place, a file that may not be written, no room. Not kept: its owner, and
/// what other names (hard links) it has.
[[nodiscard]] Result<void> write_file(const std::filesystem::path& file, std::string_view content);

/// The files of a folder, hidden ones aside, whose names end in `extension` (".json"), in the order of their names.
/// Errors: it cannot be read.
[[nodiscard]] Result<std::vector<std::filesystem::path>> files_in(const std::filesystem::path& folder,
                                                                  std::string_view extension);

/// A variable of the environment; empty where it is not set.
[[nodiscard]] std::string environment(const char* name);

enum class UserFolder : std::uint8_t { home, config, state, data };
/// The user's folder for such things, as the XDG base directory specification has it ($XDG_CONFIG_HOME, else
/// $HOME/.config); empty where no variable has an absolute path.
[[nodiscard]] std::filesystem::path user_folder(UserFolder kind);

}  // namespace bankloom
