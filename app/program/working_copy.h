// The copy of its folder that a program works on. What it wrote comes back only where the user wants it.
#pragma once

#include <sys/stat.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace bankloom::program {

class WorkingCopy {
 public:
  /// Copies a folder's files and links to `copy`, a new folder, without .git and compiled headers; of a folder that may
  /// not be shown (isolation.h), such as the home folder, only the plain files that lie in it. A folder that is too
  /// large is not copied: is_complete() is false.
  [[nodiscard]] static Result<WorkingCopy> make(const std::filesystem::path& original,
                                                const std::filesystem::path& copy);

  [[nodiscard]] const std::filesystem::path& original() const { return original_; }
  [[nodiscard]] const std::filesystem::path& folder() const { return copy_; }
  [[nodiscard]] bool is_complete() const { return is_complete_; }

  /// Replaces the link of a file's name by what it leads to, if that lies in the folder or its repository: the user has
  /// named the link, and may not know where it leads.
  void add_plain(const std::filesystem::path& file) const;

  /// Whether there is more in it by now than a program may write.
  [[nodiscard]] bool is_overfull(std::uint64_t most_bytes) const;
  /// Files that are new or different, by their names in the folder; not hidden ones.
  [[nodiscard]] std::vector<std::string> changed() const;
  /// Writes those to the original folder, over files of the same name, but over nothing else and through no link.
  /// Returns how many it has written; the others' names go to `left`: also what is beyond the size of a program's
  /// folder, and what is left when the descriptor `interrupt` becomes readable.
  [[nodiscard]] std::uint64_t bring_back(std::vector<std::string>& left, int interrupt = -1) const;

 private:
  /// Size and time of last change, in seconds and nanoseconds.
  using Version = std::array<std::int64_t, 3>;
  [[nodiscard]] static Version version_of(const struct stat& what);
  WorkingCopy(std::filesystem::path original, std::filesystem::path copy)
      : original_(std::move(original)), copy_(std::move(copy)) {}
  [[nodiscard]] Result<bool> copy_all();
  [[nodiscard]] bool copy_entry(const std::filesystem::path& from, const struct stat& what);

  std::filesystem::path original_, copy_;
  bool is_complete_ = true;
  std::uint64_t bytes_ = 0, files_ = 0;
  std::map<std::string, Version> versions_;
};

}  // namespace bankloom::program
