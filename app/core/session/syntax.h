// Syntax: what each part of a line of CUDA C++ is, for colours. The rules of tokens are those of core/own/cpp_lexer.h.
//
// Not supported: names are told by lists, not by what they refer to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
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
  macro,  ///< preprocessor directives, and the names that the caller says are options
};

/// A part of one line.
struct Token {
  std::size_t begin = 0;   ///< byte in the line
  std::size_t length = 0;  ///< bytes, at least 1
  TokenKind kind = TokenKind::text;
  friend bool operator==(const Token&, const Token&) = default;
};

/// The tokens of each line, gapless and in order, neighbours of one kind joined; an empty line has none. `options` are
/// the names that the compiler gets from outside ("IPAD").
[[nodiscard]] std::vector<std::vector<Token>> tokenize(const std::vector<std::string>& lines,
                                                       const std::set<std::string, std::less<>>& options = {});

}  // namespace bankloom
