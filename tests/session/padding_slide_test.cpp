// The slide of a tile's rows when its padding changes, and what the paddings of a kernel cost.
#include "core/session/padding_slide.h"

#include <gtest/gtest.h>

#include <chrono>

#include "session_fixture.h"

namespace bankloom::test {
namespace {

TEST(PaddingSlide, GoesFromOnePaddingToAnotherAndNoFurther) {
  PaddingSlide slide;
  EXPECT_FALSE(slide.moving());
  EXPECT_EQ(slide.padding(3), 3);
  slide.begin(0);
  EXPECT_TRUE(slide.moving());
  EXPECT_EQ(slide.padding(2), 0);
  EXPECT_EQ(slide.advance(PaddingSlide::kSeconds / 2), 0);
  EXPECT_NEAR(slide.padding(2), 1, 1e-9);
  // Of a longer time the rest is left.
  EXPECT_NEAR(slide.advance(PaddingSlide::kSeconds), PaddingSlide::kSeconds / 2, 1e-9);
  EXPECT_FALSE(slide.moving());
  EXPECT_EQ(slide.padding(2), 2);
}

TEST(PaddingSlide, AnotherPaddingOnTheWayGoesOnFromWhereTheRowsAre) {
  PaddingSlide slide;
  slide.begin(0);
  slide.advance(PaddingSlide::kSeconds / 2);
  slide.begin(4);
  EXPECT_NEAR(slide.padding(1), 2, 1e-9);
  slide.rest();
  slide.begin(4);
  EXPECT_EQ(slide.padding(1), 4);
}

class SlidingSession : public SessionTest {
 protected:
  void SetUp() override {
    SessionTest::SetUp();
    if (!IsSkipped()) show("bankloom square/setRowReadCol at=0:1:0");
  }
  void pad(Side side, const std::string& padding) {
    ASSERT_TRUE(session.change(session.selection().with_option(side, "IPAD", padding)).has_value());
    session.finish();
  }
};

TEST_F(SlidingSession, RowsSlideBeforeThePlayerGoesOn) {
  EXPECT_FALSE(session.slide(Side::a).moving());
  session.player().play(true);
  pad(Side::a, "1");
  ASSERT_TRUE(session.slide(Side::a).moving());
  EXPECT_EQ(session.slide(Side::a).padding(1), 0);
  const double before = session.player().clock();
  EXPECT_TRUE(session.advance(0.4));
  EXPECT_EQ(session.player().clock(), before) << "it waits";
  EXPECT_NEAR(session.slide(Side::a).padding(1), 0.5, 1e-9);
  session.advance(0.45);
  EXPECT_FALSE(session.slide(Side::a).moving());
  EXPECT_NE(session.player().clock(), before) << "the rest of the time is the player's";
}

TEST_F(SlidingSession, NothingSlidesWithoutMotionNorToAnotherTile) {
  session.player().set_motion(false);
  pad(Side::a, "1");
  session.advance(0.01);
  EXPECT_FALSE(session.slide(Side::a).moving());
  session.player().set_motion(true);
  ASSERT_TRUE(session.change(session.selection().with_kernel(Side::a, "square/setRowReadColPad")).has_value());
  session.finish();
  EXPECT_FALSE(session.slide(Side::a).moving());
  ASSERT_TRUE(session.change(session.selection().with_option(Side::a, "BDIMX", "16")).has_value());
  session.finish();
  EXPECT_FALSE(session.slide(Side::a).moving());
}

TEST_F(SlidingSession, AnotherSceneIsThereAtOnce) {
  show("bankloom square/setRowReadCol IPAD=1 at=0:1:0");
  EXPECT_FALSE(session.slide(Side::a).moving());
  pad(Side::a, "2");
  EXPECT_TRUE(session.slide(Side::a).moving());
  show("bankloom square/setRowReadCol at=0:1:0");
  EXPECT_FALSE(session.slide(Side::a).moving());
}

TEST_F(SlidingSession, OfAComparisonTheSideThatChangedSlides) {
  show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:0");
  EXPECT_FALSE(session.slide(Side::a).moving() || session.slide(Side::b).moving());
  session.slide_apart();
  EXPECT_FALSE(session.slide(Side::a).moving());
  ASSERT_TRUE(session.slide(Side::b).moving());
  EXPECT_EQ(session.slide(Side::b).padding(1), 0) << "B's rows begin where A's are";
  session.advance(1);
  pad(Side::b, "4");
  EXPECT_FALSE(session.slide(Side::a).moving());
  EXPECT_EQ(session.slide(Side::b).padding(4), 1);
}

using PaddingCurveTest = SlidingSession;

TEST_F(PaddingCurveTest, HasTheGreatestCommonDivisorWithTheBanks) {
  session.finish_paddings(std::chrono::minutes(2));
  const std::vector<PaddingCost>& costs = session.padding_costs(Side::a);
  ASSERT_TRUE(session.has_padding_costs(Side::a));
  // 32 lanes a row of 32 + padding words apart: as many in a bank as both have in common.
  const std::vector<double> first{32, 1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1, 16};
  ASSERT_EQ(costs.size(), 34U);
  for (std::size_t i = 0; i < costs.size(); ++i) {
    EXPECT_EQ(costs[i].padding, static_cast<std::int64_t>(i));
    const std::size_t mirrored = i <= 16 ? i : i <= 32 ? 32 - i : i - 32;
    EXPECT_EQ(costs[i].wavefronts, first[mirrored]) << i;
  }
  // The same curve at another padding, without a run.
  pad(Side::a, "5");
  EXPECT_EQ(session.padding_costs(Side::a).size(), 34U);
  EXPECT_TRUE(session.has_padding_costs(Side::a));
}

TEST_F(PaddingCurveTest, IsHiddenWithTheCostsOfTheKernelAndAbsentWithoutPadding) {
  session.finish_paddings(std::chrono::minutes(2));
  Disclosure hides;
  hides.hide(FactKind::kernel_cost);
  session.disclose(hides);
  EXPECT_TRUE(session.padding_costs(Side::a).empty());
  session.disclose({});
  EXPECT_FALSE(session.padding_costs(Side::a).empty());
  show("bankloom coalescing/matrixAdd");
  EXPECT_TRUE(session.padding_costs(Side::a).empty());
}

}  // namespace
}  // namespace bankloom::test
