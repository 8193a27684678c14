// Texts split into lines, joined from lists, trimmed and shortened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace bankloom {

/// The lines of a text without their ends (\n or \r\n).
[[nodiscard]] std::vector<std::string> split_lines(std::string_view text);

inline constexpr std::string_view kBlanks = " \t\r\n\f\v";
/// Without blanks at either end.
[[nodiscard]] std::string_view trim(std::string_view text);
[[nodiscard]] constexpr bool is_digit(char character) { return character >= '0' && character <= '9'; }

/// A text as a message may repeat it: control characters, which would break the line or steer a terminal, become '?',
/// and it ends after about 80 bytes, never within a UTF-8 sequence.
[[nodiscard]] std::string excerpt(std::string_view text);

/// A text as a whole number; nothing if it is not one, or too large.
[[nodiscard]] std::optional<std::int64_t> whole_number_of(std::string_view text);

/// "a, b, c": texts or whole numbers, `last` between the last two. (With fmt::join every target would compile much of
/// the formatting library.)
template <class Range>
[[nodiscard]] std::string join(const Range& values, std::string_view separator, std::string_view last) {
  std::string text;
  std::size_t left = std::size(values);
  for (const auto& value : values) {
    if (left != std::size(values)) text += left == 1 ? last : separator;
    --left;
    if constexpr (std::is_convertible_v<decltype(value), std::string_view>) {
      text += std::string_view(value);
    } else {
      text += std::to_string(value);
    }
  }
  return text;
}
template <class Range>
[[nodiscard]] std::string join(const Range& values, std::string_view separator) {
  return join(values, separator, separator);
}

}  // namespace bankloom
