// The keyboard's focus by itself: what Tab and the arrows come to among controls at given places.
#include "ui/focus.h"

#include <gtest/gtest.h>

#include <vector>

namespace bankloom::ui {
namespace {

using Kind = KeyboardFocus::Kind;

/// Two panels: a row of three with one below its middle; a picture and a field. Ids from 1 on.
class Focus : public ::testing::Test {
 protected:
  struct Control {
    KeyboardFocus::Id id;
    Kind kind;
    Rect rect;
    std::string panel;
    int layer = 0;
  };
  std::vector<Control> controls_{
      {1, Kind::pressed, {0, 0, 10, 10}, "left"},     {2, Kind::pressed, {12, 0, 10, 10}, "left"},
      {3, Kind::pressed, {24, 0, 10, 10}, "left"},    {4, Kind::pressed, {12, 12, 10, 10}, "left"},
      {5, Kind::pictured, {100, 0, 50, 50}, "right"}, {6, Kind::typed, {100, 60, 50, 10}, "right"}};
  KeyboardFocus focus_;
  std::vector<KeyboardFocus::Asked> asked_;

  template <class Keys>
  void frame(Keys keys) {
    focus_.begin_frame();
    keys();
    asked_.clear();
    for (const Control& control : controls_) {
      focus_.begin_panel(control.panel, control.layer);
      asked_.push_back(focus_.add(control.id, control.kind, control.rect, {0, 0, 200, 200}));
    }
  }
  void frame() {
    frame([] {});
  }
  /// The control that has the focus after a key; 0: none.
  template <class Keys>
  KeyboardFocus::Id after(Keys keys) {
    frame(keys);
    return focus_.stop() == nullptr ? 0 : focus_.stop()->id;
  }
  KeyboardFocus::Id tab(int by = 1) {
    return after([&] { focus_.go(by); });
  }
  KeyboardFocus::Id arrow(int across, int down) {
    return after([&] { focus_.move(across, down); });
  }
};

TEST_F(Focus, TabGoesRound) {
  frame();
  for (const unsigned id : {1u, 2u, 3u, 4u, 5u, 6u, 1u}) EXPECT_EQ(tab(), id);
  for (const unsigned id : {6u, 5u, 4u}) EXPECT_EQ(tab(-1), id);
}

TEST_F(Focus, ArrowsGoToNeighboursWithinThePanel) {
  frame();
  tab();
  EXPECT_EQ(arrow(1, 0), 2u);
  EXPECT_EQ(arrow(0, 1), 4u);
  EXPECT_EQ(arrow(0, 1), 4u) << "there is nothing below";
  EXPECT_EQ(arrow(1, 0), 4u) << "the next panel is Tab's";
  EXPECT_EQ(arrow(-1, 0), 3u) << "at the beginning of a row it goes back to the one before";
  EXPECT_EQ(arrow(0, -1), 3u);
  EXPECT_EQ(arrow(0, 1), 4u);
}

TEST_F(Focus, APictureTakesTheArrows) {
  frame();
  for (int i = 0; i < 5; ++i) tab();
  EXPECT_EQ(after([&] {
              focus_.move(1, 0);
              focus_.move(0, 1);
              focus_.move(0, 1);
            }),
            5u);
  EXPECT_EQ(asked_[4].across, 1);
  EXPECT_EQ(asked_[4].down, 2);
  frame();
  EXPECT_EQ(asked_[4].down, 0) << "once";
}

TEST_F(Focus, APressIsToldOnce) {
  frame();
  tab();
  EXPECT_TRUE(asked_[0].has_come);
  EXPECT_FALSE(asked_[0].is_pressed);
  frame([&] { focus_.press(); });
  EXPECT_TRUE(asked_[0].is_pressed);
  EXPECT_FALSE(asked_[1].is_pressed);
  frame();
  EXPECT_FALSE(asked_[0].is_pressed);
  EXPECT_TRUE(asked_[0].has_focus);
}

TEST_F(Focus, TabTypesIntoAFieldAndArrowsPassIt) {
  frame();
  EXPECT_EQ(tab(-1), 6u);
  EXPECT_TRUE(asked_[5].is_pressed);
  controls_.push_back({7, Kind::pressed, {100, 75, 50, 10}, "right"});
  frame();
  EXPECT_EQ(tab(), 7u);
  EXPECT_EQ(arrow(0, -1), 6u);
  EXPECT_FALSE(asked_[5].is_pressed);
}

TEST_F(Focus, IsGivenBackAndComesBack) {
  frame();
  tab();
  tab();
  EXPECT_TRUE(focus_.is_on_control());
  frame([&] { EXPECT_TRUE(focus_.leave()); });
  EXPECT_FALSE(focus_.is_on_control());
  EXPECT_EQ(focus_.stop(), nullptr);
  frame([&] { EXPECT_FALSE(focus_.leave()); });
  EXPECT_EQ(tab(), 2u);
}

TEST_F(Focus, GoesOnFromWhatTheMouseUsed) {
  focus_.begin_frame();
  focus_.begin_panel("left");
  for (const Control& control : controls_) {
    focus_.begin_panel(control.panel);
    focus_.add(control.id, control.kind, control.rect, {});
    if (control.id == 3) focus_.start_here();
  }
  frame();
  EXPECT_EQ(focus_.stop(), nullptr);
  EXPECT_EQ(tab(), 4u);
}

TEST_F(Focus, PanelsAreSteppedOver) {
  frame();
  const auto panel = [&](int by) { return after([&] { focus_.go_to_panel(by); }); };
  EXPECT_EQ(panel(1), 1u);
  tab();
  EXPECT_EQ(panel(1), 5u);
  EXPECT_EQ(panel(1), 1u);
  EXPECT_EQ(panel(-1), 5u);
}

TEST_F(Focus, AControlThatGoesLeavesItToTheNearestOfItsPanel) {
  frame();
  tab();
  tab();
  tab();
  controls_.erase(controls_.begin() + 2);
  frame();
  frame();
  ASSERT_NE(focus_.stop(), nullptr);
  EXPECT_EQ(focus_.stop()->id, 2u);
  std::erase_if(controls_, [](const Control& control) { return control.panel == "left"; });
  frame();
  frame();
  EXPECT_FALSE(focus_.is_on_control());
}

TEST_F(Focus, WhatLiesAboveTakesItAndGivesItBack) {
  frame();
  tab();
  tab();
  controls_.push_back({21, Kind::pressed, {40, 40, 10, 10}, "dialog", 1});
  controls_.push_back({22, Kind::pressed, {40, 52, 10, 10}, "dialog", 1});
  frame();
  frame();
  EXPECT_FALSE(focus_.is_on_control()) << "what is below a dialog takes no keys";
  EXPECT_EQ(tab(), 21u);
  EXPECT_EQ(tab(), 22u);
  EXPECT_EQ(tab(), 21u);
  controls_.resize(6);
  frame();
  frame();
  ASSERT_NE(focus_.stop(), nullptr);
  EXPECT_EQ(focus_.stop()->id, 2u);
}

}  // namespace
}  // namespace bankloom::ui
