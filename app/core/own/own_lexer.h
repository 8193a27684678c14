// CUDA C++ cut into tokens, with their places: what finding declarations needs, and no more.
//
// Not supported: trigraphs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace bankloom::own {

struct TextToken {
  enum class Kind : std::uint8_t { name, number, string, punctuation, comment, directive };
  Kind kind = Kind::punctuation;
  std::size_t begin = 0;  ///< byte in the text
  unsigned line = 0;      ///< 1-based, of its first byte
  std::string_view text;  ///< as written; a punctuation is one character
  [[nodiscard]] bool is(std::string_view what) const {
    return text == what && (kind == Kind::name || kind == Kind::punctuation);
  }
};

/// The tokens of a text, comments and directives (whole, with what a backslash continues) among them; they point into
/// it.
[[nodiscard]] std::vector<TextToken> cut(std::string_view text);

}  // namespace bankloom::own
