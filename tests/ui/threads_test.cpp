// The view of a block's threads, what the first lessons leave out, and how a lesson ends.
#include <algorithm>

#include "core/learn/lesson.h"
#include "core/learn/taught.h"
#include "ui/actions.h"
#include "ui/learn/open_lesson.h"
#include "ui_test.h"

namespace bankloom::test {
namespace {

const std::vector<learn::Lesson>& all_lessons() {
  static const std::vector<learn::Lesson> lessons = [] {
    std::vector<std::string> names;
    for (const Lesson& lesson : Shipped::get().catalog.lessons) names.push_back(lesson.name);
    return learn::load_lessons(BANKLOOM_SOURCE_DIR "/kernels", names).value();
  }();
  return lessons;
}

class ThreadsTest : public UiTest {
 protected:
  [[nodiscard]] bool sees_pixels() const override { return false; }
  void SetUp() override {
    UiTest::SetUp();
    if (IsSkipped()) return;
    auto setup = measure_setup();
    setup.recordings = load_recordings({BANKLOOM_SOURCE_DIR "/assets/recordings"});
    use_measures(std::move(setup));
    learn::Sources sources;
    sources.run = [this](const RunKey& key) { return runs.wait(key); };
    sources.measured = [this](const KernelRun& run) { return measures_->measured(run); };
    ui_->lesson().set(all_lessons(), std::move(sources), folder_ / "progress.tsv");
    view_.motion = ui::MotionSetting::on;
    resize(1280, 1000);
  }
  ui::OpenLesson& lesson() { return ui_->lesson(); }
  void settle() {
    session.finish();
    frames(6, 0.01);
  }
  void open(std::size_t lesson_index, std::size_t step) {
    ASSERT_TRUE(lesson().open(session, lesson_index, step).has_value());
    settle();
  }
  void answer_right() {
    if (lesson().state() == ui::OpenLesson::State::asking) {
      lesson().answer(session, lesson().question().asked()->right);
    }
    frames(3, 0.01);
  }
  /// All that is on the screen, a line each, but the lesson's own page.
  std::string all_words() {
    std::string words;
    for (const auto& item : ui_->probe().items()) {
      // The names of buttons are there for whoever goes on.
      if (item.panel != "lesson" && !(item.control && item.panel == "timeline")) {
        words += item.panel + ": " + item.what + "\n";
      }
    }
    return words;
  }
};

TEST_F(ThreadsTest, StayInTheirBlockUntilTheAnswerAndThenWalk) {
  open(0, 1);
  ASSERT_EQ(lesson().state(), ui::OpenLesson::State::asking);
  EXPECT_TRUE(shows("threads", "block of 16 × 4 threads")) << all_of("threads");
  EXPECT_TRUE(shows("threads", "(9, 1)")) << all_of("threads");
  EXPECT_TRUE(shows("threads", "thread (9, 1)")) << "it is asked about: " << all_of("threads");
  EXPECT_FALSE(shows("threads", "index 25")) << all_of("threads");
  EXPECT_TRUE(all_of("tile").empty() && all_of("banks").empty()) << "memory has no place here";
  session.player().begin_walk();
  session.player().advance(2);
  frames(2, 0.01);
  EXPECT_FALSE(shows("threads", "index 25")) << "no motion tells it either: " << all_of("threads");

  lesson().answer(session, lesson().question().asked()->right);
  EXPECT_EQ(session.player().walk().part(), 0);
  frames(1, 0.01);
  EXPECT_LT(ui_->next_frame_within(), 0.1) << "the next picture is another one";
  EXPECT_FALSE(shows("threads", "index 25")) << "it has not come to its lane: " << all_of("threads");
  session.player().advance(WalkClock::kSeconds / 2);
  EXPECT_DOUBLE_EQ(session.player().walk().part(), 0.5);
  session.player().advance(WalkClock::kSeconds);
  frames(3, 0.01);
  EXPECT_TRUE(shows("threads", "thread (9, 1): index 25, warp 0, lane 25")) << all_of("threads");
  EXPECT_TRUE(shows("threads", "warp 1")) << all_of("threads");
  EXPECT_TRUE(shows("explanation", "= 1 × 16 + 9 = 25")) << all_of("explanation");
  EXPECT_FALSE(session.player().walk().moving());
}

TEST_F(ThreadsTest, AreAtTheirEndAtOnceWithoutMotion) {
  view_.motion = ui::MotionSetting::off;
  open(0, 1);
  answer_right();
  EXPECT_TRUE(shows("threads", "thread (9, 1): index 25, warp 0, lane 25")) << all_of("threads");
}

TEST_F(ThreadsTest, AreAViewOfEveryKernel) {
  show("bankloom rectangular/setRowReadRow BDIMX=12 BDIMY=8");
  frames(3, 0.01);
  EXPECT_TRUE(all_of("threads").empty());
  ui_->press({ui::Key::t});
  frames(2, 0.01);
  EXPECT_TRUE(shows("threads", "block of 12 × 8 threads")) << all_of("threads");
  EXPECT_NE(scene_to_line(session.snapshot()).find(" view=threads"), std::string::npos);
  session.player().advance(2);
  frames(2, 0.01);
  EXPECT_TRUE(shows("threads", "warp 2")) << all_of("threads");
  // A click tells of a thread.
  click("50", "threads");
  frames(3, 0.01);
  EXPECT_TRUE(shows("explanation", "thread (2, 4)")) << all_of("explanation");
  ui_->press({ui::Key::t});
  frames(3, 0.01);
  EXPECT_TRUE(all_of("threads").empty());
  EXPECT_FALSE(all_of("tile").empty());
}

TEST_F(ThreadsTest, TheFirstLessonsSayNothingThatIsNotTaught) {
  for (const std::size_t index : {std::size_t{0}, std::size_t{1}}) {
    for (std::size_t step = 0; step < all_lessons()[index].steps.size(); ++step) {
      SCOPED_TRACE(all_lessons()[index].steps[step].title);
      open(index, step);
      const Disclosure taught = learn::taught_at(all_lessons(), index, step);
      std::string words = all_words();
      answer_right();
      words += all_words();
      // Wherever one may step to.
      const std::uint64_t count = session.player().sequence().count();
      for (std::uint64_t at = 0; at < count; at += std::max<std::uint64_t>(count / 12, 1)) {
        session.player().go_to_step(at);
        frames(2, 0.5);
        words += all_words();
      }
      session.player().to_end();
      frames(2, 0.5);
      words += all_words();
      for (const char* const untaught : {"sector", "oalesce", "% used"}) {
        EXPECT_EQ(words.find(untaught), std::string::npos) << untaught << " in\n" << words;
      }
      if (taught.mentions(FactKind::time)) continue;
      for (const char* const untaught : {"µs", "measured", "results: ", "time: "}) {
        EXPECT_EQ(words.find(untaught), std::string::npos) << untaught << " in\n" << words;
      }
    }
  }
}

TEST_F(ThreadsTest, WarpsBanksAndWavefrontsComeWithTheirSteps) {
  for (std::size_t step = 0; step < all_lessons()[0].steps.size(); ++step) {
    SCOPED_TRACE(all_lessons()[0].steps[step].title);
    open(0, step);
    const std::string asked = all_words();
    const bool has_columns = ui_->layout().banks[0].height > 0;
    answer_right();
    session.player().to_end();
    frames(2, 0.5);
    const std::string words = asked + all_words();
    EXPECT_EQ(words.find("warp 0") != std::string::npos, step >= 1) << words;
    // The last two show the block's threads.
    const bool is_of_threads = all_lessons()[0].steps[step].at.scene.subject == Subject::threads;
    EXPECT_EQ(has_columns, step >= 5 && !is_of_threads);
    EXPECT_EQ(ui_->layout().banks[0].height > 0, step >= 5 && !is_of_threads);
    if (step < 5) EXPECT_EQ(words.find("wavefront"), std::string::npos) << words;
    if (step < 5) EXPECT_EQ(words.find("bank "), std::string::npos) << words;
  }
}

TEST_F(ThreadsTest, ALessonEndsWithWhatWasLearntAndWhatComesNext) {
  const auto& steps = all_lessons()[1].steps;
  std::size_t questions = 0;
  for (std::size_t step = 0; step < steps.size(); ++step) {
    open(1, step);
    if (lesson().state() != ui::OpenLesson::State::asking) continue;
    if (questions++ == 0) lesson().answer(session, {12345});
    answer_right();
  }
  EXPECT_EQ(lesson().onward(), ui::OpenLesson::Onward::end);
  click("Next", "lesson");
  settle();
  ASSERT_TRUE(lesson().is_at_end());
  EXPECT_TRUE(shows("lesson", "What you have learnt")) << all_of("lesson");
  EXPECT_TRUE(shows("lesson", "32 wavefronts")) << all_of("lesson");
  EXPECT_TRUE(shows("lesson", "1 wavefront")) << all_of("lesson");
  EXPECT_TRUE(shows("lesson", fmt::format("{} of {} questions right at the first try", questions - 1, questions)))
      << all_of("lesson");
  EXPECT_TRUE(session.comparing()) << "the two kernels of the bars are on the screen";
  EXPECT_TRUE(shows("lesson", "µs")) << "both were measured: " << all_of("lesson");
  EXPECT_TRUE(shows("lesson", "1,024 wavefronts and 992 bank conflicts:")) << all_of("lesson");
  click("Exercises", "lesson");
  settle();
  ASSERT_NE(lesson().exercise(), nullptr);
  EXPECT_FALSE(lesson().is_at_end());
  EXPECT_EQ(lesson().onward(), ui::OpenLesson::Onward::nothing) << "until it is solved";
  click("Hint 1 of 3", "lesson");
  ui_->workbench().put_text(session, Side::a, lesson().exercise()->exercise().solution);
  draw_until("lesson", "All checks pass.");
  EXPECT_FALSE(shows("lesson", "Hint 2 of 3")) << all_of("lesson");
  click("Next lesson", "lesson");
  settle();
  EXPECT_EQ(lesson().lesson().name, all_lessons()[2].name);
  EXPECT_EQ(lesson().step_index(), 0U);
}

TEST_F(ThreadsTest, EveryLessonHasAnEndThatCompares) {
  for (std::size_t index = 0; index < all_lessons().size(); ++index) {
    ASSERT_TRUE(all_lessons()[index].learnt.has_value()) << all_lessons()[index].name;
    open(index, 0);
    ASSERT_TRUE(lesson().go_to_end(session).has_value());
    settle();
    ASSERT_EQ(lesson().state(), ui::OpenLesson::State::telling) << lesson().problem();
    const learn::RunNumbers& numbers = lesson().runs()->numbers;
    const bool is_shared = lesson().runs()->a.access().space == Space::shared;
    EXPECT_GT(numbers.at(is_shared ? "wavefronts" : "sectors"), numbers.at(is_shared ? "b_wavefronts" : "b_sectors"))
        << all_lessons()[index].name;
  }
}

}  // namespace
}  // namespace bankloom::test
