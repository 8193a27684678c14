// Text edits: what keys do to a text besides typing letters: indentation; and what is looked for in it. Pure.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ui/editor/text_history.h"

namespace bankloom::ui {

/// The cursor, and the other end of what is selected; bytes of a text. They are the same where nothing is.
struct TextSelection {
  std::size_t cursor = 0, anchor = 0;
  [[nodiscard]] std::size_t begin() const { return std::min(cursor, anchor); }
  [[nodiscard]] std::size_t end() const { return std::max(cursor, anchor); }
  friend bool operator==(const TextSelection&, const TextSelection&) = default;
};
/// A change, and what is selected after it.
struct TextEdit {
  TextChange change;
  TextSelection after;
};

/// Tab: blanks to the next stop in the place of what is selected; where that is of several lines, these go a step to
/// the right.
[[nodiscard]] TextEdit indented(std::string_view text, const TextSelection& selection);
/// Shift+Tab: the lines of the selection go a step to the left.
[[nodiscard]] TextEdit unindented(std::string_view text, const TextSelection& selection);
/// The blanks that belong after a line's end before byte `at`: those of the line, and a step more after a "{".
[[nodiscard]] std::string indent_after_line(std::string_view text, std::size_t at);
/// The change for a "}" at byte `at`, the first in its line: it goes below the line of the "{" that it closes. Empty
/// where it stands right, or where there is something before it.
[[nodiscard]] TextChange brace_moved(std::string_view text, std::size_t at);

/// Where the words stand, capitals or not; those that overlap are left out.
[[nodiscard]] std::vector<std::size_t> find_all(std::string_view text, std::string_view words);

/// What is looked for in the text that is edited.
struct TextSearch {
  bool is_open = false, has_keyboard = false;
  bool wants_keyboard = false;  ///< takes it in the next frame
  std::string words;
  std::size_t at = 0;  ///< the place that was gone to last, or from which it is looked on
};
/// The place after the present byte (by > 0), at or after it (0), or before it, from the other end where there is none;
/// `found`: all, one at least.
[[nodiscard]] std::size_t next_found(const std::vector<std::size_t>& found, std::size_t present, int by);

}  // namespace bankloom::ui
