// The lexer of CUDA C++, for colours, declarations, launches and constants.
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
  std::string_view text;  ///< as written, a string's prefix included; a punctuation is one character
  [[nodiscard]] bool is(std::string_view what) const {
    return text == what && (kind == Kind::name || kind == Kind::punctuation);
  }
};

/// The tokens of a text, which point into it, with comments and whole directives (continued lines included); without
/// blanks and the backslashes that continue lines.
[[nodiscard]] std::vector<TextToken> cut(std::string_view text);

/// The same without comments and directives.
[[nodiscard]] std::vector<TextToken> cut_code(std::string_view text);

/// Where the bracket that opens at `open` closes; tokens.size() if it does not.
[[nodiscard]] std::size_t closing(const std::vector<TextToken>& tokens, std::size_t open);

/// After the template arguments that open at `open`; `open` itself if they do not close before `last`.
[[nodiscard]] std::size_t after_angles(const std::vector<TextToken>& tokens, std::size_t open, std::size_t last);

/// Tokens from `first` on, `last` not among them.
struct TokenRange {
  std::size_t first = 0, last = 0;
};
/// A range split at the commas outside of brackets and template arguments; empty for an empty one.
[[nodiscard]] std::vector<TokenRange> at_commas(const std::vector<TextToken>& tokens, const TokenRange& range);

/// The word after a directive's #, within its text; empty if it has none.
[[nodiscard]] std::string_view directive_word(std::string_view directive);

}  // namespace bankloom::own
