// The window by keyboard alone: Tab comes to every control of every panel, keys act on the one that has the focus, and
// it is seen.
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "../base/sanitized.h"
#include "core/base/language.h"
#include "core/base/result.h"
#include "core/wording/glossary.h"
#include "fake_programs.h"
#include "ui/actions.h"
#include "ui/theme.h"
#include "ui_test.h"

namespace bankloom::test {
namespace {

using ui::Key;
using ui::KeyPress;
using ui::Probe;

class KeyboardTest : public UiTest {
 protected:
  [[nodiscard]] bool sees_pixels() const override { return false; }

  void press(KeyPress key) {
    ui_->press(key);
    frames(2);
  }
  /// A place that tells controls apart: its panel and where it begins, which scrolling changes.
  static std::string name_of(const Probe::Item& item) { return item.panel + ": " + item.what; }

  /// The control of the probe that has the focus; null where none has.
  const Probe::Item* focused() {
    const ui::KeyboardFocus::Stop* stop = ui_->focus().stop();
    if (stop == nullptr) return nullptr;
    for (const Probe::Item& item : ui_->probe().items()) {
      const bool same = std::abs(item.x - stop->rect.x) < 1 && std::abs(item.y - stop->rect.y) < 1 &&
                        std::abs(item.width - stop->rect.width) < 1 && std::abs(item.height - stop->rect.height) < 1;
      if (item.control && same && item.panel == stop->panel) return &item;
    }
    return nullptr;
  }

  /// Every enabled control of the present frame, and how often each name is there.
  std::map<std::string, int> controls(const std::string& panel = {}) {
    std::map<std::string, int> found;
    for (const Probe::Item& item : ui_->probe().items()) {
      if (item.control && item.enabled && (panel.empty() || item.panel == panel)) ++found[name_of(item)];
    }
    return found;
  }

  /// Goes round once with Tab or Shift+Tab, and checks that each control was come to once, and seen.
  void walk(const std::string& what, bool back, const std::string& panel = {}) {
    SCOPED_TRACE(what + (back ? ", backwards" : ", forwards"));
    press({Key::escape});
    const auto is_there = [&] {
      return panel.empty() || (ui_->focus().stop() != nullptr && ui_->focus().stop()->panel == panel);
    };
    for (int turn = 0; turn < 20 && !is_there(); ++turn) press({Key::tab, false, true});
    ASSERT_TRUE(is_there());
    if (back && !panel.empty()) press({Key::tab, false, true});
    std::map<std::string, int> wanted = controls(panel), visited;
    const std::size_t all =
        std::accumulate(wanted.begin(), wanted.end(), std::size_t{0},
                        [](std::size_t sum, const auto& one) { return sum + static_cast<std::size_t>(one.second); });
    ASSERT_GT(all, 0u);
    for (std::size_t i = 0; i < all; ++i) {
      if (panel.empty() || back || i > 0) press({Key::tab, back});
      const Probe::Item* item = focused();
      ASSERT_NE(item, nullptr) << "after " << i << " of " << all;
      ++visited[name_of(*item)];
      const auto frame = std::find_if(ui_->probe().items().begin(), ui_->probe().items().end(),
                                      [](const Probe::Item& one) { return one.panel == "focus"; });
      EXPECT_NE(frame, ui_->probe().items().end()) << name_of(*item) << " is not seen to have the focus";
    }
    for (const auto& [name, times] : wanted) EXPECT_EQ(visited[name], times) << name;
    for (const auto& [name, times] : visited) EXPECT_TRUE(wanted.contains(name)) << name << " is no control";
  }
};

TEST_F(KeyboardTest, TabComesToEveryControl) {
  auto setup = measure_setup();
  setup.recordings = load_recordings({BANKLOOM_SOURCE_DIR "/assets/recordings"});
  use_measures(std::move(setup));
  show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:9");
  for (const std::string tab : {"results", "output", "chart", "machines", "advice"}) {
    view_.tab = tab;
    if (tab == "advice") draw_until("advice", "IPAD = 1");
    session.finish_lesson(std::chrono::seconds(20));
    frames(3);
    const bool is_first = tab == "results";
    walk("the tab " + tab, tab == "output" || tab == "chart", is_first ? "" : tab);
  }
}

TEST_F(KeyboardTest, TabComesToEveryControlOfAProgram) {
  FakePrograms fake;
  fake.set_outcome(sample_outcome(992));
  ui::Programs programs(fake.backend(), [] {});
  run_to_end(programs, write("square.cu", "int main() {}"));
  ui_->services.programs = &programs;
  show("bankloom square/setRowReadCol");
  for (const std::string tab : {"launches", "program"}) {
    view_.tab = tab;
    frames(3);
    walk("the tab " + tab, tab == "launches", tab);
  }
  ui_->services.programs = nullptr;
}

TEST_F(KeyboardTest, TabComesToEveryControlInASmallWindow) {
  resize(1024, 640);
  show("bankloom square/setRowReadCol");
  walk("small", false);
  walk("small", true);
}

TEST_F(KeyboardTest, KeysAreOfTheFocusedControlOrOfTheWindow) {
  show("bankloom square/setRowReadCol");
  session.player().to_start();
  frames(2);
  const auto step = [&] { return session.player().step_index(); };
  const auto go_to = [&](const std::string& name) {
    for (int turn = 0; turn < 300; ++turn) {
      press({Key::tab});
      if (const Probe::Item* item = focused(); item != nullptr && name_of(*item) == name) return true;
    }
    return false;
  };
  // Nothing has the focus: they play and step.
  press({Key::right});
  EXPECT_EQ(step(), 1u);
  press({Key::left});
  EXPECT_EQ(step(), 0u);
  press({Key::space});
  EXPECT_TRUE(session.player().playback().playing());
  press({Key::space});
  EXPECT_FALSE(session.player().playback().playing());
  press({Key::down});
  EXPECT_EQ(session.player().position().warp, 1u);
  press({Key::up});
  press({Key::enter});
  EXPECT_EQ(session.player().position().warp, 0u);

  // On a row of the list: they are its own.
  const std::string kernel = session.kernel(Side::a)->name;
  ASSERT_TRUE(go_to("choice: setRowReadRow"));
  const std::uint64_t at = step();
  press({Key::down});
  EXPECT_EQ(session.player().position().warp, 0u);
  ASSERT_NE(focused(), nullptr);
  EXPECT_EQ(name_of(*focused()), "choice: setColReadCol");
  press({Key::right});
  EXPECT_EQ(step(), at);
  press({Key::up});
  EXPECT_EQ(session.kernel(Side::a)->name, kernel);
  ASSERT_TRUE(go_to("choice: setRowReadRow"));
  press({Key::space});
  EXPECT_FALSE(session.player().playback().playing());
  EXPECT_EQ(session.kernel(Side::a)->name, "setRowReadRow");
  press({Key::down});
  press({Key::enter});
  EXPECT_EQ(session.kernel(Side::a)->name, "setColReadCol");
  EXPECT_NE(ui_->focus().stop(), nullptr) << "what was pressed keeps the focus";
  session.finish();
  frames(3);

  // Esc gives it back.
  press({Key::escape});
  EXPECT_EQ(ui_->focus().stop(), nullptr);
  session.player().to_start();
  press({Key::right});
  EXPECT_EQ(step(), 1u);
}

TEST_F(KeyboardTest, AListIsOpenedAndChosenFrom) {
  show("bankloom square/setRowReadCol");
  view_.tab = "results";
  frames(2);
  const auto pace = [&] { return session.player().playback().pace(); };
  for (int turn = 0; turn < 300 && (focused() == nullptr || focused()->what != "speed"); ++turn) press({Key::tab});
  ASSERT_NE(focused(), nullptr);
  press({Key::enter});
  ASSERT_NE(ui_->focus().stop(), nullptr);
  EXPECT_EQ(ui_->focus().stop()->layer, 2) << "the list has the focus";
  press({Key::down});
  EXPECT_FALSE(pace().is_chosen());
  press({Key::enter});
  EXPECT_TRUE(pace().is_chosen());
  EXPECT_EQ(pace().speed(), 0.25);
  frame();
  ASSERT_NE(focused(), nullptr);
  EXPECT_EQ(focused()->what, "speed");
  // Esc closes the list alone.
  press({Key::space});
  press({Key::down});
  press({Key::escape});
  EXPECT_EQ(pace().speed(), 0.25);
  ASSERT_NE(focused(), nullptr);
  EXPECT_EQ(focused()->what, "speed");
}

TEST_F(KeyboardTest, AListShowsAllThatTheWindowHasRoomFor) {
  show("bankloom square/setRowReadCol");
  view_.tab = "results";
  frames(2);
  /// What of an open list is out of sight, in pixels; and its height.
  const auto open = [&](const std::string& what) {
    for (int turn = 0; turn < 300 && (focused() == nullptr || focused()->what != what); ++turn) press({Key::tab});
    press({Key::enter});
    frames(3);
    const ui::ContextScope scope(ui_->context());
    const auto& stack = ImGui::GetCurrentContext()->OpenPopupStack;
    if (stack.empty() || stack.back().Window == nullptr) return std::pair{-1.0f, 0.0f};
    return std::pair{stack.back().Window->ScrollMax.y, stack.back().Window->Size.y};
  };
  for (const auto& [width, height] : {std::pair{1600, 900}, {1280, 720}, {1024, 640}}) {
    if (kSanitized && height != 720) continue;
    resize(width, height);
    frames(3);
    for (const char* what : {"lesson", "speed", "machine"}) {
      const auto [hidden, high] = open(what);
      EXPECT_EQ(hidden, 0) << what << " at " << height;
      EXPECT_GT(high, 90) << what;
      press({Key::escape});
      press({Key::escape});
    }
    // The views of a picture are the most of all.
    press({Key::f12});
    click("one view", "overlay");
    frames(3);
    EXPECT_EQ(open("view").first, 0) << height;
    press({Key::escape});
    press({Key::escape});
  }
  // A window that is too low for them scrolls.
  resize(1024, 160);
  frames(3);
  press({Key::f12});
  frames(3);
  const auto [hidden, high] = open("view");
  EXPECT_GT(hidden, 0);
  EXPECT_LE(high, 160);
}

TEST_F(KeyboardTest, TheLessonsOfTheListHaveTheirNumbers) {
  show("bankloom rectangular/setRowReadCol");
  frames(2);
  for (int turn = 0; turn < 300 && (focused() == nullptr || focused()->what != "lesson"); ++turn) press({Key::tab});
  press({Key::enter});
  // From the third lesson, which is open, to the ninth.
  for (int down = 0; down < 6; ++down) press({Key::down});
  press({Key::enter});
  session.finish();
  frames(2);
  EXPECT_EQ(session.kernel(Side::a)->lesson, "mistakes");
  EXPECT_TRUE(shows("top", "Lesson 9 · ")) << all_of("top");
}

TEST_F(KeyboardTest, OfMouseAndArrowsTheLastToMovePoints) {
  show("bankloom square/setRowReadCol");
  session.player().to_start();
  frames(2);
  const auto cell = [&] { return session.pointer().pointed().cell; };
  for (int turn = 0; turn < 300 && (focused() == nullptr || focused()->what != "cells"); ++turn) press({Key::tab});
  const auto cells = find("cells", "tile");
  ASSERT_TRUE(cells.has_value());
  // The mouse lies on the picture; the arrows go over it all the same.
  const float column = cells->width / 32, row = cells->height / 32;
  point_at(cells->x + 20.5f * column, cells->y + 10.5f * row);
  frames(2);
  ASSERT_TRUE(cell().has_value());
  EXPECT_EQ(*cell(), (TileGeometry::Element{10, 20})) << "it moved";
  press({Key::down});
  press({Key::right});
  ASSERT_TRUE(cell().has_value());
  EXPECT_EQ(*cell(), (TileGeometry::Element{1, 1})) << "the arrows moved";
  frames(3);
  EXPECT_EQ(*cell(), (TileGeometry::Element{1, 1})) << "the mouse rests";
  point_at(cells->x + 21.5f * column, cells->y + 10.5f * row);
  frames(3);
  EXPECT_EQ(*cell(), (TileGeometry::Element{10, 21})) << "it moved again";
}

TEST_F(KeyboardTest, ArrowsGoFromCellToCellAndAlongTheSlider) {
  show("bankloom square/setRowReadCol");
  session.player().to_start();
  frames(2);
  const auto go_to = [&](const std::string& what) {
    for (int turn = 0; turn < 300 && (focused() == nullptr || focused()->what != what); ++turn) press({Key::tab});
    return focused() != nullptr;
  };
  ASSERT_TRUE(go_to("cells"));
  press({Key::down});
  press({Key::right});
  press({Key::right});
  ASSERT_FALSE(ui_->probe().tooltips().empty());
  EXPECT_NE(ui_->probe().tooltips().front().find("row 1, column 2"), std::string::npos)
      << ui_->probe().tooltips().front();
  EXPECT_EQ(session.player().step_index(), 0u);
  press({Key::enter});
  EXPECT_TRUE(session.pointer().selected().cell.has_value());
  ASSERT_TRUE(go_to("position"));
  press({Key::right});
  press({Key::right});
  press({Key::left});
  EXPECT_EQ(session.player().step_index(), 1u);
}

TEST_F(KeyboardTest, TabTypesIntoAFieldAndLeavesIt) {
  show("bankloom square/setRowReadCol");
  frames(2);
  for (int turn = 0; turn < 300; ++turn) {
    press({Key::tab});
    const ui::KeyboardFocus::Stop* stop = ui_->focus().stop();
    if (stop != nullptr && stop->kind == ui::KeyboardFocus::Kind::typed) break;
  }
  ASSERT_NE(ui_->focus().stop(), nullptr);
  const auto field = ui_->focus().stop()->id;
  {
    const ui::ContextScope scope(ui_->context());
    EXPECT_TRUE(ImGui::GetIO().WantTextInput);
  }
  press({Key::tab});
  ASSERT_NE(ui_->focus().stop(), nullptr);
  EXPECT_NE(ui_->focus().stop()->id, field);
}

TEST_F(KeyboardTest, ADialogHasTheKeysUntilItIsClosed) {
  show("bankloom square/setRowReadCol");
  frames(2);
  press({Key::tab});
  ASSERT_NE(focused(), nullptr);
  const std::string before = name_of(*focused());
  press({Key::f12});
  EXPECT_EQ(ui_->focus().stop(), nullptr);
  press({Key::tab});
  ASSERT_NE(focused(), nullptr);
  EXPECT_EQ(focused()->panel, "overlay");
  press({Key::escape});
  frames(2);
  ASSERT_NE(focused(), nullptr);
  EXPECT_EQ(name_of(*focused()), before);
}

TEST_F(KeyboardTest, TheGlossaryIsACardWithEveryTermAndItsCounters) {
  resize(1600, 900);
  show("bankloom square/setRowReadCol");
  frames(2);
  press({Key::f1, true});
  frames(2);
  ASSERT_GE(glossary().size(), 8u);
  for (const GlossaryTerm& one : glossary()) {
    for (const std::string_view words : {one.term, one.meaning, one.counters}) {
      EXPECT_TRUE(shows("overlay", std::string(words))) << words << "\n" << all_of("overlay");
    }
  }
  click("keys and views", "overlay");
  frames(2);
  EXPECT_TRUE(shows("overlay", "Play or pause")) << all_of("overlay");
  EXPECT_FALSE(shows("overlay", std::string(glossary().front().meaning)));
  click("glossary", "overlay");
  frames(2);
  EXPECT_TRUE(shows("overlay", std::string(glossary().front().meaning))) << all_of("overlay");
  press({Key::escape});
  EXPECT_TRUE(all_of("overlay").empty()) << all_of("overlay");
}

TEST(Focus, ItsFrameStandsOutFromEveryColour) {
  for (std::size_t i = 0; i < ui::kThemeNames.size(); ++i) {
    const ui::Theme& theme = ui::theme_of(static_cast<ui::ThemeName>(i));
    for (const ui::Colour ground :
         {theme.window, theme.surface, theme.raised, theme.raised_hover, theme.selected, theme.accent_a, theme.accent_b,
          theme.good, theme.bad, theme.store, theme.load, theme.global, theme.current_line, theme.text}) {
      EXPECT_GE(std::max(ui::contrast(theme.text, ground), ui::contrast(theme.window, ground)), 3) << i;
    }
  }
}

TEST_F(KeyboardTest, TheLanguageThatIsChosenIsDrawnWithTheNextFrame) {
  ui_->services.languages = std::filesystem::path(BANKLOOM_SOURCE_DIR) / kLanguageFolder;
  view_.language = kEnglish;
  show("bankloom square/setRowReadCol");
  draw_until("choice", "Reset options");
  view_.language = kPseudoLanguage;
  frame();
  EXPECT_TRUE(shows("choice", "[R\u00e9s\u00e9t \u00f6pt\u00ed\u00f6\u00f1s")) << all_of("choice");
  EXPECT_FALSE(shows("choice", "Reset options")) << all_of("choice");
  // Headings are tables of the program, made before any language was chosen.
  EXPECT_TRUE(shows("results", "[st\u00f6r\u00e9")) << all_of("results");
  view_.language = kEnglish;
  frame();
  EXPECT_TRUE(shows("choice", "Reset options")) << all_of("choice");
  ui_->services.languages.clear();
}

}  // namespace
}  // namespace bankloom::test
