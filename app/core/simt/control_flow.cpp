#include "core/simt/control_flow.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace bankloom::simt {
namespace {

/// Depth-first postorder of the reversed graph from its root (the exit), without recursion: PTX may be of any length.
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
  std::ranges::reverse(order);
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

/// By node: whether some path reaches the exit.
std::vector<bool> reaches_exit(const Successors& successors) {
  std::vector<bool> reaches(successors.size() + 1, false);
  const std::vector<std::vector<std::uint32_t>> predecessors = reversed(successors);
  for (const std::uint32_t node : reverse_postorder(predecessors, static_cast<std::uint32_t>(successors.size()))) {
    reaches[node] = true;
  }
  return reaches;
}

/// Limit of instructions visited in the search for the leaving sides of a function's branches: about a second. In a
/// larger function lanes reconverge later than they could.
constexpr std::size_t kMostVisits = 500'000'000;

/// The nodes reached from `starts`, these included, without `closed`.
std::vector<std::uint32_t> reached_from(const Successors& successors, const std::vector<std::uint32_t>& starts,
                                        std::uint32_t closed = kExitNode) {
  std::vector<bool> seen(successors.size(), false);
  std::vector<std::uint32_t> found;
  const auto visit = [&](std::uint32_t node) {
    if (node == kExitNode || node == closed || seen[node]) return;
    seen[node] = true;
    found.push_back(node);
  };
  for (const std::uint32_t start : starts) visit(start);
  std::size_t visited = 0;
  while (visited < found.size()) {
    for (const std::uint32_t next : successors[found[visited++]]) visit(next);
  }
  return found;
}

/// Finds sides of branches that only lead to the end, past every barrier that the other side reaches.
class LeavingSides {
 public:
  LeavingSides(const Successors& successors, const std::vector<bool>& ends, const std::vector<bool>& barriers)
      : successors_(successors), ends_(ends), barriers_(barriers), reaches_barrier_(successors.size() + 1, false) {
    std::vector<std::vector<std::uint32_t>> predecessors = reversed(successors);
    predecessors.emplace_back();  // a root from which all barriers are found
    for (std::uint32_t node = 0; node < successors.size(); ++node) {
      if (barriers[node]) predecessors.back().push_back(node);
    }
    const auto root = static_cast<std::uint32_t>(predecessors.size() - 1);
    for (const std::uint32_t node : reverse_postorder(predecessors, root)) {
      if (node != root) reaches_barrier_[node] = true;
    }
    const auto parts = [&](const std::vector<std::uint32_t>& next) {
      return std::ranges::any_of(next, [&](std::uint32_t to) { return to != kExitNode && reaches_barrier_[to]; }) &&
             std::ranges::any_of(next, [&](std::uint32_t to) { return to != kExitNode && !reaches_barrier_[to]; });
    };
    const auto branches = static_cast<std::size_t>(std::ranges::count_if(successors, parts));
    is_small_ = branches * successors.size() <= kMostVisits / 3;
  }

  /// Of the targets of the branch at `node`, the instructions at which lanes leave the others for good.
  [[nodiscard]] std::vector<std::uint32_t> of(std::uint32_t node) const {
    std::vector<std::uint32_t> leaving, staying;
    for (const std::uint32_t next : successors_[node]) {
      if (next != kExitNode) (reaches_barrier_[next] ? staying : leaving).push_back(next);
    }
    if (leaving.empty() || staying.empty() || !is_small_) return {};
    std::vector<std::uint32_t> behind;
    for (const std::uint32_t reached : reached_from(successors_, staying)) {
      if (barriers_[reached]) behind.push_back(reached);
    }
    std::vector<bool> is_behind(successors_.size(), false);
    for (const std::uint32_t reached : reached_from(successors_, behind)) is_behind[reached] = true;
    // A loop with a barrier that lanes leave at different times remains one that all leave together.
    if (is_behind[node]) return {};
    std::erase_if(leaving, [&](std::uint32_t side) {
      const std::vector<std::uint32_t> way = reached_from(successors_, {side});
      return std::ranges::any_of(way, [&](std::uint32_t reached) { return is_behind[reached] && !ends_[reached]; });
    });
    return leaving;
  }

 private:
  const Successors& successors_;
  const std::vector<bool>& ends_;
  const std::vector<bool>& barriers_;
  std::vector<bool> reaches_barrier_;  ///< by node: whether some path reaches a barrier
  bool is_small_ = true;
};

/// Finds sides of branches that are straight-line code to the end while the other sides take longer ways there, through
/// a loop, without a barrier (LeavingSides finds those with one).
class ShortSides {
 public:
  ShortSides(const Successors& successors, const std::vector<bool>& ends, const std::vector<bool>& barriers)
      : successors_(successors),
        ends_(ends),
        barriers_(barriers),
        predecessors_(reversed(successors)),
        leaves_(successors.size(), false) {
    std::vector<std::uint32_t> sides;
    std::size_t branches = 0;
    for (std::uint32_t node = 0; node < successors.size(); ++node) {
      if (length(node) == 0) continue;
      sides.push_back(node);
      branches += predecessors_[node].size();
    }
    if (branches * successors.size() > kMostVisits / 3) return;
    for (const std::uint32_t side : sides) {
      leaves_[side] = std::ranges::all_of(
          predecessors_[side], [&](std::uint32_t branch) { return others_go_longer(branch, side, length(side)); });
    }
  }

  /// Whether lanes that branch to `side` leave the others for good.
  [[nodiscard]] bool leave(std::uint32_t side) const { return side != kExitNode && leaves_[side]; }

 private:
  /// Number of instructions from `start` to an end, if only branches lead there and none leads away; otherwise 0.
  [[nodiscard]] std::size_t length(std::uint32_t start) const {
    const auto is_branch = [&](std::uint32_t node) { return successors_[node].size() > 1; };
    if (predecessors_[start].empty() || !std::ranges::all_of(predecessors_[start], is_branch)) return 0;
    std::size_t found = 0;
    for (std::uint32_t node = start; node != kExitNode && !ends_[node]; node = successors_[node].front()) {
      const bool is_joined = node != start && predecessors_[node].size() > 1;
      if (is_joined || barriers_[node] || successors_[node].size() != 1) return 0;
      ++found;
    }
    return found;
  }

  /// Whether the lanes that do not go from `branch` to `side` reach, once they can no longer return to the branch, more
  /// than `length` instructions with a branch among them, and exit without having gone to `side`, by branches alone (as
  /// after a loop): ptxas joins the last stores of different ways.
  [[nodiscard]] bool others_go_longer(std::uint32_t branch, std::uint32_t side, std::size_t length) const {
    const auto is_end = [&](std::uint32_t node) { return node == kExitNode || ends_[node]; };
    std::vector<bool> passed(predecessors_.size(), false);
    for (const std::uint32_t before : reached_from(predecessors_, {branch})) passed[before] = true;
    std::size_t behind = 0;
    bool has_branch = false, has_end = false;
    for (const std::uint32_t reached : reached_from(successors_, successors_[branch], side)) {
      if (barriers_[reached]) return false;
      if (ends_[reached]) continue;
      const bool is_last = std::ranges::any_of(successors_[reached], is_end);
      if (is_last && successors_[reached].size() == 1) return false;
      has_end = has_end || is_last;
      if (passed[reached]) continue;
      ++behind;
      has_branch = has_branch || successors_[reached].size() > 1;
    }
    return has_end && has_branch && behind > length;
  }

  const Successors& successors_;
  const std::vector<bool>& ends_;
  const std::vector<bool>& barriers_;
  Successors predecessors_;
  std::vector<bool> leaves_;  ///< by node
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
  const auto common_dominator = [&](std::uint32_t a, std::uint32_t b) {
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
        best = best == kUnknown ? to : common_dominator(best, to);
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

std::vector<std::uint32_t> reconvergence_points(const Successors& successors, const std::vector<bool>& ends,
                                                const std::vector<bool>& barriers) {
  const auto is_end = [&](std::uint32_t node) { return node == kExitNode || ends[node]; };
  Successors goes_on = successors;
  const LeavingSides sides(successors, ends, barriers);
  const ShortSides short_sides(successors, ends, barriers);
  std::vector<std::uint32_t> parting;  // branches with a short side: the other lanes continue at once
  for (std::uint32_t node = 0; node < successors.size(); ++node) {
    std::vector<std::uint32_t>& next = goes_on[node];
    if (next.size() < 2) continue;
    const std::vector<std::uint32_t> leaving = sides.of(node);
    std::erase_if(next, [&](std::uint32_t to) { return std::ranges::find(leaving, to) != leaving.end(); });
    if (std::erase_if(next, [&](std::uint32_t to) { return short_sides.leave(to); }) != 0) parting.push_back(node);
    if (!std::ranges::all_of(next, is_end)) std::erase_if(next, is_end);
  }
  // A loop that only exits would have no way out: it keeps its edges, first those to plain exits.
  for (const bool only_ends : {true, false}) {
    const std::vector<bool> reaches = reaches_exit(goes_on);
    for (std::size_t node = 0; node < successors.size(); ++node) {
      if (reaches[node]) continue;
      const std::vector<std::uint32_t> kept = std::exchange(goes_on[node], successors[node]);
      if (!only_ends) continue;
      std::erase_if(goes_on[node],
                    [&](std::uint32_t to) { return !is_end(to) && std::ranges::find(kept, to) == kept.end(); });
    }
  }
  std::vector<std::uint32_t> points = immediate_post_dominators(goes_on);
  for (const std::uint32_t node : parting) points[node] = kExitNode;
  return points;
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
