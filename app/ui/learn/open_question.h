// OpenQuestion: the question that is asked in the window, the answer that is being typed or clicked, and what is said
// to a wrong one.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/learn/question.h"

namespace bankloom::ui {

class OpenQuestion {
 public:
  /// Begins with nothing typed and nothing wrong.
  OpenQuestion() = default;
  explicit OpenQuestion(learn::Asked asked) : takes_keyboard(kFramesToTake), asked_(std::move(asked)) {}

  /// Null where none is asked, and while what it needs is being made.
  [[nodiscard]] const learn::Asked* asked() const { return asked_ ? &*asked_ : nullptr; }
  /// The same question in other words, as of another language.
  void reword(const learn::Question& question) { asked_->question = question; }

  /// What is being answered.
  std::string typed;
  std::set<double> picked;           ///< lanes; cells: row * elements of a row + column
  std::vector<std::size_t> ordered;  ///< kernels, the cheapest first
  /// Frames in which the field of the answer asks for the keyboard: a panel that has just appeared cannot have it yet.
  unsigned takes_keyboard = 0;
  /// The field has the keyboard again, after a dialog.
  void take_keyboard() { takes_keyboard = kFramesToTake; }
  /// Takes a lane or a cell, or gives it back; what is picked stands in the field, as if it were typed.
  void pick(double one);
  void pick_cell(const TileGeometry::Element& cell);
  /// Puts a digit or a point behind what is typed; nothing ('\0') takes the last one away.
  void press_digit(char digit);
  /// Takes what is typed of lanes or cells for picked, so that they are marked as clicked ones are.
  void read_picked();

  /// What is typed, as an answer; nothing where it cannot be taken for one: misread().
  std::optional<learn::Answer> read_typed();
  /// Takes an answer. Returns whether it is right; else last_wrong() says what to it.
  bool take(const learn::Answer& answer);
  /// Whether what was said to the last answer is about the one that still stands there.
  [[nodiscard]] bool is_said_of_this() const { return typed == said_of_ && ordered.empty(); }
  /// What is said to the last wrong answer; nothing before one.
  [[nodiscard]] const std::optional<learn::WrongAnswer>& last_wrong() const { return wrong_; }
  /// How many wrong answers it has had since it was asked.
  [[nodiscard]] unsigned tries() const { return tries_; }
  /// What cannot be taken for an answer, in a sentence; empty elsewhere.
  [[nodiscard]] const std::string& misread() const { return misread_; }

 private:
  static constexpr unsigned kFramesToTake = 3;

  std::optional<learn::Asked> asked_;
  std::optional<learn::WrongAnswer> wrong_;
  unsigned tries_ = 0;
  std::string misread_;
  std::string said_of_;  ///< what was typed
};

}  // namespace bankloom::ui
