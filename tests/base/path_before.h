// PATH for a scope, with tools of a test's making.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "core/base/files.h"

namespace bankloom::test {

/// PATH with a folder before the system's, or with that folder alone.
class PathBefore {
 public:
  PathBefore(const std::filesystem::path& folder, bool alone) : before_(environment("PATH")) {
    ::setenv("PATH", (folder.string() + (alone ? "" : ":/usr/bin:/bin")).c_str(), 1);
  }
  ~PathBefore() { ::setenv("PATH", before_.c_str(), 1); }
  PathBefore(const PathBefore&) = delete;
  PathBefore& operator=(const PathBefore&) = delete;

 private:
  std::string before_;
};

}  // namespace bankloom::test
