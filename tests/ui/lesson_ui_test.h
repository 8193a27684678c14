// LessonTest: the window with the shipped lessons, for tests that open their steps and answer their questions.
#pragma once

#include <string>
#include <vector>

#include "core/learn/lesson.h"
#include "core/measure/recording.h"
#include "ui/actions.h"
#include "ui/learn/open_lesson.h"
#include "ui_test.h"

namespace bankloom::test {

inline const std::vector<learn::Lesson>& shipped_lessons() {
  static const std::vector<learn::Lesson> lessons = [] {
    std::vector<std::string> names;
    for (const Lesson& lesson : Shipped::get().catalog.lessons) names.push_back(lesson.name);
    return learn::load_lessons(BANKLOOM_SOURCE_DIR "/kernels", names).value();
  }();
  return lessons;
}

class LessonTest : public UiTest {
 protected:
  void SetUp() override {
    UiTest::SetUp();
    if (IsSkipped()) return;
    auto setup = measure_setup();
    setup.recordings = load_recordings({BANKLOOM_SOURCE_DIR "/assets/recordings"});
    use_measures(std::move(setup));
    learn::Sources sources;
    sources.run = [this](const RunKey& key) { return runs.wait(key); };
    sources.measured = [this](const KernelRun& run) { return measures_->measured(run); };
    sources.time = [this](const Kernel& kernel, const OptionValues& options) {
      return measures_->time(kernel, options);
    };
    ui_->lesson().set(shipped_lessons(), std::move(sources), folder_ / "progress.tsv");
  }
  ui::OpenLesson& lesson() { return ui_->lesson(); }
  /// Opens a step, with its runs there.
  void open(std::size_t lesson_index, std::size_t step) {
    ASSERT_TRUE(lesson().open(session, lesson_index, step).has_value());
    session.finish();
    frames(6);
  }
  /// The first step of the shipped lessons that asks such a question.
  void open_question(learn::QuestionKind kind) {
    for (std::size_t i = 0; i < shipped_lessons().size(); ++i) {
      const auto& steps = shipped_lessons()[i].steps;
      for (std::size_t step = 0; step < steps.size(); ++step) {
        if (steps[step].question && steps[step].question->kind == kind) return open(i, step);
      }
    }
    FAIL() << "no such question";
  }
  void press(ui::Key key) {
    ui_->press({key});
    frames(2, 0.01);
  }
  void type(const std::string& text) {
    {
      const ui::ContextScope scope(ui_->context());
      ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
    }
    frames(3, 0.01);
  }
};

class QuietLessonTest : public LessonTest {
 protected:
  [[nodiscard]] bool sees_pixels() const override { return false; }
};

}  // namespace bankloom::test
