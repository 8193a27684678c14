// Text places: where a byte of a text stands, in lines and columns, and back. Pure.
//
// A character is one column wide, a tab four, as Dear ImGui draws them. Not modelled: characters of two columns or
// none.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bankloom::ui {

/// Columns of a tab, and blanks that the Tab key goes on by at most.
inline constexpr std::size_t kTabColumns = 4;

/// The first byte of every line; a text has one at least, and one more than it has line ends.
[[nodiscard]] std::vector<std::size_t> line_starts(std::string_view text);
/// A line without its end, 0-based.
[[nodiscard]] std::string_view line_at(std::string_view text, const std::vector<std::size_t>& starts, std::size_t line);

struct LineColumn {
  std::size_t line = 0, column = 0;  ///< 0-based
  friend bool operator==(const LineColumn&, const LineColumn&) = default;
};
/// The line and column of a byte; one beyond the end is the end.
[[nodiscard]] LineColumn place_of(std::string_view text, const std::vector<std::size_t>& starts, std::size_t byte);
/// The byte at a line and a column, which are 1-based as compilers count them; the line's end where it is shorter, the
/// text's last line where that has fewer.
[[nodiscard]] std::size_t byte_of(std::string_view text, const std::vector<std::size_t>& starts, unsigned line,
                                  unsigned column);
/// Columns that a text without line ends takes.
[[nodiscard]] std::size_t columns_of(std::string_view text);
/// The blanks that the line of a byte begins with, up to that byte: what the next line begins with.
[[nodiscard]] std::string indent_at(std::string_view text, std::size_t byte);

/// The text with \n for \r\n, and the other way.
[[nodiscard]] std::string with_line_feeds(std::string_view text);
[[nodiscard]] std::string with_carriage_returns(std::string_view text);

}  // namespace bankloom::ui
