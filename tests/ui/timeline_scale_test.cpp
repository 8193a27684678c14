// Where requests stand on the timeline, and what is under the mouse.
#include "ui/panels/timeline_scale.h"

#include <gtest/gtest.h>

#include "../session/session_fixture.h"

namespace bankloom::ui {
namespace {

float step_middle(const LaneScale& scale, const TimelineRequest& request, std::uint32_t step) {
  const auto at = static_cast<float>(std::min(step, request.steps - 1));
  return request_begin(scale, request) + (at + 0.5f) * scale.step;
}

/// Length of the longest lane.
float lanes_length(const LaneScale& scale, const Timeline& timeline) {
  float longest = 0;
  for (std::uint32_t warp = 0; warp < timeline.warps(); ++warp) {
    if (timeline.of_warp(warp).empty()) continue;
    longest = std::max(longest, request_end(scale, timeline.requests()[timeline.of_warp(warp).back()]));
  }
  return longest;
}

class TimelineScale : public test::SessionTest {};

/// The clock of timelines that outlive it.
LaneClock clock_of(const std::vector<const Timeline*>& timelines) {
  std::vector<std::shared_ptr<const Timeline>> shared;
  for (const Timeline* timeline : timelines) shared.emplace_back(std::shared_ptr<void>(), timeline);
  return LaneClock(shared);
}

TEST_F(TimelineScale, BothSidesStandOnOneClock) {
  show("bankloom square/setRowReadCol IPAD=0 vs square/setRowReadCol IPAD=1");
  const Timeline& a = *session.side(Side::a).timeline;
  const Timeline& b = *session.side(Side::b).timeline;
  const LaneClock clock = clock_of({&a, &b});
  const LaneScale scale = lane_scale({600, 22, 3}, clock);
  // 1 + 32 + 4 transactions against 1 + 1 + 4: the store that follows the load begins on both sides when both are done.
  EXPECT_EQ(clock.start(0, 3), 37u);
  EXPECT_EQ(clock.requests(0), 3u);
  for (const std::uint32_t warp : {0u, 31u}) {
    for (std::size_t at = 0; at < 3; ++at) {
      const TimelineRequest &of_a = a.requests()[a.of_warp(warp)[at]], &of_b = b.requests()[b.of_warp(warp)[at]];
      EXPECT_EQ(request_begin(scale, of_a), request_begin(scale, of_b));
      EXPECT_EQ(request_over(scale, of_a), request_over(scale, of_b));
      EXPECT_FLOAT_EQ(request_over(scale, of_b) - request_end(scale, of_b), at == 1 ? 31 * scale.step : 0.0f);
    }
  }
  EXPECT_LE(lanes_length(scale, a), 600.5f);
  EXPECT_GT(lanes_length(scale, a), 550.0f);
  EXPECT_EQ(lanes_length(scale, a), lanes_length(scale, b));
  // Short lanes are not drawn out.
  const LaneClock short_clock = clock_of({&b});
  EXPECT_EQ(lane_scale({6000, 22, 3}, short_clock).step, 22.0f);
  // A side without a run counts nothing.
  const LaneClock with_none = clock_of({&a, nullptr}), alone = clock_of({&a});
  EXPECT_EQ(lane_scale({600, 22, 3}, with_none).step, lane_scale({600, 22, 3}, alone).step);
}

TEST_F(TimelineScale, NobodyPassesAWallBeforeAllHaveCome) {
  for (const char* const scene :
       {"bankloom transpose/tile", "bankloom swizzle/histogram",
        "bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1",
        "bankloom barriers/missingBarrier vs barriers/withBarrier", "bankloom mistakes/pastTheTile",
        "bankloom barriers/barrierInABranch vs barriers/barrierForAll"}) {
    show(scene);
    std::vector<const Timeline*> timelines;
    for (const Side side : kSides) {
      if (session.side(side).timeline) timelines.push_back(session.side(side).timeline.get());
    }
    const LaneClock clock = clock_of(timelines);
    for (const LaneScale scale : {lane_scale({900, 22, 3}, clock), lane_scale({120, 22, 3}, clock)}) {
      ASSERT_FALSE(clock.walls().empty()) << scene;
      for (const LaneClock::Wall& wall : clock.walls()) {
        const Timeline& timeline = *timelines[wall.timeline];
        const TimelineBarrier& barrier = timeline.barriers()[wall.barrier];
        float latest = 0;
        for (const TimelineBarrier::Arrival& arrival : barrier.arrivals) {
          const auto& own = timeline.of_warp(arrival.warp);
          if (arrival.goes_on > 0)
            latest = std::max(latest, request_over(scale, timeline.requests()[own[arrival.goes_on - 1]]));
          if (arrival.goes_on < own.size()) {
            EXPECT_GE(request_begin(scale, timeline.requests()[own[arrival.goes_on]]), wall_at(scale, wall)) << scene;
          }
        }
        EXPECT_LE(latest, wall_at(scale, wall) + 0.01f) << scene;
        EXPECT_LE(wall_at(scale, wall), latest + 3 * scale.gap + 0.01f)
            << scene << ": no later than the last that comes";
      }
      for (std::size_t side = 0; side < timelines.size(); ++side) {
        EXPECT_LE(lanes_length(scale, *timelines[side]), 900.5f);
        for (std::uint32_t warp = 0; warp < clock.warps(); ++warp) {
          float open = 0;  // where the wall before let the warp go on
          for (const LaneClock::Wait& wait : clock.waits(side, warp)) {
            EXPECT_GE(wait_begin(scale, wait), open) << scene << ": a warp waits at one wall at a time";
            EXPECT_LE(wait_begin(scale, wait), wall_at(scale, clock.walls()[wait.wall]) + 0.01f) << scene;
            open = wall_at(scale, clock.walls()[wait.wall]);
          }
        }
      }
    }
  }
}

TEST_F(TimelineScale, OneBarrierOfBothSidesIsOneLine) {
  show("bankloom square/setRowReadCol IPAD=0 vs square/setRowReadCol IPAD=1");
  const LaneClock clock = clock_of({session.side(Side::a).timeline.get(), session.side(Side::b).timeline.get()});
  ASSERT_EQ(clock.walls().size(), 2u);
  EXPECT_EQ(clock.walls()[0].place, clock.walls()[1].place);
  EXPECT_NE(clock.walls()[0].timeline, clock.walls()[1].timeline);
  for (const std::size_t side : {0u, 1u}) {
    ASSERT_EQ(clock.waits(side, 31).size(), 1u);
    EXPECT_EQ(clock.walls()[clock.waits(side, 31)[0].wall].timeline, side);
  }
  EXPECT_TRUE(clock.waits(0, 99).empty());
  EXPECT_TRUE(clock.waits(2, 0).empty());
}

TEST_F(TimelineScale, WhoIsSoonerWaitsAtTheWall) {
  show("bankloom barriers/barrierInABranch");
  const Timeline& timeline = *session.side(Side::a).timeline;
  const LaneClock clock = clock_of({&timeline});
  const LaneScale scale = lane_scale({900, 22, 3}, clock);
  ASSERT_EQ(clock.waits(0, 3).size(), 1u);
  const LaneClock::Wait& wait = clock.waits(0, 3)[0];
  const TimelineBarrier::Arrival& arrival = timeline.barriers()[0].arrivals[wait.arrival];
  EXPECT_EQ(arrival.warp, 3u);
  // Half of the warp waits while the other half loads and stores: 1 wavefront and 2 sectors.
  EXPECT_GT(wall_at(scale, clock.walls()[wait.wall]) - wait_begin(scale, wait), 3 * scale.step);
}

TEST_F(TimelineScale, ASideWithFewerRequestsIsIdleAtTheEnd) {
  show("bankloom square/setRowReadCol vs transpose/tile");
  const Timeline& a = *session.side(Side::a).timeline;
  const Timeline& b = *session.side(Side::b).timeline;
  const LaneClock clock = clock_of({&a, &b});
  EXPECT_EQ(clock.requests(0), std::max(a.of_warp(0).size(), b.of_warp(0).size()));
  for (const Timeline* one : {&a, &b}) {
    for (std::uint32_t warp = 0; warp < one->warps(); ++warp) {
      EXPECT_GE(clock.start(0, clock.requests(0)), one->warp_steps(warp));
    }
  }
  EXPECT_EQ(clock.start(99, 1), 0u);
  EXPECT_EQ(clock.requests(99), 0u);
}

TEST_F(TimelineScale, EveryStepIsHitWhereItIsDrawn) {
  show("bankloom square/setRowReadCol");
  const Timeline& timeline = *session.side(Side::a).timeline;
  const LaneClock clock = clock_of({&timeline});
  const LaneScale scale = lane_scale({400, 22, 3}, clock);
  for (const std::uint32_t warp : {0u, 31u}) {
    for (const std::uint32_t index : timeline.of_warp(warp)) {
      const TimelineRequest& request = timeline.requests()[index];
      for (std::uint32_t step = 0; step < request.steps; ++step) {
        const auto hit = lane_hit(scale, timeline, warp, step_middle(scale, request, step));
        ASSERT_TRUE(hit);
        EXPECT_EQ(hit->request, index);
        EXPECT_EQ(hit->step, step);
      }
    }
  }
  EXPECT_FALSE(lane_hit(scale, timeline, 0, -1));
  EXPECT_FALSE(lane_hit(scale, timeline, 0, lanes_length(scale, timeline) + 1));
  EXPECT_FALSE(lane_hit(scale, timeline, 99, 1));
  // Between two requests there is nothing.
  EXPECT_FALSE(
      lane_hit(scale, timeline, 0, request_end(scale, timeline.requests()[timeline.of_warp(0)[0]]) + scale.gap / 2));
}

TEST_F(TimelineScale, AConflictIsAKindOfItsOwn) {
  show("bankloom square/setRowReadCol");
  const Timeline& timeline = *session.side(Side::a).timeline;
  const LaneClock clock = clock_of({&timeline});
  const auto blocks = lane_blocks(lane_scale({400, 22, 3}, clock), timeline, 0);
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_EQ(blocks[0].kind, LaneKind::store);
  EXPECT_EQ(blocks[1].kind, LaneKind::conflict);
  EXPECT_EQ(blocks[2].kind, LaneKind::global);
  EXPECT_GT(blocks[1].end - blocks[1].begin, 25 * (blocks[0].end - blocks[0].begin));
}

TEST_F(TimelineScale, RequestsThatShareAPixelAreJoinedAndConflictsShow) {
  show("bankloom square/setRowReadCol");
  const Timeline& timeline = *session.side(Side::a).timeline;
  const LaneScale tiny{0.01f, 0};
  const auto blocks = lane_blocks(tiny, timeline, 0);
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(blocks[0].count, 3u);
  EXPECT_EQ(blocks[0].kind, LaneKind::conflict);
  EXPECT_TRUE(lane_blocks(tiny, timeline, 99).empty());
}

TEST(TimelineScaleWithoutRuns, AnEmptyTimelineTakesNoRoom) {
  const Timeline empty;
  const LaneClock clock;
  const LaneScale scale = lane_scale({100, 22, 3}, clock);
  EXPECT_EQ(lanes_length(scale, empty), 0);
  EXPECT_GT(scale.step, 0);
  EXPECT_TRUE(lane_blocks(scale, empty, 0).empty());
}

}  // namespace
}  // namespace bankloom::ui
