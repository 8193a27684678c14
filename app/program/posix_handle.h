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

/// A new folder below the system's folder for temporary files, removed with its content at the end of its scope.
class TemporaryFolder {
 public:
  /// Errors: the system's reason.
  [[nodiscard]] static Result<TemporaryFolder> make();
  ~TemporaryFolder();
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryFolder& operator=(TemporaryFolder&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
  }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace bankloom::program
