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

TEST_F(ViewPictures, OfAWayThroughTheTileHaveTheCostsOfTheRun) {
  show("bankloom transpose/tile vs transpose/tilePad block=1 at=0:0:0");
  draw("way");
  for (const Side side : kSides) {
    const KernelCost& cost = session.side(side).run->cost;
    EXPECT_TRUE(find(session.kernel(side)->name, "way"));
    for (const auto& [transactions, requests] : {std::pair{cost.global_load.sectors, cost.global_load.requests},
                                                 {cost.shared_store.wavefronts, cost.shared_store.requests},
                                                 {cost.shared_load.wavefronts, cost.shared_load.requests},
                                                 {cost.global_store.sectors, cost.global_store.requests}}) {
      const auto number = fmt::format("{:.1f}", static_cast<double>(transactions) / static_cast<double>(requests));
      EXPECT_TRUE(find(number, "way")) << number;
    }
  }
  for (const char* words : {"sectors read", "tile stored", "tile loaded", "sectors written", "sectors", "wavefronts",
                            "per request · line 13", "per request · line 15", "tile[32][32]", "tile[32][32 + 1]"}) {
    EXPECT_TRUE(find(words, "way")) << words;
  }
  EXPECT_TRUE(shows("way", "block 1 of")) << all_of("way");
  show("bankloom square/setRowReadCol");
  draw("way");
  EXPECT_TRUE(shows("way", "Warp 0 does not move a matrix from global memory")) << all_of("way");
}

TEST_F(ViewPictures, OfAQuestionHaveItsAnswerOnlyWhereItIsNotHidden) {
  show("bankloom square/setRowReadCol at=0:1:0");
  draw("question");
  const std::string wavefronts = std::to_string(session.side(Side::a).state->cost.counts.wavefronts) + " wavefronts";
  EXPECT_TRUE(shows("question", "How many wavefronts does the shared load of warp 0 in line 9 take?"));
  EXPECT_TRUE(find(wavefronts, "question")) << all_of("question");
  Disclosure disclosure;
  disclosure.hide(FactKind::request_cost);
  session.disclose(disclosure);
  draw("question");
  EXPECT_TRUE(shows("question", "How many wavefronts does the shared load of warp 0 in line 9 take?"));
  EXPECT_TRUE(shows("question", "out[idx] = tile[threadIdx.x][threadIdx.y];")) << "the line";
  EXPECT_TRUE(find("Answer:", "question"));
  EXPECT_FALSE(shows("question", "32 wavefronts")) << all_of("question");
  EXPECT_FALSE(shows("question", "bank")) << all_of("question");
  session.disclose({});
  show("bankloom coalescing/addStrided STRIDE=8 at=0:0:0");
  draw("question");
  const std::string sectors = std::to_string(session.side(Side::a).state->cost.counts.sectors) + " sectors";
  EXPECT_TRUE(shows("question", "How many sectors does the global load of warp 0")) << all_of("question");
  EXPECT_TRUE(find(sectors, "question")) << all_of("question");
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
