// Carry chains (PTX ISA, "Extended-Precision Integer Arithmetic Instructions"). Semantics: scalar_carry.h.
#include "core/simt/ops/bind_errors.h"
#include "core/simt/ops/lane_loop.h"
#include "core/simt/ops/lane_tables.h"
#include "core/simt/ops/scalar_carry.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {

namespace {

using ptx::Instruction;
using ptx::Type;
using Operands = std::span<const OperandInfo>;

/// Source of the carry-in: the first instruction of a chain adds nothing (add.cc, mad.cc) or, since a subtraction is
/// the addition of the complement, one (sub.cc).
enum class CarryIn : std::uint8_t { clear, set, condition_code };

template <CarryIn kIn>
BANKLOOM_LANE_INLINE LaneMask carry_in(const LaneContext& context) {
  if constexpr (kIn == CarryIn::condition_code) return context.carry;
  return kIn == CarryIn::set ? kAllLanes : 0u;
}

/// d = Op::value(a, b, carry-in), U's lanes. kOut: CC.CF is written. For a part of the warp, run_masked() restores the
/// other lanes' registers and CC.CF.
template <class Op, class U, CarryIn kIn, bool kOut>
void with_carry(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  if (exec != kAllLanes) return run_masked<sizeof(U)>(context, instruction, exec, &with_carry<Op, U, kIn, kOut>);
  const Source<U> a(context, instruction, 1);
  const Source<U> b(context, instruction, 2);
  const LaneMask in = carry_in<kIn>(context);
  // Before the store: the destination may be one of the sources.
  if constexpr (kOut) {
    context.carry = collect_lanes([=](unsigned l) { return Op::carry_out(a[l], b[l], lane_of(in, l)); });
  }
  store_lanes<U>(context, instruction, exec, &with_carry<Op, U, kIn, kOut>,
                 [=](unsigned l) { return Op::value(a[l], b[l], lane_of(in, l)); });
}

/// The same for d = Op::value(a, b, c, carry-in).
template <class Op, class U, CarryIn kIn, bool kOut>
void mad_with_carry(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  if (exec != kAllLanes) return run_masked<sizeof(U)>(context, instruction, exec, &mad_with_carry<Op, U, kIn, kOut>);
  const Source<U> a(context, instruction, 1);
  const Source<U> b(context, instruction, 2);
  const Source<U> c(context, instruction, 3);
  const LaneMask in = carry_in<kIn>(context);
  if constexpr (kOut) {
    context.carry = collect_lanes([=](unsigned l) { return Op::carry_out(a[l], b[l], c[l], lane_of(in, l)); });
  }
  store_lanes<U>(context, instruction, exec, &mad_with_carry<Op, U, kIn, kOut>,
                 [=](unsigned l) { return Op::value(a[l], b[l], c[l], lane_of(in, l)); });
}

template <template <class> class Op, CarryIn kIn, bool kOut>
LaneHandler sum_handler(Type type) {
  using U32 = std::uint32_t;
  using U64 = std::uint64_t;
  switch (type) {
    case Type::u32:
    case Type::s32:
      return &with_carry<Op<U32>, U32, kIn, kOut>;
    case Type::u64:
    case Type::s64:
      return &with_carry<Op<U64>, U64, kIn, kOut>;
    default:
      return nullptr;
  }
}

/// add, sub with .cc; addc, subc with and without.
template <template <class> class Op, CarryIn kIn>
Result<BoundOp> bind_sum(const Instruction& instruction, Operands) {
  const Type type = nth_type(instruction);
  LaneHandler handler = nullptr;
  if (has_word(instruction, ".cc")) {
    handler = sum_handler<Op, kIn, true>(type);
  } else if constexpr (kIn == CarryIn::condition_code) {
    handler = sum_handler<Op, kIn, false>(type);
  }
  const std::uint8_t bytes = lane_bytes_of(type);
  return bound_or_not_supported(instruction, handler, {bytes, bytes, bytes});
}

template <template <class> class Mul, CarryIn kIn, bool kOut>
LaneHandler mad_handler(Type type) {
  switch (type) {
    case Type::u32:
      return &mad_with_carry<MadWithCarry<Mul<std::uint32_t>, std::uint32_t>, std::uint32_t, kIn, kOut>;
    case Type::s32:
      return &mad_with_carry<MadWithCarry<Mul<std::int32_t>, std::int32_t>, std::uint32_t, kIn, kOut>;
    case Type::u64:
      return &mad_with_carry<MadWithCarry<Mul<std::uint64_t>, std::uint64_t>, std::uint64_t, kIn, kOut>;
    case Type::s64:
      return &mad_with_carry<MadWithCarry<Mul<std::int64_t>, std::int64_t>, std::uint64_t, kIn, kOut>;
    default:
      return nullptr;
  }
}

/// mad with .cc; madc with and without.
template <CarryIn kIn>
Result<BoundOp> bind_mad(const Instruction& instruction, Operands) {
  const Type type = nth_type(instruction);
  const bool high = has_word(instruction, ".hi");
  if (!high && !has_word(instruction, ".lo")) return not_supported(instruction);
  LaneHandler handler = nullptr;
  if (has_word(instruction, ".cc")) {
    handler = high ? mad_handler<MulHi, kIn, true>(type) : mad_handler<MulLo, kIn, true>(type);
  } else if constexpr (kIn == CarryIn::condition_code) {
    handler = high ? mad_handler<MulHi, kIn, false>(type) : mad_handler<MulLo, kIn, false>(type);
  }
  const std::uint8_t bytes = lane_bytes_of(type);
  return bound_or_not_supported(instruction, handler, {bytes, bytes, bytes, bytes});
}

constexpr LaneOpEntry kEntries[] = {
    {"add", &bind_sum<AddWithCarry, CarryIn::clear>},
    {"addc", &bind_sum<AddWithCarry, CarryIn::condition_code>},
    {"sub", &bind_sum<SubWithCarry, CarryIn::set>},
    {"subc", &bind_sum<SubWithCarry, CarryIn::condition_code>},
    {"mad", &bind_mad<CarryIn::clear>},
    {"madc", &bind_mad<CarryIn::condition_code>},
};

}  // namespace

std::span<const LaneOpEntry> carry_ops() { return kEntries; }

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
