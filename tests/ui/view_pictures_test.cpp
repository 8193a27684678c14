// Pictures of one view alone: what they say of themselves, and that nothing in them is there to be clicked.
#include "ui_test.h"

namespace bankloom::test {
namespace {

class ViewPictures : public UiTest {
 protected:
  [[nodiscard]] bool sees_pixels() const override { return false; }
  [[nodiscard]] bool still() const override { return true; }
  void draw(const std::string& view) {
    target_->bind();
    ui::FrameRequest request;
    request.size = target_->size();
    request.seconds = 1;
    request.view = view;
    for (int i = 0; i < 3; ++i) ui_->frame(session, view_, request);
  }
};

TEST_F(ViewPictures, HaveNoControls) {
  // Pictures and rows that can be pointed at are what is shown; these are only there to be pressed.
  static constexpr std::array kControls{"Play or pause (Space)",
                                        "To the start (F3)",
                                        "lanes × banks",
                                        "speed",
                                        "warp",
                                        "block",
                                        "so far",
                                        "final",
                                        "map",
                                        "numbers",
                                        "places",
                                        "edit",
                                        "Edit",
                                        "position",
                                        "Copy as text"};
  for (const char* scene :
       {"bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:9", "bankloom transpose/tile at=0:0:3"}) {
    show(scene);
    for (const char* view : {"tile", "banks", "code", "timeline", "explanation", "output", "results", "chart"}) {
      draw(view);
      for (const auto& item : ui_->probe().items()) {
        for (const char* control : kControls) {
          EXPECT_FALSE(item.control && item.what == control) << view << ": " << item.what;
        }
      }
      EXPECT_FALSE(ui_->probe().items().empty()) << view;
    }
  }
  // In the window they are there.
  draw("");
  EXPECT_TRUE(shows("timeline", "speed")) << all_of("timeline");
}

TEST_F(ViewPictures, OfBanksSayWhoseTheyAre) {
  show("bankloom square/setRowReadCol vs square/setRowReadColPad IPAD=2 at=0:1:9");
  draw("banks");
  for (const auto& [panel, side, tile, kernel] : {std::tuple{"banks/a", "A", "tile[32][32]", "setRowReadCol"},
                                                  std::tuple{"banks/b", "B", "tile[32][32 + 2]", "setRowReadColPad"}}) {
    for (const char* words : {side, tile, kernel}) {
      EXPECT_TRUE(find(words, panel)) << words;
    }
  }
  show("bankloom square/setRowReadCol at=0:1:9");
  draw("banks");
  EXPECT_TRUE(shows("banks/a", "tile[32][32]") || shows("banks", "tile[32][32]")) << all_of("banks/a");
}

class TimelinePixels : public ViewPictures {
 protected:
  [[nodiscard]] bool sees_pixels() const override { return true; }
};

TEST_F(TimelinePixels, TheLineOfThePresentStepStrikesNoWordsOut) {
  resize(1280, 720);
  const ui::Colour line = ui::theme_of(view_.theme).text;
  const auto channel = [&](int index) { return static_cast<std::uint8_t>(line >> (8 * index)); };
  unsigned passed = 0, struck = 0;
  for (int step = 0; step < 8; ++step) {
    show(fmt::format("bankloom square/setRowReadCol at=0:1:{}", step));
    draw("timeline");
    const auto words = find("shared load, 32 wavefronts", "timeline");
    ASSERT_TRUE(words.has_value());
    const gfx::Image image = target_->read();
    const auto is_line = [&](unsigned x, unsigned y) {
      const std::uint8_t* pixel = image.pixel(x, y);
      return pixel[0] == channel(0) && pixel[1] == channel(1) && pixel[2] == channel(2);
    };
    const auto top = static_cast<unsigned>(words->y) + 2, bottom = static_cast<unsigned>(words->y + words->height) - 2;
    const auto end = static_cast<unsigned>(words->x + words->width);
    for (auto x = static_cast<unsigned>(words->x); x < end; ++x) {
      unsigned covered = 0;
      for (unsigned y = top; y < bottom; ++y) covered += is_line(x, y) ? 1 : 0;
      passed += is_line(x, top - 5) && is_line(x, top - 4) ? 1 : 0;
      struck += covered == bottom - top ? 1 : 0;
    }
  }
  EXPECT_GE(passed, 4u) << "the line stands above the words of some step";
  EXPECT_EQ(struck, 0u);
}

}  // namespace
}  // namespace bankloom::test
