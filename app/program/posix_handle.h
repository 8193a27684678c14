// Pipes and temporary folders, released at the end of their scope.
#pragma once

#include <filesystem>
#include <utility>

#include "core/base/files.h"

namespace bankloom::program {

/// Two connected descriptors, closed on exec: the ends of a pipe (read, write) or of a socket pair.
struct HandlePair {
  FileHandle first;
  FileHandle second;
};
/// Errors: the system gives no more descriptors.
[[nodiscard]] Result<HandlePair> make_pipe_pair();

/// A new folder below the system's folder for temporary files, removed with its content at the end of its scope. What a
/// process left that was killed, the next one removes.
class TemporaryFolder {
 public:
  /// Errors: the system's reason.
  [[nodiscard]] static Result<TemporaryFolder> make();
  ~TemporaryFolder();
  TemporaryFolder(TemporaryFolder&& other) noexcept
      : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)) {}
  TemporaryFolder& operator=(TemporaryFolder&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(lock_, other.lock_);
    return *this;
  }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  TemporaryFolder(std::filesystem::path path, FileHandle lock) : path_(std::move(path)), lock_(std::move(lock)) {}
  /// Others may read it, for a confined program may be another user; the folder above, which is removed with it, is
  /// closed to all.
  std::filesystem::path path_;
  FileHandle lock_;  ///< held while we live
};

/// Removes the temporary folders of processes that have ended without doing so: the first of a process does it.
void sweep_temporary_folders();

}  // namespace bankloom::program
