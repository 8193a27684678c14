// cvt and cvt.pack (PTX ISA, "Data Movement and Conversion Instructions").
//
// The registers of a conversion may be wider than its types. BoundOp::immediate is the Conversion.
#include "core/simt/ops/form_words.h"
#include "core/simt/ops/lane_tables.h"
#include "core/simt/ops/pick.h"
#include "core/simt/ops/scalar_convert.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {
namespace {

using ptx::Type;

BANKLOOM_LANE_INLINE Conversion conversion_of(const LaneInstruction& instruction) {
  return from_immediate<Conversion>(instruction.immediate);
}

// Registers wider than the type: the source's lowest bytes are gathered, the result is extended.

template <class Narrow>
__attribute__((noinline)) void gather(const LaneContext& context, const LaneInstruction& instruction, Narrow* out) {
  for_size(conversion_of(instruction).from_bytes, [&]<class Register>(Tag<Register>) {
    const auto* const lanes = operand_lanes<const Register>(context, instruction, 1);
    BANKLOOM_LANE_LOOP
    for (unsigned l = 0; l < kWarpSize; ++l) out[l] = static_cast<Narrow>(lanes[l]);
  });
}

/// Value is signed if the result is sign-extended.
template <class Value>
__attribute__((noinline)) void extend(const LaneContext& context, const LaneInstruction& instruction,
                                      const Value* values, LaneMask exec) {
  for_size(conversion_of(instruction).to_bytes, [&]<class Register>(Tag<Register>) {
    auto* const lanes = operand_lanes<Register>(context, instruction, 0);
    BANKLOOM_LANE_LOOP
    for (unsigned l = 0; l < kWarpSize; ++l) {
      lanes[l] = lane_of(exec, l) ? static_cast<Register>(values[l]) : lanes[l];
    }
  });
}

/// d = Op::apply(a) where R and A are integers of the types' sizes (or the bits of floats).
template <class Op, class R, class A>
void convert(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  alignas(64) A gathered[kWarpSize];
  const A* source = operand_lanes<const A>(context, instruction, 1);
  if (conversion_of(instruction).from_bytes != sizeof(A)) {
    gather<A>(context, instruction, gathered);
    source = gathered;
  }
  source = static_cast<const A*>(__builtin_assume_aligned(source, 64));
  if (exec == kAllLanes && conversion_of(instruction).to_bytes == sizeof(R)) {
    R* const destination = operand_lanes<R>(context, instruction, 0);
    BANKLOOM_LANE_LOOP
    for (unsigned l = 0; l < kWarpSize; ++l) destination[l] = Op::apply(source[l]);
    return;
  }
  alignas(64) R results[kWarpSize];
  BANKLOOM_LANE_LOOP
  for (unsigned l = 0; l < kWarpSize; ++l) results[l] = Op::apply(source[l]);
  extend<R>(context, instruction, results, exec);
}

// The conversions with loops of their own.

template <class R, class A>
struct CutOrExtend {
  static BANKLOOM_LANE_INLINE R apply(A a) { return static_cast<R>(a); }
};

BANKLOOM_LANE_INLINE float value_of(std::uint32_t bits) { return as_f32(bits); }
BANKLOOM_LANE_INLINE double value_of(std::uint64_t bits) { return as_f64(bits); }

template <class R, class A>
struct IntegerToFloat {
  static BANKLOOM_LANE_INLINE R apply(A a) { return bits_of(static_cast<decltype(value_of(R{}))>(a)); }
};

/// .rzi: clamped to the integer's range.
template <class R, class A>
struct TruncateFloat {
  static BANKLOOM_LANE_INLINE R apply(A a) {
    constexpr bool kSigned = static_cast<R>(-1) < R{0};
    constexpr unsigned kBits = 8 * sizeof(R);
    constexpr R kMin = kSigned ? static_cast<R>(std::uint64_t{1} << (kBits - 1)) : R{0};
    constexpr R kMax = static_cast<R>(~kMin);
    const auto value = value_of(a);
    using Value = decltype(value_of(a));
    const Value high = static_cast<Value>(std::uint64_t{1} << (kBits - 1)) * (kSigned ? 1 : 2);
    const Value low = kSigned ? -high : Value{0};
    const bool inside = value >= low && value < high;
    R result = static_cast<R>(inside ? value : Value{0});
    result = value >= high ? kMax : result;
    result = value < low ? kMin : result;
    constexpr bool kWide = sizeof(R) == 8 || sizeof(A) == 8;
    constexpr R kNan = kWide ? static_cast<R>(std::uint64_t{1} << (kBits - 1)) : R{0};
    return __builtin_isnan(value) ? kNan : result;
  }
};

struct F16ToF32 {
  static BANKLOOM_LANE_INLINE std::uint32_t apply(std::uint16_t a) {
    return is_nan<F16>(a) ? F32::nan : bits_of(f16_to_f32(a));
  }
};
struct BF16ToF32 {
  static BANKLOOM_LANE_INLINE std::uint32_t apply(std::uint16_t a) { return static_cast<std::uint32_t>(a) << 16; }
};
template <class F>
struct F32ToHalf {
  static BANKLOOM_LANE_INLINE std::uint16_t apply(std::uint32_t a) {
    return round_half<F>(static_cast<double>(as_f32(a)));
  }
};
struct F32ToF64 {
  static BANKLOOM_LANE_INLINE std::uint64_t apply(std::uint32_t a) {
    const std::uint64_t nan = (static_cast<std::uint64_t>(a & F32::sign) << 32) | F64::infinity | F64::quiet |
                              (static_cast<std::uint64_t>(a & F32::fraction) << 29);
    return is_nan<F32>(a) ? nan : bits_of(static_cast<double>(as_f32(a)));
  }
};
struct F64ToF32 {
  static BANKLOOM_LANE_INLINE std::uint32_t apply(std::uint64_t a) {
    const std::uint32_t nan = static_cast<std::uint32_t>((a & F64::sign) >> 32) | F32::infinity | F32::quiet |
                              static_cast<std::uint32_t>((a & F64::fraction) >> 29);
    return is_nan<F64>(a) ? nan : bits_of(static_cast<float>(as_f64(a)));
  }
};
/// cvt.rmi.f32.f32 and the like: floor and its siblings. Adding 2^23 gives the nearest integer of |x| < 2^23.
template <Rounding kRounding>
struct IntegralF32 {
  static BANKLOOM_LANE_INLINE std::uint32_t apply(std::uint32_t a) {
    const float magnitude = as_f32(a & F32::magnitude);
    const float nearest = (magnitude + 0x1p23f) - 0x1p23f;
    const bool negative = (a & F32::sign) != 0;
    const bool outwards = (kRounding == Rounding::up && !negative) || (kRounding == Rounding::down && negative);
    float whole = nearest;
    if constexpr (kRounding != Rounding::nearest) {
      const float floor = nearest > magnitude ? nearest - 1.0f : nearest;
      const float ceiling = nearest < magnitude ? nearest + 1.0f : nearest;
      whole = outwards ? ceiling : floor;
    }
    const std::uint32_t result = magnitude < 0x1p23f ? bits_of(whole) : a & F32::magnitude;
    return is_nan<F32>(a) ? F32::nan : result | (a & F32::sign);
  }
};

// The general handler, and the packed ones.

BANKLOOM_LANE_INLINE std::uint64_t load_lane(const LaneContext& context, const LaneInstruction& instruction,
                                             unsigned l) {
  return for_size(conversion_of(instruction).from_bytes, [&]<class Register>(Tag<Register>) -> std::uint64_t {
    return operand_lanes<const Register>(context, instruction, 1)[l];
  });
}

/// d = value(l) for the lanes of exec.
template <class Value>
BANKLOOM_LANE_INLINE void convert_lanes(const LaneContext& context, const LaneInstruction& instruction, LaneMask exec,
                                        Value value) {
  alignas(64) std::uint64_t results[kWarpSize] = {};
  for (LaneMask rest = exec; rest != 0; rest &= rest - 1) {
    const auto l = static_cast<unsigned>(__builtin_ctz(rest));
    results[l] = value(l);
  }
  extend<std::uint64_t>(context, instruction, results, exec);
}

void convert_general(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  const Conversion conversion = conversion_of(instruction);
  convert_lanes(context, instruction, exec,
                [&](unsigned l) { return convert_value(conversion, load_lane(context, instruction, l)); });
}

/// d = {convert(a), convert(b)}, a in the upper half: two f32 to f16x2, bf16x2, e4m3x2, e5m2x2.
void convert_two(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  const Conversion conversion = conversion_of(instruction);
  const bool fp8 = conversion.to == Type::e4m3 || conversion.to == Type::e5m2;
  const auto* const a = operand_lanes<const std::uint32_t>(context, instruction, 1);
  const auto* const b = operand_lanes<const std::uint32_t>(context, instruction, 2);
  convert_lanes(context, instruction, exec, [&](unsigned l) {
    return (convert_value(conversion, a[l]) << (fp8 ? 8 : 16)) | convert_value(conversion, b[l]);
  });
}

/// Both halves of a packed operand: f16x2 to FP8 pairs and back.
void convert_pair(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  const Conversion conversion = conversion_of(instruction);
  const bool from_fp8 = conversion.from == Type::e4m3 || conversion.from == Type::e5m2;
  const unsigned from_shift = from_fp8 ? 8 : 16;
  const unsigned to_shift = from_fp8 ? 16 : 8;
  const std::uint64_t mask = (std::uint64_t{1} << from_shift) - 1;
  convert_lanes(context, instruction, exec, [&](unsigned l) {
    const std::uint64_t raw = load_lane(context, instruction, l);
    return convert_value(conversion, raw & mask) | (convert_value(conversion, (raw >> from_shift) & mask) << to_shift);
  });
}

// Choice of the handler.

template <class Make>
LaneHandler for_any_integer(Type type, Make make) {
  return for_type<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::int32_t, std::uint64_t,
                  std::int64_t>(type, make);
}
template <template <class, class> class Op, class R>
LaneHandler pick_from_integer(Type from) {
  return for_any_integer(from, []<class A>(Tag<A>) -> LaneHandler { return &convert<Op<R, A>, R, A>; });
}
template <class A>
LaneHandler pick_truncation(Type to) {
  return for_type<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>(
      to, []<class R>(Tag<R>) -> LaneHandler { return &convert<TruncateFloat<R, A>, R, A>; });
}

/// The handler of a conversion that has its own loop, or nullptr.
LaneHandler pick_own_loop(const Conversion& conversion) {
  const Type to = conversion.to;
  const Type from = conversion.from;
  const bool plain = !conversion.ftz && !conversion.sat && !conversion.relu && !conversion.satfinite;
  const bool nearest = plain && conversion.rounding == Rounding::nearest && !conversion.to_integral;
  if (integer_bits(from) != 0) {
    if (integer_bits(to) != 0) {
      if (!plain) return nullptr;
      return for_any_integer(to, [from]<class R>(Tag<R>) { return pick_from_integer<CutOrExtend, R>(from); });
    }
    if (nearest && to == Type::f32) return pick_from_integer<IntegerToFloat, std::uint32_t>(from);
    if (nearest && to == Type::f64) return pick_from_integer<IntegerToFloat, std::uint64_t>(from);
    return nullptr;
  }
  if (integer_bits(to) != 0) {
    // Truncation of a subnormal is 0 with .ftz and without; .sat changes nothing.
    if (conversion.rounding != Rounding::zero) return nullptr;
    if (from == Type::f32) return pick_truncation<std::uint32_t>(to);
    if (from == Type::f64) return pick_truncation<std::uint64_t>(to);
    return nullptr;
  }
  if (from == Type::f32 && to == Type::f32 && plain && conversion.to_integral) {
    return for_value<Rounding::nearest, Rounding::zero, Rounding::down, Rounding::up>(
        conversion.rounding, []<Rounding kRounding>(Constant<kRounding>) -> LaneHandler {
          return &convert<IntegralF32<kRounding>, std::uint32_t, std::uint32_t>;
        });
  }
  if (!nearest) return nullptr;
  if (from == Type::f16 && to == Type::f32) return &convert<F16ToF32, std::uint32_t, std::uint16_t>;
  if (from == Type::bf16 && to == Type::f32) return &convert<BF16ToF32, std::uint32_t, std::uint16_t>;
  if (from == Type::f32 && to == Type::f16) return &convert<F32ToHalf<F16>, std::uint16_t, std::uint32_t>;
  if (from == Type::f32 && to == Type::bf16) return &convert<F32ToHalf<BF16>, std::uint16_t, std::uint32_t>;
  if (from == Type::f32 && to == Type::f64) return &convert<F32ToF64, std::uint64_t, std::uint32_t>;
  if (from == Type::f64 && to == Type::f32) return &convert<F64ToF32, std::uint32_t, std::uint64_t>;
  return nullptr;
}

/// The type of one element of a packed type; other types are unchanged.
Type element_of(Type type) {
  if (type == Type::f16x2) return Type::f16;
  if (type == Type::bf16x2) return Type::bf16;
  if (type == Type::e4m3x2) return Type::e4m3;
  return type == Type::e5m2x2 ? Type::e5m2 : type;
}

bool is_convertible(Type type) {
  return integer_bits(type) != 0 || type == Type::f16 || type == Type::bf16 || type == Type::tf32 ||
         type == Type::f32 || type == Type::f64 || type == Type::e4m3 || type == Type::e5m2;
}

/// Bytes per lane of an operand: those of its register, or of the type for a literal.
std::uint8_t register_bytes(const OperandInfo& operand, Type type) {
  return operand.kind == OperandInfo::Kind::reg ? operand.lane_bytes
                                                : static_cast<std::uint8_t>((ptx::type_bits(type) + 7) / 8);
}

Result<BoundOp> bind_cvt(const ptx::Instruction& instruction, std::span<const OperandInfo> operands) {
  const FormWords words = read_words(instruction);
  if (words.type_count != 2 || operands.size() < 2) return bound_form(instruction, nullptr, {});
  const Type to = words.types[0];
  const Type from = words.types[1];
  Conversion conversion{element_of(to), element_of(from), words.rounding, words.to_integral,
                        words.ftz,      words.sat,        words.relu,     words.satfinite};
  // .ftz is allowed here and has no effect: subnormal operands and results stay (measured on an H200).
  if (from == Type::f32 && to == Type::f16) conversion.ftz = false;
  const bool two_sources = operands.size() == 3;
  const bool packed_source = element_of(from) != from;
  LaneHandler handler = nullptr;
  if (is_convertible(conversion.to) && is_convertible(conversion.from) && conversion.from != Type::tf32) {
    if (two_sources) {
      handler = element_of(to) != to && from == Type::f32 ? &convert_two : nullptr;
    } else if (packed_source) {
      handler = element_of(to) != to ? &convert_pair : nullptr;
    } else if (element_of(to) == to) {
      handler = pick_own_loop(conversion);
      if (handler == nullptr) handler = &convert_general;
    }
  }
  const std::uint8_t to_bytes = register_bytes(operands[0], to);
  const std::uint8_t from_bytes = register_bytes(operands[1], from);
  conversion.to_bytes = to_bytes & 15u;
  conversion.from_bytes = from_bytes & 15u;
  const std::uint32_t immediate = to_immediate(conversion);
  const Type literal = integer_bits(from) == 0 && !packed_source ? from : Type::none;
  if (two_sources) {
    return bound_any_width(instruction, handler, {{to_bytes, Type::none}, {4, Type::f32}, {4, Type::f32}}, immediate);
  }
  return bound_any_width(instruction, handler, {{to_bytes, Type::none}, {from_bytes, literal}}, immediate);
}

// cvt.pack: immediate = bits per element | signed << 8.

BANKLOOM_LANE_INLINE std::uint32_t pack_elements(std::int32_t a, std::int32_t b, std::uint32_t immediate) {
  const unsigned bits = immediate & 0xffu;
  const bool is_signed = (immediate & 0x100u) != 0;
  return (clamp_to_bits(a, bits, is_signed) << bits) | clamp_to_bits(b, bits, is_signed);
}
void pack_two(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  const Source<std::int32_t> a(context, instruction, 1);
  const Source<std::int32_t> b(context, instruction, 2);
  const std::uint32_t immediate = instruction.immediate;
  store_lanes<std::uint32_t>(context, instruction, exec, &pack_two,
                             [=](unsigned l) { return pack_elements(a[l], b[l], immediate); });
}
void pack_three(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  const Source<std::int32_t> a(context, instruction, 1);
  const Source<std::int32_t> b(context, instruction, 2);
  const Source<std::uint32_t> c(context, instruction, 3);
  const std::uint32_t immediate = instruction.immediate;
  const unsigned shift = 2 * (immediate & 0xffu);
  store_lanes<std::uint32_t>(context, instruction, exec, &pack_three,
                             [=](unsigned l) { return (c[l] << shift) | pack_elements(a[l], b[l], immediate); });
}

Result<BoundOp> bind_pack(const ptx::Instruction& instruction, std::span<const OperandInfo> operands) {
  struct Element {
    std::string_view word;
    std::uint32_t immediate;
  };
  constexpr Element kElements[] = {{".u16", 16}, {".s16", 16 | 0x100}, {".u8", 8}, {".s8", 8 | 0x100},
                                   {".u4", 4},   {".s4", 4 | 0x100},   {".u2", 2}, {".s2", 2 | 0x100}};
  std::uint32_t immediate = 0;
  for (const Element& element : kElements) {
    if (instruction.has(element.word)) immediate = element.immediate;
  }
  const bool three = operands.size() == 4;
  // Elements of 16 bits fill the register, narrower ones leave room for c.
  const bool supported = immediate != 0 && three == ((immediate & 0xffu) < 16);
  const LaneHandler handler = three ? &pack_three : &pack_two;
  return bound_form(instruction, supported ? handler : nullptr, three ? 4 : 3, {4, Type::none}, immediate);
}

Result<BoundOp> bind_any_cvt(const ptx::Instruction& instruction, std::span<const OperandInfo> operands) {
  return instruction.has(".pack") ? bind_pack(instruction, operands) : bind_cvt(instruction, operands);
}

constexpr LaneOpEntry kEntries[] = {{"cvt", &bind_any_cvt}, {"cvt.pack", &bind_pack}};

}  // namespace

std::span<const LaneOpEntry> convert_ops() { return kEntries; }

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
