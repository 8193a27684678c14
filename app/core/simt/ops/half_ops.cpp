// f16, f16x2, bf16 and bf16x2 instructions (PTX ISA, "Half Precision Floating Point Instructions").
#include "core/simt/ops/form_words.h"
#include "core/simt/ops/lane_tables.h"
#include "core/simt/ops/pick.h"
#include "core/simt/ops/scalar_approx.h"
#include "core/simt/ops/scalar_half.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {
namespace {

using ptx::Type;
using Half = std::uint16_t;
using Pair = std::uint32_t;

/// What happens to a result after rounding.
enum class Finish : std::uint8_t { none, saturate, rectify };

// Arithmetic in two steps: the exact result as a double (perhaps rounded to odd), then finish().
template <class F>
struct Add {
  static BANKLOOM_LANE_INLINE double exact(double a, double b) { return add_to_odd(a, b); }
};
template <class F>
struct Sub {
  static BANKLOOM_LANE_INLINE double exact(double a, double b) { return add_to_odd(a, -b); }
};
template <class F>
struct Mul {
  static BANKLOOM_LANE_INLINE double exact(double a, double b) { return a * b; }
};
template <class F>
struct Fma {
  static BANKLOOM_LANE_INLINE double exact(double a, double b, double c) { return add_to_odd(a * b, c); }
};

/// Arithmetic with .ftz (on operands and result) and the step after it.
template <class F, template <class> class Operation, bool kFtz, Finish kFinish>
struct Arithmetic {
  static BANKLOOM_LANE_INLINE double in(Half x) {
    if constexpr (kFtz) x = flush<F>(x);
    return half_to_f64<F>(x);
  }
  template <class... Operands>
  static BANKLOOM_LANE_INLINE Half apply(Operands... operands) {
    const double exact = Operation<F>::exact(in(operands)...);
    Half result = round_half<F>(exact);
    if constexpr (kFtz) {
      // A result is flushed if it rounds, without a smallest exponent, to less than the smallest normal value (see
      // round_to()).
      static_assert(F::bias == F16::bias, ".ftz is about f16");
      result = __builtin_fabs(exact) < 0x1p-14 - 0x1p-26 ? static_cast<Half>(result & F::sign) : result;
    }
    if constexpr (kFinish == Finish::saturate) result = saturate<F>(result);
    if constexpr (kFinish == Finish::rectify) result = rectify<F>(result);
    return result;
  }
};

template <class F>
struct Negate {
  static BANKLOOM_LANE_INLINE Half apply(Half a) { return is_nan<F>(a) ? F::nan : static_cast<Half>(a ^ F::sign); }
};
template <class F>
struct Absolute {
  static BANKLOOM_LANE_INLINE Half apply(Half a) { return is_nan<F>(a) ? F::nan : static_cast<Half>(a & F::magnitude); }
};
/// The functions are computed as f32 and truncated, as the hardware does; within the bounds of the manual.
template <class F>
struct Exp2 {
  static Half apply(Half a) { return cut_half<F>(static_cast<float>(__builtin_exp2(half_to_f64<F>(a)))); }
};
template <class F>
struct Tanh {
  static Half apply(Half a) { return cut_half<F>(static_cast<float>(__builtin_tanh(half_to_f64<F>(a)))); }
};
template <bool kMax, bool kNan, bool kXorSign>
struct ExtremumOf {
  template <class F>
  struct Op {
    static BANKLOOM_LANE_INLINE Half apply(Half a, Half b) { return extremum<F, kMax, kNan, kXorSign>(a, b); }
  };
};

/// An operation on bits that rounds by itself, with .ftz on its operands and result.
template <class F, template <class> class Operation, bool kFtz>
struct Flushed {
  static BANKLOOM_LANE_INLINE Half in(Half x) {
    if constexpr (kFtz) return flush<F>(x);
    return x;
  }
  template <class... Operands>
  static BANKLOOM_LANE_INLINE Half apply(Operands... operands) {
    const Half result = Operation<F>::apply(in(operands)...);
    return kFtz ? flush<F>(result) : result;
  }
};

/// The operation on both halves of a 32-bit register.
template <class Op>
struct Packed {
  template <class... Operands>
  static BANKLOOM_LANE_INLINE Pair apply(Operands... operands) {
    const Pair low = Op::apply(static_cast<Half>(operands)...);
    const Pair high = Op::apply(static_cast<Half>(operands >> 16)...);
    return low | (high << 16);
  }
};

constexpr bool is_f16(Type type) { return type == Type::f16 || type == Type::f16x2; }
constexpr bool is_bf16(Type type) { return type == Type::bf16 || type == Type::bf16x2; }
constexpr bool is_packed(Type type) { return type == Type::f16x2 || type == Type::bf16x2; }

template <class Op, unsigned kSources>
LaneHandler pick_width(Type type) {
  return is_packed(type) ? uniform<Packed<Op>, Pair, kSources> : uniform<Op, Half, kSources>;
}

/// Arithmetic; .ftz exists for f16 only.
template <template <class> class Operation, unsigned kSources, Finish kFinish>
LaneHandler pick_arithmetic(Type type, bool ftz) {
  if (is_f16(type)) {
    return ftz ? pick_width<Arithmetic<F16, Operation, true, kFinish>, kSources>(type)
               : pick_width<Arithmetic<F16, Operation, false, kFinish>, kSources>(type);
  }
  if constexpr (kFinish != Finish::saturate) {
    if (is_bf16(type) && !ftz) return pick_width<Arithmetic<BF16, Operation, false, kFinish>, kSources>(type);
  }
  return nullptr;
}

/// The other operations, likewise.
template <template <class> class Operation, unsigned kSources>
LaneHandler pick_flushed(Type type, bool ftz) {
  if (is_f16(type)) {
    return ftz ? pick_width<Flushed<F16, Operation, true>, kSources>(type)
               : pick_width<Flushed<F16, Operation, false>, kSources>(type);
  }
  if (is_bf16(type) && !ftz) return pick_width<Flushed<BF16, Operation, false>, kSources>(type);
  return nullptr;
}

/// The one type of a half-precision instruction; none for another instruction of that opcode (add.f32, ...).
Type half_type(const FormWords& words) {
  if (words.type_count != 1 || !(is_f16(words.types[0]) || is_bf16(words.types[0]))) return Type::none;
  return words.types[0];
}

Result<BoundOp> finish(const ptx::Instruction& instruction, LaneHandler handler, unsigned operands, Type type) {
  // A literal is a single value: for packed types, plain bits.
  const OperandShape shape = is_packed(type) ? OperandShape{4, Type::none} : OperandShape{2, type};
  return bound_form(instruction, handler, operands, shape);
}

template <template <class> class Operation>
Result<BoundOp> bind_arithmetic(const ptx::Instruction& instruction, std::span<const OperandInfo>) {
  const FormWords words = read_words(instruction);
  const Type type = half_type(words);
  const bool nearest = words.rounding == Rounding::nearest && !words.relu;
  LaneHandler handler = nullptr;
  if (nearest) {
    handler = words.sat ? pick_arithmetic<Operation, 2, Finish::saturate>(type, words.ftz)
                        : pick_arithmetic<Operation, 2, Finish::none>(type, words.ftz);
  }
  return finish(instruction, handler, 3, type);
}

Result<BoundOp> bind_fma(const ptx::Instruction& instruction, std::span<const OperandInfo>) {
  const FormWords words = read_words(instruction);
  const Type type = half_type(words);
  LaneHandler handler = nullptr;
  if (words.rounding == Rounding::nearest && !(words.sat && words.relu)) {
    handler = words.sat    ? pick_arithmetic<Fma, 3, Finish::saturate>(type, words.ftz)
              : words.relu ? pick_arithmetic<Fma, 3, Finish::rectify>(type, words.ftz)
                           : pick_arithmetic<Fma, 3, Finish::none>(type, words.ftz);
  }
  return finish(instruction, handler, 4, type);
}

template <template <class> class Operation>
Result<BoundOp> bind_sign(const ptx::Instruction& instruction, std::span<const OperandInfo>) {
  const FormWords words = read_words(instruction);
  const Type type = half_type(words);
  return finish(instruction, pick_flushed<Operation, 1>(type, words.ftz), 2, type);
}

template <bool kMax>
Result<BoundOp> bind_extremum(const ptx::Instruction& instruction, std::span<const OperandInfo> operands) {
  const FormWords words = read_words(instruction);
  const Type type = half_type(words);
  LaneHandler handler = nullptr;
  if (operands.size() == 3) {
    handler = for_flags(
        [&]<bool kNan, bool kXorSign>(Constant<kNan>, Constant<kXorSign>) {
          return pick_flushed<ExtremumOf<kMax, kNan, kXorSign>::template Op, 2>(type, words.ftz);
        },
        words.nan, words.xorsign);
  }
  return finish(instruction, handler, 3, type);
}

Result<BoundOp> bind_ex2(const ptx::Instruction& instruction, std::span<const OperandInfo>) {
  const FormWords words = read_words(instruction);
  const Type type = half_type(words);
  LaneHandler handler = nullptr;
  if (is_f16(type) && !words.ftz) handler = pick_width<Flushed<F16, Exp2, false>, 1>(type);
  if (is_bf16(type) && words.ftz) handler = pick_width<Flushed<BF16, Exp2, true>, 1>(type);
  return finish(instruction, handler, 2, type);
}

Result<BoundOp> bind_tanh(const ptx::Instruction& instruction, std::span<const OperandInfo>) {
  const FormWords words = read_words(instruction);
  const Type type = half_type(words);
  return finish(instruction, words.ftz ? nullptr : pick_flushed<Tanh, 1>(type, false), 2, type);
}

constexpr LaneOpEntry kEntries[] = {
    {"add", &bind_arithmetic<Add>},
    {"sub", &bind_arithmetic<Sub>},
    {"mul", &bind_arithmetic<Mul>},
    {"fma", &bind_fma},
    {"neg", &bind_sign<Negate>},
    {"abs", &bind_sign<Absolute>},
    {"min", &bind_extremum<false>},
    {"max", &bind_extremum<true>},
    {"ex2", &bind_ex2},
    {"tanh", &bind_tanh},
};

}  // namespace

std::span<const LaneOpEntry> half_ops() { return kEntries; }

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
