// Integer arithmetic (PTX ISA, "Integer Arithmetic Instructions"). Semantics: scalar_integer.h.
#include "core/simt/ops/bind_errors.h"
#include "core/simt/ops/lane_loop.h"
#include "core/simt/ops/lane_tables.h"
#include "core/simt/ops/scalar_integer.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {

namespace {

using ptx::Instruction;
using ptx::Type;
using Operands = std::span<const OperandInfo>;

/// A type as a value, for lambdas.
template <class T>
struct Tag {
  using type = T;
};

/// make(Tag<T>) for the integer type T that `type` names, nullptr for another.
template <class Make>
LaneHandler for_narrow_integer(Type type, Make make) {
  switch (type) {
    case Type::u16:
      return make(Tag<std::uint16_t>{});
    case Type::s16:
      return make(Tag<std::int16_t>{});
    case Type::u32:
      return make(Tag<std::uint32_t>{});
    case Type::s32:
      return make(Tag<std::int32_t>{});
    default:
      return nullptr;
  }
}
template <class Make>
LaneHandler for_integer(Type type, Make make) {
  switch (type) {
    case Type::u64:
      return make(Tag<std::uint64_t>{});
    case Type::s64:
      return make(Tag<std::int64_t>{});
    default:
      return for_narrow_integer(type, make);
  }
}
template <class Make>
LaneHandler for_signed(Type type, Make make) {
  switch (type) {
    case Type::s16:
      return make(Tag<std::int16_t>{});
    case Type::s32:
      return make(Tag<std::int32_t>{});
    case Type::s64:
      return make(Tag<std::int64_t>{});
    default:
      return nullptr;
  }
}

template <template <class> class Op>
LaneHandler binary_for(Type type) {
  return for_integer(type, []<class T>(Tag<T>) -> LaneHandler { return &binary<Op<T>, T, T, T>; });
}
template <template <class> class Op>
LaneHandler ternary_for(Type type) {
  return for_integer(type, []<class T>(Tag<T>) -> LaneHandler { return &ternary<Op<T>, T, T, T, T>; });
}
template <class Op>
LaneHandler on_s32_pair() {
  return &binary<Op, std::int32_t, std::int32_t, std::int32_t>;
}
template <class Op>
LaneHandler on_s32_triple() {
  return &ternary<Op, std::int32_t, std::int32_t, std::int32_t, std::int32_t>;
}
template <class Op, class T>
LaneHandler on_halves() {
  return &binary<Halves<Op, T>, std::uint32_t, std::uint32_t, std::uint32_t>;
}

template <template <class> class Op>
Result<BoundOp> bind_sum(const Instruction& instruction, LaneHandler saturated) {
  const Type type = nth_type(instruction);
  if (has_word(instruction, ".cc")) return not_supported(instruction);  // carry_ops() has it
  LaneHandler handler = binary_for<Op>(type);
  if (type == Type::u16x2 || type == Type::s16x2) handler = on_halves<Op<std::uint16_t>, std::uint16_t>();
  if (has_word(instruction, ".sat")) handler = type == Type::s32 ? saturated : nullptr;
  const std::uint8_t bytes = lane_bytes_of(type);
  return bound_or_not_supported(instruction, handler, {bytes, bytes, bytes});
}
Result<BoundOp> bind_add(const Instruction& instruction, Operands) {
  return bind_sum<Add>(instruction, on_s32_pair<AddSaturated>());
}
Result<BoundOp> bind_sub(const Instruction& instruction, Operands) {
  return bind_sum<Sub>(instruction, on_s32_pair<SubSaturated>());
}

Result<BoundOp> bind_mul(const Instruction& instruction, Operands) {
  const Type type = nth_type(instruction);
  const std::uint8_t bytes = lane_bytes_of(type);
  if (has_word(instruction, ".wide")) {
    const LaneHandler handler = for_narrow_integer(
        type, []<class T>(Tag<T>) -> LaneHandler { return &binary<MulWide<T>, DoubledType<T>, T, T>; });
    return bound_or_not_supported(instruction, handler, {static_cast<std::uint8_t>(2 * bytes), bytes, bytes});
  }
  LaneHandler handler = nullptr;
  if (has_word(instruction, ".lo")) handler = binary_for<MulLo>(type);
  if (has_word(instruction, ".hi")) handler = binary_for<MulHi>(type);
  return bound_or_not_supported(instruction, handler, {bytes, bytes, bytes});
}

Result<BoundOp> bind_mad(const Instruction& instruction, Operands) {
  const Type type = nth_type(instruction);
  const std::uint8_t bytes = lane_bytes_of(type);
  if (has_word(instruction, ".cc")) return not_supported(instruction);  // carry_ops() has it
  if (has_word(instruction, ".wide")) {
    const LaneHandler handler = for_narrow_integer(type, []<class T>(Tag<T>) -> LaneHandler {
      return &ternary<MadWide<T>, DoubledType<T>, T, T, DoubledType<T>>;
    });
    const auto doubled = static_cast<std::uint8_t>(2 * bytes);
    return bound_or_not_supported(instruction, handler, {doubled, bytes, bytes, doubled});
  }
  LaneHandler handler = nullptr;
  if (has_word(instruction, ".lo")) handler = ternary_for<MadLo>(type);
  if (has_word(instruction, ".hi")) handler = ternary_for<MadHi>(type);
  if (has_word(instruction, ".sat")) {
    handler = type == Type::s32 && has_word(instruction, ".hi") ? on_s32_triple<MadHiSaturated>() : nullptr;
  }
  return bound_or_not_supported(instruction, handler, {bytes, bytes, bytes, bytes});
}

Result<BoundOp> bind_mul24(const Instruction& instruction, Operands) {
  const bool is_signed = nth_type(instruction) == Type::s32;
  using S = std::int32_t;
  using U = std::uint32_t;
  if (has_word(instruction, ".hi")) {
    return bound(is_signed ? &binary<Mul24Hi<S>, S, S, S> : &binary<Mul24Hi<U>, U, U, U>, {4, 4, 4});
  }
  return bound(is_signed ? &binary<Mul24Lo<S>, S, S, S> : &binary<Mul24Lo<U>, U, U, U>, {4, 4, 4});
}

Result<BoundOp> bind_mad24(const Instruction& instruction, Operands) {
  const bool is_signed = nth_type(instruction) == Type::s32;
  using S = std::int32_t;
  using U = std::uint32_t;
  LaneHandler handler = is_signed ? &ternary<Mad24Lo<S>, S, S, S, S> : &ternary<Mad24Lo<U>, U, U, U, U>;
  if (has_word(instruction, ".hi")) {
    handler = is_signed ? &ternary<Mad24Hi<S>, S, S, S, S> : &ternary<Mad24Hi<U>, U, U, U, U>;
  }
  if (has_word(instruction, ".sat")) {
    handler = is_signed && has_word(instruction, ".hi") ? on_s32_triple<Mad24HiSaturated>() : nullptr;
  }
  return bound_or_not_supported(instruction, handler, {4, 4, 4, 4});
}

Result<BoundOp> bind_sad(const Instruction& instruction, Operands) {
  const Type type = nth_type(instruction);
  const LaneHandler handler = for_integer(
      type, []<class T>(Tag<T>) -> LaneHandler { return &ternary<Sad<T>, Unsigned<T>, T, T, Unsigned<T>>; });
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
  const LaneHandler handler = for_signed(type, []<class T>(Tag<T>) -> LaneHandler { return &unary<Op<T>, T, T>; });
  const std::uint8_t bytes = lane_bytes_of(type);
  return bound_or_not_supported(instruction, handler, {bytes, bytes});
}

template <template <class> class Op>
Result<BoundOp> bind_extremum(const Instruction& instruction, Operands) {
  using U16 = std::uint16_t;
  using S16 = std::int16_t;
  const Type type = nth_type(instruction);
  const bool relu = has_word(instruction, ".relu");
  LaneHandler handler = relu ? nullptr : binary_for<Op>(type);
  if (type == Type::u16x2 && !relu) handler = on_halves<Op<U16>, U16>();
  if (type == Type::s16x2) handler = relu ? on_halves<Relu<Op<S16>, S16>, S16>() : on_halves<Op<S16>, S16>();
  if (type == Type::s32 && relu) handler = on_s32_pair<Relu<Op<std::int32_t>, std::int32_t>>();
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
