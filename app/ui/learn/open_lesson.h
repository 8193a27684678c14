// OpenLesson: the lesson that is open in the window: its step, the question that is asked, what was answered.
//
// While a question is asked the session shows nothing that came of a run (learn::disclosure_of()); once it is answered,
// all is shown and the picture plays. Not thread-safe.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/learn/drill.h"
#include "core/learn/exercise.h"
#include "core/learn/lesson.h"
#include "core/learn/progress.h"
#include "core/learn/question.h"
#include "core/session/session.h"

namespace bankloom::ui {

class Workbench;

class OpenLesson {
 public:
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
  [[nodiscard]] bool is_open() const { return open_.has_value(); }
  [[nodiscard]] const learn::Lesson& lesson() const {
    return practice_ ? practice_->lesson : learn::in_language((*lessons_)[*open_]);
  }
  [[nodiscard]] std::size_t index() const { return *open_; }
  [[nodiscard]] std::size_t step_index() const { return step_; }
  [[nodiscard]] const learn::Step& step() const { return lesson().steps[step_]; }
  [[nodiscard]] const learn::Progress& progress() const { return progress_; }
  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }

  /// Opens a lesson at a step.
  Result<void> open(Session& session, std::size_t lesson, std::size_t step);
  /// Where one left off; the first lesson at first.
  Result<void> resume(Session& session);
  void close(Session& session);
  Result<void> go_to(Session& session, std::size_t step);
  /// What comes after the present step; nothing after an exercise and the last lesson.
  enum class Onward : std::uint8_t { nothing, drill, step, exercises, lesson };
  [[nodiscard]] Onward onward() const;
  Result<void> go_on(Session& session, Workbench& bench);
  /// Takes over runs that have arrived; to be called in every frame. True where something changed.
  bool follow(Session& session);

  // ---- practice -----------------------------------------------------------------------------------------------------
  /// Drills one after the other: each is a lesson of one step, whose kernel is made from the seed.
  struct Practice {
    std::uint64_t seed = 0;
    learn::DrillWeights weights = learn::kEqualWeights;
    unsigned number = 0;  ///< of the drill, from 0
    unsigned level = 1;
    std::string item;  ///< that progress is kept of
    learn::Lesson lesson;
    unsigned answered = 0, right = 0;  ///< at the first try
    std::optional<double> asked_at;    ///< the window's clock when the question came
  };
  /// Begins a series; the same seed gives the same one to everybody, without a seed what went wrong comes more often.
  Result<void> practise(Session& session, std::optional<std::uint64_t> seed);
  Result<void> next_drill(Session& session);
  [[nodiscard]] const Practice* practice() const { return practice_ ? &*practice_ : nullptr; }
  /// Seconds that are left for the answer; to be asked for with the window's clock.
  [[nodiscard]] double seconds_left(double now);

  // ---- an exercise --------------------------------------------------------------------------------------------------
  /// Opens an exercise of the lesson, its text in the editor.
  Result<void> open_exercise(Session& session, Workbench& bench, std::size_t exercise);
  /// Null where a step is open.
  [[nodiscard]] const learn::Exercise* exercise() const {
    return exercise_ ? &lesson().exercises[*exercise_] : nullptr;
  }
  [[nodiscard]] std::optional<std::size_t> exercise_index() const { return exercise_; }
  /// What is to be said of the text as it stands; nothing while it is being made.
  [[nodiscard]] const std::optional<learn::Attempt>& attempt() const { return attempt_; }
  /// Hints that are shown.
  [[nodiscard]] std::size_t hints() const { return hints_; }
  void show_hint();
  /// Whether something else than the start was tried, or passed before: then the solution can be seen.
  [[nodiscard]] bool may_see_solution() const;
  /// Shows it beside one's own text.
  Result<void> show_solution(Session& session);

  // ---- the step -----------------------------------------------------------------------------------------------------
  /// The step's numbers; null while its runs are being made.
  [[nodiscard]] const learn::StepRuns* runs() const { return runs_ ? &*runs_ : nullptr; }
  /// The question; null where none is, and while what it needs is being made.
  [[nodiscard]] const learn::Asked* asked() const { return asked_ ? &*asked_ : nullptr; }
  /// What is being answered, as it is typed or clicked.
  std::string typed;
  std::set<double> picked;           ///< cells or lanes
  std::vector<std::size_t> ordered;  ///< kernels, the cheapest first
  /// Frames in which the field of the answer asks for the keyboard: a panel that has just appeared cannot have it yet.
  unsigned takes_keyboard = 0;
  static constexpr unsigned kFramesToTake = 3;
  /// The cells that are picked, where cells are asked for: row * elements of a row + column; else none.
  [[nodiscard]] const std::set<double>& picked_cells() const;
  /// Takes a cell, or gives it back; false where no cells are asked for.
  bool pick_cell(const TileGeometry::Element& cell);
  /// Puts a digit or a point behind what is typed; nothing ('\0') takes the last one away.
  void press_digit(char digit);
  /// The same of a lane, where lanes are asked for.
  void pick_lane(unsigned lane) { pick(lane); }
  /// What is said to the last wrong answer; nothing before one.
  [[nodiscard]] const std::optional<learn::WrongAnswer>& last_wrong() const { return wrong_; }
  /// How many wrong answers this question has had since it was asked.
  [[nodiscard]] unsigned tries() const { return tries_; }
  /// What cannot be taken for an answer, in a sentence; empty elsewhere.
  [[nodiscard]] const std::string& misread() const { return misread_; }
  /// What is typed.
  void answer_typed(Session& session);
  void answer(Session& session, const learn::Answer& answer);
  void show_answer(Session& session);
  /// Asks the same again.
  void ask_again(Session& session);

 private:
  Result<void> show_drill(Session& session);
  void leave_exercise();
  void begin_step(Session& session);
  void pick(double one);
  bool follow_exercise(const Session& session);
  /// What progress is kept of.
  [[nodiscard]] std::string item() const;
  void disclose(Session& session);
  void keep(learn::EventKind kind, std::string_view detail = {});

  const std::vector<learn::Lesson>* lessons_ = nullptr;
  learn::Sources sources_;
  std::filesystem::path file_;
  learn::Progress progress_;
  std::optional<std::size_t> open_;
  std::size_t step_ = 0;
  State state_ = State::waiting;
  std::optional<learn::StepRuns> runs_;
  std::optional<learn::Asked> asked_;
  std::optional<learn::WrongAnswer> wrong_;
  unsigned tries_ = 0;
  std::optional<Practice> practice_;
  std::optional<std::size_t> exercise_;
  Workbench* bench_ = nullptr;  ///< of the exercise that was opened last
  std::optional<learn::Attempt> attempt_;
  std::string tried_;  ///< the text that the attempt is of
  std::size_t hints_ = 0;
  std::string problem_, misread_;
  std::string_view language_;  ///< in which the question is asked
};

}  // namespace bankloom::ui
