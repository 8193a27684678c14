// What is drawn anew of a frame: enough, and not much more.
#include <chrono>
#include <random>
#include <thread>

#include "../base/sanitized.h"
#include "ui_test.h"

namespace bankloom::test {
namespace {

class CompositorTest : public UiTest {
 protected:
  /// Draws a frame, and the same once more from nothing: no pixel may differ.
  void expect_whole(const std::string& where) {
    frame(0.02);
    const gfx::Image kept = target_->read();
    target_->bind();
    ui_->draw_anew();
    const gfx::Image whole = target_->read();
    std::size_t wrong = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i + 3 < whole.rgba.size(); i += 4) {
      if (std::memcmp(&whole.rgba[i], &kept.rgba[i], 3) == 0) continue;
      if (wrong++ == 0) first = i / 4;
    }
    const auto width = static_cast<std::size_t>(target_->size().width);
    ASSERT_EQ(wrong, 0u) << where << ", first at " << first % width << ", " << first / width;
  }
};

TEST_F(CompositorTest, EveryStepOfAComparisonIsAsIfDrawnWhole) {
  resize(1280, 720);
  show("bankloom square/setRowReadCol IPAD=0 vs square/setRowReadCol IPAD=1");
  frames(4);
  session.player().to_start();
  expect_whole("at the start");
  const int steps = kSanitized ? 6 : 40;
  for (int i = 0; i < steps; ++i) {
    if (!session.player().step(1)) session.player().to_start();
    expect_whole("after step " + std::to_string(i));
    if (HasFatalFailure()) return;
  }
}

TEST_F(CompositorTest, WhatTheMouseAndTheOptionsChangeIsAsIfDrawnWhole) {
  resize(1600, 900);
  show("bankloom transpose/tile");
  frames(4);
  std::mt19937 random(3);
  const int turns = kSanitized ? 4 : 30;
  for (int i = 0; i < turns; ++i) {
    point_at(static_cast<float>(random() % 1600), static_cast<float>(random() % 900));
    expect_whole("with the mouse elsewhere, turn " + std::to_string(i));
    if (HasFatalFailure()) return;
    if (i % 5 == 0) session.player().step(1 + static_cast<int>(random() % 7));
  }
  point_away();
  for (const char* line : {"bankloom transpose/tilePad", "bankloom transpose/tilePad machine=didactic10",
                           "bankloom square/setRowReadCol IPAD=1"}) {
    show(line);
    frames(3);
    expect_whole(line);
    if (HasFatalFailure() || kSanitized) return;
  }
}

TEST_F(CompositorTest, WhatLiesAboveTheSlotsComesAndGoesAsIfDrawnWhole) {
  show("bankloom square/setRowReadCol IPAD=0");
  frames(4);
  for (int i = 0; i < 4; ++i) {
    ui_->press({ui::Key::f1});
    frames(2);
    session.player().step(1);
    expect_whole("with the help opened and closed, turn " + std::to_string(i));
  }
}

TEST_F(CompositorTest, TheSettingsLeaveThePictureAsItIs) {
  show("bankloom square/setRowReadCol IPAD=0");
  frames(4);
  const auto cells = find("cells", "tile");
  ASSERT_TRUE(cells.has_value());
  const auto row_of_cells = [&] {
    frames(3, 1);
    const gfx::Image image = target_->read();
    const auto at = (static_cast<std::size_t>(cells->y + 5) * image.width + static_cast<std::size_t>(cells->x)) * 4;
    return std::vector(
        image.rgba.begin() + static_cast<std::ptrdiff_t>(at),
        image.rgba.begin() + static_cast<std::ptrdiff_t>(at) + static_cast<std::ptrdiff_t>(cells->width) * 4);
  };
  const auto before = row_of_cells();
  click("Theme, colours and size of text", "top");
  ASSERT_FALSE(all_of("overlay").empty());
  EXPECT_EQ(row_of_cells(), before) << "what is chosen is seen while it is chosen";
  ui_->press({ui::Key::escape});
  ui_->press({ui::Key::f1});
  EXPECT_NE(row_of_cells(), before) << "other dialogs dim what lies behind them";
}

TEST_F(CompositorTest, AStepDrawsAPartOfTheWindow) {
  show("bankloom square/setRowReadCol IPAD=0");
  frames(4);
  session.player().to_start();
  frames(2);
  // Once the table's kernels are executed in the background nothing moves, and nothing is drawn.
  for (int i = 0; i < 500; ++i) {
    frame(1e-6);
    if (ui_->compositor().drawn_pixels() == 0) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(ui_->compositor().drawn_pixels(), 0);
  session.player().step(1);
  frame(1e-6);
  EXPECT_GT(ui_->compositor().drawn_pixels(), 0);
  EXPECT_LT(ui_->compositor().drawn_pixels(), 0.5 * 1600 * 900);
}

}  // namespace
}  // namespace bankloom::test
