// Whole lessons in the window: by the mouse alone, by keys alone, and nothing that tells an answer before it is given.
#include <chrono>

#include <imgui.h>

#include "../base/sanitized.h"
#include "core/wording/question_text.h"
#include "gfx/gl.h"
#include "lesson_ui_test.h"

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
