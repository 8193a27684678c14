#include "core/simt/control_flow.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace bankloom::simt {
namespace {

/// Depth-first postorder of the reversed graph from its root (the exit), without recursion: PTX of any length is taken.
std::vector<std::uint32_t> reverse_postorder(const std::vector<std::vector<std::uint32_t>>& predecessors,
                                             std::uint32_t root) {
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(predecessors.size(), false);
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{root, 0}};
  seen[root] = true;
  while (!stack.empty()) {
    const std::uint32_t node = stack.back().first;
    if (stack.back().second < predecessors[node].size()) {
      const std::uint32_t next = predecessors[node][stack.back().second++];
      if (!seen[next]) {
        seen[next] = true;
        stack.emplace_back(next, 0);
      }
    } else {
      order.push_back(node);
      stack.pop_back();
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

/// The reversed graph; the exit is its last node.
std::vector<std::vector<std::uint32_t>> reversed(const Successors& successors) {
  const auto count = static_cast<std::uint32_t>(successors.size());
  std::vector<std::vector<std::uint32_t>> predecessors(count + 1);
  for (std::uint32_t node = 0; node < count; ++node) {
    for (const std::uint32_t next : successors[node]) predecessors[next == kExitNode ? count : next].push_back(node);
  }
  return predecessors;
}

/// By node: whether some way leads to the exit.
std::vector<bool> reaches_exit(const Successors& successors) {
  std::vector<bool> reaches(successors.size() + 1, false);
  const std::vector<std::vector<std::uint32_t>> predecessors = reversed(successors);
  for (const std::uint32_t node : reverse_postorder(predecessors, static_cast<std::uint32_t>(successors.size()))) {
    reaches[node] = true;
  }
  return reaches;
}

/// What looking for the leaving sides of a function's branches may cost, in instructions visited: about a second. A
/// function beyond it has its lanes meet later than they could.
constexpr std::size_t kMostVisits = 500'000'000;

/// Sides of branches that lead to the end only, past every barrier that the other side goes to.
class LeavingSides {
 public:
  LeavingSides(const Successors& successors, const std::vector<bool>& ends, const std::vector<bool>& barriers)
      : successors_(successors), ends_(ends), barriers_(barriers), meets_(successors.size() + 1, false) {
    std::vector<std::vector<std::uint32_t>> predecessors = reversed(successors);
    predecessors.emplace_back();  // a root from which all barriers are found
    for (std::uint32_t node = 0; node < successors.size(); ++node) {
      if (barriers[node]) predecessors.back().push_back(node);
    }
    const auto root = static_cast<std::uint32_t>(predecessors.size() - 1);
    for (const std::uint32_t node : reverse_postorder(predecessors, root)) {
      if (node != root) meets_[node] = true;
    }
    const auto parts = [&](const std::vector<std::uint32_t>& next) {
      return std::ranges::any_of(next, [&](std::uint32_t to) { return to != kExitNode && meets_[to]; }) &&
             std::ranges::any_of(next, [&](std::uint32_t to) { return to != kExitNode && !meets_[to]; });
    };
    const auto branches = static_cast<std::size_t>(std::ranges::count_if(successors, parts));
    is_small_ = branches * successors.size() <= kMostVisits / 3;
  }

  /// Of those where the branch at `node` goes, the instructions at which lanes leave the others for good.
  [[nodiscard]] std::vector<std::uint32_t> of(std::uint32_t node) const {
    std::vector<std::uint32_t> leaving, staying;
    for (const std::uint32_t next : successors_[node]) {
      if (next != kExitNode) (meets_[next] ? staying : leaving).push_back(next);
    }
    if (leaving.empty() || staying.empty() || !is_small_) return {};
    std::vector<std::uint32_t> behind;
    for (const std::uint32_t reached : reach(staying)) {
      if (barriers_[reached]) behind.push_back(reached);
    }
    std::vector<bool> is_behind(successors_.size(), false);
    for (const std::uint32_t reached : reach(behind)) is_behind[reached] = true;
    // A loop with a barrier that lanes leave at different times stays one that all have to leave together.
    if (is_behind[node]) return {};
    std::erase_if(leaving, [&](std::uint32_t side) {
      const std::vector<std::uint32_t> way = reach({side});
      return std::ranges::any_of(way, [&](std::uint32_t reached) { return is_behind[reached] && !ends_[reached]; });
    });
    return leaving;
  }

 private:
  /// What is reached from `starts`, they included.
  [[nodiscard]] std::vector<std::uint32_t> reach(const std::vector<std::uint32_t>& starts) const {
    std::vector<bool> seen(successors_.size(), false);
    std::vector<std::uint32_t> found;
    const auto visit = [&](std::uint32_t node) {
      if (node == kExitNode || seen[node]) return;
      seen[node] = true;
      found.push_back(node);
    };
    for (const std::uint32_t start : starts) visit(start);
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (const std::uint32_t next : successors_[found[i]]) visit(next);
    }
    return found;
  }

  const Successors& successors_;
  const std::vector<bool>& ends_;
  const std::vector<bool>& barriers_;
  std::vector<bool> meets_;  ///< by node: whether some way leads to a barrier
  bool is_small_ = true;
};

}  // namespace

std::vector<std::uint32_t> immediate_post_dominators(const Successors& successors) {
  const auto count = static_cast<std::uint32_t>(successors.size());
  const std::uint32_t root = count;  // the exit
  const std::vector<std::vector<std::uint32_t>> predecessors = reversed(successors);
  const std::vector<std::uint32_t> order = reverse_postorder(predecessors, root);
  constexpr std::uint32_t kUnknown = 0xffffffffu;
  std::vector<std::uint32_t> rank(count + 1, kUnknown);
  for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;

  std::vector<std::uint32_t> dominator(count + 1, kUnknown);
  dominator[root] = root;
  const auto meet = [&](std::uint32_t a, std::uint32_t b) {
    while (a != b) {
      while (rank[a] > rank[b]) a = dominator[a];
      while (rank[b] > rank[a]) b = dominator[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t node : order) {
      if (node == root) continue;
      std::uint32_t best = kUnknown;
      for (const std::uint32_t next : successors[node]) {
        const std::uint32_t to = next == kExitNode ? root : next;
        if (rank[to] == kUnknown || dominator[to] == kUnknown) continue;
        best = best == kUnknown ? to : meet(best, to);
      }
      if (best != dominator[node]) {
        dominator[node] = best;
        changed = true;
      }
    }
  }
  std::vector<std::uint32_t> result(count, kExitNode);
  for (std::uint32_t node = 0; node < count; ++node) {
    if (dominator[node] != kUnknown && dominator[node] != root) result[node] = dominator[node];
  }
  return result;
}

std::vector<std::uint32_t> meeting_points(const Successors& successors, const std::vector<bool>& ends,
                                          const std::vector<bool>& barriers) {
  const auto is_end = [&](std::uint32_t node) { return node == kExitNode || ends[node]; };
  Successors goes_on = successors;
  const LeavingSides sides(successors, ends, barriers);
  for (std::uint32_t node = 0; node < successors.size(); ++node) {
    std::vector<std::uint32_t>& next = goes_on[node];
    if (next.size() < 2) continue;
    const std::vector<std::uint32_t> leaving = sides.of(node);
    std::erase_if(next, [&](std::uint32_t to) { return std::ranges::find(leaving, to) != leaving.end(); });
    if (!std::all_of(next.begin(), next.end(), is_end)) std::erase_if(next, is_end);
  }
  // A loop that only ends would have no way out any more: it keeps its edges.
  const std::vector<bool> reaches = reaches_exit(goes_on);
  for (std::size_t node = 0; node < successors.size(); ++node) {
    if (!reaches[node]) goes_on[node] = successors[node];
  }
  return immediate_post_dominators(goes_on);
}

std::vector<std::uint32_t> maybe_unassigned(const Successors& successors, const std::vector<RegisterUse>& uses,
                                            std::uint32_t register_count) {
  if (successors.empty()) return {};
  const std::size_t words = (register_count + 63u) / 64u;
  const std::size_t count = successors.size();
  // assigned[i]: registers written on every path to instruction i. Unvisited instructions start full.
  std::vector<std::uint64_t> assigned(count * words, ~std::uint64_t{0});
  std::fill_n(assigned.begin(), words, std::uint64_t{0});
  std::vector<bool> queued(count, false), visited(count, false);
  std::vector<std::uint32_t> work{0};
  queued[0] = true;
  std::vector<std::uint64_t> after(words);
  while (!work.empty()) {
    const std::uint32_t node = work.back();
    work.pop_back();
    queued[node] = false;
    visited[node] = true;
    std::copy_n(assigned.begin() + static_cast<std::ptrdiff_t>(node * words), words, after.begin());
    for (const std::uint32_t reg : uses[node].writes) after[reg / 64] |= std::uint64_t{1} << (reg % 64);
    for (const std::uint32_t next : successors[node]) {
      if (next == kExitNode) continue;
      bool changed = !visited[next] && !queued[next];
      for (std::size_t w = 0; w < words; ++w) {
        std::uint64_t& into = assigned[next * words + w];
        const std::uint64_t both = into & after[w];
        changed |= both != into;
        into = both;
      }
      if (changed && !queued[next]) {
        queued[next] = true;
        work.push_back(next);
      }
    }
  }
  std::vector<bool> found(register_count, false);
  std::vector<std::uint32_t> result;
  for (std::size_t node = 0; node < count; ++node) {
    if (!visited[node]) continue;
    for (const std::uint32_t reg : uses[node].reads) {
      if (found[reg] || (assigned[node * words + reg / 64] >> (reg % 64)) & 1u) continue;
      found[reg] = true;
      result.push_back(reg);
    }
  }
  return result;
}

}  // namespace bankloom::simt
