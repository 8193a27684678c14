// Converts between bytes of a text and lines and columns. Pure.
//
// A character has one column, a Chinese one two and a tab four, as in the fonts for code (ui/fonts.h). Not supported:
// characters without a column.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bankloom::ui {

/// Columns of a tab, and of the Tab key's stops.
inline constexpr std::size_t kTabColumns = 4;

/// The first byte of each line; there is one line more than line ends.
[[nodiscard]] std::vector<std::size_t> line_starts(std::string_view text);
/// A line, 0-based, without its end.
[[nodiscard]] std::string_view line_at(std::string_view text, const std::vector<std::size_t>& starts, std::size_t line);

struct LineColumn {
  std::size_t line = 0, column = 0;  ///< 0-based
  friend bool operator==(const LineColumn&, const LineColumn&) = default;
};
/// The line and column of a byte, or of the end if that is beyond it.
[[nodiscard]] LineColumn place_of(std::string_view text, const std::vector<std::size_t>& starts, std::size_t byte);
/// The byte at a line and column of a compiler, both 1-based; at most the line's end, in at most the last line.
[[nodiscard]] std::size_t byte_of(std::string_view text, const std::vector<std::size_t>& starts, unsigned line,
                                  unsigned column);
/// The columns of a text without line ends.
[[nodiscard]] std::size_t columns_of(std::string_view text);
/// The indentation of a byte's line, up to that byte.
[[nodiscard]] std::string indent_at(std::string_view text, std::size_t byte);

/// The text with \n for \r\n, and vice versa.
[[nodiscard]] std::string with_line_feeds(std::string_view text);
[[nodiscard]] std::string with_carriage_returns(std::string_view text);

}  // namespace bankloom::ui
