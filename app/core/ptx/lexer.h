// PTX text -> tokens, without comments and white space; every token has its line.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace bankloom::ptx {

struct Token {
  enum class Kind : std::uint8_t {
    end,
    identifier,   ///< name, %name, $name, _name, or `_` alone
    word,         ///< a dot and a name: directive or modifier, `.u32`, `.shared::cta`
    integer,      ///< `bits`; `is_unsigned` if written with U or too large for a signed one
    float32,      ///< 0f and 8 digits: `bits`
    float64,      ///< 0d and 16 digits, or decimal: `bits`
    string,       ///< "..." without its quotes
    punctuation,  ///< one of , ; : ( ) { } [ ] < > = + - * / % & | ^ ~ ! ? @, or two: << >> <= >= == != && ||
  };
  Kind kind = Kind::end;
  bool is_unsigned = false;
  std::uint32_t line = 0;  ///< 1-based
  std::string_view text;   ///< as written
  std::uint64_t bits = 0;

  [[nodiscard]] bool is(std::string_view punctuation_text) const {
    return kind == Kind::punctuation && text == punctuation_text;
  }
  [[nodiscard]] bool is_word(std::string_view word_text) const { return kind == Kind::word && text == word_text; }
};

/// Limit of the text's length in bytes.
inline constexpr std::size_t kMaxTextBytes = std::size_t{64} << 20;

/// The tokens of a text, the last one being `end`; they point into the text. Errors ("line 3: ..."): a character or
/// literal that is no PTX, a comment or string that does not end, a text of more than kMaxTextBytes.
[[nodiscard]] Result<std::vector<Token>> tokenize(std::string_view text);

}  // namespace bankloom::ptx
