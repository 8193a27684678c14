#include "core/base/nearest_name.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <utility>

namespace bankloom {
namespace {

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

/// Optimal string alignment distance, three rows at a time.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before;
  std::vector<std::size_t> previous(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool equal = same_letter(a[i - 1], b[j - 1]);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (equal ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]);
      if (swapped) current[j] = std::min(current[j], before[j - 2] + 1);
    }
    before = std::exchange(previous, current);
  }
  return previous[b.size()];
}

}  // namespace

std::optional<std::string> nearest_name(const std::string& name, const std::vector<std::string>& known) {
  std::optional<std::string> nearest;
  std::size_t fewest = 0;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(name, candidate);
    const std::size_t allowed = std::max<std::size_t>(1, std::max(name.size(), candidate.size()) / 3);
    if (distance > allowed || (nearest && distance >= fewest)) continue;
    nearest = candidate;
    fewest = distance;
  }
  return nearest;
}

}  // namespace bankloom
