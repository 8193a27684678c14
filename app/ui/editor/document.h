// Document: a kernel's text while it is edited: what it was, what is typed, when it is to be compiled and kept. No GUI.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "core/own/own_source.h"
#include "core/session/syntax.h"
#include "ui/editor/text_history.h"

namespace bankloom::ui {

/// Seconds after the last key until the text is compiled, and between two drafts while it is typed.
inline constexpr double kCompileAfter = 0.3, kDraftEvery = 1.0;

/// Tells when something that changes again and again is to be done: `after` seconds behind the last change.
class Debounce {
 public:
  explicit Debounce(double after) : after_(after) {}
  void changed(double now) {
    waits_ = true;
    at_ = now + after_;
  }
  /// As changed(), but not later than it was due already.
  void changed_once(double now) {
    if (!waits_) changed(now);
  }
  /// True once where the time has come.
  bool take(double now) {
    if (!waits_ || now < at_) return false;
    waits_ = false;
    return true;
  }
  /// To be done at the next take().
  void hurry() {
    waits_ = true;
    at_ = -std::numeric_limits<double>::infinity();
  }
  void cancel() { waits_ = false; }
  [[nodiscard]] bool waits() const { return waits_; }
  /// Seconds from now until it is due, at least 0; infinity where nothing waits.
  [[nodiscard]] double within(double now) const {
    return waits_ ? (at_ > now ? at_ - now : 0) : std::numeric_limits<double>::infinity();
  }

 private:
  double after_, at_ = 0;
  bool waits_ = false;
};

struct Document {
  OwnSource source;          ///< its text is the one that is typed at, with \n at the ends of lines
  std::string saved;         ///< what Revert goes back to: the file's text, or the catalogue's
  std::string key;           ///< of what the session shows for it: "square/setRowReadCol", or "own:" and a digest
  std::string shown;         ///< the text of that key: what the last messages and figures are about
  bool is_program = false;   ///< it has main(), and says itself how its kernels are launched
  bool has_returns = false;  ///< the file has \r\n at the ends of its lines, and gets them again
  unsigned draft = 0;        ///< its number among the drafts
  unsigned generation = 0;   ///< another one when the text was changed otherwise than by typing
  Debounce compile{kCompileAfter}, keep{kDraftEvery};
  TextHistory history;  ///< of its text
  // Of the text, made anew by refresh().
  std::vector<std::size_t> starts{0};
  std::vector<std::vector<Token>> tokens;

  [[nodiscard]] bool is_unsaved() const { return source.text != saved; }
  [[nodiscard]] bool is_as_shown() const { return source.text == shown; }
  [[nodiscard]] std::string name() const { return own_name(source); }
  /// Reads lines and tokens anew.
  void refresh();
  /// The text was changed at a time: compile it and keep it soon.
  void typed(double now);
};

}  // namespace bankloom::ui
