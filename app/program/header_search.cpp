#include "program/header_search.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "program/isolation.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLevelsUp = 3;
/// Files and folders that are visited; a home folder may have more.
constexpr std::size_t kMostEntries = 50'000;

std::vector<fs::path> parts_of(const fs::path& path) { return {path.begin(), path.end()}; }

/// Steps up and down from one folder to another.
std::size_t distance(const fs::path& from, const fs::path& to) {
  const auto a = parts_of(from);
  const auto b = parts_of(to);
  const auto differ = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return static_cast<std::size_t>(std::distance(differ.first, a.end()) + std::distance(differ.second, b.end()));
}

/// The folder for -I if the path of `file` ends in `wanted`, before which the program writes "../" `up` times: a folder
/// so many levels below the one in which `wanted` begins. None if that one is not in `root`.
fs::path folder_to_give(const fs::path& file, const std::vector<fs::path>& wanted, std::size_t up,
                        const fs::path& root) {
  fs::path folder = file;
  for (std::size_t i = 0; i < wanted.size(); ++i) folder = folder.parent_path();
  const fs::path within = folder.lexically_relative(root);
  if (within.empty() || *within.begin() == "..") return {};
  if (up >= wanted.size()) return {};
  for (std::size_t i = 0; i < up; ++i) folder /= wanted[i];
  return folder;
}

bool ends_with(const fs::path& file, const std::vector<fs::path>& wanted) {
  const auto parts = parts_of(file);
  return parts.size() > wanted.size() && std::equal(wanted.rbegin(), wanted.rend(), parts.rbegin());
}

}  // namespace

fs::path repository_of(const fs::path& folder) {
  std::error_code code;
  fs::path top = fs::weakly_canonical(folder, code);
  for (fs::path at = top; at.has_relative_path(); at = at.parent_path()) {
    if (fs::exists(at / ".git", code)) return at;
  }
  for (int level = 0; level < kMostLevelsUp && top.parent_path().has_relative_path(); ++level) top = top.parent_path();
  return top;
}

fs::path folder_for_header(const fs::path& folder, const std::string& name) {
  std::vector<fs::path> wanted;
  std::size_t up = 0;
  for (const auto& part : fs::path(name).lexically_normal()) {
    if (part == ".." && wanted.empty()) {
      ++up;
    } else {
      wanted.push_back(part);
    }
  }
  std::error_code code;
  const fs::path start = fs::weakly_canonical(folder, code);
  const fs::path root = shown_root(start);
  if (root.empty()) return {};
  fs::path best;
  std::size_t nearest = 0;
  bool is_tie = false;
  std::size_t entries = 0;
  fs::recursive_directory_iterator entry(root, fs::directory_options::skip_permission_denied, code);
  for (; !code && entry != fs::recursive_directory_iterator() && entries < kMostEntries; entry.increment(code)) {
    ++entries;
    std::error_code ignored;
    if (entry->is_directory(ignored)) {
      if (entry->path().filename().string().starts_with('.')) entry.disable_recursion_pending();
      continue;
    }
    if (!ends_with(entry->path(), wanted)) continue;
    const fs::path given = folder_to_give(entry->path(), wanted, up, root);
    if (given.empty()) continue;
    const std::size_t far = distance(start, entry->path().parent_path());
    if (best.empty() || far < nearest) {
      best = given;
      nearest = far;
      is_tie = false;
    } else if (far == nearest) {
      is_tie = true;
    }
  }
  return is_tie ? fs::path() : best;
}

}  // namespace bankloom::program
