// The tour of the first start: its cards, each with one thing to try.
#include <imgui.h>

#include "lesson_ui_test.h"

namespace bankloom::test {
namespace {

using ui::Key;

/// The tour on the window of a first start.
class TourTest : public QuietLessonTest {
 protected:
  void SetUp() override {
    QuietLessonTest::SetUp();
    if (IsSkipped()) return;
    resize(1600, 900);
    show("bankloom square/setRowReadCol");
    ui_->tour().begin(session);
    session.finish();
    frames(3);
  }
  ui::Tour& tour() { return ui_->tour(); }
  /// To a card, whatever is done on those before.
  void go_to(std::size_t card) {
    while (tour().step() < card) press(Key::enter);
    session.finish();
    frames(3);
  }
  /// As long as something moves, frame by frame.
  void let_pass() {
    for (int i = 0; i < 400 && (session.slide(Side::a).moving() || session.player().playback().playing()); ++i) {
      session.advance(0.1);
      frame();
    }
    frames(2);
  }
  /// Where the button was in the last frame.
  ui::Rect place_of(const std::string& what) {
    const auto found = find(what, "tour");
    return found ? ui::Rect{found->x, found->y, found->width, found->height} : ui::Rect{};
  }
};

TEST_F(TourTest, EachCardConfirmsWhatWasDone) {
  EXPECT_TRUE(shows("tour", "Point at a cell.")) << all_of("tour");
  EXPECT_FALSE(tour().is_done());
  const auto cells = find("cells", "tile");
  ASSERT_TRUE(cells);
  point_at(cells->x + cells->width * 5.5F / 32, cells->y + 20);
  frames(3);
  EXPECT_TRUE(tour().is_done());
  EXPECT_TRUE(shows("tour", "This one lies in bank 5.")) << all_of("tour");
  point_away();

  go_to(1);
  EXPECT_FALSE(tour().is_done());
  press(Key::space);
  EXPECT_TRUE(session.player().playback().playing());
  let_pass();
  ASSERT_TRUE(session.side(Side::a).state);
  EXPECT_EQ(session.side(Side::a).state->request.space, Space::shared) << "it stays at the conflict";
  EXPECT_EQ(session.side(Side::a).state->step, 31U);
  EXPECT_TRUE(shows("tour", "the warp took 32 turns")) << all_of("tour");

  go_to(2);
  EXPECT_FALSE(tour().is_done());
  press(Key::left);
  EXPECT_TRUE(tour().is_done());

  go_to(3);
  EXPECT_FALSE(tour().is_done());
  EXPECT_EQ(session.side(Side::a).state->steps, 32U) << "P has a conflict to take away";
  press(Key::p);
  session.finish();
  frames(2);
  session.finish();
  frames(2);
  ASSERT_TRUE(session.comparing());
  EXPECT_TRUE(session.slide(Side::b).moving()) << "the rows move first";
  EXPECT_EQ(session.side(Side::a).state->steps, 32U);
  EXPECT_EQ(session.side(Side::b).state->steps, 1U);
  EXPECT_TRUE(shows("tour", "32 wavefronts in A, 1 in B")) << all_of("tour");
  let_pass();
  EXPECT_TRUE(session.side(Side::a).ended && session.side(Side::b).ended) << "and both are served";
  EXPECT_EQ(session.side(Side::a).state->request.op, AccessOp::load);

  go_to(4);
  EXPECT_FALSE(lesson().is_open());
  press(Key::enter);
  EXPECT_FALSE(tour().is_open());
  EXPECT_TRUE(lesson().is_open());
}

TEST_F(TourTest, CardsStandAtOnePlaceBesideWhatTheySpeakOf) {
  for (const auto& [width, height] : {std::pair{1024, 640}, {1280, 720}, {1600, 900}, {1920, 1080}}) {
    resize(width, height);
    ui_->tour().begin(session);
    session.finish();
    frames(3);
    const ui::Rect first = place_of("Next");
    for (std::size_t card = 0; card + 1 < 5; ++card) {
      go_to(card);
      const ui::Rect next = place_of("Next");
      EXPECT_EQ(next.x, first.x) << width << ", card " << card;
      EXPECT_EQ(next.y, first.y) << width << ", card " << card;
    }
    for (const auto& item : ui_->probe().items()) {
      EXPECT_FALSE(item.panel == "tour" && item.what.ends_with("…")) << width << ": " << item.what;
    }
    const ui::Layout& layout = ui_->layout();
    for (const ui::Rect& spoken :
         {layout.tile[0], layout.banks[0], layout.timeline, layout.choice, layout.top, layout.details}) {
      const bool is_apart = first.x >= spoken.right() || first.right() <= spoken.x || first.y >= spoken.bottom() ||
                            first.bottom() <= spoken.y;
      EXPECT_TRUE(is_apart) << width;
    }
  }
}

TEST_F(TourTest, ASecondClickAtTheSamePlacePinsNothing) {
  const ui::Rect next = place_of("Next");
  const float x = next.x + next.width / 2, y = next.y + next.height / 2;
  const auto click_there = [&] {
    point_at(x, y);
    frame(0.02);
    point_at(x, y, true);
    frame(0.02);
    point_at(x, y);
    frames(2, 0.02);
  };
  // After a while each click is one.
  for (std::size_t card = 0; card < 4; ++card) {
    frames(5);
    click_there();
    session.finish();
    EXPECT_EQ(tour().step(), card + 1);
    click_there();
    EXPECT_EQ(tour().step(), card + 1) << "the second click of two is none";
    EXPECT_TRUE(session.pointer().selected().empty());
  }
  const ui::Rect close = place_of("Close");
  press(Key::escape);
  EXPECT_FALSE(tour().is_open());
  const Scene before = session.scene();
  point_at(close.x + 5, close.y + 5, true);
  frame(0.02);
  point_at(close.x + 5, close.y + 5);
  frames(2, 0.02);
  EXPECT_TRUE(session.pointer().selected().empty());
  EXPECT_TRUE(session.scene() == before);
}

TEST_F(TourTest, WhatWasShownBeforeIsThereAgain) {
  press(Key::escape);
  show("bankloom rectangular/setRowReadCol IPAD=2");
  tour().begin(session);
  session.finish();
  frames(2);
  EXPECT_EQ(session.scene().a.kernel, "square/setRowReadCol");
  press(Key::escape);
  EXPECT_FALSE(tour().is_open()) << "Esc skips it";
  session.finish();
  EXPECT_EQ(session.scene().a.kernel, "rectangular/setRowReadCol");
  EXPECT_EQ(session.options(Side::a).at("IPAD"), "2");
}

}  // namespace
}  // namespace bankloom::test
