// Launches as a list has them: alike ones together, and each beside the one of the run before.
#include "core/program/launch_figures.h"

#include <gtest/gtest.h>

namespace bankloom::program {
namespace {

ProgramLaunch launch(const std::string& kernel, std::uint64_t conflicts = 0) {
  ProgramLaunch made;
  made.kernel = kernel;
  made.blocks = made.blocks_executed = 1;
  made.figures.cost.shared_load = {10, 10 + conflicts, conflicts, 0, 0, 0};
  made.figures.cost.shared_store = {1, 1, 0, 0, 0, 0};
  made.figures.cost.global_store.sectors = 4;
  return made;
}

TEST(LaunchFigures, AreOfAllSharedAccesses) {
  const auto figures = figures_of(launch("k", 5));
  ASSERT_TRUE(figures.has_value());
  EXPECT_EQ(*figures, (LaunchFigures{11, 16, 5, 4, 0}));
}

TEST(LaunchFigures, ThereAreNoneOfWhatDidNotRunToItsEnd) {
  ProgramLaunch refused = launch("k");
  refused.refusal = "textures are not supported";
  EXPECT_FALSE(figures_of(refused));
  ProgramLaunch ended = launch("k");
  ended.was_cancelled = true;
  EXPECT_FALSE(figures_of(ended));
}

TEST(LaunchGroups, HoldNeighboursThatAreAlike) {
  const auto groups = group_launches({launch("a"), launch("a"), launch("a", 1), launch("b"), launch("a"), launch("a")});
  ASSERT_EQ(groups.size(), 4u);
  EXPECT_EQ(groups[0].size(), 2u);
  EXPECT_EQ(groups[1].first, 2u);
  EXPECT_EQ(groups[3].first, 4u);
  EXPECT_EQ(groups[3].end, 6u);
  EXPECT_TRUE(group_launches({}).empty());
}

TEST(LaunchCounterparts, AreByKernelAndItsTurn) {
  const std::vector<ProgramLaunch> before{launch("a"), launch("b"), launch("a")};
  const auto all = counterparts({launch("b"), launch("a"), launch("c"), launch("a"), launch("a")}, before);
  using Found = std::optional<std::size_t>;
  EXPECT_EQ(all, (std::vector<Found>{Found(1), Found(0), Found(), Found(2), Found()}));
}

}  // namespace
}  // namespace bankloom::program
