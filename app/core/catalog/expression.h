// Expression: an integer expression of named variables, parsed once and evaluated often.
//
// The operators are C's, with C's precedence and C's integer meaning: unary - + !, binary * / % + - << >> < <= > >=
// == != && ||, the conditional ?: and parentheses, and the functions min(a, b) and max(a, b); literals are decimal.
// `/` and `%` truncate towards zero, comparisons give 0 or 1.
// Different from C: `&&` and `||` evaluate both sides (guard a division with ?:), two unary operators in a row need
// parentheses (-(-x)), and a value that leaves -(2^53 - 1) .. 2^53 - 1 is an error.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace bankloom {

class Expression {
 public:
  /// Largest magnitude of a literal, a variable and every intermediate value: 2^53 - 1, what the arithmetic underneath
  /// represents exactly.
  static constexpr std::int64_t kLargest = (std::int64_t{1} << 53) - 1;

  /// Parses `text` over the given variables. Errors: a syntax error (with its column), a name that is not among
  /// the variables (with the nearest one).
  [[nodiscard]] static Result<Expression> parse(const std::string& text, const std::vector<std::string>& variables);

  /// The value at `values`, one for each variable in parse()'s order. Errors: division by zero, a shift by a count
  /// outside 0..52, a value too large. Not safe to call on one object from several threads.
  [[nodiscard]] Result<std::int64_t> evaluate(std::span<const std::int64_t> values);

  /// The variables that the text mentions, in parse()'s order.
  [[nodiscard]] std::vector<std::string> used_variables() const;

  Expression(Expression&& other) noexcept;
  Expression& operator=(Expression&& other) noexcept;
  ~Expression();

 private:
  class Parsed;
  explicit Expression(std::unique_ptr<Parsed> parsed);
  std::unique_ptr<Parsed> parsed_;
};

}  // namespace bankloom
