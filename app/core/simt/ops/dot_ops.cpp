// Dot products of bytes and halves (PTX ISA, "Integer Arithmetic Instructions: dp4a", "... dp2a"). Semantics:
// scalar_dot.h.
#include "core/simt/ops/bind_errors.h"
#include "core/simt/ops/lane_tables.h"
#include "core/simt/ops/pick.h"
#include "core/simt/ops/scalar_dot.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {

namespace {

using ptx::Instruction;
using ptx::Type;
using Operands = std::span<const OperandInfo>;
using U32 = std::uint32_t;

/// The integers of 8 or 16 bits.
template <bool kSigned>
using Byte = std::conditional_t<kSigned, std::int8_t, std::uint8_t>;
template <bool kSigned>
using Short = std::conditional_t<kSigned, std::int16_t, std::uint16_t>;

bool is_signed(const Instruction& instruction, std::size_t type_index) {
  return nth_type(instruction, type_index) == Type::s32;
}

Result<BoundOp> bind_dp4a(const Instruction& instruction, Operands) {
  const LaneHandler handler =
      for_flags([]<bool kA, bool kB>(Constant<kA>, Constant<kB>) { return uniform<Dp4a<Byte<kA>, Byte<kB>>, U32, 3>; },
                is_signed(instruction, 0), is_signed(instruction, 1));
  return bound(handler, {4, 4, 4, 4});
}

Result<BoundOp> bind_dp2a(const Instruction& instruction, Operands) {
  const LaneHandler handler = for_flags(
      []<bool kA, bool kB, bool kHigh>(Constant<kA>, Constant<kB>, Constant<kHigh>) {
        return uniform<Dp2a<Short<kA>, Byte<kB>, kHigh>, U32, 3>;
      },
      is_signed(instruction, 0), is_signed(instruction, 1), instruction.has(".hi"));
  return bound(handler, {4, 4, 4, 4});
}

constexpr LaneOpEntry kEntries[] = {{"dp4a", &bind_dp4a}, {"dp2a", &bind_dp2a}};

}  // namespace

std::span<const LaneOpEntry> dot_ops() { return kEntries; }

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
