// The model of chains of loads from shared memory: its formula against its own schedule.
#include "core/analysis/shared_pipe.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace bankloom::test {
namespace {

TEST(SharedPipe, ThePipeTakesOneLoadAtATimeAndEachWarpWaitsForItsAnswer) {
  for (const unsigned warps : {1U, 4U, 24U, 32U}) {
    for (const unsigned wavefronts : {1U, 2U, 32U}) {
      const auto loads = chain_loads(warps, wavefronts, 29, 5);
      ASSERT_EQ(loads.size(), warps * 5);
      std::vector<double> answers(warps, 0);
      double free = 0;
      for (const ChainLoad& load : loads) {
        EXPECT_GE(load.begin, free);
        EXPECT_EQ(load.end, load.begin + wavefronts);
        EXPECT_EQ(load.asked, answers[load.warp]);
        EXPECT_EQ(load.answer, load.begin + 29 + 2 * (wavefronts - 1));
        free = load.end;
        answers[load.warp] = load.answer;
      }
    }
  }
}

TEST(SharedPipe, TheFormulaIsWhatTheScheduleSettlesTo) {
  constexpr unsigned kLoads = 200;
  for (const unsigned warps : {1U, 2U, 8U, 16U, 32U}) {
    for (const unsigned wavefronts : {1U, 2U, 3U, 32U}) {
      const auto loads = chain_loads(warps, wavefronts, 29, kLoads);
      std::vector<double> begins;
      for (const ChainLoad& load : loads) {
        if (load.warp == 0) begins.push_back(load.begin);
      }
      ASSERT_EQ(begins.size(), kLoads);
      const double settled = (begins.back() - begins[kLoads / 2 - 1]) / (kLoads / 2);
      EXPECT_NEAR(settled, cycles_of_chain_load(warps, wavefronts, 29), 1e-9) << warps << " " << wavefronts;
    }
  }
}

TEST(SharedPipe, AConflictIsHiddenWhereThePipeHasGaps) {
  EXPECT_EQ(cycles_of_chain_load(1, 2, 29), 31);
  EXPECT_EQ(cycles_of_chain_load(32, 1, 29), 32);
  EXPECT_EQ(cycles_of_chain_load(32, 2, 29), 64);
  EXPECT_EQ(cycles_of_chain_load(1, 32, 29), 91);
}

}  // namespace
}  // namespace bankloom::test
