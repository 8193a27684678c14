// Turns paths as compilers write them into paths as the learner would.
#pragma once

#include <filesystem>
#include <string>

namespace bankloom::program {

class PathNames {
 public:
  /// `file` is the program as the learner gave it, `copy` the copy of its folder `original`.
  PathNames(std::string file, std::filesystem::path copy, std::filesystem::path original)
      : file_(std::move(file)), copy_(std::move(copy)), original_(std::move(original)) {}
  /// `file` itself, else the path in the original folder, relative to the current folder if that is shorter.
  [[nodiscard]] std::string name_of(const std::string& path) const;

 private:
  std::string file_;
  std::filesystem::path copy_, original_;
};

}  // namespace bankloom::program
