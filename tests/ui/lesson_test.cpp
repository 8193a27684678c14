// Lessons in the window: a page beside the picture, questions by keyboard and by mouse, and nothing that tells an
// answer before it is given.
#include <algorithm>
#include <chrono>
#include <thread>

#include <imgui.h>

#include "../base/sanitized.h"
#include "core/base/language.h"
#include "core/wording/question_text.h"
#include "gfx/gl.h"
#include "lesson_ui_test.h"
#include "ui/actions.h"

namespace bankloom::test {
namespace {

using learn::QuestionKind;
using ui::Key;
using State = ui::OpenLesson::State;

/// Compiles another text than the one that is shown: neighbouring threads do the same, so that accesses, costs, faults
/// and output are others.
class FalseCompiler final : public Compiler {
 public:
  explicit FalseCompiler(Compiler& inner) : inner_(inner) {}
  Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest& request) override {
    static constexpr std::string_view kThread = "threadIdx.x", kOther = "(threadIdx.x / 2)";
    CompileRequest other = request;
    for (std::size_t at = 0; (at = other.text.find(kThread, at)) != std::string::npos; at += kOther.size()) {
      other.text.replace(at, kThread.size(), kOther);
    }
    return inner_.compile(other);
  }
  Result<std::vector<std::string>> architectures() override { return inner_.architectures(); }
  std::string describe() override { return inner_.describe(); }

 private:
  Compiler& inner_;
};

TEST_F(QuietLessonTest, OpensWhereOneLeftOffAndClosesByTheSameKey) {
  show("bankloom square/setRowReadCol");
  frames(2);
  press(Key::l);
  ASSERT_TRUE(lesson().is_open());
  EXPECT_EQ(lesson().lesson().name, "threads") << "the first lesson at first";
  open(1, 2);
  // The field of the answer has the keyboard: a letter is a letter.
  press(Key::l);
  EXPECT_TRUE(lesson().is_open());
  click("Close the lesson: back to kernels and options", "lesson");
  EXPECT_FALSE(lesson().is_open());
  EXPECT_TRUE(session.disclosure() == Disclosure()) << "nothing stays hidden";
  press(Key::l);
  session.finish();
  frames(3);
  EXPECT_EQ(lesson().lesson().name, "square");
  EXPECT_EQ(lesson().step_index(), 2U);
  EXPECT_TRUE(shows("lesson", shipped_lessons()[1].steps[2].title.substr(0, 10))) << all_of("lesson");
  EXPECT_TRUE(all_of("choice").empty()) << "the page has the place of the choice";
}

TEST_F(QuietLessonTest, NoWordsOfAPageAreShortenedInAnyLanguage) {
  show("bankloom square/setRowReadCol");
  const std::filesystem::path languages = BANKLOOM_SOURCE_DIR "/assets/languages";
  for (const LanguageName& language : languages_in(languages)) {
    if (kSanitized && language.tag != "zh_CN") continue;
    ASSERT_TRUE(set_language(language.tag, languages).has_value());
    for (std::size_t i = 0; i < shipped_lessons().size(); ++i) {
      for (std::size_t step = 0; step < shipped_lessons()[i].steps.size(); ++step) {
        ASSERT_TRUE(lesson().open(session, i, step).has_value());
        frames(2, 0.01);
        for (const auto& item : ui_->probe().items()) {
          // "…" alone is a number that is not there yet.
          EXPECT_FALSE(item.panel == "lesson" && item.what != "…" && item.what.ends_with("…"))
              << language.tag << ", " << shipped_lessons()[i].name << " " << step + 1 << ": " << item.what;
        }
      }
    }
  }
  ASSERT_TRUE(set_language(kEnglish, languages).has_value());
}

TEST_F(QuietLessonTest, NamesStayWhereTheProgramHasTheSameWord) {
  const std::filesystem::path languages = BANKLOOM_SOURCE_DIR "/assets/languages";
  ASSERT_TRUE(set_language("es", languages).has_value());
  show("bankloom elements/broadcast");
  session.finish_lesson(std::chrono::seconds(60));
  for (const char* const panel : {"choice", "results", "chart"}) {
    if (panel == std::string_view("chart")) open_tab("chart");
    frames(3);
    EXPECT_TRUE(shows(panel, "broadcast")) << all_of(panel);
    EXPECT_FALSE(shows(panel, "difusión")) << all_of(panel);
  }
  ASSERT_TRUE(set_language(kEnglish, languages).has_value());
}

TEST_F(QuietLessonTest, AQuestionIsAnsweredAndMissedByKeysAlone) {
  open_question(QuestionKind::conflicts);
  ASSERT_EQ(lesson().state(), State::asking);
  const learn::Asked asked = *lesson().question().asked();
  frames(3);
  type(std::to_string(static_cast<int>(asked.right.front()) + 1000));
  EXPECT_EQ(lesson().question().typed, std::to_string(static_cast<int>(asked.right.front()) + 1000))
      << "the field has the keyboard";
  lesson().question().typed = "nonsense";
  lesson().answer_typed(session);
  EXPECT_FALSE(lesson().question().misread().empty());
  EXPECT_GT(lesson().question().takes_keyboard, 0U) << "the field, which Return has left, has it again";
  lesson().question().typed = std::to_string(static_cast<int>(asked.right.front()) + 1000);
  lesson().answer_typed(session);
  frames(2);
  EXPECT_EQ(lesson().question().tries(), 1U);
  EXPECT_TRUE(shows("lesson", "Try again.")) << all_of("lesson");
  EXPECT_FALSE(session.player().playback().playing());
  EXPECT_FALSE(session.side(Side::a).state) << "still hidden";
  lesson().answer(session, asked.right);
  frames(2);
  EXPECT_EQ(lesson().state(), State::right);
  EXPECT_TRUE(session.side(Side::a).state) << "all is shown";
  EXPECT_TRUE(session.player().playback().playing()) << "and the picture plays";
  const auto progress = learn::read_progress(folder_ / "progress.tsv");
  ASSERT_TRUE(progress.has_value());
  const auto item = progress->of(lesson().lesson().name, lesson().step().item);
  EXPECT_TRUE(item.is_right);
  EXPECT_FALSE(item.is_right_first);
  EXPECT_EQ(item.wrong, 1U);
}

TEST_F(QuietLessonTest, CellsLanesChoicesAndOrdersAreAnsweredByMouse) {
  open_question(QuestionKind::cells);
  const learn::Asked cells = *lesson().question().asked();
  const std::uint64_t elements = cells.at.run->tile->row_elements();
  for (const double cell : cells.right) {
    const auto index = static_cast<std::uint64_t>(cell);
    lesson().question().pick_cell({index / elements, index % elements});
  }
  frames(2);
  click("Check", "lesson");
  EXPECT_EQ(lesson().state(), State::right) << lesson().question().typed;

  open_question(QuestionKind::lanes);
  const learn::Asked lanes = *lesson().question().asked();
  // The steps have numbers, too, and stand before.
  for (const double lane : lanes.right) click_last(std::to_string(static_cast<int>(lane)), "lesson");
  click("Check", "lesson");
  EXPECT_EQ(lesson().state(), State::right) << lesson().question().typed;

  open_question(QuestionKind::choice);
  click(std::to_string(static_cast<int>(lesson().question().asked()->right.front()) + 1), "lesson");
  // The number of the step may have the same name: then the step is another one.
  EXPECT_TRUE(lesson().state() == State::right || lesson().step_index() != 0) << all_of("lesson");

  open_question(QuestionKind::time);
  click(lesson().question().asked()->right.front() == 1 ? "Yes" : "No", "lesson");
  EXPECT_EQ(lesson().state(), State::right);
}

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

TEST_F(QuietLessonTest, APaddingIsAnsweredByItsComparison) {
  open(1, 5);
  ASSERT_EQ(lesson().state(), State::asking);
  ASSERT_EQ(lesson().question().asked()->question.kind, QuestionKind::padding);
  EXPECT_FALSE(session.comparing());
  lesson().answer(session, lesson().question().asked()->right);
  session.finish();
  frames(2, 0.01);
  ASSERT_TRUE(session.comparing());
  EXPECT_EQ(session.options(Side::a).at("IPAD"), "0");
  EXPECT_EQ(session.options(Side::b).at("IPAD"), "1");
  EXPECT_NE(all_of("lesson").find("32 | banks, | 1 | wavefront | instead | of | 32"), std::string::npos)
      << all_of("lesson");
  // The rows of B slide, and nothing else moves.
  ASSERT_TRUE(session.slide(Side::b).moving());
  EXPECT_FALSE(session.slide(Side::a).moving());
  const double clock = session.player().clock();
  session.advance(0.7);
  EXPECT_EQ(session.player().clock(), clock);
  for (int i = 0; i < 1000 && session.player().playback().playing(); ++i) session.advance(0.1);
  frames(2);
  // The end picture stays: what was served in turns, beside what was served at once.
  const auto &a = session.side(Side::a).state, &b = session.side(Side::b).state;
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->request.source_line, 9U);
  EXPECT_EQ(a->step + 1, 32U);
  EXPECT_EQ(b->steps, 1U);
  EXPECT_FALSE(session.player().playback().playing());

  lesson().ask_again(session);
  session.finish();
  frames(4);
  EXPECT_EQ(lesson().state(), State::asking);
  EXPECT_FALSE(session.comparing()) << "the picture of the question is there again";
  EXPECT_FALSE(session.side(Side::a).state);
}

TEST_F(QuietLessonTest, AWrongPaddingIsDrawnAndTellsNoCost) {
  open(1, 5);
  lesson().answer(session, {2});
  session.finish();
  frames(2, 0.01);
  EXPECT_EQ(lesson().state(), State::asking);
  EXPECT_EQ(session.options(Side::a).at("IPAD"), "2");
  EXPECT_TRUE(session.slide(Side::a).moving()) << "its rows move to their banks";
  EXPECT_FALSE(session.side(Side::a).facts().shows(FactKind::request_cost));
  EXPECT_FALSE(shows("headline", "conflict")) << all_of("headline");
  // One that the kernel does not take has no picture, and the right one has the comparison with none.
  lesson().answer(session, {100000});
  EXPECT_EQ(session.options(Side::a).at("IPAD"), "2");
  lesson().answer(session, lesson().question().asked()->right);
  session.finish();
  frames(2, 0.01);
  EXPECT_EQ(session.options(Side::a).at("IPAD"), "0");
  EXPECT_EQ(session.options(Side::b).at("IPAD"), "1");
}

TEST_F(QuietLessonTest, EveryPaddingIsShownBesideTheOneAskedAbout) {
  std::size_t asked = 0;
  for (std::size_t i = 0; i < shipped_lessons().size(); ++i) {
    for (std::size_t step = 0; step < shipped_lessons()[i].steps.size(); ++step) {
      const auto& question = shipped_lessons()[i].steps[step].question;
      if (!question || question->kind != QuestionKind::padding) continue;
      SCOPED_TRACE(shipped_lessons()[i].name + " " + std::to_string(step + 1));
      ++asked;
      open(i, step);
      ASSERT_EQ(lesson().state(), State::asking);
      lesson().show_answer(session);
      session.finish();
      frames(2, 0.01);
      ASSERT_TRUE(session.comparing());
      EXPECT_TRUE(session.slide(Side::b).moving());
      const SideView &a = session.side(Side::a), &b = session.side(Side::b);
      EXPECT_GT(a.run->cost.shared_load.bank_conflicts + a.run->cost.shared_store.bank_conflicts, 0U);
      EXPECT_EQ(b.run->cost.shared_load.bank_conflicts + b.run->cost.shared_store.bank_conflicts, 0U);
      ASSERT_TRUE(a.state && b.state);
      EXPECT_GT(a.state->steps, b.state->steps) << "the request that is shown is one with a conflict";
      EXPECT_FALSE(session.disclosure().hides_answer());
    }
  }
  EXPECT_GE(asked, 5U);
}

TEST_F(QuietLessonTest, WithoutMotionAPaddingEndsAtOnce) {
  view_.motion = ui::MotionSetting::off;
  open(1, 5);
  lesson().answer(session, lesson().question().asked()->right);
  session.finish();
  frames(2, 0.01);
  ASSERT_TRUE(session.comparing() && session.side(Side::a).state);
  EXPECT_FALSE(session.slide(Side::b).moving());
  EXPECT_EQ(session.side(Side::a).state->step + 1, 32U);
  EXPECT_FALSE(session.player().playback().playing());
}

TEST_F(QuietLessonTest, AQuestionComesWithoutAnyEvent) {
  const auto& steps = shipped_lessons()[3].steps;
  const auto padding = std::ranges::find_if(
      steps, [](const learn::Step& step) { return step.question && step.question->kind == QuestionKind::padding; });
  ASSERT_NE(padding, steps.end());
  ASSERT_TRUE(lesson().open(session, 3, static_cast<std::size_t>(padding - steps.begin())).has_value());
  // What is shown is there; only the question's own runs are missing.
  session.finish();
  session.finish_lesson(std::chrono::seconds(20));
  // As the window does: a frame is drawn when it is asked for, and never else.
  double passed = 0;
  for (; passed < 60 && lesson().state() == State::waiting; passed += ui_->next_frame_within()) {
    frame(0.01);
    ASSERT_LT(ui_->next_frame_within(), 1) << "nobody would ever see the question";
    std::this_thread::sleep_for(std::chrono::duration<double>(ui_->next_frame_within()));
  }
  EXPECT_EQ(lesson().state(), State::asking);
}

TEST_F(QuietLessonTest, AChoiceIsAnsweredByItsDigit) {
  open_question(QuestionKind::choice);
  const double right = lesson().question().asked()->right.front();
  type(right == 0 ? "2" : "1");
  EXPECT_EQ(lesson().state(), State::asking);
  ASSERT_TRUE(lesson().question().last_wrong());
  EXPECT_EQ(lesson().question().last_wrong()->answer, (learn::Answer{right == 0 ? 1.0 : 0.0}));
  type("9");
  EXPECT_EQ(lesson().state(), State::asking);
  press(Key::enter);
  const std::size_t step = lesson().step_index();
  EXPECT_EQ(lesson().state(), State::asking) << "Return does not go past a question";
  type(std::to_string(static_cast<int>(right) + 1));
  EXPECT_EQ(lesson().state(), State::right);
  press(Key::enter);
  EXPECT_EQ(lesson().step_index(), step + 1) << "but on from its answer";
  ASSERT_TRUE(lesson().open(session, 5, 2).has_value());
  ASSERT_EQ(lesson().state(), State::waiting);
  press(Key::enter);
  EXPECT_EQ(lesson().step_index(), 2U) << "and not past a step whose runs are awaited";
}

TEST_F(QuietLessonTest, AnOrderAndAVerdictAreAnsweredByKeys) {
  open_question(QuestionKind::order);
  EXPECT_EQ(lesson().question().ordered.size(), 0U);
  const learn::Answer right = lesson().question().asked()->right;
  type("1");
  EXPECT_EQ(lesson().question().ordered, std::vector<std::size_t>{0});
  type("1");
  EXPECT_TRUE(lesson().question().ordered.empty()) << "given back";
  for (const double kernel : right) type(std::to_string(static_cast<int>(kernel) + 1));
  EXPECT_EQ(lesson().state(), State::right);
  open_question(QuestionKind::time);
  const bool costs = lesson().question().asked()->right.front() == 1;
  type(costs ? "n" : "y");
  EXPECT_EQ(lesson().state(), State::asking);
  EXPECT_TRUE(lesson().question().last_wrong());
  type(costs ? "y" : "n");
  EXPECT_EQ(lesson().state(), State::right);
}

TEST_F(QuietLessonTest, TheAnswerCanBeShownAndTheQuestionAskedAgain) {
  open_question(QuestionKind::wavefronts);
  click("Show the answer", "lesson");
  EXPECT_EQ(lesson().state(), State::shown);
  EXPECT_TRUE(session.side(Side::a).state);
  click("Ask again", "lesson");
  frames(2);
  EXPECT_EQ(lesson().state(), State::asking);
  EXPECT_FALSE(session.side(Side::a).state);
}

TEST_F(QuietLessonTest, OfTheTimeTheCardTellsWhatWasMeasured) {
  open_question(QuestionKind::time);
  EXPECT_FALSE(shows("lesson", "recorded on")) << all_of("lesson");
  click(lesson().question().asked()->right.front() == 1 ? "Yes" : "No", "lesson");
  EXPECT_TRUE(shows("lesson", time_reply_text(*lesson().question().asked()).str())) << all_of("lesson");
}

TEST_F(QuietLessonTest, TheLineThatIsAskedAboutIsInSight) {
  resize(1280, 720);
  const auto elements = std::ranges::find(shipped_lessons(), "elements", &learn::Lesson::name);
  ASSERT_NE(elements, shipped_lessons().end());
  open(static_cast<std::size_t>(elements - shipped_lessons().begin()), 5);
  ASSERT_EQ(lesson().state(), State::asking);
  EXPECT_TRUE(shows("code", "marked line 14")) << all_of("code");
}

TEST_F(QuietLessonTest, AnExerciseIsCheckedAsOneTypes) {
  resize(1280, 1000);
  open(1, 0);
  click("exercise 1", "lesson");
  ASSERT_NE(lesson().exercise(), nullptr);
  ui::Workbench& bench = ui_->workbench();
  EXPECT_TRUE(bench.is_open());
  EXPECT_FALSE(shows("lesson", "Solution beside mine")) << "it opens after a try";
  for (unsigned hint = 1; hint <= 3; ++hint) click(fmt::format("Hint {} of 3", hint), "lesson");
  EXPECT_EQ(lesson().exercise()->hints(), 3U);
  bench.put_text(session, Side::a, lesson().exercise()->exercise().solution);
  draw_until("lesson", "All checks pass.");
  click("Solution beside mine", "lesson");
  session.finish();
  EXPECT_TRUE(session.comparing());
  EXPECT_FALSE(shows("lesson", "RTX")) << "others' times, where no time is asked for";
  click("1", "lesson");
  EXPECT_EQ(lesson().exercise(), nullptr);
  EXPECT_FALSE(bench.is_open()) << "its editor is no part of a step";
}

TEST_F(QuietLessonTest, AnExercisesOtherRunsAreMadeInTheBackground) {
  learn::Sources sources;
  sources.run = [this](const RunKey& key) { return learn::run_in_background(runs, key); };
  sources.measured = [](const KernelRun&) { return std::nullopt; };
  ui_->lesson().set(shipped_lessons(), std::move(sources), folder_ / "progress.tsv");
  resize(1280, 1000);
  const auto found = std::ranges::find(shipped_lessons(), "coalescing", &learn::Lesson::name);
  open(static_cast<std::size_t>(found - shipped_lessons().begin()), 0);
  // Its run at another size takes some frames, in which no side of the window waits for it.
  const auto reduction = std::ranges::find(found->exercises, "reduction", &learn::Exercise::name);
  click(fmt::format("exercise {}", reduction - found->exercises.begin() + 1), "lesson");
  ASSERT_NE(lesson().exercise(), nullptr);
  draw_until("lesson", "the output is right for N = 256");
  ui_->workbench().put_text(session, Side::a, lesson().exercise()->exercise().solution);
  draw_until("lesson", "All checks pass.");
}

TEST_F(QuietLessonTest, TheMapLeadsToStepsAndToExercises) {
  open(1, 0);
  const auto& steps = shipped_lessons()[1].steps;
  click("Map", "lesson");
  for (const learn::Step& step : steps) EXPECT_TRUE(shows("overlay", step.title)) << all_of("overlay");
  EXPECT_TRUE(shows("overlay", fmt::format("0 of {}", steps.size() + shipped_lessons()[1].exercises.size())))
      << "nothing is answered: " << all_of("overlay");
  click(steps[1].title, "overlay");
  EXPECT_EQ(lesson().step_index(), 1U);
  EXPECT_EQ(lesson().exercise(), nullptr);
  session.finish();
  frames(6);
  lesson().answer(session, lesson().question().asked()->right);
  click("Map", "lesson");
  EXPECT_TRUE(shows("overlay", fmt::format("1 of {}", steps.size() + shipped_lessons()[1].exercises.size())))
      << all_of("overlay");
  // Another lesson's steps are a click away.
  click(shipped_lessons()[2].title, "overlay");
  EXPECT_TRUE(shows("overlay", shipped_lessons()[2].steps[0].title)) << all_of("overlay");
  click(shipped_lessons()[2].exercises[0].title, "overlay");
  ASSERT_NE(lesson().exercise(), nullptr);
  EXPECT_EQ(lesson().lesson().name, shipped_lessons()[2].name);
}

TEST_F(QuietLessonTest, DrillsOfASeedCountWhatIsRightAtOnce) {
  const auto begin = [&](const Result<void>& begun) {
    ASSERT_TRUE(begun.has_value());
    session.finish();
    frames(6);
    ASSERT_EQ(lesson().state(), State::asking) << lesson().problem();
  };
  open(1, 0);
  begin(lesson().practise(session, 7));
  const std::string first = lesson().step().at.scene.a.own->text;
  EXPECT_FALSE(shows("lesson", "left")) << "no time runs unasked: " << all_of("lesson");
  // In another language the same is asked in other words.
  const auto english = lesson().question().asked()->question.ask;
  const auto folder = std::filesystem::path(BANKLOOM_SOURCE_DIR) / kLanguageFolder;
  ASSERT_TRUE(set_language("es", folder).has_value());
  frames(1);
  EXPECT_NE(lesson().question().asked()->question.ask, english);
  EXPECT_EQ(lesson().step().at.scene.a.own->text, first);
  ASSERT_TRUE(set_language(kEnglish, folder).has_value());
  frames(1);
  EXPECT_EQ(lesson().question().asked()->question.ask, english);
  lesson().answer(session, {12345});
  lesson().answer(session, lesson().question().asked()->right);
  EXPECT_EQ(lesson().state(), State::right);
  begin(lesson().go_on(session, ui_->workbench()));
  EXPECT_NE(lesson().step().at.scene.a.own->text, first);
  lesson().answer(session, lesson().question().asked()->right);
  frames(2);
  EXPECT_TRUE(shows("lesson", "1 of 2 right at once · seed 7")) << all_of("lesson");
  begin(lesson().practise(session, 7));
  EXPECT_EQ(lesson().step().at.scene.a.own->text, first) << "the same seed asks the same";
  EXPECT_EQ(lesson().drills()->answered(), 0U);
  open(1, 0);
  EXPECT_EQ(lesson().drills(), nullptr);
}

TEST_F(QuietLessonTest, TheTimeOfADrillRunsWhereItIsAskedForAndWhileItIsLookedAt) {
  open(1, 0);
  ASSERT_TRUE(lesson().practise(session, 7).has_value());
  session.finish();
  frames(6);
  ASSERT_EQ(lesson().state(), State::asking) << lesson().problem();
  click("20 seconds each", "lesson");
  frames(8, 0.5);
  EXPECT_FALSE(shows("lesson", "20 seconds left")) << all_of("lesson");
  EXPECT_TRUE(shows("lesson", "seconds left")) << all_of("lesson");
  click("Map", "lesson");
  const double before = lesson().drills()->seconds_left(0, false);
  frames(8, 0.5);
  EXPECT_EQ(lesson().drills()->seconds_left(0, false), before) << "the map is looked at";
  press(Key::escape);
  frames(4, 0.5);
  EXPECT_LT(lesson().drills()->seconds_left(0, false), before);
  // The next drill has its own time, and so has another series.
  ASSERT_TRUE(lesson().go_on(session, ui_->workbench()).has_value());
  EXPECT_EQ(lesson().drills()->seconds_left(0, false), 20);
  ASSERT_TRUE(lesson().practise(session, 8).has_value());
  EXPECT_TRUE(lesson().drills()->is_timed());
  session.finish();
  frames(6);
  click("20 seconds each", "lesson");
  frames(2);
  EXPECT_FALSE(shows("lesson", "seconds left")) << all_of("lesson");
}

TEST_F(QuietLessonTest, ReturnGivesWhatWasClicked) {
  open_question(QuestionKind::cells);
  const learn::Asked cells = *lesson().question().asked();
  const std::uint64_t elements = cells.at.run->tile->row_elements();
  const auto pick = [&](double cell) {
    const auto index = static_cast<std::uint64_t>(cell);
    lesson().question().pick_cell({index / elements, index % elements});
    frames(2);
  };
  pick(1);
  press(Key::enter);
  EXPECT_EQ(lesson().state(), State::asking);
  EXPECT_TRUE(shows("lesson", "Wrong: tile[0][1].")) << all_of("lesson");
  // What was said is gone with the next choice.
  pick(cells.right.front());
  EXPECT_FALSE(shows("lesson", "Not tile")) << all_of("lesson");
  pick(1);
  for (std::size_t i = 1; i < cells.right.size(); ++i) pick(cells.right[i]);
  press(Key::enter);
  EXPECT_EQ(lesson().state(), State::right) << lesson().question().typed;

  open_question(QuestionKind::lanes);
  const learn::Asked lanes = *lesson().question().asked();
  // The steps have numbers, too, and stand before.
  for (const double lane : lanes.right) click_last(std::to_string(static_cast<int>(lane)), "lesson");
  press(Key::enter);
  EXPECT_EQ(lesson().state(), State::right) << lesson().question().typed;
}

TEST_F(QuietLessonTest, AnElementThatThereIsNotIsToldAsThat) {
  // The second lesson asks for elements of a tile of 6 x 6.
  open(1, 1);
  ASSERT_EQ(lesson().state(), State::asking);
  type("6,2 7,0");
  lesson().answer_typed(session);
  frames(2);
  EXPECT_TRUE(shows("lesson", "there is no tile[6][2]")) << all_of("lesson");
  type("1");
  EXPECT_FALSE(shows("lesson", "there is no")) << all_of("lesson");
}

TEST_F(QuietLessonTest, NamesInTheTextLightWhatTheyName) {
  open_question(QuestionKind::conflicts);
  session.pointer().clear_selection();
  const auto& items = ui_->probe().items();
  const auto name = std::find_if(items.begin(), items.end(), [](const ui::Probe::Item& item) {
    return item.panel == "lesson" && item.control && item.what.starts_with("ask line ");
  });
  ASSERT_NE(name, items.end()) << all_of("lesson");
  const std::string what = name->what;
  click(what, "lesson");
  ASSERT_TRUE(session.pointer().selected().line.has_value());
  EXPECT_TRUE(what.starts_with(fmt::format("ask line {} ", *session.pointer().selected().line))) << what;
}

// Each lesson is gone through from its first step to its last, by keys alone and by the mouse alone.

class WholeLessonTest : public QuietLessonTest {
 protected:
  void SetUp() override {
    QuietLessonTest::SetUp();
    if (!IsSkipped()) resize(1280, 1000);
  }
  /// The last control of that name on the page: steps above it may have the names of answers.
  const ui::Probe::Item* control(const std::string& what) {
    const auto& items = ui_->probe().items();
    const auto found = std::find_if(items.rbegin(), items.rend(), [&](const ui::Probe::Item& item) {
      return item.panel == "lesson" && item.control && item.what == what;
    });
    if (found == items.rend()) ADD_FAILURE() << "no control '" << what << "': " << all_of("lesson");
    return found == items.rend() ? nullptr : &*found;
  }
  void press_by_mouse(const std::string& what) {
    const auto* const item = control(what);
    if (item == nullptr) return;
    const float x = item->x + item->width / 2, y = item->y + item->height / 2;
    for (const bool pressed : {false, true, false}) {
      point_at(x, y, pressed);
      frames(2, 0.01);
    }
    point_away();
    frames(2, 0.01);
  }
  /// Tab until the control has the focus, then Return.
  void press_by_keys(const std::string& what) {
    for (int turn = 0; turn < 300; ++turn) {
      const auto* const item = control(what);
      if (item == nullptr) return;
      const auto* const stop = ui_->focus().stop();
      if (stop != nullptr && stop->panel == "lesson" && std::abs(stop->rect.x - item->x) < 1 &&
          std::abs(stop->rect.y - item->y) < 1) {
        press(Key::enter);
        return;
      }
      press(Key::tab);
    }
    ADD_FAILURE() << "Tab does not come to '" << what << "'";
  }
  /// What is to be pressed on the page to give an answer; cells are typed or clicked in the tile.
  static std::vector<std::string> presses_of(const learn::Asked& asked, const learn::Answer& answer) {
    std::vector<std::string> presses;
    switch (asked.question.kind) {
      case QuestionKind::time:
        return {answer.front() == 1 ? "Yes" : "No"};
      case QuestionKind::choice:
        return {std::to_string(static_cast<int>(answer.front()) + 1)};
      case QuestionKind::lanes:
        for (const double lane : answer) presses.push_back(std::to_string(static_cast<int>(lane)));
        break;
      case QuestionKind::cells:
        break;
      case QuestionKind::order:
        return {};
      default:
        for (const char digit : fmt::format("{:g}", answer.front())) presses.emplace_back(1, digit);
        break;
    }
    presses.emplace_back("Check");
    return presses;
  }

  template <class Press>
  void go_through(bool by_mouse, Press press_control) {
    for (std::size_t i = 0; i < shipped_lessons().size(); i += test::every(by_mouse ? 1 : 4, 8)) {
      open(i, 0);
      const auto& steps = shipped_lessons()[i].steps;
      for (std::size_t step = 0; step < steps.size(); ++step) {
        SCOPED_TRACE(fmt::format("{}: {}", shipped_lessons()[i].name, steps[step].title));
        ASSERT_EQ(lesson().step_index(), step);
        if (lesson().state() == State::asking) answer_right(by_mouse, press_control);
        ASSERT_TRUE(lesson().state() == State::right || lesson().state() == State::telling) << all_of("lesson");
        if (step + 1 < steps.size()) press_control("Next");
        session.finish();
        frames(6, 0.01);
      }
    }
  }
  template <class Press>
  void answer_right(bool by_mouse, Press press_control) {
    const learn::Asked asked = *lesson().question().asked();
    if (asked.question.kind == QuestionKind::order) {
      for (const double kernel : asked.right) press_control(bankloom::answer_text(asked, {kernel}).str());
      return;
    }
    if (asked.question.kind == QuestionKind::cells) {
      const std::uint64_t elements = asked.at.run->tile->row_elements();
      for (const double cell : by_mouse ? asked.right : learn::Answer()) {
        const auto index = static_cast<std::uint64_t>(cell);
        lesson().question().pick_cell({index / elements, index % elements});
      }
      if (!by_mouse) type(typed_set(asked, asked.right));
      frames(2, 0.01);
    } else if (asked.question.kind != QuestionKind::lanes && !by_mouse && asked.question.kind != QuestionKind::choice &&
               asked.question.kind != QuestionKind::time) {
      type(fmt::format("{:g}", asked.right.front()));
      press_control("Check");
      return;
    }
    for (const std::string& one : presses_of(asked, asked.right)) press_control(one);
  }
};

TEST_F(WholeLessonTest, EveryLessonIsGoneThroughByTheMouseAlone) {
  go_through(true, [this](const std::string& what) { press_by_mouse(what); });
}

TEST_F(WholeLessonTest, EveryLessonIsGoneThroughByKeysAlone) {
  go_through(false, [this](const std::string& what) { press_by_keys(what); });
}

// The test of the hiding: the same page with a session whose facts are others must look the same.

/// All that a person can see, point at and copy of a question.
struct Seen {
  std::vector<std::uint8_t> pixels;
  std::string words, pointed, copied;
};

class HiddenTest : public LessonTest {
 protected:
  void draw(Session& shown, int count) {
    for (int i = 0; i < count; ++i) {
      target_->bind();
      ui::FrameRequest request;
      request.size = target_->size();
      request.seconds = 0.5;
      ui_->frame(shown, view_, request);
    }
  }

  Seen look(Session& shown, std::size_t lesson_index, std::size_t step) {
    Seen seen;
    EXPECT_TRUE(lesson().open(shown, lesson_index, step).has_value());
    shown.finish();
    shown.finish_lesson(std::chrono::seconds(20));
    for (const std::string_view tab : ui::tab_ids()) {
      view_.tab = tab;
      point_away();
      draw(shown, 4);
      const gfx::Image image = target_->read();
      seen.pixels.insert(seen.pixels.end(), image.rgba.begin(), image.rgba.end());
      for (const auto& item : ui_->probe().items()) seen.words += item.panel + ": " + item.what + "\n";
    }
    // At a raster of points, on one tab.
    for (float y = 60; y < 640; y += 97) {
      for (float x = 30; x < 1024; x += 197) {
        point_at(x, y);
        // In the first of two frames it is pointed at, in the second it has waited long enough.
        draw(shown, 2);
        for (const std::string& one : ui_->probe().tooltips()) seen.pointed += one + "\n";
      }
    }
    point_away();
    seen.copied = scene_to_line(shown.snapshot());
    return seen;
  }
};

TEST_F(HiddenTest, NothingTellsTheAnswerBeforeItIsGiven) {
  resize(1024, 640);
  {
    // Whether the caret of a field is seen depends on the time alone.
    const ui::ContextScope scope(ui_->context());
    ImGui::GetIO().ConfigInputTextCursorBlink = false;
  }
  FalseCompiler compiler(*Shipped::get().compiler);
  RunService false_runs(Shipped::get().catalog, Shipped::get().machines, compiler);
  Session false_session(false_runs);
  unsigned looked_at = 0, differ = 0, number = 0;
  for (std::size_t i = 0; i < shipped_lessons().size(); ++i) {
    for (std::size_t step = 0; step < shipped_lessons()[i].steps.size(); ++step) {
      const learn::Step& one = shipped_lessons()[i].steps[step];
      if (!one.question || ++number % test::every(8, 24) != 0) continue;
      const std::string what = fmt::format("{}: {}", shipped_lessons()[i].name, one.title);
      const Seen true_seen = look(session, i, step);
      const Seen false_seen = look(false_session, i, step);
      ASSERT_EQ(lesson().state(), State::asking) << what << ": " << lesson().problem();
      EXPECT_EQ(true_seen.words, false_seen.words) << what;
      EXPECT_EQ(true_seen.pointed, false_seen.pointed) << what;
      EXPECT_FALSE(true_seen.pointed.empty()) << what;
      EXPECT_EQ(true_seen.copied, false_seen.copied) << what;
      EXPECT_TRUE(true_seen.pixels == false_seen.pixels) << what << ": the pictures differ";
      ++looked_at;
      // That they are others shows as soon as they are told.
      lesson().answer(false_session, lesson().question().asked()->right);
      draw(false_session, 3);
      const auto outcome = false_session.runs().outcome(Side::a);
      const auto true_outcome = session.runs().outcome(Side::a);
      if (outcome && true_outcome && outcome->figures() && true_outcome->figures()) {
        const auto sum = [](const RunSummary& run) {
          return run.cost.shared_load.wavefronts + run.cost.shared_store.wavefronts + run.cost.global_load.sectors +
                 run.cost.global_store.sectors + run.faults.size();
        };
        differ += sum(*outcome->figures()) != sum(*true_outcome->figures()) ? 1 : 0;
      }
    }
  }
  EXPECT_GE(looked_at, 60U / test::every(8, 24));
  EXPECT_GE(differ, looked_at * 3 / 4) << "the facts are not replaced";
}

}  // namespace
}  // namespace bankloom::test
