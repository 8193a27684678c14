// OpenExercise: the exercise that is open in the window: its text in the editor, what came of it, the hints shown.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/learn/exercise.h"
#include "core/learn/lesson.h"
#include "core/learn/question.h"
#include "core/session/session.h"
#include "ui/editor/workbench.h"
#include "ui/learn/kept_progress.h"

namespace bankloom::ui {

class OpenExercise {
 public:
  /// An exercise of a lesson by its index; all that is given must outlive it.
  OpenExercise(const learn::Lesson& lesson, std::size_t index, Workbench& bench, KeptProgress& progress)
      : lesson_(lesson), index_(index), bench_(bench), progress_(progress) {}
  /// Shows its kernel, and the text that it begins with in the editor.
  Result<void> begin(Session& session);
  /// Closes the editor, which is no part of a step.
  void leave() { bench_.close(); }

  [[nodiscard]] const learn::Exercise& exercise() const { return learn::in_language(lesson_).exercises[index_]; }
  [[nodiscard]] std::size_t index() const { return index_; }
  /// Tries the text as it stands. Returns whether something changed. Errors: a condition that cannot be read.
  [[nodiscard]] Result<bool> follow(const Session& session, const learn::Sources& sources);
  /// What is to be said of the text; nothing while it is being made.
  [[nodiscard]] const std::optional<learn::Attempt>& attempt() const { return attempt_; }
  /// Hints that are shown.
  [[nodiscard]] std::size_t hints() const { return hints_; }
  void show_hint();
  /// Whether something else than the start was tried, or passed before: then the solution can be seen.
  [[nodiscard]] bool may_see_solution() const;
  /// Shows it beside one's own text.
  Result<void> show_solution(Session& session);

 private:
  /// What progress is kept of.
  [[nodiscard]] std::string item() const { return "exercise:" + exercise().name; }
  void keep(learn::EventKind kind) { progress_.add(kind, lesson_.name, item()); }

  const learn::Lesson& lesson_;
  std::size_t index_;
  Workbench& bench_;
  KeptProgress& progress_;
  std::optional<learn::Attempt> attempt_;
  std::string tried_;  ///< the text that the attempt is of
  std::size_t hints_ = 0;
};

}  // namespace bankloom::ui
