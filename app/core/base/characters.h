// Characters of texts in UTF-8: how wide they are, and where a line may end between two of them.
#pragma once

#include <cstddef>
#include <string_view>

namespace bankloom {

struct Character {
  char32_t code = 0;
  std::size_t end = 0;  ///< the byte after it
};

/// One that begins with a byte of 0x80 or more.
[[nodiscard]] Character long_character_at(std::string_view text, std::size_t at);
/// The character at a byte of the text; a byte that is not UTF-8 is U+FFFD.
[[nodiscard]] inline Character character_at(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  return first < 0x80 ? Character{first, at + 1} : long_character_at(text, at);
}

/// That at a text's end; 0 of an empty one.
[[nodiscard]] char32_t last_character(std::string_view text);

/// Whether a character takes two columns: Chinese, Japanese and Korean ones and their punctuation, of those below
/// U+10000 (Dear ImGui has no others). They stand in a font of their own.
[[nodiscard]] bool is_wide(char32_t character);
/// Whether any of a text's is.
[[nodiscard]] bool has_wide(std::string_view text);

/// Whether a line may end between two characters without a blank there: beside a wide one, but not before closing
/// punctuation or after an opening one.
[[nodiscard]] bool may_break_between(char32_t before, char32_t after);

/// The end of what stays together from a byte on: a blank (but one before %), a line's end, or where a line may end
/// without either.
[[nodiscard]] std::size_t end_of_piece(std::string_view text, std::size_t from);

/// Columns of a line in a monospaced font; a tab counts as one.
[[nodiscard]] std::size_t display_width(std::string_view text);

}  // namespace bankloom
