// The modifiers of a floating-point, conversion or comparison instruction, each read once into an enum or a flag, so
// that a binder chooses its handler by plain comparisons. The instruction table says which modifiers are allowed;
// binders only say what has no handler.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "core/simt/lane_op.h"
#include "core/simt/ops/rounding.h"

namespace bankloom::simt {

/// Comparison operators (PTX ISA, "Comparisons").
enum class Compare : std::uint8_t {
  none,
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
  lo,
  ls,
  hi,
  hs,
  equ,
  neu,
  ltu,
  leu,
  gtu,
  geu,
  num,
  nan
};
/// .and, .or, .xor of set and setp.
enum class BoolOp : std::uint8_t { none, conjunction, disjunction, exclusive };

struct FormWords {
  ptx::Type types[4] = {ptx::Type::none, ptx::Type::none, ptx::Type::none, ptx::Type::none};  ///< in order
  unsigned type_count = 0;
  Rounding rounding = Rounding::nearest;
  bool has_rounding = false;  ///< .rn .rz .rm .rp .rna
  bool to_integral = false;   ///< .rni .rzi .rmi .rpi
  bool approx = false;
  bool full = false;
  bool ftz = false;
  bool sat = false;
  bool nan = false;  ///< .NaN
  bool xorsign = false;
  bool relu = false;
  bool satfinite = false;
  Compare compare = Compare::none;
  BoolOp combine = BoolOp::none;
};

[[nodiscard]] FormWords read_words(const ptx::Instruction& instruction);

/// Width in bytes per lane of an operand (0: a predicate), and the type of a literal in its place.
struct OperandShape {
  unsigned bytes = 0;
  ptx::Type literal = ptx::Type::none;
};

/// The result of a binder; if `run` is nullptr, the error that the instruction is not supported.
[[nodiscard]] Result<BoundOp> bound_form(const ptx::Instruction& instruction, LaneHandler run,
                                         std::initializer_list<OperandShape> operands, std::uint32_t immediate = 0);
/// The same with `count` operands of one shape.
[[nodiscard]] Result<BoundOp> bound_form(const ptx::Instruction& instruction, LaneHandler run, unsigned count,
                                         OperandShape operand, std::uint32_t immediate = 0);
/// The same for conversions, whose operands may be registers wider than their types.
[[nodiscard]] Result<BoundOp> bound_any_width(const ptx::Instruction& instruction, LaneHandler run,
                                              std::initializer_list<OperandShape> operands,
                                              std::uint32_t immediate = 0);

}  // namespace bankloom::simt
