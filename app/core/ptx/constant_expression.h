// Constant expressions (PTX ISA, "Constant Expressions"): numbers in operands, array extents and initialisers.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/result.h"
#include "core/ptx/token_cursor.h"

namespace bankloom::ptx {

/// The value of a constant expression. Integers are 64 bits wide, signed or unsigned as in the manual's rules.
struct Constant {
  enum class Kind : std::uint8_t { signed_integer, unsigned_integer, float32, float64 };
  Kind kind = Kind::signed_integer;
  std::uint64_t bits = 0;  ///< two's complement, or the float's bits

  [[nodiscard]] bool is_float() const { return kind == Kind::float32 || kind == Kind::float64; }
};

[[nodiscard]] double as_double(const Constant& value);

/// Parses the longest expression at the cursor: C's operators with C's precedence, casts (.s64) and (.u64), WARP_SZ.
/// Errors ("line 4: ..."): no expression there, division by zero, an operator that floats do not have, an expression
/// nested too deeply.
[[nodiscard]] Result<Constant> parse_constant(TokenCursor& cursor);

/// The same for `what` is an integer and not negative.
[[nodiscard]] Result<std::uint64_t> parse_integer(TokenCursor& cursor, std::string_view what);

/// Whether a constant expression can begin here: a literal, a sign, a parenthesis, WARP_SZ.
[[nodiscard]] bool starts_constant(const Token& token);

}  // namespace bankloom::ptx
