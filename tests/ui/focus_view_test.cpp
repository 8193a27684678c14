// The focus view: in a lecture hall it is read from the last row, and nothing of it is cut.
#include <array>

#include "ui/layout.h"
#include "ui_test.h"

namespace bankloom::test {
namespace {

class FocusViewTest : public UiTest {
 protected:
  [[nodiscard]] bool sees_pixels() const override { return false; }
  [[nodiscard]] bool still() const override { return true; }

  void draw(const std::string& scene, int width, int height, ui::FocusView focus = ui::FocusView::on) {
    show(scene);
    resize(width, height);
    view_.theme = ui::ThemeName::projector;
    view_.focus = focus;
    frames(3, 1);
  }

  /// The first of a panel's items with these words; fails where there is none.
  ui::Probe::Item item(const std::string& panel, const std::string& what) {
    for (const auto& one : ui_->probe().items()) {
      if (one.panel == panel && one.what == what) return one;
    }
    ADD_FAILURE() << panel << " shows no '" << what << "'";
    return {};
  }
};

constexpr const char* kPair = "bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:6";

TEST_F(FocusViewTest, CellsAndWordsAreReadFromTheLastRow) {
  draw(kPair, 1920, 1080);
  // 32 rows and, with the padding, 33 columns.
  const auto compared = item("tile/b", "cells");
  EXPECT_GE(compared.width / 33, 26);
  EXPECT_GE(compared.height / 32, 19);
  EXPECT_GE(item("headline/a", "32-way conflict").height, 48);
  EXPECT_GE(item("headline/a", "7").height, 60);
  EXPECT_GE(item("headline/b", "1").height, 60);
  // The verdict stands above; below it the reason, on both sides in letters of one size.
  const auto& items = ui_->probe().items();
  for (const std::string reason : {"Neighbouring lanes are 32 words apart", "Neighbouring lanes are 33 words apart"}) {
    const auto line = std::find_if(items.begin(), items.end(), [&](const ui::Probe::Item& one) {
      return one.panel == "sentence" && one.what.starts_with(reason);
    });
    ASSERT_NE(line, items.end()) << reason;
    EXPECT_GE(line->height, 27);
  }

  draw("bankloom square/setRowReadCol IPAD=1 at=0:1:0", 1920, 1080);
  const auto alone = item("tile", "cells");
  EXPECT_GE(alone.width / 33, 30);
  EXPECT_GE(alone.height / 32, 24);
}

TEST_F(FocusViewTest, WhatWasGuessedIsSaidBesideHeadlineAndFigures) {
  const std::string text =
      "__global__ void turn(float* out, const float* in) {\n"
      "  __shared__ float tile[32 * 32];\n"
      "  tile[threadIdx.x * 32] = in[threadIdx.x];\n"
      "  __syncwarp();\n"
      "  out[threadIdx.x] = tile[threadIdx.x * 32];\n"
      "}\n";
  draw("bankloom own=" + write("guessed.cu", text).string(), 1280, 720, ui::FocusView::code);
  EXPECT_TRUE(shows("headline", "32-way conflict")) << all_of("headline");
  EXPECT_TRUE(shows("headline", "guessed: the launch")) << all_of("headline");
  EXPECT_TRUE(shows("code", "32.0?")) << all_of("code");
  // In the other views beside the verdict, too.
  draw("bankloom own=" + write("guessed.cu", text).string(), 1280, 720, ui::FocusView::off);
  EXPECT_TRUE(shows("banks", "guessed")) << all_of("banks");
  // Sizes of buffers change no figure, and what is said is not guessed.
  draw("bankloom own=" + write("said.cu", "// launch: turn<<<1, 32>>>(out, in)\n" + text).string(), 1280, 720,
       ui::FocusView::code);
  EXPECT_TRUE(shows("headline", "32-way conflict")) << all_of("headline");
  EXPECT_FALSE(shows("headline", "guessed")) << all_of("headline");
  EXPECT_TRUE(shows("code", "32.0")) << all_of("code");
  EXPECT_FALSE(shows("code", "32.0?")) << all_of("code");
}

TEST_F(FocusViewTest, TheTextSizeOfTheWindowLeavesItAsItIs) {
  draw(kPair, 1920, 1080);
  const auto before = item("tile/a", "cells");
  view_.text_scale = 2;
  frames(3, 1);
  const auto after = item("tile/a", "cells");
  EXPECT_EQ(before.width, after.width);
  EXPECT_EQ(before.height, after.height);
}

TEST_F(FocusViewTest, NothingIsCutAtAnySize) {
  for (const auto& [width, height] :
       std::array<std::pair<int, int>, 5>{{{1024, 640}, {1280, 720}, {1600, 900}, {1920, 1080}, {3840, 2160}}}) {
    for (const ui::FocusView focus : {ui::FocusView::on, ui::FocusView::all}) {
      for (const std::string scene : {kPair, "bankloom square/setRowReadCol", "bankloom transpose/naiveWrite"}) {
        draw(scene, width, height, focus);
        for (const auto& one : ui_->probe().items()) {
          const bool is_cut = one.x < one.clip_x - 1.5f || one.y < one.clip_y - 1.5f ||
                              one.x + one.width > one.clip_x + one.clip_width + 1.5f ||
                              one.y + one.height > one.clip_y + one.clip_height + 1.5f;
          EXPECT_TRUE(one.scrolls || !is_cut)
              << width << " x " << height << ", " << scene << ": " << one.what << " of " << one.panel;
        }
      }
    }
  }
}

TEST_F(FocusViewTest, ShowsTheCodeAndTheTimelineWhereTheyAreAskedFor) {
  const auto has = [&](const std::string& panel) {
    const auto& items = ui_->probe().items();
    return std::any_of(items.begin(), items.end(), [&](const auto& one) { return one.panel == panel; });
  };
  for (const ui::FocusView focus :
       {ui::FocusView::on, ui::FocusView::code, ui::FocusView::timeline, ui::FocusView::all}) {
    draw(kPair, 1600, 900, focus);
    EXPECT_EQ(has("code"), shows_code(focus));
    EXPECT_EQ(has("timeline"), shows_timeline(focus));
    EXPECT_FALSE(has("choice") || has("top") || has("results") || has("explanation"));
  }
}

class TextSizeTest : public UiTest {
 protected:
  [[nodiscard]] bool sees_pixels() const override { return false; }

  void press(ui::Key key) {
    ui_->press({key});
    frames(3);
  }
  /// Whether a sentence is shown that says so.
  bool says(const std::string& words) { return all_of("overlay").find(words) != std::string::npos; }
};

TEST_F(TextSizeTest, ASizeThatHasNoRoomIsRefusedWithASentence) {
  show("bankloom square/setRowReadCol");
  resize(1024, 640);
  frames(3);
  // Panels give way first, and then there is none left.
  press(ui::Key::plus);
  EXPECT_EQ(view_.text_scale, 1.15f);
  EXPECT_FALSE(says("as large as fits in this window"));
  press(ui::Key::plus);
  EXPECT_EQ(view_.text_scale, 1.15f);
  EXPECT_TRUE(says("as large as fits in this window")) << all_of("overlay");
  press(ui::Key::f9);
  press(ui::Key::f7);
  // One from a larger window counts as what is seen: the next smaller one is smaller.
  view_.text_scale = 2;
  frames(3);
  press(ui::Key::minus);
  EXPECT_LT(view_.text_scale, 1);
}

TEST_F(TextSizeTest, TheTitleOfTheCodeIsWholeWhereWhatStandsBesideItMustGive) {
  show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1");
  resize(1600, 900);
  view_.left.is_hidden = view_.lower.is_hidden = true;
  for (const float size : {1.0f, 1.3f, 1.5f, 1.75f}) {
    view_.text_scale = size;
    frames(3, 1);
    EXPECT_TRUE(shows("code", "KERNEL CODE")) << size << all_of("code");
  }
}

TEST_F(TextSizeTest, ALargerWindowTakesLargerText) {
  show("bankloom square/setRowReadCol");
  resize(1920, 1080);
  frames(3);
  press(ui::Key::plus);
  EXPECT_GT(view_.text_scale, 1);
  EXPECT_FALSE(says("as large as fits in this window"));
  press(ui::Key::f);
  const float before = view_.text_scale;
  press(ui::Key::plus);
  EXPECT_EQ(view_.text_scale, before);
  EXPECT_TRUE(says("its text grows with the window")) << all_of("overlay");
}

}  // namespace
}  // namespace bankloom::test
