// Where requests stand on the timeline, and what is under the mouse.
#include "ui/panels/timeline_scale.h"

#include <gtest/gtest.h>

#include "../session/session_fixture.h"

namespace bankloom::ui {
namespace {

class TimelineScale : public test::SessionTest {};

TEST_F(TimelineScale, BothSidesFitIntoTheRoom) {
  show("bankloom square/setRowReadCol IPAD=0 vs square/setRowReadCol IPAD=1");
  const Timeline& a = *session.side(Side::a).timeline;
  const Timeline& b = *session.side(Side::b).timeline;
  const LaneScale scale = lane_scale({600, 22, 3}, {&a, &b});
  EXPECT_LE(lanes_length(scale, a) + lanes_length(scale, b), 600.5f);
  EXPECT_GT(lanes_length(scale, a) + lanes_length(scale, b), 550.0f);
  // 1 + 32 + 4 transactions against 1 + 1 + 4.
  EXPECT_NEAR(lanes_length(scale, a) - lanes_length(scale, b), 31 * scale.step, 0.1f);
  // Short lanes are not drawn out.
  EXPECT_EQ(lane_scale({6000, 22, 3}, {&b}).step, 22.0f);
  // A side without a run counts nothing.
  EXPECT_EQ(lane_scale({600, 22, 3}, {&a, nullptr}).step, lane_scale({600, 22, 3}, {&a}).step);
}

TEST_F(TimelineScale, EveryStepIsHitWhereItIsDrawn) {
  show("bankloom square/setRowReadCol");
  const Timeline& timeline = *session.side(Side::a).timeline;
  const LaneScale scale = lane_scale({400, 22, 3}, {&timeline});
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
  const auto blocks = lane_blocks(lane_scale({400, 22, 3}, {&timeline}), timeline, 0);
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
  const LaneScale scale = lane_scale({100, 22, 3}, {&empty});
  EXPECT_EQ(lanes_length(scale, empty), 0);
  EXPECT_GT(scale.step, 0);
  EXPECT_TRUE(lane_blocks(scale, empty, 0).empty());
}

}  // namespace
}  // namespace bankloom::ui
