// OpenLesson: the lesson that is open in the window, and which part of it: a step with its question, an exercise, or a
// series of drills.
//
// While a question is asked the session shows nothing that came of a run (learn::disclosure_of()); once it is answered,
// all is shown and the picture plays. Not thread-safe.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/learn/lesson.h"
#include "core/learn/question.h"
#include "core/learn/taught.h"
#include "core/session/session.h"
#include "ui/learn/drill_series.h"
#include "ui/learn/kept_progress.h"
#include "ui/learn/open_exercise.h"
#include "ui/learn/open_question.h"

namespace bankloom::ui {

class OpenLesson {
 public:
  OpenLesson() = default;
  OpenLesson& operator=(OpenLesson&&) = delete;

  enum class State : std::uint8_t {
    waiting,  ///< for the runs of the step
    telling,  ///< a step without a question, or one whose question was answered before
    asking,
    right,   ///< just answered
    shown,   ///< the answer was shown
    broken,  ///< the step cannot be run: problem()
  };

  /// What there is to learn; `lessons` must outlive it. `progress`: where it is kept; empty: nowhere.
  void set(const std::vector<learn::Lesson>& lessons, learn::Sources sources, std::filesystem::path progress);

  [[nodiscard]] bool has_lessons() const { return lessons_ != nullptr && !lessons_->empty(); }
  [[nodiscard]] const std::vector<learn::Lesson>& lessons() const { return *lessons_; }
  /// The lesson after the open one; null for the last.
  [[nodiscard]] const learn::Lesson* next() const {
    return *open_ + 1 < lessons_->size() ? &learn::in_language((*lessons_)[*open_ + 1]) : nullptr;
  }
  [[nodiscard]] bool is_open() const { return open_.has_value(); }
  [[nodiscard]] const learn::Lesson& lesson() const {
    return drills_ ? drills_->lesson() : learn::in_language((*lessons_)[*open_]);
  }
  [[nodiscard]] std::size_t index() const { return *open_; }
  [[nodiscard]] std::size_t step_index() const { return step_; }
  [[nodiscard]] const learn::Step& step() const { return lesson().steps[step_]; }
  [[nodiscard]] const KeptProgress& progress() const { return progress_; }
  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }

  /// Opens a lesson at a step.
  Result<void> open(Session& session, std::size_t lesson, std::size_t step);
  /// Where one left off; the first lesson at first.
  Result<void> resume(Session& session);
  void close(Session& session);
  Result<void> go_to(Session& session, std::size_t step);
  /// What comes after the present step: after the last one the lesson's end, after that its exercises, one after the
  /// other as they are solved, and the next lesson; nothing after the last.
  enum class Onward : std::uint8_t { nothing, drill, step, end, exercises, lesson };
  [[nodiscard]] Onward onward() const;
  Result<void> go_on(Session& session, Workbench& bench);
  /// The lesson's end: what was learnt, with runs() of that, and what comes next.
  Result<void> go_to_end(Session& session);
  [[nodiscard]] bool is_at_end() const { return is_at_end_; }
  /// Questions of the lesson, and how many of them were answered right at the first try.
  struct Score {
    std::size_t questions = 0, at_once = 0;
  };
  [[nodiscard]] Score score() const;
  /// Takes over runs that have arrived; to be called in every frame. True where something changed.
  bool follow(Session& session);

  /// Begins a series of drills; the same seed gives the same one to everybody, without a seed what went wrong comes
  /// more often.
  Result<void> practise(Session& session, std::optional<std::uint64_t> seed);
  /// Null where a lesson is open.
  [[nodiscard]] DrillSeries* drills() { return drills_ ? &*drills_ : nullptr; }

  /// Opens an exercise of the lesson, its text in the editor.
  Result<void> open_exercise(Session& session, Workbench& bench, std::size_t exercise);
  /// Null where a step is open.
  [[nodiscard]] OpenExercise* exercise() { return exercise_ ? &*exercise_ : nullptr; }

  // ---- the step -----------------------------------------------------------------------------------------------------
  /// The step's numbers; null while its runs are being made.
  [[nodiscard]] const learn::StepRuns* runs() const { return runs_ ? &*runs_ : nullptr; }
  /// The linear index in its block of the thread that the step asks about, if it asks about one.
  [[nodiscard]] std::optional<std::uint64_t> asked_thread(const Dim3& block) const;
  /// The question, with what is being answered. It stays where it is, as the fields of the page need it.
  [[nodiscard]] OpenQuestion& question() { return question_; }
  /// What is typed.
  void answer_typed(Session& session);
  void answer(Session& session, const learn::Answer& answer);
  void show_answer(Session& session);
  /// Asks the same again.
  void ask_again(Session& session);

 private:
  Result<void> next_drill(Session& session);
  void leave_exercise();
  [[nodiscard]] Onward next_lesson() const;
  void begin_step(Session& session);
  Result<void> show_scene(Session& session);
  void disclose(Session& session);
  void show_after(Session& session);
  void show_padding(Session& session, const learn::Answer& answer);
  bool play_after(Session& session);
  /// What may be shown once nothing is asked: what has been taught. Drills are for who has learnt.
  [[nodiscard]] Disclosure taught() const;
  void keep(learn::EventKind kind, std::string_view detail = {});

  const std::vector<learn::Lesson>* lessons_ = nullptr;
  learn::Sources sources_;
  KeptProgress progress_;
  std::optional<std::size_t> open_;
  std::size_t step_ = 0;
  bool is_at_end_ = false;
  State state_ = State::waiting;
  std::optional<learn::StepRuns> runs_;
  OpenQuestion question_;
  std::optional<DrillSeries> drills_;
  std::optional<Scene> before_drills_;  ///< what was shown then, and is again when they are left
  std::optional<OpenExercise> exercise_;
  bool awaits_after_ = false;  ///< the runs of what is shown after the answer
  std::string problem_;
  std::string_view language_;  ///< in which the question is asked
};

}  // namespace bankloom::ui
