// The room of the panels: hidden, dragged, given way to larger text; the tiles looked at closely.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

#include "../base/sanitized.h"
#include "ui/actions.h"
#include "ui/tile_zoom.h"
#include "ui_test.h"

namespace bankloom::test {
namespace {

using ui::Key;
using ui::KeyPress;
using ui::Probe;

constexpr const char* kOneTile = "bankloom square/setRowReadCol at=0:1:3";
constexpr const char* kComparison = "bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:3";

class RoomTest : public UiTest {
 protected:
  [[nodiscard]] bool sees_pixels() const override { return false; }

  void press(KeyPress key) {
    ui_->press(key);
    frames(3);
  }
  /// Whether a sentence is shown that says so.
  bool says(const std::string& words) { return all_of("overlay").find(words) != std::string::npos; }
  /// As it is drawn.
  float text_scale() { return ui_->layout().scale; }
  Probe::Item cells(const std::string& panel = "tile") { return find("cells", panel).value_or(Probe::Item{}); }
  void turn_wheel(float by) {
    const ui::ContextScope scope(ui_->context());
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddMouseWheelEvent(0, by);
#else
    ImGui::GetIO().MouseWheel = by;
#endif
    frames(2);
  }
  void drag(float x, float y, float to_x, float to_y) {
    point_at(x, y);
    frames(2);
    point_at(x, y, true);
    frame();
    for (const float part : {0.3f, 0.7f, 1.0f}) {
      point_at(x + (to_x - x) * part, y + (to_y - y) * part, true);
      frame();
    }
    point_at(to_x, to_y);
    frames(2);
  }
};

/// Where the middle of a strip is.
ImVec2 middle_of(const Probe::Item& item) { return {item.x + item.width / 2, item.y + item.height / 2}; }

TEST_F(RoomTest, APanelIsDraggedHiddenAndAsItWasAgain) {
  show(kOneTile);
  frames(2);
  const float usual = ui_->layout().choice.width, tile = ui_->layout().tile[0].width;
  ImVec2 at = middle_of(*find("splitter", "left panel"));
  drag(at.x, at.y, at.x + 60, at.y);
  EXPECT_NEAR(ui_->layout().choice.width, usual + 60, 1);
  EXPECT_LT(ui_->layout().tile[0].width, tile);
  at = middle_of(*find("splitter", "right panel"));
  const float code = ui_->layout().code.width;
  drag(at.x, at.y, at.x + 50, at.y);
  EXPECT_NEAR(ui_->layout().code.width, code - 50, 1);
  at = middle_of(*find("splitter", "lower panel"));
  const float lower = ui_->layout().timeline.height;
  drag(at.x, at.y, at.x, at.y - 40);
  EXPECT_NEAR(ui_->layout().timeline.height, lower + 40, 1);

  // Far out it is hidden; its key, and a click on what is left at the edge, show it as large as it was.
  at = middle_of(*find("splitter", "left panel"));
  drag(at.x, at.y, 10, at.y);
  EXPECT_TRUE(ui_->layout().choice.empty());
  press({Key::f7});
  EXPECT_NEAR(ui_->layout().choice.width, usual + 60, 1);
  press({Key::f7});
  EXPECT_TRUE(ui_->layout().choice.empty());
  click("splitter", "left panel");
  EXPECT_NEAR(ui_->layout().choice.width, usual + 60, 1);

  // Nothing is lost when the window becomes small and large again.
  resize(1024, 640);
  frames(2);
  EXPECT_NEAR(ui_->layout().choice.width, 1024 - 828, 1);
  resize(1600, 900);
  frames(2);
  EXPECT_NEAR(ui_->layout().choice.width, usual + 60, 1);

  // Two clicks within the time of one: as usual.
  at = middle_of(*find("splitter", "left panel"));
  for (const bool pressed : {false, true, false, true, false}) {
    point_at(at.x, at.y, pressed);
    frame(0.05);
  }
  frames(2);
  EXPECT_EQ(ui_->layout().choice.width, usual);
}

TEST_F(RoomTest, KeysMoveASplitterAndHidePanels) {
  show(kOneTile);
  frames(2);
  const float usual = ui_->layout().choice.width;
  const auto go_to = [&](const std::string& panel) {
    for (int turn = 0; turn < 40; ++turn) {
      press({Key::tab, false, true});
      if (ui_->focus().stop() != nullptr && ui_->focus().stop()->panel == panel) return true;
    }
    return false;
  };
  ASSERT_TRUE(go_to("left panel"));
  EXPECT_TRUE(shows("focus", "")) << "it is seen where the focus is";
  press({Key::right});
  EXPECT_EQ(ui_->layout().choice.width, usual + 20);
  press({Key::left});
  press({Key::left});
  EXPECT_EQ(ui_->layout().choice.width, usual - 20);
  press({Key::enter});
  EXPECT_EQ(ui_->layout().choice.width, usual);
  ASSERT_TRUE(go_to("lower panel"));
  const float lower = ui_->layout().timeline.height;
  press({Key::up});
  EXPECT_EQ(ui_->layout().timeline.height, lower + 20);
  press({Key::escape});
  for (const auto& [key, panel] : {std::pair{Key::f7, "choice"}, {Key::f9, "timeline"}, {Key::f10, "code"}}) {
    EXPECT_FALSE(all_of(panel).empty());
    press({key});
    EXPECT_TRUE(all_of(panel).empty()) << panel;
  }
  // The window is the tile's and its banks'.
  EXPECT_EQ(ui_->layout().tile[0].width + ui_->layout().banks[0].width, 1600);
  // A text that is typed at is seen.
  press({Key::e});
  EXPECT_FALSE(ui_->layout().code.empty());
  press({Key::e, false, true});
  EXPECT_TRUE(ui_->layout().code.empty());
}

TEST_F(RoomTest, ThePictureKeepsItsSizeWhenTheTextGrows) {
  for (const auto& [width, height] : {std::pair{1280, 720}, {1366, 768}, {1600, 900}, {1920, 1080}}) {
    if (kSanitized && width != 1280) continue;
    for (const char* scene : {kOneTile, kComparison, "bankloom transpose/tile at=0:0:3"}) {
      show(scene);
      resize(width, height);
      view_ = {};
      frames(3);
      const std::string panel = session.comparing() ? "tile/a" : "tile";
      float across = cells(panel).width, down = cells(panel).height;
      const float text = text_scale();
      const float first_across = across, first_down = down;
      for (int turn = 0; turn < 12; ++turn) {
        press({Key::plus});
        // All cells are of one size, so their picture tells it; a pixel is rounding.
        const bool gave_way = view_.lower.is_hidden || view_.left.is_hidden;
        EXPECT_GE(cells(panel).width, (gave_way ? first_across : across) - 1.5f)
            << scene << ", " << width << ": " << view_.text_scale;
        EXPECT_GE(cells(panel).height, (gave_way ? first_down : down) - 1.5f)
            << scene << ", " << width << ": " << view_.text_scale;
        across = cells(panel).width;
        down = cells(panel).height;
      }
      EXPECT_TRUE(says("as large as fits in this window")) << "what does not fit is said";
      EXPECT_GE(text_scale(), 1.14f * text) << width << ": text size means text size";
      frames(2, 20);
    }
  }
}

TEST_F(RoomTest, APanelGivesWayToLargerTextAndThatIsSaid) {
  show(kComparison);
  resize(1600, 900);
  frames(3);
  press({Key::plus});
  EXPECT_FALSE(ui_->layout().timeline.empty());
  press({Key::plus});
  EXPECT_FLOAT_EQ(view_.text_scale, 1.3f);
  EXPECT_FLOAT_EQ(ui_->layout().scale, 1.3f) << "as large as it was asked for";
  EXPECT_TRUE(view_.lower.is_hidden);
  EXPECT_TRUE(says("The lower panel is hidden: it makes room for larger text. F9 shows it again."))
      << all_of("overlay");
  press({Key::f9});
  EXPECT_FALSE(ui_->layout().timeline.empty());
  EXPECT_LT(ui_->layout().scale, 1.3f);
  EXPECT_TRUE(says("Text at 130 % does not fit")) << all_of("overlay");
  press({Key::f9});
  EXPECT_FLOAT_EQ(ui_->layout().scale, 1.3f);
}

TEST_F(RoomTest, TheWheelMakesCellsLargerWhereThePointerIs) {
  for (const char* scene : {kOneTile, kComparison}) {
    show(scene);
    // The columns of lists are as wide as their figures, which come when the other kernels have been executed.
    session.finish_lesson(std::chrono::seconds(60));
    resize(1600, 900);
    frames(3);
    const bool comparing = session.comparing();
    const std::string a = comparing ? "tile/a" : "tile";
    const auto outside = [&] {
      std::map<std::string, std::string> places;
      for (const Probe::Item& item : ui_->probe().items()) {
        if (item.panel.starts_with("tile") ? item.what == "cells" : item.scrolls && !item.control) continue;
        places[item.panel + ": " + item.what] += fmt::format("{} {} {} {};", item.x, item.y, item.width, item.height);
      }
      return places;
    };
    const auto before = outside();
    const Probe::Item whole = cells(a);
    const float x = whole.x + whole.width * 0.61f, y = whole.y + whole.height * 0.27f;
    point_at(x, y);
    frames(3, 1);
    const auto pointed = session.pointer().pointed().cell;
    ASSERT_TRUE(pointed.has_value());
    for (int turn = 0; turn < 6; ++turn) {
      turn_wheel(1);
      EXPECT_EQ(session.pointer().pointed().cell, pointed) << turn;
    }
    point_away();
    frames(3);
    const auto after = outside();
    for (const auto& [name, places] : before) {
      ASSERT_TRUE(after.contains(name)) << name;
      EXPECT_EQ(after.at(name), places) << name;
    }
    // What is seen is the place that the whole tile had, and more where the room has it; B's is as large.
    EXPECT_GE(cells(a).width, whole.width - 2);
    EXPECT_GE(cells(a).height, whole.height - 2);
    if (comparing) {
      EXPECT_NEAR(cells("tile/a").width, cells("tile/b").width, 2);
      EXPECT_NEAR(cells("tile/a").height, cells("tile/b").height, 2);
      EXPECT_NEAR(cells("tile/a").y, cells("tile/b").y, 1);
    }
    press({Key::zero});
    EXPECT_EQ(cells(a).width, whole.width);
    EXPECT_EQ(outside(), before);
  }
}

TEST_F(RoomTest, KeysMakeCellsLargerAndTheFocusedCellStaysInSight) {
  show(kOneTile);
  frames(3);
  const Probe::Item whole = cells();
  for (int turn = 0; turn < 6; ++turn) press({Key::z});
  EXPECT_NE(find("Fit", "tile"), std::nullopt);
  for (int turn = 0; turn < 300; ++turn) {
    press({Key::tab});
    if (ui_->focus().stop() != nullptr && ui_->focus().stop()->panel == "tile" &&
        ui_->focus().stop()->kind == ui::KeyboardFocus::Kind::pictured) {
      break;
    }
  }
  for (const Key key : {Key::right, Key::down, Key::left, Key::up}) {
    for (int turn = 0; turn < (kSanitized ? 8 : 33); ++turn) {
      ui_->press({key});
      frames(2);
      const ui::Rect* cell = ui_->focus().shown_cell(ui_->focus().stop()->id);
      ASSERT_NE(cell, nullptr);
      const Probe::Item seen = cells();
      EXPECT_GE(cell->x, seen.x - 2) << turn;
      EXPECT_GE(cell->y, seen.y - 2) << turn;
      EXPECT_LE(cell->right(), seen.x + seen.width + 2) << turn;
      EXPECT_LE(cell->bottom(), seen.y + seen.height + 2) << turn;
    }
  }
  press({Key::escape});
  for (int turn = 0; turn < 6; ++turn) press({Key::z, true});
  EXPECT_EQ(cells().width, whole.width) << "as often out as in";
  // Another tile is seen whole.
  press({Key::z});
  EXPECT_TRUE(shows("tile", "Fit"));
  show("bankloom rectangular/setRowReadCol");
  frames(3);
  EXPECT_FALSE(shows("tile", "Fit"));
}

TEST_F(RoomTest, TheMouseMovesWhatIsSeen) {
  show(kComparison);
  frames(3);
  for (int turn = 0; turn < 6; ++turn) press({Key::z});
  const Probe::Item seen = cells("tile/b");
  const float x = seen.x + seen.width / 2, y = seen.y + seen.height / 2;
  point_at(x, y);
  frames(3);
  const auto before = session.pointer().pointed().cell;
  ASSERT_TRUE(before.has_value());
  {
    const ui::ContextScope scope(ui_->context());
    ImGui::GetIO().MouseDown[1] = true;
  }
  frames(2);
  for (const float part : {0.5f, 1.0f}) {
    point_at(x - 60 * part, y - 40 * part);
    frames(2);
  }
  // It went along with the mouse.
  EXPECT_EQ(session.pointer().pointed().cell, before);
  {
    const ui::ContextScope scope(ui_->context());
    ImGui::GetIO().MouseDown[1] = false;
  }
  point_at(x, y);
  frames(2);
  EXPECT_NE(session.pointer().pointed().cell, before);
}

}  // namespace
}  // namespace bankloom::test
