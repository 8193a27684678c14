// Syntax: the kind of each part of a line of CUDA C++, for colours. core/own/cpp_lexer.h finds the tokens.
//
// Names are classified by lists, not by what they refer to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace bankloom {

enum class TokenKind : std::uint8_t {
  text,     ///< names, operators, blanks
  keyword,  ///< of C++, and CUDA's specifiers (__global__)
  type,     ///< built-in types and CUDA's vector types
  builtin,  ///< threadIdx, blockDim, __syncthreads and the like
  number,
  string,  ///< strings and characters
  comment,
  macro,  ///< preprocessor directives, and names of options
};

/// A part of one line.
struct Token {
  std::size_t begin = 0;   ///< byte in the line
  std::size_t length = 0;  ///< bytes, at least 1
  TokenKind kind = TokenKind::text;
  friend bool operator==(const Token&, const Token&) = default;
};

/// The tokens of each line, gapless and in order, neighbours of one kind joined; an empty line has none. `options`:
/// macros that are defined outside of the text ("IPAD").
[[nodiscard]] std::vector<std::vector<Token>> tokenize(const std::vector<std::string>& lines,
                                                       const std::set<std::string, std::less<>>& options = {});

}  // namespace bankloom
