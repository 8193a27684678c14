// The output: as large as its panel allows, filling while the animation plays, A's beside B's.
#include "ui_test.h"

#include <algorithm>

namespace bankloom::test {
namespace {

class OutputPanelTest : public UiTest {
 protected:
  void SetUp() override {
    UiTest::SetUp();
    view_.tab = "output";
  }
  /// The panes of a name, from the left to the right.
  std::vector<ui::Probe::Item> panes(const std::string& what) {
    std::vector<ui::Probe::Item> found;
    for (const auto& item : ui_->probe().items()) {
      if (item.panel == "output" && item.what == what) found.push_back(item);
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
    return found;
  }
  /// Pixels of a pane, but for its edges, that are nearly of a colour.
  unsigned count(const ui::Probe::Item& pane, ui::Colour colour) {
    const gfx::Image image = target_->read();
    unsigned found = 0;
    const float side = std::min(pane.width, pane.height);
    for (auto y = static_cast<unsigned>(pane.y) + 2; y < static_cast<unsigned>(pane.y + side) - 2; ++y) {
      for (auto x = static_cast<unsigned>(pane.x) + 2; x < static_cast<unsigned>(pane.x + side) - 2; ++x) {
        const std::uint8_t* pixel = image.pixel(x, y);
        bool is_near = true;
        for (unsigned channel = 0; channel < 3; ++channel) {
          is_near = is_near && std::abs(pixel[channel] - static_cast<int>(colour >> (8 * channel) & 255u)) < 6;
        }
        found += is_near ? 1U : 0U;
      }
    }
    return found;
  }
};

TEST_F(OutputPanelTest, FillsWhileItPlaysAndShowsTheEndAtAClick) {
  // Warp 0 stores a row of the output, a sector of 8 elements a step.
  show("bankloom square/setRowReadCol at=0:1:31");
  frames(3);
  EXPECT_TRUE(shows("output", " 0 of 1,024")) << all_of("output");
  const ui::Theme& theme = ui::theme_of(view_.theme);
  ASSERT_EQ(panes("output map").size(), 1U);
  const unsigned empty = count(panes("output map")[0], theme.raised);
  for (const char* words : {"8 of 1,024", "16 of 1,024", "24 of 1,024", "32 of 1,024"}) {
    ASSERT_TRUE(session.player().step(1));
    frames(2);
    EXPECT_TRUE(shows("output", words)) << words << ": " << all_of("output");
  }
  const unsigned later = count(panes("output map")[0], theme.raised);
  EXPECT_LT(later, empty);
  EXPECT_GT(later, empty / 2);
  ASSERT_TRUE(session.player().step(-1));
  frames(2);
  EXPECT_TRUE(shows("output", "24 of 1,024")) << all_of("output");
  click("final", "output");
  EXPECT_TRUE(shows("output", "written")) << all_of("output");
  EXPECT_FALSE(shows("output", " of 1,024")) << all_of("output");
  EXPECT_LT(count(panes("output map")[0], theme.raised), empty / 20);
  click("so far", "output");
  EXPECT_TRUE(shows("output", "24 of 1,024")) << all_of("output");
  // The end of the block is the end of the output.
  session.player().set_scope(PlayScope::block);
  session.player().to_end();
  frames(2);
  EXPECT_TRUE(shows("output", "1,024 of 1,024")) << all_of("output");
}

TEST_F(OutputPanelTest, WhatItShowsIsOfTheScene) {
  show("bankloom square/setRowReadCol");
  frames(3);
  click("final", "output");
  EXPECT_EQ(view_.output_time, ui::OutputTime::final);
  click("numbers", "output");
  EXPECT_EQ(view_.output, ui::OutputForm::numbers);
  view_.output = ui::OutputForm::places;
  frames(2);
  EXPECT_TRUE(shows("output", "out: 32 × 32, written")) << all_of("output");
}

TEST_F(OutputPanelTest, OfALargeOneItIsSaidWhyItsEndAloneIsShown) {
  show("bankloom transpose/copy N=544");
  ASSERT_GT(session.side(Side::a).run->output_rows * session.side(Side::a).run->output_columns, 512U * 512U);
  frames(3);
  EXPECT_FALSE(shows("output", "so far")) << "a switch that does nothing: " << all_of("output");
  const auto words = find("final only", "output");
  ASSERT_TRUE(words.has_value());
  point_at(words->x + 3, words->y + words->height / 2);
  frames(20);
  std::string told;
  for (const std::string& one : ui_->probe().tooltips()) told += one;
  EXPECT_NE(told.find("up to 262,144 elements are shown step by step"), std::string::npos) << told;
}

TEST_F(OutputPanelTest, IsAsLargeAsItsPanelAllows) {
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1600, 900}, std::pair{1920, 1080}}) {
    for (const char* scene : {"bankloom square/setRowReadCol at=0:1:31",
                              "bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:31"}) {
      resize(width, height);
      show(scene);
      frames(3);
      const auto maps = panes("output map");
      ASSERT_EQ(maps.size(), session.comparing() ? 2U : 1U) << all_of("output");
      EXPECT_GE(maps[0].height, 0.7f * maps[0].clip_height) << width << ": " << maps[0].height;
      // A and B side by side, at one height and equally large.
      for (const auto& map : maps) {
        EXPECT_EQ(map.y, maps[0].y);
        EXPECT_NEAR(map.width, maps[0].width, 1.5f);
        EXPECT_EQ(map.height, maps[0].height);
        EXPECT_GE(map.width, map.height) << "the height is what there is";
      }
      if (session.comparing()) EXPECT_GT(maps[1].x, maps[0].x + maps[0].width);
    }
  }
}

TEST_F(OutputPanelTest, ElementsThatAreWrongAreMarkedOnceTheyAreWritten) {
  show("bankloom square/setRowReadCol");
  // Two rows of what is expected are others: of the first and of the last warp.
  const auto run = std::const_pointer_cast<KernelRun>(session.side(Side::a).run);
  ASSERT_NE(run, nullptr);
  for (std::size_t column = 0; column < 32; ++column) {
    run->expected[column * 4 + 1] ^= std::byte{1};
    run->expected[(31 * 32 + column) * 4 + 1] ^= std::byte{1};
  }
  compare_output(*run);
  ASSERT_EQ(run->different, 64U);
  const ui::Theme& theme = ui::theme_of(view_.theme);
  session.player().set_scope(PlayScope::block);
  session.player().to_start();
  frames(3);
  EXPECT_EQ(count(panes("output map")[0], theme.bad), 0U);
  session.player().go_to({5, 2, 3});
  frames(2);
  const unsigned first = count(panes("output map")[0], theme.bad);
  EXPECT_GT(first, 30U);
  session.player().to_end();
  frames(2);
  EXPECT_GT(count(panes("output map")[0], theme.bad), 3 * first / 2);
}

TEST_F(OutputPanelTest, AnElementSaysWhatItIsSoFar) {
  show("bankloom square/setRowReadCol at=0:2:0");
  frames(3);
  const auto map = panes("output map")[0];
  const float side = std::min(map.width, map.height) / 32;
  const auto told = [&](float row, float column) {
    point_at(map.x + (column + 0.5f) * side, map.y + (row + 0.5f) * side);
    frames(3, 0.5);
    std::string words;
    for (const std::string& one : ui_->probe().tooltips()) words += one;
    return words;
  };
  EXPECT_NE(told(0, 3).find("row 0, column 3: 96, as expected"), std::string::npos) << told(0, 3);
  EXPECT_NE(told(20, 3).find("row 20, column 3: not written yet; in the end 116, as expected"), std::string::npos)
      << told(20, 3);
}

}  // namespace
}  // namespace bankloom::test
