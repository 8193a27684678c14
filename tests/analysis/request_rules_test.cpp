// The rules of a request on the measured machine, one by one, on accesses small enough to count by hand.
#include <gtest/gtest.h>

#include "accesses.h"

namespace bankloom {
namespace {

using test::load_at;
using test::machine;
using test::rows_at;
using test::store_at;

RequestCounts shared(unsigned phases, unsigned wavefronts) {
  return {.requests = 1, .phases = phases, .wavefronts = wavefronts, .bank_conflicts = wavefronts - phases};
}
RequestCounts global(unsigned sectors, unsigned lines) { return {.requests = 1, .sectors = sectors, .lines = lines}; }
RequestCounts cost(const MemoryAccess& access) { return count_request(machine("cc9.0"), access); }

TEST(RequestRules, WordsOfOneBankCostAWavefrontEach) {
  EXPECT_EQ(cost(load_at(4, [](unsigned l) { return 4 * l; })), shared(1, 1));
  EXPECT_EQ(cost(load_at(4, [](unsigned l) { return 8 * l; })), shared(1, 2));
  EXPECT_EQ(cost(store_at(4, [](unsigned l) { return 128 * l; })), shared(1, 32));
  EXPECT_EQ(cost(store_at(4, [](unsigned l) { return 132 * l; })), shared(1, 1));
  EXPECT_EQ(cost(load_at(4, [](unsigned l) { return 4096 - 128 * l; })), shared(1, 32));
}

TEST(RequestRules, LanesAtOneWordShareIt) {
  EXPECT_EQ(cost(load_at(4, [](unsigned) { return 64; })), shared(1, 1));
  EXPECT_EQ(cost(store_at(4, [](unsigned) { return 64; })), shared(1, 1));
  EXPECT_EQ(cost(load_at(4, [](unsigned l) { return l / 8 * 128; })), shared(1, 4));
  EXPECT_EQ(cost(load_at(1, [](unsigned l) { return l; })), shared(1, 1));
  EXPECT_EQ(cost(store_at(2, [](unsigned l) { return 2 * l; })), shared(1, 1));
  EXPECT_EQ(cost(store_at(1, [](unsigned l) { return l % 4 + l / 4 * 128; })), shared(1, 8));
}

TEST(RequestRules, InactiveLanesDoNotCount) {
  EXPECT_EQ(cost(load_at(
                4, [](unsigned l) { return 128 * l; }, 0x000000ff)),
            shared(1, 8));
  EXPECT_EQ(cost(load_at(
                4, [](unsigned l) { return 128 * l; }, 0x80000000)),
            shared(1, 1));
  EXPECT_EQ(cost(load_at(
                16, [](unsigned l) { return 16 * l; }, 0xff00000f)),
            shared(2, 2));
  EXPECT_EQ(cost(store_at(
                8, [](unsigned l) { return 8 * l; }, 0x0000ffff)),
            shared(1, 1));
}

TEST(RequestRules, NoActiveLaneMakesNoRequest) {
  EXPECT_EQ(cost(load_at(
                4, [](unsigned l) { return 4 * l; }, 0)),
            RequestCounts{});
  EXPECT_EQ(cost(test::access_at(Space::global, AccessOp::store, 4, 0, [](unsigned) { return 0; })), RequestCounts{});
  EXPECT_EQ(cost(rows_at(
                1, [](unsigned l) { return 16 * l; }, 0xffffff00)),
            RequestCounts{});
  EXPECT_TRUE(explain_request(machine("cc9.0"), load_at(
                                                    8, [](unsigned) { return 0; }, 0))
                  .phases.empty());
}

TEST(RequestRules, WideAccessesAreServedInPhases) {
  EXPECT_EQ(cost(load_at(8, [](unsigned l) { return 8 * l; })), shared(2, 2));
  EXPECT_EQ(cost(store_at(8, [](unsigned l) { return 8 * l; })), shared(2, 2));
  EXPECT_EQ(cost(load_at(16, [](unsigned l) { return 16 * l; })), shared(4, 4));
  EXPECT_EQ(cost(store_at(16, [](unsigned l) { return 16 * l; })), shared(4, 4));
  EXPECT_EQ(cost(load_at(16, [](unsigned l) { return 128 * l; })), shared(4, 32));
  EXPECT_EQ(cost(store_at(8, [](unsigned l) { return 16 * l; })), shared(2, 4));
}

TEST(RequestRules, WideLoadsMergeWhenLanesPairUp) {
  for (const unsigned distance : {1U, 2U}) {
    const auto address = [&](unsigned l) { return 16 * (l & ~distance); };
    EXPECT_EQ(cost(load_at(16, address)).phases, 2U) << distance;
    EXPECT_EQ(cost(store_at(16, address)).phases, 4U) << distance;
    EXPECT_EQ(cost(load_at(8, [&](unsigned l) { return 8 * (l & ~distance); })).phases, 1U) << distance;
    EXPECT_TRUE(explain_request(machine("cc9.0"), load_at(16, address)).paired_up);
  }
  // Lane 4 away does not pair.
  EXPECT_EQ(cost(load_at(16, [](unsigned l) { return 16 * (l & ~4U); })).phases, 4U);
  // One lane whose partner is elsewhere is enough to keep the whole warp apart.
  EXPECT_EQ(cost(load_at(8, [](unsigned l) { return l == 31 ? 8 * l : 8 * (l & ~1U); })).phases, 2U);
  // Half the lanes pair at distance 1, the others at distance 2: one distance must do for all.
  EXPECT_EQ(cost(load_at(8, [](unsigned l) { return 8 * (l & (l < 16 ? ~1U : ~2U)); })).phases, 2U);
  // An inactive partner is a partner.
  EXPECT_EQ(cost(load_at(
                8, [](unsigned l) { return 8 * l; }, 0x55555555)),
            shared(1, 2));
  EXPECT_EQ(cost(load_at(
                     16, [](unsigned l) { return 16 * l; }, 0x33333333))
                .phases,
            2U);
  EXPECT_EQ(cost(load_at(
                     16, [](unsigned l) { return 16 * l; }, 0x0f0f0f0f))
                .phases,
            4U);
}

TEST(RequestRules, MatrixRowsAreServedEightAtATime) {
  EXPECT_EQ(cost(rows_at(4, [](unsigned l) { return 16 * l; })), shared(4, 4));
  EXPECT_EQ(cost(rows_at(2, [](unsigned l) { return 16 * l; })), shared(2, 2));
  EXPECT_EQ(cost(rows_at(1, [](unsigned l) { return 16 * l; })), shared(1, 1));
  EXPECT_EQ(cost(rows_at(1, [](unsigned l) { return 128 * l; })), shared(1, 8));
  EXPECT_EQ(cost(rows_at(4, [](unsigned l) { return 64 * l; })), shared(4, 16));
  EXPECT_EQ(cost(rows_at(4, [](unsigned) { return 0; })), shared(4, 4));
}

TEST(RequestRules, AtomicsOfOneBankWaitForEachOther) {
  for (const AccessOp op : {AccessOp::reduction, AccessOp::atomic}) {
    const auto update = [&](auto address, LaneMask active = kAllLanes) {
      return cost(test::access_at(Space::shared, op, 4, active, address));
    };
    EXPECT_EQ(update([](unsigned l) { return 4 * l; }), shared(1, 1));
    EXPECT_EQ(update([](unsigned) { return 0; }), shared(1, 32));
    EXPECT_EQ(update([](unsigned) { return 0; }, 0x00000111), shared(1, 3));
    EXPECT_EQ(update([](unsigned l) { return l % 8 * 4; }), shared(1, 4));
    EXPECT_EQ(update([](unsigned l) { return l * 128; }), shared(1, 32));
  }
}

TEST(RequestRules, GlobalAccessesCostSectorsAndLines) {
  const auto load = [](unsigned width, auto address, LaneMask active = kAllLanes) {
    return cost(test::access_at(Space::global, AccessOp::load, width, active, address));
  };
  EXPECT_EQ(load(4, [](unsigned l) { return 4 * l; }), global(4, 1));
  EXPECT_EQ(load(4, [](unsigned l) { return 4 * l + 4; }), global(5, 2));
  EXPECT_EQ(load(1, [](unsigned l) { return l; }), global(1, 1));
  EXPECT_EQ(load(16, [](unsigned l) { return 16 * l; }), global(16, 4));
  EXPECT_EQ(load(4, [](unsigned l) { return 128 * l; }), global(32, 32));
  EXPECT_EQ(load(4, [](unsigned l) { return 4096 - 128 * l; }), global(32, 32));
  EXPECT_EQ(load(4, [](unsigned l) { return (l * 5 % 32) * 4; }), global(4, 1));
  EXPECT_EQ(load(4, [](unsigned) { return 1000; }), global(1, 1));
  EXPECT_EQ(load(
                4, [](unsigned l) { return 32 * l; }, 0x0000000f),
            global(4, 1));
  EXPECT_EQ(cost(test::access_at(Space::global, AccessOp::atomic, 4, kAllLanes, [](unsigned) { return 0; })),
            global(1, 1));
  // A device address far up.
  EXPECT_EQ(load(4, [](unsigned l) { return 0x7f0000000000ULL + 4 * l; }), global(4, 1));
}

TEST(RequestRules, OtherSpacesAreCountedOnly) {
  EXPECT_EQ(cost(test::access_at(Space::local, AccessOp::load, 4, kAllLanes, [](unsigned l) { return 4 * l; })),
            RequestCounts{.requests = 1});
}

TEST(RequestRules, WordsAreServedInTheOrderOfTheirFirstLanes) {
  // Lanes 0..3 ask bank 0 for words 64, 0, 64, 32.
  const unsigned words[] = {64, 0, 64, 32};
  const RequestCost cost = explain_request(machine("cc9.0"), load_at(
                                                                 4, [&](unsigned l) { return 4 * words[l % 4]; }, 0xf));
  ASSERT_EQ(cost.phases.size(), 1U);
  const Phase& phase = cost.phases[0];
  ASSERT_EQ(phase.banks.size(), 1U);
  ASSERT_EQ(phase.banks[0].words.size(), 3U);
  EXPECT_EQ(phase.banks[0].words[0].word, 64U);
  EXPECT_EQ(phase.banks[0].words[0].lanes, 0b0101U);
  EXPECT_EQ(phase.banks[0].words[1].word, 0U);
  EXPECT_EQ(phase.banks[0].words[2].word, 32U);
  EXPECT_EQ(phase.wavefronts, (std::vector<LaneMask>{0b0101, 0b0010, 0b1000}));
}

TEST(RequestRules, AWideLaneIsDoneWithItsLastWord) {
  // Lane 0: words 0 and 1; lane 1: words 33 and 34: bank 1 serves word 1, then word 33.
  const RequestCost cost =
      explain_request(machine("cc9.0"), store_at(
                                            8, [](unsigned l) { return l == 0 ? 0 : 32 * 4 + 8; }, 0b11));
  ASSERT_EQ(cost.phases.size(), 1U);
  EXPECT_EQ(cost.phases[0].degree, 1U);  // words 34 and 35: aligned to 8 bytes, no bank twice
  const RequestCost colliding = explain_request(machine("cc9.0"), store_at(
                                                                      8, [](unsigned l) { return 128 * l; }, 0b11));
  EXPECT_EQ(colliding.phases[0].wavefronts, (std::vector<LaneMask>{0b01, 0b10}));
}

TEST(RequestRules, WordsServedTogetherShareAWavefront) {
  const RequestCost cost = explain_request(machine("cc3.x-4byte"), load_at(4, [](unsigned l) { return 128 * l; }));
  ASSERT_EQ(cost.phases.size(), 1U);
  ASSERT_EQ(cost.phases[0].wavefronts.size(), 16U);
  EXPECT_EQ(cost.phases[0].wavefronts[0], 0b11U);
  EXPECT_EQ(cost.phases[0].banks[0].words.size(), 32U);
  EXPECT_EQ(cost.phases[0].banks[0].words[3].wavefront, 1U);
}

}  // namespace
}  // namespace bankloom
