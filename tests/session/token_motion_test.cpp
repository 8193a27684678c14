// The tokens of requests: where each is at any time, and that none of them jumps.
#include "core/session/token_motion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "../analysis/random_access.h"

namespace bankloom {
namespace {

using Kind = TokenStop::Kind;

std::vector<LaneToken> tokens(const MemoryAccess& access) {
  return tokens_of(explain_request(test::machine("cc9.0"), access));
}

TEST(TokenMotion, AColumnQueuesAtOneBankAndMovesUp) {
  const auto all = tokens(test::load_at(4, [](unsigned lane) { return 128 * lane; }));
  ASSERT_EQ(all.size(), 32U);
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(all[lane].bank, 0U);
    EXPECT_EQ(all[lane].lanes, lane_bit(lane));
    EXPECT_EQ(all[lane].wavefront, lane);
    EXPECT_EQ(token_place(all[lane], -1).from.kind, Kind::lane);
  }
  EXPECT_EQ(token_place(all[0], 0).from, TokenStop{Kind::service});
  EXPECT_EQ(token_place(all[1], 0).from, (TokenStop{Kind::queue, 0}));
  EXPECT_EQ(token_place(all[9], 0).from, (TokenStop{Kind::queue, 8}));
  EXPECT_EQ(token_place(all[9], 6).from, (TokenStop{Kind::queue, 2}));
  EXPECT_EQ(token_place(all[9], 9).from, TokenStop{Kind::service});
  EXPECT_EQ(token_place(all[9], 10).from, TokenStop{Kind::home});
  EXPECT_EQ(token_place(all[31], 31.5).reached(), TokenStop{Kind::home});
}

TEST(TokenMotion, WhatWasServedGoesBeforeTheNextComes) {
  const auto all = tokens(test::load_at(4, [](unsigned lane) { return 128 * lane; }));
  EXPECT_GT(token_place(all[3], 3.25).part, 0);
  EXPECT_EQ(token_place(all[4], 3.25).part, 0);
  EXPECT_EQ(token_place(all[3], 3.75).part, 1);
  EXPECT_GT(token_place(all[4], 3.75).part, 0);
  EXPECT_LT(token_place(all[4], 3.75).part, 1);
}

TEST(TokenMotion, LanesAtOneWordAreOneToken) {
  const auto all = tokens(test::load_at(4, [](unsigned) { return 12; }));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].lanes, kAllLanes);
  EXPECT_EQ(all[0].bank, 3U);
}

TEST(TokenMotion, PhasesGoOneAfterTheOther) {
  const auto all = tokens(test::load_at(16, [](unsigned lane) { return 16 * lane; }));
  ASSERT_EQ(all.size(), 128U) << "four words of every lane";
  for (const LaneToken& token : all) {
    EXPECT_EQ(token.wavefront, token.phase);
    EXPECT_EQ(token.opens, token.phase);
    EXPECT_EQ(token_place(token, static_cast<double>(token.phase) - 0.5).reached().kind, Kind::lane) << "gated";
  }
}

TEST(TokenMotion, AtomicUpdatesOfOneWordQueue) {
  const auto all =
      tokens(test::access_at(Space::shared, AccessOp::reduction, 4, kAllLanes, [](unsigned) { return 0; }));
  ASSERT_EQ(all.size(), 32U);
  EXPECT_EQ(token_place(all[31], 0).from, (TokenStop{Kind::queue, 30}));
}

/// A number for each place, so that ways have lengths: what the picture makes of them is as continuous.
double height(const TokenStop& stop) {
  switch (stop.kind) {
    case Kind::lane:
      return -1000;
    case Kind::queue:
      return -1.0 - stop.ahead;
    case Kind::service:
      return 0;
    case Kind::home:
      return 1000;
  }
  return 0;
}

TEST(TokenMotion, NoTokenCoversAThirdOfItsWayInAFrame) {
  std::mt19937_64 random(16);
  const auto machines = test::tried_machines();
  int moving = 0;
  for (int i = 0; i < 400; ++i) {
    const MemoryAccess access = test::random_access(random);
    if (access.space != Space::shared) continue;
    const RequestCost cost = explain_request(machines[random() % machines.size()], access);
    const auto all = tokens_of(cost);
    const double frame = 0.016 * 6, phase = static_cast<double>(random() % 100) / 100 * frame;
    for (const LaneToken& token : all) {
      ASSERT_LT(token.wavefront, cost.counts.wavefronts);
      for (double time = -1 + phase; time < cost.counts.wavefronts + 1; time += frame) {
        const TokenPlace here = token_place(token, time), next = token_place(token, time + frame);
        const auto at = [](const TokenPlace& place) {
          return height(place.from) + (height(place.to) - height(place.from)) * place.part;
        };
        const double way =
            std::max(std::abs(height(here.to) - height(here.from)), std::abs(height(next.to) - height(next.from)));
        ASSERT_LE(std::abs(at(next) - at(here)), way / 3 + 1e-6) << "wavefront " << token.wavefront << " at " << time;
        moving += here.rests() ? 0 : 1;
      }
      EXPECT_EQ(token_place(token, -0.5).reached().kind, Kind::lane);
      EXPECT_EQ(token_place(token, cost.counts.wavefronts - 0.5).reached().kind, Kind::home);
    }
  }
  EXPECT_GT(moving, 1000);
}

TEST(TokenMotion, EveryWavefrontServesOneWordOfABank) {
  std::mt19937_64 random(17);
  const MachineModel hopper = test::machine("cc9.0");
  for (int i = 0; i < 200; ++i) {
    const MemoryAccess access = test::random_access(random);
    if (access.space != Space::shared) continue;
    const RequestCost cost = explain_request(hopper, access);
    std::map<std::pair<std::uint32_t, unsigned>, unsigned> served;
    for (const LaneToken& token : tokens_of(cost)) ++served[{token.wavefront, token.bank}];
    for (const auto& [place, count] : served) EXPECT_EQ(count, 1U) << "wavefront " << place.first;
  }
}

}  // namespace
}  // namespace bankloom
