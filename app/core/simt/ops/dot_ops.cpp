// Dot products of bytes and halves (PTX ISA, "Integer Arithmetic Instructions: dp4a", "... dp2a"). Semantics:
// scalar_dot.h.
#include "core/simt/ops/bind_errors.h"
#include "core/simt/ops/lane_loop.h"
#include "core/simt/ops/lane_tables.h"
#include "core/simt/ops/scalar_dot.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {

namespace {

using ptx::Instruction;
using ptx::Type;
using Operands = std::span<const OperandInfo>;
using U32 = std::uint32_t;
using U8 = std::uint8_t;
using S8 = std::int8_t;
using U16 = std::uint16_t;
using S16 = std::int16_t;

template <class Op>
constexpr LaneHandler on_registers = &ternary<Op, U32, U32, U32, U32>;

Result<BoundOp> bind_dp4a(const Instruction& instruction, Operands) {
  const bool a_signed = nth_type(instruction, 0) == Type::s32;
  const bool b_signed = nth_type(instruction, 1) == Type::s32;
  const LaneHandler handler = a_signed ? (b_signed ? on_registers<Dp4a<S8, S8>> : on_registers<Dp4a<S8, U8>>)
                                       : (b_signed ? on_registers<Dp4a<U8, S8>> : on_registers<Dp4a<U8, U8>>);
  return bound(handler, {4, 4, 4, 4});
}

template <bool kHigh>
LaneHandler dp2a_handler(bool a_signed, bool b_signed) {
  return a_signed ? (b_signed ? on_registers<Dp2a<S16, S8, kHigh>> : on_registers<Dp2a<S16, U8, kHigh>>)
                  : (b_signed ? on_registers<Dp2a<U16, S8, kHigh>> : on_registers<Dp2a<U16, U8, kHigh>>);
}
Result<BoundOp> bind_dp2a(const Instruction& instruction, Operands) {
  const bool a_signed = nth_type(instruction, 0) == Type::s32;
  const bool b_signed = nth_type(instruction, 1) == Type::s32;
  return bound(
      has_word(instruction, ".hi") ? dp2a_handler<true>(a_signed, b_signed) : dp2a_handler<false>(a_signed, b_signed),
      {4, 4, 4, 4});
}

constexpr LaneOpEntry kEntries[] = {{"dp4a", &bind_dp4a}, {"dp2a", &bind_dp2a}};

}  // namespace

std::span<const LaneOpEntry> dot_ops() { return kEntries; }

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
