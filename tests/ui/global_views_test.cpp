// The views of global memory: lines and sectors, stages, the whole matrices; and the progress of long runs.
#include <chrono>
#include <thread>

#include "../base/sanitized.h"
#include "core/analysis/line_figures.h"
#include "core/session/coalescing_figures.h"
#include "core/session/stages.h"
#include "core/wording/explanation_text.h"
#include "ui/panels/coalescing.h"
#include "ui/panels/matrix_view.h"
#include "ui/progress_card.h"
#include "ui_test.h"

namespace bankloom::test {
namespace {

using namespace std::chrono_literals;

TEST(ShownProgress, SayHowFarItIs) {
  RunService::Progress progress{{"transpose/tilePad", {}}, 5210, 16384, 1.23, true};
  const auto words = ui::shown_progress(progress);
  ASSERT_TRUE(words);
  EXPECT_EQ(words->title.str(), "Executing transpose/tilePad");
  EXPECT_EQ(words->detail.str(), "5,210 of 16,384 blocks · 1.2 s");
  EXPECT_NEAR(words->part, 5210.0 / 16384, 1e-6);
  progress.blocks_done = 16384;
  EXPECT_EQ(ui::shown_progress(progress)->title.str(), "Checking the output of transpose/tilePad");
  progress.blocks = progress.blocks_done = 0;
  EXPECT_EQ(ui::shown_progress(progress)->title.str(), "Preparing transpose/tilePad");
  OwnSource mine;
  mine.path = "/home/me/race.cu";
  progress.key = {own_key(mine), {}, {}, {}, std::make_shared<const OwnSource>(mine)};
  EXPECT_EQ(ui::shown_progress(progress)->title.str(), "Preparing race") << "not its key";
  progress.seconds = 0.4;
  EXPECT_FALSE(ui::shown_progress(progress));
}

TEST(PlaceMatrices, BesideOrBelowEachOtherAsLargeAsCanBe) {
  ui::MatrixRoom none = ui::place_matrices({}, {0, 0, 100, 100}, 10, 10);
  EXPECT_EQ(none.element, 0);
  std::vector<MatrixPlaces> matrices(2);
  for (MatrixPlaces& matrix : matrices) matrix.rows = matrix.columns = 100;
  // Beside: 195 pixels a side; below: 85.
  const auto wide = ui::place_matrices(matrices, {10, 20, 400, 200}, 10, 10);
  EXPECT_FLOAT_EQ(wide.element, 1.9f);
  EXPECT_FLOAT_EQ(wide.rects[1].x, 215);
  EXPECT_FLOAT_EQ(wide.rects[1].y, 30);
  const auto high = ui::place_matrices(matrices, {10, 20, 200, 450}, 10, 10);
  EXPECT_FLOAT_EQ(high.element, 2.0f);
  EXPECT_FLOAT_EQ(high.rects[1].x, 10);
  EXPECT_FLOAT_EQ(high.rects[1].y, 20 + 10 + 200 + 10 + 10);
}

TEST(ElementsOnScreen, AreSeenHoweverSmall) {
  const ui::Rect matrix{100, 50, 64, 64};
  // 4096 x 4096 elements on 64 pixels; the last column.
  const ui::Rect box = ui::elements_on_screen({0, 4095, 32, 1}, matrix, 64.0f / 4096, 2);
  EXPECT_FLOAT_EQ(box.width, 2);
  EXPECT_FLOAT_EQ(box.right(), matrix.right());
  EXPECT_FLOAT_EQ(box.height, 2);
  EXPECT_FLOAT_EQ(box.y, 50);
}

class GlobalViewsTest : public UiTest {
 protected:
  /// Lets time pass, as the window does, and draws.
  void pass(double seconds) {
    session.player().advance(seconds);
    frame(seconds);
  }
  /// Until what moves is at its end.
  void settle() {
    for (int i = 0; i < 10; ++i) pass(0.1);
  }
  /// Draws frames until something holds; false after some seconds.
  template <class Holds>
  bool frames_until(const Holds& holds) {
    const auto end = std::chrono::steady_clock::now() + 20s;
    while (std::chrono::steady_clock::now() < end) {
      frame();
      if (holds()) return true;
      std::this_thread::sleep_for(5ms);
    }
    return false;
  }
  void click(const ui::Probe::Item& item) {
    const float x = item.x + item.width / 2, y = item.y + item.height / 2;
    point_at(x, y);
    frames(2);
    point_at(x, y, true);
    frame();
    point_at(x, y);
    frames(2);
  }
  [[nodiscard]] bool has_progress() const {
    const auto& items = ui_->probe().items();
    return std::any_of(items.begin(), items.end(), [](const auto& item) { return item.panel == "progress"; });
  }
};

TEST_F(GlobalViewsTest, FiguresOfARequestAndOfTheKernel) {
  show("bankloom coalescing/addStrided STRIDE=8 at=0:0:0");
  const auto& view = session.side(Side::a);
  const auto figures = coalescing_figures(view);
  ASSERT_EQ(figures.size(), 3U);
  EXPECT_EQ(scope_text(figures[0]).str(), "this request");
  EXPECT_EQ(sectors_text(figures[0]).str(), "32 sectors");
  EXPECT_EQ(used_text(figures[0]).str(), "12.5 % used");
  EXPECT_EQ(scope_text(figures[1]).str(), "all loads");
  EXPECT_EQ(sectors_text(figures[1]).str(), "32.0 sectors");
  EXPECT_EQ(used_text(figures[1]).str(), "12.5 % used");
  EXPECT_EQ(scope_text(figures[2]).str(), "all stores");
  EXPECT_EQ(sectors_text(figures[2]).str(), "4.0 sectors");
  EXPECT_EQ(used_text(figures[2]).str(), "100 % used");
}

TEST_F(GlobalViewsTest, LinesSectorsAndPieces) {
  show("bankloom coalescing/addStrided STRIDE=8 at=0:0:0");
  const auto& view = session.side(Side::a);
  const auto lines = ui::touched_lines(view.run->machine, view.state->access, view.state->cost);
  ASSERT_EQ(lines.size(), 8U);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    ASSERT_EQ(lines[i].pieces.size(), 4U);
    ASSERT_EQ(lines[i].sectors.size(), 4U);
    for (unsigned part = 0; part < 4; ++part) {
      EXPECT_EQ(lines[i].pieces[part], (ui::LinePiece{32 * part, 4, lane_bit(static_cast<unsigned>(4 * i) + part)}));
      EXPECT_EQ(lines[i].sectors[part].bytes_used(), 4U);
    }
  }
  const std::string label = ui::line_label(*view.run, lines[2].line);
  EXPECT_TRUE(label == "a[64]" || label == "b[64]") << label;
  EXPECT_EQ(ui::line_label(*view.run, 2), "0x100");
}

TEST_F(GlobalViewsTest, TheLinesBeginBelowTheFigures) {
  view_.focus = ui::FocusView::on;
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1920, 1080}}) {
    resize(width, height);
    show("bankloom transpose/naiveRead at=0:0:0");
    frames(3);
    const auto figures = find("100 % used", "banks");
    ASSERT_TRUE(figures) << all_of("banks");
    float top = static_cast<float>(height);
    for (const auto& mark : ui_->probe().marks()) {
      if (mark.kind == ui::Probe::Mark::Kind::token && mark.panel == "banks") top = std::min(top, mark.rect.y);
    }
    EXPECT_GT(top, figures->y + figures->height);
    EXPECT_LT(top, figures->y + figures->height + 0.04f * static_cast<float>(height));
  }
}

TEST_F(GlobalViewsTest, TheLanesOfASingleStepFlyAndThenTheWindowRests) {
  show("bankloom coalescing/addStrided STRIDE=8 at=0:0:3");
  session.finish_lesson(std::chrono::seconds(60));
  settle();
  EXPECT_GT(ui_->next_frame_within(), 1);
  const auto seen = [&] { return target_->read().rgba; };
  session.player().step(1);
  pass(0.01);
  EXPECT_EQ(ui_->next_frame_within(), 0) << "on their way";
  const auto above = seen();
  pass(0.15);
  EXPECT_EQ(ui_->next_frame_within(), 0) << "half way: long enough to be followed";
  const auto half_way = seen();
  settle();
  EXPECT_GT(ui_->next_frame_within(), 1) << "they lie on their bytes";
  const auto landed = seen();
  EXPECT_NE(above, half_way);
  EXPECT_NE(half_way, landed);
  // A step back flies back, a jump shows its end.
  session.player().step(-1);
  pass(0.01);
  const auto back = seen();
  settle();
  EXPECT_NE(back, seen());
  session.player().go_to({0, 0, 7});
  pass(0.01);
  const auto jumped = seen();
  settle();
  EXPECT_EQ(jumped, seen());
}

TEST_F(GlobalViewsTest, TheFirstLanesFlyWhenPlayingFromTheStart) {
  show("bankloom coalescing/addStrided STRIDE=8 at=0:0:3");
  // The table beside it must not fill meanwhile.
  session.finish_lesson(std::chrono::seconds(60));
  frames(3);
  session.player().to_start();
  settle();
  const auto at_rest = target_->read().rgba;
  session.player().play(true);
  pass(0.01);
  pass(0.05);
  EXPECT_EQ(session.side(Side::a).state->step, 0U);
  const auto flying = target_->read().rgba;
  session.player().play(false);
  session.player().rest();
  settle();
  EXPECT_EQ(at_rest, target_->read().rgba);
  EXPECT_NE(at_rest, flying);
}

TEST_F(GlobalViewsTest, APauseIsALookAtWhatIsOnItsWay) {
  show("bankloom coalescing/addStrided STRIDE=8 at=0:0:0");
  session.finish_lesson(std::chrono::seconds(60));
  frames(3);
  session.player().play(true);
  for (int turn = 0; turn < 400 && session.side(Side::a).state->step < 3; ++turn) {
    pass(0.02);
  }
  ASSERT_EQ(session.side(Side::a).state->step, 3U);
  EXPECT_EQ(ui_->next_frame_within(), 0);
  session.player().play(false);
  frames(2);
  const auto paused = target_->read().rgba;
  settle();
  EXPECT_GT(ui_->next_frame_within(), 1);
  EXPECT_EQ(paused, target_->read().rgba);
}

TEST_F(GlobalViewsTest, TwoKernelsHaveTheirStagesSideBySide) {
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1600, 900}, std::pair{1920, 1080}}) {
    resize(width, height);
    for (const char* scene :
         {"bankloom transpose/tile vs transpose/tilePad", "bankloom transpose/naiveRead vs transpose/naiveWrite"}) {
      show(scene);
      frames(3);
      for (const char* panel : {"banks/a", "banks/b"}) {
        EXPECT_TRUE(shows(panel, "read")) << width << " " << scene << ": " << all_of(panel);
        EXPECT_TRUE(shows(panel, "written")) << width << " " << scene << ": " << all_of(panel);
      }
    }
  }
  show("bankloom transpose/tile vs transpose/tilePad");
  frames(3);
  const auto stored = find("tile stored", "banks/b");
  ASSERT_TRUE(stored);
  click(*stored);
  EXPECT_EQ(session.side(Side::b).state->request.op, AccessOp::store);
}

TEST_F(GlobalViewsTest, SectorsThatAreTooFewToFillAreNeitherPraisedNorBlamed) {
  show("bankloom coalescing/index2D at=0:0:0");
  frames(2);
  EXPECT_TRUE(shows("headline", "4 of 8 words used")) << all_of("banks");
  EXPECT_FALSE(shows("headline", "no sector wasted"));
  EXPECT_TRUE(shows("headline", "1 sector · the fewest possible")) << all_of("banks");
  EXPECT_EQ(session.side(Side::a).state->quality(), RequestQuality::neutral);
  const KernelCost& cost = *session.side(Side::a).facts().kernel_cost();
  EXPECT_TRUE(run_figures(cost).store_fine) << "nor in the list";
  for (const CoalescingFigure& figure : coalescing_figures(session.side(Side::a))) {
    EXPECT_LT(figure.used, figure.moved);
    EXPECT_TRUE(figure.is_fewest);
  }
  show("bankloom coalescing/addStrided STRIDE=2 at=0:0:0");
  EXPECT_EQ(session.side(Side::a).state->quality(), RequestQuality::wasteful);
  EXPECT_FALSE(run_figures(*session.side(Side::a).facts().kernel_cost()).load_fine);
  show("bankloom coalescing/addStrided at=0:0:0");
  EXPECT_EQ(verdict_text(session.side(Side::a).state->why).words.str(), "coalesced");
}

TEST_F(GlobalViewsTest, LanesAtOneAddressAreOnePiece) {
  MachineModel machine = *find_machine(Shipped::get().machines, "cc9.0");
  MemoryAccess access;
  access.space = Space::global;
  access.active = kAllLanes;
  access.width = 8;
  access.addresses.fill(124);
  const auto lines = ui::touched_lines(machine, access, explain_request(machine, access));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].pieces, (std::vector<ui::LinePiece>{{124, 4, kAllLanes}}));
  EXPECT_EQ(lines[1].pieces, (std::vector<ui::LinePiece>{{0, 4, kAllLanes}}));
}

TEST_F(GlobalViewsTest, AStageIsClicked) {
  show("bankloom transpose/tile at=3:0:1");
  frames(2);
  EXPECT_TRUE(shows("banks", "sectors read"));
  const auto stage = find("tile loaded", "banks");
  ASSERT_TRUE(stage);
  click(*stage);
  EXPECT_EQ(session.player().position(), (Position{3, 2, 0}));
  EXPECT_TRUE(shows("headline", "32-way conflict"));
  // A kernel that only writes has no such way.
  show("bankloom square/setRowReadCol at=0:2:1");
  frames(2);
  EXPECT_FALSE(shows("banks", "sectors written"));
  EXPECT_TRUE(shows("banks", "all stores"));
}

TEST_F(GlobalViewsTest, BlocksAreChosenAsFarAsTheyAreRecorded) {
  show("bankloom transpose/tile N=1024 block=254 at=0:0:1");
  frames(2);
  EXPECT_TRUE(shows("top", "first 256 of 1,024 blocks recorded")) << all_of("top");
  EXPECT_TRUE(shows("banks", "block 254 of 1,024 (30, 7), first 256 recorded")) << all_of("banks");
  for (int clicks = 0; clicks < 3; ++clicks) {
    if (const auto next = find(">", "banks")) click(*next);
  }
  EXPECT_EQ(session.player().shown().block(), 255U);
  if (const auto before = find("<", "banks")) click(*before);
  EXPECT_EQ(session.player().shown().block(), 254U);
}

TEST_F(GlobalViewsTest, ALongRunShowsHowFarItIsAndIsCancelled) {
  show("bankloom transpose/tile");
  frames(2);
  EXPECT_FALSE(has_progress());
  // Long enough to be cancelled while it runs.
  ASSERT_TRUE(session.change(session.selection().with_option(Side::a, "N", kSanitized ? "2048" : "8192")));
  ASSERT_TRUE(frames_until([&] { return shows("progress", "Executing transpose/tile"); })) << all_of("progress");
  EXPECT_TRUE(shows("progress", kSanitized ? "of 4,096 blocks" : "of 65,536 blocks")) << all_of("progress");
  // Frames are asked for while it goes on.
  EXPECT_LE(ui_->next_frame_within(), 0.11);
  const auto cancel = find("Cancel", "progress");
  ASSERT_TRUE(cancel);
  click(*cancel);
  ASSERT_TRUE(frames_until([&] { return shows("progress", "Run again"); })) << all_of("progress");
  ASSERT_NE(session.runs().side(Side::a).failure, nullptr);
  EXPECT_TRUE(session.runs().side(Side::a).failure->is_cancelled());
  EXPECT_EQ(session.side(Side::a).run->output_rows, 128U);
  const auto again = find("Run again", "progress");
  ASSERT_TRUE(again);
  click(*again);
  EXPECT_TRUE(session.runs().side(Side::a).pending);
  // Something small is chosen meanwhile: the card goes away.
  if (const auto running = session.runs().running()) session.runs().cancel(running->key);
  ASSERT_TRUE(session.change(session.selection().with_option(Side::a, "N", "64")));
  ASSERT_TRUE(frames_until([&] { return !session.runs().side(Side::a).pending; }));
  EXPECT_EQ(session.side(Side::a).run->output_rows, 64U);
}

}  // namespace
}  // namespace bankloom::test
