// The pointer alone: the views that it looks at are made by hand from runs.
#include "core/session/pointer.h"

#include <gtest/gtest.h>

#include "session_fixture.h"

namespace bankloom::test {
namespace {

class PointerTest : public SessionTest {
 protected:
  SideView view(const OptionValues& options, std::uint32_t request) {
    SideView made;
    made.run = run("square/setRowReadCol", options);
    made.timeline = std::make_shared<const Timeline>(*made.run, 0);
    made.state = step_state(*made.run, *made.timeline, made.timeline->of_warp(2)[request], 0);
    return made;
  }
  Pointer pointer;
};

TEST_F(PointerTest, WhatIsHoveredHoldsForOneFrameAndComesBeforeWhatIsSelected) {
  const SideViews none;
  pointer.select({.bank = 3});
  EXPECT_EQ(pointer.pointed().bank, 3u);
  pointer.hover({.lane = 5});
  EXPECT_TRUE(pointer.end_frame(none));
  EXPECT_EQ(pointer.pointed().lane, 5u);
  EXPECT_TRUE(pointer.end_frame(none));
  EXPECT_EQ(pointer.pointed().bank, 3u);
  EXPECT_FALSE(pointer.end_frame(none));
  pointer.clear_selection();
  EXPECT_TRUE(pointer.pointed().empty());
}

TEST_F(PointerTest, ALaneLeadsToItsCellAndBankOnEachSide) {
  const SideViews views{view({}, 1), view({{"IPAD", "1"}}, 1)};
  const Focus lane{.lane = 5};
  EXPECT_EQ(resolve(lane, Side::a, views, {}).bank, 2u);
  EXPECT_EQ(resolve(lane, Side::b, views, {}).bank, 7u);
  EXPECT_EQ(resolve(lane, Side::b, views, {}).cell, (TileGeometry::Element{5, 2}));
  // Where nothing is shown nothing follows.
  EXPECT_EQ(resolve(lane, Side::a, {}, {}).bank, std::nullopt);
}

TEST_F(PointerTest, WhatIsAskedAboutStaysUnderWhatIsPointedAt) {
  SideViews views{view({}, 1), SideView{}};
  const std::uint32_t request = present_request(views[0]);
  pointer.ask({.lane = 5, .request = request});
  pointer.hover({.bank = 3});
  pointer.end_frame(views);
  EXPECT_EQ(pointer.focus(Side::a, views).lane, std::nullopt);
  EXPECT_EQ(pointer.asked(Side::a, views).lane, 5U);
  EXPECT_EQ(pointer.asked(Side::a, views).bank, 2U);
  pointer.clear_selection();
  EXPECT_EQ(pointer.asked().lane, 5U);
  // Lane 5 of another warp is another thread.
  const auto line = pointer.asked(Side::a, views).line;
  views[0] = view({}, 2);
  EXPECT_EQ(pointer.asked(Side::a, views), (Focus{.line = line}));
  // An element is the same at every request; its bank is not told where banks are hidden.
  pointer.ask({.cell = TileGeometry::Element{5, 2}});
  EXPECT_EQ(pointer.asked(Side::a, views).bank, 2U);
  views[0].disclosure.hide(FactKind::banks);
  EXPECT_EQ(pointer.asked(Side::a, views).bank, std::nullopt);
  EXPECT_EQ(pointer.asked(Side::a, views).cell, (TileGeometry::Element{5, 2}));
}

TEST_F(PointerTest, AnElementOfTheOutputLeadsToItsStoreOnceTheFrameEnds) {
  SideViews views{view({}, 2), SideView{}};
  const std::uint32_t store = views[0].timeline->of_warp(2)[2];
  EXPECT_EQ(find_store(views[0], 2 * 32 + 7).request, store);
  EXPECT_EQ(find_store(views[0], 99'999).request, std::nullopt);
  pointer.select({.output = 2 * 32 + 7});
  EXPECT_EQ(pointer.focus(Side::a, views).request, std::nullopt);
  EXPECT_TRUE(pointer.end_frame(views));
  EXPECT_EQ(pointer.focus(Side::a, views).request, store);
  EXPECT_EQ(pointer.focus(Side::a, views).lane, 7u);
  EXPECT_FALSE(pointer.end_frame(views));
  // Of another run the store is looked up anew.
  views[0] = view({{"IPAD", "1"}}, 2);
  EXPECT_EQ(pointer.focus(Side::a, views).request, std::nullopt);
  EXPECT_TRUE(pointer.end_frame(views));
  EXPECT_EQ(pointer.focus(Side::a, views).request, store);
}

}  // namespace
}  // namespace bankloom::test
