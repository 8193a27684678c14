// Expression: an integer expression of named variables, or a number; parsed once and evaluated often. A copy shares
// what was parsed.
//
// The operators are C's, with C's precedence and C's integer meaning: unary - + !, binary * / % + - << >> < <= > >=
// == != && ||, the conditional ?: and parentheses, and the functions min(a, b) and max(a, b); literals are decimal.
// `/` and `%` truncate towards zero, comparisons give 0 or 1.
// Different from C: `&&` and `||` evaluate both sides (guard a division with ?:), two unary operators in a row need
// parentheses (-(-x)), and a value that leaves -(2^53 - 1) .. 2^53 - 1 is an error.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace bankloom {

class Expression {
 public:
  /// Largest magnitude of a literal, a variable and every intermediate value: 2^53 - 1, what JSON readers and doubles
  /// represent exactly.
  static constexpr std::int64_t kLargest = (std::int64_t{1} << 53) - 1;

  /// A number.
  template <std::integral Number = int>
  Expression(Number number = 0) : number_(static_cast<std::int64_t>(number)) {}  // NOLINT(google-explicit-constructor)

  /// A variable's values in evaluate_many(): one for all places, or one for each.
  struct Values {
    std::int64_t uniform = 0;
    const std::int64_t* each = nullptr;  ///< nullptr: `uniform` everywhere
  };

  /// Parses `text` over the given variables. Errors: a syntax error (with its column), a name that is not among
  /// the variables (with the nearest one).
  [[nodiscard]] static Result<Expression> parse(const std::string& text, const std::vector<std::string>& variables);

  /// The value at `values`, one for each variable in parse()'s order. Errors: division by zero, a shift by a count
  /// outside 0..52, a value too large. May be called from several threads, as may evaluate_many().
  [[nodiscard]] Result<std::int64_t> evaluate(std::span<const std::int64_t> values) const;

  /// The values at results.size() places, much faster than one by one. `variables` are in parse()'s order, with values
  /// within kLargest. False if a place has no value; evaluate() says which one, and why.
  [[nodiscard]] bool evaluate_many(std::span<const Values> variables, std::span<std::int64_t> results) const;

  /// As written.
  [[nodiscard]] std::string text() const;
  /// Those of parse(); none of a number.
  [[nodiscard]] const std::vector<std::string>& variables() const;
  /// Those of them that the text mentions.
  [[nodiscard]] std::vector<std::string> used_variables() const;
  [[nodiscard]] bool uses(const std::string& variable) const;

 private:
  class Parsed;
  std::shared_ptr<const Parsed> parsed_;  ///< null: a number
  std::int64_t number_ = 0;
};

}  // namespace bankloom
