// Paths as compilers write them, as the learner would.
#pragma once

#include <filesystem>
#include <string>

namespace bankloom::program {

class PathNames {
 public:
  /// `file`: the program as it was given; `copy`: where its folder `original` was copied to.
  PathNames(std::string file, std::filesystem::path copy, std::filesystem::path original)
      : file_(std::move(file)), copy_(std::move(copy)), original_(std::move(original)) {}
  /// The program as it was given; what lies in the copy as it lies in the original; relative to the current folder
  /// where that is shorter.
  [[nodiscard]] std::string name_of(const std::string& path) const;

 private:
  std::string file_;
  std::filesystem::path copy_, original_;
};

}  // namespace bankloom::program
