// The control-flow graph: immediate post-dominators and registers that may be read before they are written.
#include "core/simt/control_flow.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

namespace bankloom::simt {
namespace {

// Whether the exit can be reached from `from` without passing `removed`.
bool reaches_exit(const Successors& successors, std::uint32_t from, std::uint32_t removed) {
  std::set<std::uint32_t> seen{from};
  std::vector<std::uint32_t> work{from};
  while (!work.empty()) {
    const std::uint32_t node = work.back();
    work.pop_back();
    for (const std::uint32_t next : successors[node]) {
      if (next == kExitNode) return true;
      if (next != removed && seen.insert(next).second) work.push_back(next);
    }
  }
  return false;
}

// By definition: b post-dominates a (b != a) where every way from a to the exit passes b; the immediate one is that
// which every other post-dominator of a post-dominates.
std::uint32_t post_dominator_by_definition(const Successors& successors, std::uint32_t node) {
  const auto count = static_cast<std::uint32_t>(successors.size());
  if (!reaches_exit(successors, node, kExitNode)) return kExitNode;
  std::vector<std::uint32_t> all;
  for (std::uint32_t other = 0; other < count; ++other) {
    if (other != node && !reaches_exit(successors, node, other)) all.push_back(other);
  }
  for (const std::uint32_t candidate : all) {
    const bool nearest = std::all_of(all.begin(), all.end(), [&](std::uint32_t other) {
      return other == candidate || !reaches_exit(successors, candidate, other);
    });
    if (nearest) return candidate;
  }
  return kExitNode;
}

TEST(PostDominators, OfAnIf) {
  // 0: branch to 3; 1, 2: then; 3: join; 4: return
  const Successors successors{{1, 3}, {2}, {3}, {4}, {kExitNode}};
  EXPECT_EQ(immediate_post_dominators(successors), (std::vector<std::uint32_t>{3, 2, 3, 4, kExitNode}));
}

TEST(PostDominators, OfALoopAreItsExit) {
  // 0: head, leaves to 3; 1: break to 4; 2: back to 0; 3: after; 4: tail
  const Successors successors{{1, 3}, {2, 4}, {0}, {4}, {kExitNode}};
  EXPECT_EQ(immediate_post_dominators(successors), (std::vector<std::uint32_t>{4, 4, 0, 4, kExitNode}));
}

TEST(PostDominators, OfAnEndlessLoopAreNone) {
  const Successors successors{{1, 2}, {1}, {kExitNode}};
  const std::vector<std::uint32_t> points = immediate_post_dominators(successors);
  EXPECT_EQ(points[1], kExitNode);
  EXPECT_EQ(points[0], 2u) << "the lanes that can end meet where they can";
}

TEST(PostDominators, OfTwoReturnsAreNone) {
  const Successors successors{{1, 2}, {kExitNode}, {kExitNode}};
  EXPECT_EQ(immediate_post_dominators(successors), (std::vector<std::uint32_t>(3, kExitNode)));
}

TEST(PostDominators, OfRandomGraphsFollowTheDefinition) {
  std::mt19937 random(7);
  for (int graph = 0; graph < 300; ++graph) {
    const auto count = static_cast<std::uint32_t>(2 + random() % 12);
    Successors successors(count);
    for (std::uint32_t node = 0; node < count; ++node) {
      // As in code: mostly the next instruction, with branches anywhere (irreducible loops among them).
      const std::uint32_t next = node + 1 < count ? node + 1 : kExitNode;
      const auto anywhere = static_cast<std::uint32_t>(random() % count);
      switch (random() % 4) {
        case 0:
          successors[node] = {next, anywhere};
          break;
        case 1:
          successors[node] = {anywhere};
          break;
        case 2:
          successors[node] = {random() % 4 == 0 ? kExitNode : next};
          break;
        default:
          successors[node] = {next};
      }
    }
    const std::vector<std::uint32_t> points = immediate_post_dominators(successors);
    for (std::uint32_t node = 0; node < count; ++node) {
      EXPECT_EQ(points[node], post_dominator_by_definition(successors, node)) << "graph " << graph << ", node " << node;
    }
  }
}

TEST(PostDominators, OfALongFunctionNeedNoDeepStack) {
  Successors successors(300'000);
  for (std::uint32_t node = 0; node < successors.size(); ++node) successors[node] = {node + 1};
  successors.back() = {kExitNode};
  EXPECT_EQ(immediate_post_dominators(successors)[0], 1u);
}

TEST(ReconvergencePoints, LanesThatEndAreNotWaitedFor) {
  // if (a) { if (b) return; X; } Y; return;   0: a, else to 4; 1: b, else to 3; 2: return; 3: X; 4: Y; 5: return
  const Successors successors{{1, 4}, {2, 3}, {kExitNode}, {4}, {5}, {kExitNode}};
  const std::vector<bool> ends{false, false, true, false, false, true};
  EXPECT_EQ(immediate_post_dominators(successors)[0], kExitNode);
  EXPECT_EQ(reconvergence_points(successors, ends, std::vector<bool>(successors.size(), false)),
            (std::vector<std::uint32_t>{4, 3, kExitNode, 4, 5, kExitNode}));
}

TEST(ReconvergencePoints, BehindALoopWithAGuardedReturn) {
  // 0: loop head with a guarded return; 1: back to 0 or out to 2; 2: after; 3: return
  const Successors successors{{1, kExitNode}, {0, 2}, {3}, {kExitNode}};
  EXPECT_EQ(reconvergence_points(successors, {false, false, false, true}, std::vector<bool>(successors.size(), false)),
            (std::vector<std::uint32_t>{1, 2, 3, kExitNode}));
}

TEST(ReconvergencePoints, OfALoopThatOnlyReturns) {
  // 0: if, else to 2; 1: then; 2: back to 0 or out to 3; 3: return. The if still meets at 2.
  const Successors successors{{1, 2}, {2}, {0, 3}, {kExitNode}};
  EXPECT_EQ(reconvergence_points(successors, {false, false, false, true}, std::vector<bool>(successors.size(), false)),
            (std::vector<std::uint32_t>{2, 2, 3, kExitNode}));
}

TEST(ReconvergencePoints, NoneWhereEverySideEnds) {
  const Successors successors{{1, 2}, {kExitNode}, {kExitNode}};
  EXPECT_EQ(reconvergence_points(successors, {false, true, true}, std::vector<bool>(successors.size(), false)),
            (std::vector<std::uint32_t>(3, kExitNode)));
}

TEST(ReconvergencePoints, BehindALoopThatAShortSideLeaves) {
  // for (...) { if (bad) { store; return; } } for (...) X; return;
  // 0: past the loop to 3; 1: if bad to 6; 2: back to 1 or out to 3; 3: past the second loop to 5; 4: X, back to 4 or
  // out to 5; 5: return; 6: store; 7: return
  const Successors successors{{1, 3}, {2, 6}, {1, 3}, {4, 5}, {4, 5}, {kExitNode}, {7}, {kExitNode}};
  const std::vector<bool> ends{false, false, false, false, false, true, false, true};
  const std::vector<bool> none(successors.size(), false);
  EXPECT_EQ(immediate_post_dominators(successors)[2], kExitNode);
  EXPECT_EQ(reconvergence_points(successors, ends, none),
            (std::vector<std::uint32_t>{3, kExitNode, 3, 5, 5, kExitNode, 7, kExitNode}));
  // Not so with a barrier in the loop, where the others end with a store, too, or come to the same.
  std::vector<bool> barrier = none;
  barrier[2] = true;
  EXPECT_EQ(reconvergence_points(successors, ends, barrier)[2], kExitNode);
  EXPECT_EQ(reconvergence_points(successors, {false, false, false, false, false, false, false, true}, none)[2],
            kExitNode);
  Successors joined = successors;
  joined[4] = {4, 6};
  joined[5] = {6};
  EXPECT_EQ(reconvergence_points(joined, {false, false, false, false, false, false, false, true}, none)[2], 6U);
}

TEST(ReconvergencePoints, TheLongerSideIsNotTheOneThatLeaves) {
  // The same with the second loop on the side that leaves the first one within, and a store behind the first one.
  const Successors successors{{1, 3}, {2, 5}, {1, 3}, {4}, {kExitNode}, {6}, {6, 7}, {kExitNode}};
  const std::vector<bool> ends{false, false, false, false, true, false, false, true};
  EXPECT_EQ(reconvergence_points(successors, ends, std::vector<bool>(successors.size(), false)),
            (std::vector<std::uint32_t>{kExitNode, 5, kExitNode, 4, kExitNode, 6, 7, kExitNode}));
}

TEST(ReconvergencePoints, NoneBehindALoopThatTwoStraightSidesLeave) {
  // 0: past the loop to 3; 1: if bad to 5; 2: back to 1 or out to 3; 3: store; 4: return; 5: store; 6: store; 7: return
  const Successors successors{{1, 3}, {2, 5}, {1, 3}, {4}, {kExitNode}, {6}, {7}, {kExitNode}};
  const std::vector<bool> ends{false, false, false, false, true, false, false, true};
  EXPECT_EQ(reconvergence_points(successors, ends, std::vector<bool>(successors.size(), false)),
            immediate_post_dominators(successors));
}

TEST(ReconvergencePoints, BehindALoopThatIsLeftWithWork) {
  // 0: guarded past the loop to 4; 1: loop head, out to 6; 2: back to 1 or on to 4; 4: barrier; 5, 7: return; 6: stores
  const Successors successors{{1, 4}, {2, 6}, {3}, {1, 4}, {5}, {kExitNode}, {7}, {kExitNode}};
  const std::vector<bool> ends{false, false, false, false, false, true, false, true};
  std::vector<bool> barriers(8, false);
  EXPECT_EQ(reconvergence_points(successors, ends, barriers)[3], kExitNode);
  barriers[4] = true;
  EXPECT_EQ(reconvergence_points(successors, ends, barriers),
            (std::vector<std::uint32_t>{4, 2, 3, 4, 5, kExitNode, 7, kExitNode}));
}

TEST(ReconvergencePoints, BehindABarrierOfOneSideOnly) {
  // 0: else to 2; 1: then, a barrier; 2: behind both; 3: return. Lanes at 2 have not left the others.
  const Successors successors{{1, 2}, {2}, {3}, {kExitNode}};
  EXPECT_EQ(reconvergence_points(successors, {false, false, false, true}, {false, true, false, false}),
            (std::vector<std::uint32_t>{2, 2, 3, kExitNode}));
}

TEST(ReconvergencePoints, BehindABarrierInALoop) {
  // 0: loop head, out to 3; 1: barrier; 2: back to 0 or out to 3; 3: behind the loop; 4: return
  const Successors successors{{1, 3}, {2}, {0, 3}, {4}, {kExitNode}};
  EXPECT_EQ(reconvergence_points(successors, {false, false, false, false, true}, {false, true, false, false, false}),
            (std::vector<std::uint32_t>{3, 2, 3, 4, kExitNode}));
}

TEST(MaybeUnassigned, SeesEveryWay) {
  // 0: if; 1: write r0; 2: (join) read r0, write r1; 3: read r1
  const Successors successors{{1, 2}, {2}, {3}, {kExitNode}};
  const std::vector<RegisterUse> uses{{{}, {}}, {{}, {0}}, {{0}, {1}}, {{1}, {}}};
  EXPECT_EQ(maybe_unassigned(successors, uses, 2), (std::vector<std::uint32_t>{0}));
}

TEST(MaybeUnassigned, CountsAWriteBeforeALoop) {
  const Successors successors{{1}, {1, 2}, {kExitNode}};
  const std::vector<RegisterUse> uses{{{}, {0}}, {{0, 1}, {1}}, {{}, {}}};
  EXPECT_EQ(maybe_unassigned(successors, uses, 2), (std::vector<std::uint32_t>{1}));
}

}  // namespace
}  // namespace bankloom::simt
