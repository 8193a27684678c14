// TextHistory: undo and redo, a word at a time. Pure.
//
// Letters typed one after another are one step up to the next word, and so are deleted letters. Anything else is a step
// of its own: pasted text, a line end with the indentation after it, indented lines, an applied layout.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bankloom::ui {

/// A replacement at a byte of a text.
struct TextChange {
  std::size_t begin = 0;
  std::string removed, inserted;
  [[nodiscard]] bool empty() const { return removed.empty() && inserted.empty(); }
  /// The change that undoes it.
  [[nodiscard]] TextChange reversed() const { return {begin, inserted, removed}; }
  void apply(std::string& text) const { text.replace(begin, removed.size(), inserted); }
  friend bool operator==(const TextChange&, const TextChange&) = default;
};
/// The smallest change from one text to another. Of several it is the one at byte `near`: an "a" typed into "aa" is at
/// the cursor.
[[nodiscard]] TextChange change_between(std::string_view before, std::string_view after,
                                        std::size_t near = std::string_view::npos);

class TextHistory {
 public:
  /// Most bytes of changes; the oldest are dropped.
  static constexpr std::size_t kMostBytes = std::size_t{8} << 20;

  /// Adds a change; `typed` letters may continue the last step.
  void add(TextChange change, bool typed = false);
  /// Ends the last step, because the cursor moved.
  void seal() { is_open_ = false; }
  /// The change to make now, if any.
  std::optional<TextChange> undo();
  std::optional<TextChange> redo();
  [[nodiscard]] bool can_undo() const { return !done_.empty(); }
  [[nodiscard]] bool can_redo() const { return !undone_.empty(); }

 private:
  void add_step(TextChange change, bool typed);
  [[nodiscard]] bool join(const TextChange& change);

  std::deque<TextChange> done_;
  std::vector<TextChange> undone_;
  std::size_t bytes_ = 0;  ///< of done_
  bool is_open_ = false;   ///< the last step may continue
};

}  // namespace bankloom::ui
