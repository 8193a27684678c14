// Integer arithmetic (PTX ISA, "Integer Arithmetic Instructions"). Semantics: scalar_integer.h.
#include "core/simt/ops/bind_errors.h"
#include "core/simt/ops/lane_tables.h"
#include "core/simt/ops/pick.h"
#include "core/simt/ops/scalar_integer.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {

namespace {

using ptx::Instruction;
using ptx::Type;
using Operands = std::span<const OperandInfo>;

using U16 = std::uint16_t;
using S16 = std::int16_t;
using U32 = std::uint32_t;
using S32 = std::int32_t;

template <template <class> class Op, std::size_t kSources>
LaneHandler uniform_for(Type type) {
  return for_integer(type, []<class T>(Tag<T>) { return uniform<Op<T>, T, kSources>; });
}
template <class Op, class T>
constexpr LaneHandler on_halves = uniform<Halves<Op, T>, U32, 2>;

template <template <class> class Op>
Result<BoundOp> bind_sum(const Instruction& instruction, LaneHandler saturated) {
  const Type type = nth_type(instruction);
  if (instruction.has(".cc")) return not_supported(instruction);  // carry_ops() has it
  LaneHandler handler = uniform_for<Op, 2>(type);
  if (type == Type::u16x2 || type == Type::s16x2) handler = on_halves<Op<std::uint16_t>, std::uint16_t>;
  if (instruction.has(".sat")) handler = type == Type::s32 ? saturated : nullptr;
  const std::uint8_t bytes = lane_bytes_of(type);
  return bound_or_not_supported(instruction, handler, {bytes, bytes, bytes});
}
Result<BoundOp> bind_add(const Instruction& instruction, Operands) {
  return bind_sum<Add>(instruction, uniform<AddSaturated, S32, 2>);
}
Result<BoundOp> bind_sub(const Instruction& instruction, Operands) {
  return bind_sum<Sub>(instruction, uniform<SubSaturated, S32, 2>);
}

Result<BoundOp> bind_mul(const Instruction& instruction, Operands) {
  const Type type = nth_type(instruction);
  const std::uint8_t bytes = lane_bytes_of(type);
  if (instruction.has(".wide")) {
    const LaneHandler handler = for_type<U16, S16, U32, S32>(
        type, []<class T>(Tag<T>) -> LaneHandler { return &each_lane<MulWide<T>, DoubledType<T>, T, T>; });
    return bound_or_not_supported(instruction, handler, {static_cast<std::uint8_t>(2 * bytes), bytes, bytes});
  }
  LaneHandler handler = nullptr;
  if (instruction.has(".lo")) handler = uniform_for<MulLo, 2>(type);
  if (instruction.has(".hi")) handler = uniform_for<MulHi, 2>(type);
  return bound_or_not_supported(instruction, handler, {bytes, bytes, bytes});
}

Result<BoundOp> bind_mad(const Instruction& instruction, Operands) {
  const Type type = nth_type(instruction);
  const std::uint8_t bytes = lane_bytes_of(type);
  if (instruction.has(".cc")) return not_supported(instruction);  // carry_ops() has it
  if (instruction.has(".wide")) {
    const LaneHandler handler = for_type<U16, S16, U32, S32>(type, []<class T>(Tag<T>) -> LaneHandler {
      return &each_lane<MadWide<T>, DoubledType<T>, T, T, DoubledType<T>>;
    });
    const auto doubled = static_cast<std::uint8_t>(2 * bytes);
    return bound_or_not_supported(instruction, handler, {doubled, bytes, bytes, doubled});
  }
  LaneHandler handler = nullptr;
  if (instruction.has(".lo")) handler = uniform_for<MadLo, 3>(type);
  if (instruction.has(".hi")) handler = uniform_for<MadHi, 3>(type);
  if (instruction.has(".sat")) {
    handler = type == Type::s32 && instruction.has(".hi") ? uniform<MadHiSaturated, S32, 3> : nullptr;
  }
  return bound_or_not_supported(instruction, handler, {bytes, bytes, bytes, bytes});
}

Result<BoundOp> bind_mul24(const Instruction& instruction, Operands) {
  const bool is_high = instruction.has(".hi");
  const auto make = [is_high]<class T>(Tag<T>) {
    return is_high ? uniform<Mul24Hi<T>, T, 2> : uniform<Mul24Lo<T>, T, 2>;
  };
  return bound_or_not_supported(instruction, for_type<U32, S32>(nth_type(instruction), make), {4, 4, 4});
}

Result<BoundOp> bind_mad24(const Instruction& instruction, Operands) {
  const Type type = nth_type(instruction);
  const bool is_high = instruction.has(".hi");
  LaneHandler handler = for_type<U32, S32>(
      type, [is_high]<class T>(Tag<T>) { return is_high ? uniform<Mad24Hi<T>, T, 3> : uniform<Mad24Lo<T>, T, 3>; });
  if (instruction.has(".sat")) {
    handler = type == Type::s32 && is_high ? uniform<Mad24HiSaturated, S32, 3> : nullptr;
  }
  return bound_or_not_supported(instruction, handler, {4, 4, 4, 4});
}

Result<BoundOp> bind_sad(const Instruction& instruction, Operands) {
  const Type type = nth_type(instruction);
  const LaneHandler handler = for_integer(
      type, []<class T>(Tag<T>) -> LaneHandler { return &each_lane<Sad<T>, Unsigned<T>, T, T, Unsigned<T>>; });
  const std::uint8_t bytes = lane_bytes_of(type);
  return bound_or_not_supported(instruction, handler, {bytes, bytes, bytes, bytes});
}

/// Division: like binary(); the context collects the lanes that divide by zero.
template <class Op, class T>
void division(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  if (exec != kAllLanes) return run_masked<sizeof(T)>(context, instruction, exec, &division<Op, T>);
  const Source<T> a(context, instruction, 1);
  const Source<T> b(context, instruction, 2);
  // Before the store: the destination may be the divisor's register.
  context.division_by_zero |= collect_lanes([b](unsigned l) { return b[l] == 0; });
  store_lanes<T>(context, instruction, exec, &division<Op, T>, [a, b](unsigned l) { return Op::apply(a[l], b[l]); });
}
template <template <class> class Op>
Result<BoundOp> bind_division(const Instruction& instruction, Operands) {
  const Type type = nth_type(instruction);
  const LaneHandler handler = for_integer(type, []<class T>(Tag<T>) -> LaneHandler { return &division<Op<T>, T>; });
  const std::uint8_t bytes = lane_bytes_of(type);
  return bound_or_not_supported(instruction, handler, {bytes, bytes, bytes});
}

template <template <class> class Op>
Result<BoundOp> bind_sign(const Instruction& instruction, Operands) {
  const Type type = nth_type(instruction);
  const LaneHandler handler =
      for_type<S16, S32, std::int64_t>(type, []<class T>(Tag<T>) { return uniform<Op<T>, T, 1>; });
  const std::uint8_t bytes = lane_bytes_of(type);
  return bound_or_not_supported(instruction, handler, {bytes, bytes});
}

template <template <class> class Op>
Result<BoundOp> bind_extremum(const Instruction& instruction, Operands) {
  const Type type = nth_type(instruction);
  const bool relu = instruction.has(".relu");
  LaneHandler handler = relu ? nullptr : uniform_for<Op, 2>(type);
  if (type == Type::u16x2 && !relu) handler = on_halves<Op<U16>, U16>;
  if (type == Type::s16x2) handler = relu ? on_halves<Relu<Op<S16>, S16>, S16> : on_halves<Op<S16>, S16>;
  if (type == Type::s32 && relu) handler = uniform<Relu<Op<S32>, S32>, S32, 2>;
  const std::uint8_t bytes = lane_bytes_of(type);
  return bound_or_not_supported(instruction, handler, {bytes, bytes, bytes});
}

constexpr LaneOpEntry kEntries[] = {
    {"add", &bind_add},           {"sub", &bind_sub},       {"mul", &bind_mul},       {"mad", &bind_mad},
    {"mul24", &bind_mul24},       {"mad24", &bind_mad24},   {"sad", &bind_sad},       {"div", &bind_division<Div>},
    {"rem", &bind_division<Rem>}, {"abs", &bind_sign<Abs>}, {"neg", &bind_sign<Neg>}, {"min", &bind_extremum<Min>},
    {"max", &bind_extremum<Max>},
};

}  // namespace

std::span<const LaneOpEntry> integer_ops() { return kEntries; }

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
