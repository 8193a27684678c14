// Indentation and search in a text. Pure.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ui/editor/text_history.h"

namespace bankloom::ui {

/// The cursor and the other end of the selection, bytes of a text; equal if nothing is selected.
struct TextSelection {
  std::size_t cursor = 0, anchor = 0;
  [[nodiscard]] std::size_t begin() const { return std::min(cursor, anchor); }
  [[nodiscard]] std::size_t end() const { return std::max(cursor, anchor); }
  friend bool operator==(const TextSelection&, const TextSelection&) = default;
};
/// A change, with the selection after it.
struct TextEdit {
  TextChange change;
  TextSelection after;
};

/// Tab: replaces the selection by blanks up to the next stop; indents a selection of several lines by a step.
[[nodiscard]] TextEdit indented(std::string_view text, const TextSelection& selection);
/// Shift+Tab: unindents the lines of the selection by a step.
[[nodiscard]] TextEdit unindented(std::string_view text, const TextSelection& selection);
/// The indentation of a new line that begins at byte `at`: that of the line before, a step more after a "{".
[[nodiscard]] std::string indent_after_line(std::string_view text, std::size_t at);
/// The change that aligns a "}" at byte `at` with the line of its "{". Empty if it is aligned, or not the first in its
/// line.
[[nodiscard]] TextChange brace_moved(std::string_view text, std::size_t at);

/// The places of the words, ignoring case, without overlaps.
[[nodiscard]] std::vector<std::size_t> find_all(std::string_view text, std::string_view words);

/// The search in the edited text.
struct TextSearch {
  bool is_open = false, has_keyboard = false;
  bool wants_keyboard = false;  ///< takes it in the next frame
  std::string words;
  std::size_t at = 0;  ///< the last place, or where to search from
};
/// Of the places `found`, at least one, the first after byte `present` (by > 0), at or after it (0), or the last before
/// it (by < 0); continues from the other end.
[[nodiscard]] std::size_t next_found(const std::vector<std::size_t>& found, std::size_t present, int by);

}  // namespace bankloom::ui
