// What is chosen in the window: shapes that a machine can run, figures of half-warps, the way back, messages.
#include "core/analysis/line_figures.h"
#include "core/analysis/machine_table.h"
#include "core/learn/lesson.h"
#include "core/wording/run_text.h"
#include "ui/actions.h"
#include "ui_test.h"

namespace bankloom::test {
namespace {

using ui::Key;

class ChoicesTest : public UiTest {
 protected:
  [[nodiscard]] bool sees_pixels() const override { return false; }
  void press(const ui::KeyPress& key) {
    ui_->press(key);
    session.finish();
    frames(2, 0.01);
  }
  [[nodiscard]] std::string kernel() const { return session.scene().a.kernel; }
};

TEST_F(ChoicesTest, AMachineThatCannotRunABlockOffersAShapeThatItCan) {
  resize(1600, 900);
  show("bankloom square/setRowReadCol");
  open_tab("machines");
  frames(2);
  EXPECT_TRUE(shows("machines", "does not run")) << all_of("machines");
  const auto list = find("machine", "choice");
  ASSERT_TRUE(session.change(session.selection().with_machine("cc1.x")).has_value());
  session.finish();
  frames(3);
  ASSERT_TRUE(list);
  EXPECT_EQ(find("machine", "choice")->y, list->y) << "the message moves no control";
  EXPECT_TRUE(shows("choice", "choose a smaller block")) << all_of("choice");
  EXPECT_FALSE(shows("choice", "32×32")) << "it has no button for what cannot run: " << all_of("choice");
  click("Use 16×16", "choice");
  session.finish();
  frames(3);
  EXPECT_EQ(session.runs().side(Side::a).failure, nullptr);
  EXPECT_EQ(session.options(Side::a).at("BDIMX"), "16");
  EXPECT_EQ(session.options(Side::a).at("BDIMY"), "16");
  EXPECT_FALSE(shows("choice", "Use 16×16"));
}

TEST_F(ChoicesTest, AHalfWarpsRequestsAreCountedByTheWarpEverywhere) {
  show("bankloom square/setRowReadCol BDIMX=16 BDIMY=16 machine=cc1.x");
  resize(1600, 900);
  frames(3);
  const auto& made = session.side(Side::a).run;
  ASSERT_NE(made, nullptr);
  const RunFigures figures = run_figures(made->cost);
  EXPECT_EQ(figures.load.value(), 32) << "two halves of a warp, 16 wavefronts each";
  EXPECT_EQ(figures.store.value(), 2);
  EXPECT_TRUE(figures.load.is_split());
  EXPECT_EQ(store_and_load_text(figures).str(), "2 / 32");
  EXPECT_TRUE(shows("tile", "32.0")) << all_of("tile");
  EXPECT_TRUE(shows("tile", "per warp")) << all_of("tile");
  EXPECT_TRUE(shows("code", "32.0")) << all_of("code");
  EXPECT_FALSE(shows("code", "16.0")) << all_of("code");
  // As in the table of machines.
  const auto table = compare_machines(made->trace, {made->machine});
  for (const MachineTable::Row& row : table.rows) {
    if (row.space != Space::shared) continue;
    EXPECT_EQ(row.transactions_per_access(row.cells.front()), row.op == AccessOp::load ? 32 : 2);
  }
  for (const auto& [line, beside] : line_figures(made->cost)) {
    if (!beside.shared_load.any()) continue;
    EXPECT_NE(cost_text(beside).str().find("32.0 wavefronts a warp = 2.0 requests × 16.0"), std::string::npos)
        << cost_text(beside).str();
  }
}

TEST_F(ChoicesTest, BackAndForwardGoThroughWhatWasTried) {
  show("bankloom square/setRowReadCol");
  frames(2);
  press({Key::p});
  session.change(session.selection().with_kernel(Side::a, "square/setColReadRow"));
  session.finish();
  frames(2);
  press(ui::with_alt(Key::left));
  EXPECT_EQ(kernel(), "square/setRowReadCol");
  EXPECT_EQ(session.options(Side::a).at("IPAD"), "1");
  press(ui::with_alt(Key::left));
  EXPECT_EQ(session.options(Side::a).at("IPAD"), "0");
  press(ui::with_alt(Key::left));
  EXPECT_EQ(session.options(Side::a).at("IPAD"), "0") << "there is nothing before";
  press(ui::with_alt(Key::right));
  EXPECT_EQ(session.options(Side::a).at("IPAD"), "1");
  click(ui::action_text(ui::action("forward")), "top");
  session.finish();
  frames(2);
  EXPECT_EQ(kernel(), "square/setColReadRow");
  // Another choice on the way ends what was forward.
  press(ui::with_alt(Key::left));
  press({Key::p});
  press(ui::with_alt(Key::right));
  EXPECT_EQ(kernel(), "square/setRowReadCol");
  EXPECT_EQ(session.options(Side::a).at("IPAD"), "2");
}

TEST_F(ChoicesTest, TextThatIsCappedIsSaidToBe) {
  show("bankloom square/setRowReadCol");
  resize(1280, 720);
  view_.text_scale = 1;
  frames(2);
  ui_->say_capped_text({{"--text-scale", "1"}}, view_, 1);
  view_.text_scale = 2;
  frames(2);
  ui_->say_capped_text({{"--text-scale", std::nullopt}}, view_, 1);
  frame();
  EXPECT_FALSE(shows("overlay", "has no room")) << "nobody asked, or all has room: " << all_of("overlay");
  ui_->say_capped_text({{"--text-scale", "2"}}, view_, 1);
  frame();
  EXPECT_TRUE(shows("overlay", "Text at 200 % does not fit in this window: it is drawn at ")) << all_of("overlay");
}

TEST_F(ChoicesTest, MessagesInTheFocusViewStandAtTheTopForTwoSeconds) {
  show("bankloom square/setRowReadCol");
  resize(1600, 900);
  view_.focus = ui::FocusView::on;
  frames(2);
  const std::string words = "A message that is long enough to be read for more than five seconds elsewhere.";
  ui_->say(words);
  frame(0.1);
  const auto message = find(words, "overlay");
  ASSERT_TRUE(message);
  EXPECT_LT(message->y, 40);
  EXPECT_LT(message->y + message->height, ui_->layout().sentence.y);
  frame(1.5);
  EXPECT_TRUE(shows("overlay", words));
  frame(0.6);
  EXPECT_FALSE(shows("overlay", words));
}

TEST_F(ChoicesTest, DrillsAndExercisesLeaveNoUnsavedText) {
  std::vector<std::string> names;
  for (const Lesson& one : Shipped::get().catalog.lessons) names.push_back(one.name);
  const auto lessons = learn::load_lessons(BANKLOOM_SOURCE_DIR "/kernels", names).value();
  learn::Sources sources;
  sources.run = [this](const RunKey& key) { return runs.wait(key); };
  sources.measured = [](const KernelRun&) { return std::nullopt; };
  ui::Workbench& bench = ui_->workbench();
  bench.set_state_folder(folder_ / "state");
  show("bankloom square/setRowReadCol");
  ui_->lesson().set(lessons, std::move(sources), folder_ / "progress.tsv");
  frames(2);
  ASSERT_TRUE(ui_->lesson().practise(session, 7).has_value());
  session.finish();
  frames(3);
  ASSERT_NE(session.selection().own(Side::a), nullptr);
  std::size_t with_exercises = 0;
  while (lessons[with_exercises].exercises.empty()) ++with_exercises;
  ASSERT_TRUE(ui_->lesson().open(session, with_exercises, 0).has_value());
  session.finish();
  frames(3);
  EXPECT_TRUE(bench.offers().empty()) << bench.offers().front().draft.name;
  ASSERT_TRUE(ui_->lesson().open_exercise(session, bench, 0).has_value());
  frames(3);
  bench.put_text(session, Side::a, ui_->lesson().exercise()->exercise().solution);
  frames(10);
  session.finish();
  ASSERT_TRUE(ui_->lesson().open(session, 0, 0).has_value());
  session.finish();
  frames(3);
  EXPECT_TRUE(bench.offers().empty()) << bench.offers().front().draft.name;
  ui_->lesson().close(session);
  // What one changes oneself is still offered.
  show("bankloom square/setRowReadCol");
  bench.open(session, Side::a);
  bench.put_text(session, Side::a, "// mine\n" + session.kernel(Side::a)->source);
  frames(10);
  session.finish();
  session.change(session.selection().with_kernel(Side::a, "square/setColReadRow"));
  frames(3);
  EXPECT_EQ(bench.offers().size(), 1U);
}

}  // namespace
}  // namespace bankloom::test
