// Document: a kernel's text while it is edited, and when to compile it and keep a draft. No GUI.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "core/own/own_source.h"
#include "core/session/syntax.h"
#include "ui/editor/text_history.h"

namespace bankloom::ui {

/// Seconds from the last key until the text is compiled, and between drafts while typing.
inline constexpr double kCompileAfter = 0.3, kDraftEvery = 1.0;

/// Something that is due `after` seconds after the last change.
class Debounce {
 public:
  explicit Debounce(double after) : after_(after) {}
  void changed(double now) {
    waits_ = true;
    at_ = now + after_;
  }
  /// Like changed(), but never later than already due.
  void changed_once(double now) {
    if (!waits_) changed(now);
  }
  /// True once when it is due.
  bool take(double now) {
    if (!waits_ || now < at_) return false;
    waits_ = false;
    return true;
  }
  /// Makes it due at once.
  void hurry() {
    waits_ = true;
    at_ = -std::numeric_limits<double>::infinity();
  }
  void cancel() { waits_ = false; }
  [[nodiscard]] bool waits() const { return waits_; }
  /// Seconds until it is due, at least 0; infinity if nothing waits.
  [[nodiscard]] double within(double now) const {
    return waits_ ? (at_ > now ? at_ - now : 0) : std::numeric_limits<double>::infinity();
  }

 private:
  double after_, at_ = 0;
  bool waits_ = false;
};

struct Document {
  OwnSource source;          ///< with the edited text, whose lines end in \n
  std::string saved;         ///< for Revert: the file's text, or the catalogue's
  std::string key;           ///< of the session's kernel: "square/setRowReadCol", or "own:" and a digest
  std::string shown;         ///< the text with that key, to which messages and figures belong
  bool is_program = false;   ///< it has main(), which launches its kernels
  std::string given;         ///< shown without having been typed, opened or saved: a drill's, a solution's
  bool is_exercise = false;  ///< an exercise's, which begins anew each time
  bool has_returns = false;  ///< lines of the file end in \r\n, also when it is saved
  unsigned draft = 0;        ///< its number among the drafts
  unsigned generation = 0;   ///< changes with every change that is not typed
  Debounce compile{kCompileAfter}, keep{kDraftEvery};
  TextHistory history;
  // Made from the text by refresh().
  std::vector<std::size_t> starts{0};
  std::vector<std::vector<Token>> tokens;

  [[nodiscard]] bool is_unsaved() const { return source.text != saved; }
  /// Whether it would be missed: it has changes that were typed and are not saved.
  [[nodiscard]] bool is_worth_keeping() const { return is_unsaved() && source.text != given && !is_exercise; }
  [[nodiscard]] bool is_as_shown() const { return source.text == shown; }
  [[nodiscard]] std::string name() const { return own_name(source); }
  void refresh();
  /// After a change of the text: compiles it and keeps a draft soon.
  void typed(double now);
};

}  // namespace bankloom::ui
