#include "second_count.h"

#include <algorithm>
#include <map>
#include <set>

namespace second {
namespace {

bool takes_part(const Request& request, unsigned lane) { return (request.active >> lane & 1U) != 0; }

std::set<std::uint64_t> words(const Request& request, unsigned lane) {
  std::set<std::uint64_t> found;
  for (unsigned byte = 0; byte < request.width; ++byte) found.insert((request.address[lane] + byte) / 4);
  return found;
}

/// Whether each lane finds the one that differs in this bit of its number absent or at the same address.
bool pairs_up(const Request& request, unsigned bit) {
  for (unsigned lane = 0; lane < 32; ++lane) {
    const unsigned other = lane ^ bit;
    if (!takes_part(request, lane) || !takes_part(request, other)) continue;
    if (request.address[lane] != request.address[other]) return false;
  }
  return true;
}

/// Lanes that are served together are neighbours: so many of them.
unsigned lanes_together(const Request& request) {
  if (request.width <= 4) return 32;
  const unsigned usual = request.width == 8 ? 16 : 8;
  const bool merges = request.is_load && (pairs_up(request, 1) || pairs_up(request, 2));
  return merges ? 2 * usual : usual;
}

/// The most words that one bank is asked for by each group of lanes, of the groups in which any lane takes part.
std::vector<unsigned> degrees(const Request& request) {
  std::vector<unsigned> found;
  const unsigned together = lanes_together(request);
  for (unsigned first = 0; first < 32; first += together) {
    std::map<std::uint64_t, std::set<std::uint64_t>> by_bank;
    for (unsigned lane = first; lane < first + together; ++lane) {
      if (!takes_part(request, lane)) continue;
      for (const std::uint64_t word : words(request, lane)) by_bank[word % 32].insert(word);
    }
    std::size_t most = 0;
    for (const auto& [bank, its] : by_bank) most = std::max(most, its.size());
    if (most != 0) found.push_back(static_cast<unsigned>(most));
  }
  return found;
}

}  // namespace

unsigned wavefronts(const Request& request) {
  unsigned sum = 0;
  for (const unsigned degree : degrees(request)) sum += degree;
  return sum;
}

unsigned conflicts(const Request& request) {
  unsigned sum = 0;
  for (const unsigned degree : degrees(request)) sum += degree - 1;
  return sum;
}

unsigned bank(const Request& request, unsigned lane) { return static_cast<unsigned>(request.address[lane] / 4 % 32); }

std::vector<unsigned> conflicting(const Request& request, unsigned lane) {
  std::vector<unsigned> found;
  const unsigned together = lanes_together(request);
  const auto own = words(request, lane);
  for (unsigned other = 0; other < 32; ++other) {
    if (!takes_part(request, other) || other / together != lane / together) continue;
    const auto its = words(request, other);
    const bool conflicts = std::any_of(own.begin(), own.end(), [&](std::uint64_t mine) {
      return std::any_of(its.begin(), its.end(),
                         [&](std::uint64_t one) { return one % 32 == mine % 32 && one != mine; });
    });
    if (conflicts) found.push_back(other);
  }
  return found;
}

}  // namespace second
