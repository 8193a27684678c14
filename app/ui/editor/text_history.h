// TextHistory: the changes of a text, taken back and made again a word at a time. Pure.
//
// Letters that were typed one after the other are one step up to the next word; so are letters that were deleted. All
// else is a step of its own: what was pasted, a line's end with the blanks after it, lines that were indented, a layout
// that was applied.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bankloom::ui {

/// At a byte of a text stands something else.
struct TextChange {
  std::size_t begin = 0;
  std::string removed, inserted;
  [[nodiscard]] bool empty() const { return removed.empty() && inserted.empty(); }
  /// What takes it back.
  [[nodiscard]] TextChange reversed() const { return {begin, inserted, removed}; }
  void apply(std::string& text) const { text.replace(begin, removed.size(), inserted); }
  friend bool operator==(const TextChange&, const TextChange&) = default;
};
/// The smallest change that makes one text of another. It begins at byte `near` where several would do: "a" that was
/// typed into "aa" stands where the cursor was.
[[nodiscard]] TextChange change_between(std::string_view before, std::string_view after,
                                        std::size_t near = std::string_view::npos);

class TextHistory {
 public:
  /// Bytes of changes that are kept; the oldest are forgotten.
  static constexpr std::size_t kMostBytes = std::size_t{8} << 20;

  /// A change that was made. `typed`: letter by letter, so that it may be a part of the step before.
  void add(TextChange change, bool typed = false);
  /// The cursor went elsewhere: what comes is another step.
  void seal() { is_open_ = false; }
  /// The change to make now; nothing where there is none.
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
  bool is_open_ = false;   ///< the last step goes on
};

}  // namespace bankloom::ui
