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

TEST_F(QuietLessonTest, AChoiceIsAnsweredByAClickOnItsText) {
  open_question(QuestionKind::choice);
  const double right = lesson().question().asked()->right.front();
  click(fmt::format("choice text {}", static_cast<int>(right) + 1), "lesson");
  EXPECT_EQ(lesson().state(), State::right);
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

}  // namespace
}  // namespace bankloom::test
