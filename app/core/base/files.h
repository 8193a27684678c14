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

/// The content of a file, or of a pipe that this process was started with (/dev/stdin). Errors: it does not exist, is
/// something else, cannot be read, is larger than `most` bytes or a GiB.
[[nodiscard]] Result<std::string> read_file(const std::filesystem::path& file,
                                            std::size_t most = std::numeric_limits<std::size_t>::max());
/// The same of an open descriptor; errors call it `name`.
[[nodiscard]] Result<std::string> read_to_end(int descriptor, const std::string& name,
                                              std::size_t most = std::numeric_limits<std::size_t>::max());

/// The ending that decides what a file is, in small letters: ".png" of "tile.PNG".
[[nodiscard]] std::string ending_of(const std::filesystem::path& file);

/// A file in the making, which takes its place at the end: until keep(), the old one of that name stays as it is, and
/// without keep() nothing is left. Permissions stay; a link is followed. Devices and pipes (/dev/null, /dev/stdout) are
/// written to, not replaced. Not kept: the owner, and hard links.
class NewFile {
 public:
  /// Errors: no such folder, the name of a folder, no permission.
  [[nodiscard]] static Result<NewFile> create(const std::filesystem::path& file);
  ~NewFile();
  NewFile(NewFile&& other) noexcept { *this = std::move(other); }
  NewFile& operator=(NewFile&& other) noexcept;

  /// Where the content is until keep(), for a program that writes it itself.
  [[nodiscard]] const std::filesystem::path& path() const { return is_special_ ? target_ : beside_; }
  /// Appends. Errors: no room.
  [[nodiscard]] Result<void> write(std::string_view content);
  /// Waits for the disk, then gives the file its name; to be called once, as the last. Errors: no room.
  [[nodiscard]] Result<void> keep();

 private:
  NewFile() = default;
  [[nodiscard]] Failure failure() const;

  std::filesystem::path file_;    ///< as it was named
  std::filesystem::path target_;  ///< that name, links followed
  std::filesystem::path beside_;  ///< in the same folder, while it is there
  bool is_special_ = false;
  FileHandle handle_;
};

/// Writes a whole file as a NewFile. Errors: those of its functions.
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
