// Text taken apart into lines, put together from a list, and what becomes of a text within a line.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace bankloom {

/// The lines of a text without their ends (\n or \r\n); an end after the last line makes no further one.
[[nodiscard]] std::vector<std::string> split_lines(std::string_view text);

inline constexpr std::string_view kBlanks = " \t\r\n\f\v";
/// Without blanks at either end.
[[nodiscard]] std::string_view trim(std::string_view text);
[[nodiscard]] constexpr bool is_digit(char character) { return character >= '0' && character <= '9'; }

/// A text as a message may repeat it, on one line: without what would break the line or steer a terminal (control
/// characters stand there as '?'), and cut behind the 80th byte or so, never within a UTF-8 sequence.
[[nodiscard]] std::string excerpt(std::string_view text);

/// "a, b, c": texts or whole numbers with a separator between each two. (With fmt::join every target that uses it
/// compiles much of the formatting library for itself.)
template <class Range>
[[nodiscard]] std::string join(const Range& values, std::string_view separator) {
  std::string text;
  bool first = true;
  for (const auto& value : values) {
    if (!first) text += separator;
    first = false;
    if constexpr (std::is_convertible_v<decltype(value), std::string_view>) {
      text += std::string_view(value);
    } else {
      text += std::to_string(value);
    }
  }
  return text;
}

}  // namespace bankloom
