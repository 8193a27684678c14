// A pipe, a temporary folder: what is given back with its scope.
#pragma once

#include <filesystem>
#include <string>
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

/// A folder of its own below the system's folder for temporary files, removed with all it holds at the end of its
/// scope.
class TemporaryFolder {
 public:
  /// Errors: it cannot be made.
  [[nodiscard]] static Result<TemporaryFolder> make();
  ~TemporaryFolder();
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryFolder& operator=(TemporaryFolder&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace bankloom::program
