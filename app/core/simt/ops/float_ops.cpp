// f32 and f64 instructions (PTX ISA, "Floating Point Instructions").
#include "core/simt/ops/form_words.h"
#include "core/simt/ops/lane_tables.h"
#include "core/simt/ops/pick.h"
#include "core/simt/ops/scalar_approx.h"
#include "core/simt/ops/scalar_half.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {
namespace {

using ptx::Type;

template <class F>
BANKLOOM_LANE_INLINE auto host_value(typename F::Bits x) {
  if constexpr (F::total_bits == 64) {
    return as_f64(x);
  } else {
    return as_f32(x);
  }
}
/// The host's result in the GPU's form; `operands` in the order in which a NaN among them wins.
template <class F, class T, class... Operands>
BANKLOOM_LANE_INLINE typename F::Bits gpu_result(T result, Operands... operands) {
  const typename F::Bits bits = bits_of(result);
  return is_nan<F>(bits) ? nan_result<F>(operands...) : bits;
}

// One function per operation for the directed modes, shared by all handlers.
template <class F>
__attribute__((noinline)) typename F::Bits directed_add(typename F::Bits a, typename F::Bits b, Rounding rounding) {
  return soft_add<F>(a, b, rounding);
}
template <class F>
__attribute__((noinline)) typename F::Bits directed_mul(typename F::Bits a, typename F::Bits b, Rounding rounding,
                                                        bool ftz) {
  return soft_mul<F>(a, b, rounding, ftz);
}
template <class F>
__attribute__((noinline)) typename F::Bits directed_fma(typename F::Bits a, typename F::Bits b, typename F::Bits c,
                                                        Rounding rounding, bool ftz) {
  return soft_fma<F>(a, b, c, rounding, ftz);
}
template <class F>
__attribute__((noinline)) typename F::Bits directed_div(typename F::Bits a, typename F::Bits b, Rounding rounding,
                                                        bool ftz) {
  return soft_div<F>(a, b, rounding, ftz);
}
template <class F>
__attribute__((noinline)) typename F::Bits directed_sqrt(typename F::Bits a, Rounding rounding) {
  return soft_sqrt<F>(a, rounding);
}

/// An f32 `result` of round-to-nearest with .ftz: 0 of its sign if `exact` (perhaps rounded to odd), with 24 bits and
/// no smallest exponent, would round to less than the smallest normal value (see round_to()).
BANKLOOM_LANE_INLINE std::uint32_t flush_nearest(std::uint32_t result, double exact) {
  return __builtin_fabs(exact) < 0x1p-126 - 0x1p-151 ? result & F32::sign : result;
}

// Operations: apply<rounding, ftz>(operands, already flushed).
template <class F>
struct Add {
  template <Rounding kRounding, bool kFtz>
  static BANKLOOM_LANE_INLINE typename F::Bits apply(typename F::Bits a, typename F::Bits b) {
    typename F::Bits result = 0;
    if constexpr (kRounding == Rounding::nearest) {
      result = gpu_result<F>(host_value<F>(a) + host_value<F>(b), b, a);
    } else {
      result = directed_add<F>(a, b, kRounding);
    }
    return kFtz ? flush<F>(result) : result;  // a subnormal sum is exact
  }
};
template <class F>
struct Sub {
  template <Rounding kRounding, bool kFtz>
  static BANKLOOM_LANE_INLINE typename F::Bits apply(typename F::Bits a, typename F::Bits b) {
    // The returned NaN is b's own, not the negated one.
    return Add<F>::template apply<kRounding, kFtz>(a, is_nan<F>(b) ? b : b ^ F::sign);
  }
};
template <class F>
struct Mul {
  template <Rounding kRounding, bool kFtz>
  static BANKLOOM_LANE_INLINE typename F::Bits apply(typename F::Bits a, typename F::Bits b) {
    if constexpr (kRounding != Rounding::nearest) {
      return directed_mul<F>(a, b, kRounding, kFtz);
    } else {
      const typename F::Bits result = gpu_result<F>(host_value<F>(a) * host_value<F>(b), b, a);
      if constexpr (kFtz) return flush_nearest(result, static_cast<double>(as_f32(a)) * static_cast<double>(as_f32(b)));
      return result;
    }
  }
};
template <class F>
struct Fma {
  template <Rounding kRounding, bool kFtz>
  static BANKLOOM_LANE_INLINE typename F::Bits apply(typename F::Bits a, typename F::Bits b, typename F::Bits c) {
    if constexpr (kRounding != Rounding::nearest) {
      return directed_fma<F>(a, b, c, kRounding, kFtz);
    } else if constexpr (F::total_bits == 64) {
      return gpu_result<F>(__builtin_fma(as_f64(a), as_f64(b), as_f64(c)), b, c, a);
    } else {
      const typename F::Bits result = gpu_result<F>(__builtin_fmaf(as_f32(a), as_f32(b), as_f32(c)), b, c, a);
      if constexpr (kFtz) {
        const double product = static_cast<double>(as_f32(a)) * static_cast<double>(as_f32(b));
        return flush_nearest(result, add_to_odd(product, static_cast<double>(as_f32(c))));
      }
      return result;
    }
  }
};
template <class F>
struct Div {
  template <Rounding kRounding, bool kFtz>
  static BANKLOOM_LANE_INLINE typename F::Bits apply(typename F::Bits a, typename F::Bits b) {
    if constexpr (kRounding != Rounding::nearest) {
      return directed_div<F>(a, b, kRounding, kFtz);
    } else {
      const typename F::Bits result = gpu_result<F>(host_value<F>(a) / host_value<F>(b), a, b);
      if constexpr (kFtz) return flush_nearest(result, static_cast<double>(as_f32(a)) / static_cast<double>(as_f32(b)));
      return result;
    }
  }
};
template <class F>
struct Rcp {
  template <Rounding kRounding, bool kFtz>
  static BANKLOOM_LANE_INLINE typename F::Bits apply(typename F::Bits a) {
    return Div<F>::template apply<kRounding, kFtz>(F::one, a);
  }
};
template <class F>
struct Sqrt {
  template <Rounding kRounding, bool kFtz>
  static BANKLOOM_LANE_INLINE typename F::Bits apply(typename F::Bits a) {
    if constexpr (kRounding != Rounding::nearest) {
      return directed_sqrt<F>(a, kRounding);  // never subnormal
    } else if constexpr (F::total_bits == 64) {
      return gpu_result<F>(__builtin_sqrt(as_f64(a)), a);
    } else {
      return gpu_result<F>(__builtin_sqrtf(as_f32(a)), a);
    }
  }
};

/// An operation with its rounding, .ftz (on operands and result) and .sat.
template <class F, class Operation, Rounding kRounding, bool kFtz, bool kSat>
struct Rounded {
  using Bits = typename F::Bits;
  static BANKLOOM_LANE_INLINE Bits in(Bits x) {
    if constexpr (kFtz) return flush<F>(x);
    return x;
  }
  template <class... Operands>
  static BANKLOOM_LANE_INLINE Bits apply(Operands... operands) {
    const Bits result = Operation::template apply<kRounding, kFtz>(in(operands)...);
    return kSat ? saturate<F>(result) : result;
  }
};

/// The handler of a correctly rounded operation, or nullptr.
template <template <class> class Operation, unsigned kSources, bool kMaySaturate>
LaneHandler pick_rounded(Type type, const FormWords& words) {
  using enum Rounding;
  return for_value<nearest, zero, down, up>(
      words.rounding, [&]<Rounding kRounding>(Constant<kRounding>) -> LaneHandler {
        if (type == Type::f64) {
          return words.ftz || words.sat
                     ? nullptr
                     : uniform<Rounded<F64, Operation<F64>, kRounding, false, false>, F64::Bits, kSources>;
        }
        if (type != Type::f32) return nullptr;
        return for_flags(
            []<bool kFtz, bool kSat>(Constant<kFtz>, Constant<kSat>) {
              // NOLINTNEXTLINE(readability-simplify-boolean-expr): a constant of this instance alone
              return uniform<Rounded<F32, Operation<F32>, kRounding, kFtz, kSat && kMaySaturate>, F32::Bits, kSources>;
            },
            words.ftz, words.sat);
      });
}

// abs, neg, copysign, min, max, testp.

template <class F, bool kFtz, bool kNegate>
struct SignOp {
  static BANKLOOM_LANE_INLINE typename F::Bits apply(typename F::Bits a) {
    if constexpr (kFtz) a = flush<F>(a);
    const typename F::Bits result = kNegate ? a ^ F::sign : a & F::magnitude;
    return is_nan<F>(a) ? nan_result<F>(a) : result;
  }
};

template <class F>
struct CopySign {
  static BANKLOOM_LANE_INLINE typename F::Bits apply(typename F::Bits a, typename F::Bits b) {
    return (a & F::sign) | (b & F::magnitude);
  }
};

template <class F, bool kMax, bool kFtz, bool kNan, bool kXorSign>
struct Extremum {
  static BANKLOOM_LANE_INLINE typename F::Bits apply(typename F::Bits a, typename F::Bits b) {
    if constexpr (kFtz) {
      a = flush<F>(a);
      b = flush<F>(b);
    }
    return extremum<F, kMax, kNan, kXorSign>(a, b);
  }
};

/// testp: zeros are normal (measured on an H200).
enum class Class : std::uint8_t { finite, infinite, number, notanumber, normal, subnormal };
constexpr std::string_view kProperties[] = {".finite", ".infinite", ".number", ".notanumber", ".normal", ".subnormal"};

template <class F, Class kClass>
struct TestProperty {
  static BANKLOOM_LANE_INLINE bool apply(typename F::Bits a) {
    const typename F::Bits magnitude = a & F::magnitude;
    switch (kClass) {
      case Class::finite:
        return magnitude < F::infinity;
      case Class::infinite:
        return magnitude == F::infinity;
      case Class::number:
        return magnitude <= F::infinity;
      case Class::notanumber:
        return magnitude > F::infinity;
      case Class::normal:
        return magnitude < F::infinity && (magnitude > F::fraction || magnitude == 0);
      case Class::subnormal:
        return magnitude != 0 && magnitude <= F::fraction;
    }
    return false;
  }
};

template <bool kMax>
LaneHandler pick_extremum(Type type, const FormWords& words) {
  if (type == Type::f64) {
    return words.ftz || words.nan || words.xorsign ? nullptr
                                                   : uniform<Extremum<F64, kMax, false, false, false>, F64::Bits, 2>;
  }
  if (type != Type::f32) return nullptr;
  return for_flags(
      []<bool kFtz, bool kNan, bool kXorSign>(Constant<kFtz>, Constant<kNan>, Constant<kXorSign>) {
        return uniform<Extremum<F32, kMax, kFtz, kNan, kXorSign>, F32::Bits, 2>;
      },
      words.ftz, words.nan, words.xorsign);
}

// Approximate functions.

template <class Function, bool kFtz>
struct Approximate {
  static BANKLOOM_LANE_INLINE std::uint32_t apply(std::uint32_t a) {
    if constexpr (kFtz) a = flush<F32>(a);
    const std::uint32_t result = Function::apply(a);
    return kFtz ? flush<F32>(result) : result;
  }
};

template <class Function>
LaneHandler pick_approximate(const FormWords& words) {
  return words.ftz ? uniform<Approximate<Function, true>, F32::Bits, 1>
                   : uniform<Approximate<Function, false>, F32::Bits, 1>;
}

template <bool kFull, bool kFtz>
struct ApproximateDivision {
  static BANKLOOM_LANE_INLINE std::uint32_t apply(std::uint32_t a, std::uint32_t b) {
    if constexpr (kFtz) {
      a = flush<F32>(a);
      b = flush<F32>(b);
    }
    const std::uint32_t result = kFull ? full_division(a, b) : approximate_division(a, b);
    return kFtz ? flush<F32>(result) : result;
  }
};

LaneHandler pick_division(const FormWords& words) {
  return for_flags(
      []<bool kFull, bool kFtz>(Constant<kFull>, Constant<kFtz>) {
        return uniform<ApproximateDivision<kFull, kFtz>, F32::Bits, 2>;
      },
      words.full, words.ftz);
}

Result<BoundOp> finish(const ptx::Instruction& instruction, LaneHandler handler, unsigned operands, Type type) {
  return bound_form(instruction, handler, operands, {type == Type::f64 ? 8u : 4u, type});
}

template <template <class> class Operation, unsigned kSources, bool kMaySaturate>
Result<BoundOp> bind_rounded(const ptx::Instruction& instruction, std::span<const OperandInfo>) {
  const FormWords words = read_words(instruction);
  const Type type = words.type_count == 1 ? words.types[0] : Type::none;
  return finish(instruction, pick_rounded<Operation, kSources, kMaySaturate>(type, words), kSources + 1, type);
}

Result<BoundOp> bind_div(const ptx::Instruction& instruction, std::span<const OperandInfo>) {
  const FormWords words = read_words(instruction);
  const Type type = words.type_count == 1 ? words.types[0] : Type::none;
  if (words.approx || words.full) {
    return finish(instruction, type == Type::f32 ? pick_division(words) : nullptr, 3, type);
  }
  return finish(instruction, pick_rounded<Div, 2, false>(type, words), 3, type);
}

Result<BoundOp> bind_rcp(const ptx::Instruction& instruction, std::span<const OperandInfo>) {
  const FormWords words = read_words(instruction);
  const Type type = words.types[0];
  LaneHandler handler = nullptr;
  if (!words.approx) {
    handler = pick_rounded<Rcp, 1, false>(type, words);
  } else if (type == Type::f32) {
    handler = pick_approximate<approx::Reciprocal>(words);
  } else if (type == Type::f64 && words.ftz) {
    handler = uniform<approx::CoarseReciprocal, F64::Bits, 1>;
  }
  return finish(instruction, handler, 2, type);
}

Result<BoundOp> bind_sqrt(const ptx::Instruction& instruction, std::span<const OperandInfo>) {
  const FormWords words = read_words(instruction);
  const Type type = words.types[0];
  if (words.approx) {
    return finish(instruction, type == Type::f32 ? pick_approximate<approx::SquareRoot>(words) : nullptr, 2, type);
  }
  return finish(instruction, pick_rounded<Sqrt, 1, false>(type, words), 2, type);
}

Result<BoundOp> bind_rsqrt(const ptx::Instruction& instruction, std::span<const OperandInfo>) {
  const FormWords words = read_words(instruction);
  const Type type = words.types[0];
  LaneHandler handler = nullptr;
  if (type == Type::f32) {
    handler = pick_approximate<approx::ReciprocalSquareRoot>(words);
  } else if (type == Type::f64) {
    handler = words.ftz ? uniform<approx::CoarseReciprocalSquareRoot, F64::Bits, 1>
                        : uniform<approx::FineReciprocalSquareRoot, F64::Bits, 1>;
  }
  return finish(instruction, handler, 2, type);
}

template <class Function>
Result<BoundOp> bind_approximate(const ptx::Instruction& instruction, std::span<const OperandInfo>) {
  const FormWords words = read_words(instruction);
  return finish(instruction, words.types[0] == Type::f32 ? pick_approximate<Function>(words) : nullptr, 2,
                words.types[0]);
}

template <bool kNegate>
Result<BoundOp> bind_sign(const ptx::Instruction& instruction, std::span<const OperandInfo>) {
  const FormWords words = read_words(instruction);
  const Type type = words.types[0];
  LaneHandler handler = nullptr;
  if (type == Type::f64) handler = uniform<SignOp<F64, false, kNegate>, F64::Bits, 1>;
  if (type == Type::f32) {
    handler = words.ftz ? uniform<SignOp<F32, true, kNegate>, F32::Bits, 1>
                        : uniform<SignOp<F32, false, kNegate>, F32::Bits, 1>;
  }
  return finish(instruction, handler, 2, type);
}

Result<BoundOp> bind_copysign(const ptx::Instruction& instruction, std::span<const OperandInfo>) {
  const Type type = read_words(instruction).types[0];
  const auto make = []<class F>(Tag<F>) { return uniform<CopySign<F>, typename F::Bits, 2>; };
  return finish(instruction, for_type<F32, F64>(type, make), 3, type);
}

template <bool kMax>
Result<BoundOp> bind_extremum(const ptx::Instruction& instruction, std::span<const OperandInfo> operands) {
  const FormWords words = read_words(instruction);
  const Type type = words.types[0];
  // Three sources exist only from sm_100 on.
  return finish(instruction, operands.size() == 3 ? pick_extremum<kMax>(type, words) : nullptr, 3, type);
}

Result<BoundOp> bind_testp(const ptx::Instruction& instruction, std::span<const OperandInfo>) {
  const Type type = read_words(instruction).types[0];
  unsigned property = 0;
  while (property < std::size(kProperties) && !instruction.has(kProperties[property])) ++property;
  const LaneHandler handler = for_type<F32, F64>(type, [property]<class F>(Tag<F>) {
    using enum Class;
    return for_value<finite, infinite, number, notanumber, normal, subnormal>(
        static_cast<Class>(property), []<Class kClass>(Constant<kClass>) -> LaneHandler {
          return &each_lane<TestProperty<F, kClass>, Predicate, typename F::Bits>;
        });
  });
  return bound_form(instruction, handler, {{0, Type::none}, {type == Type::f64 ? 8u : 4u, type}});
}

constexpr LaneOpEntry kEntries[] = {
    {"add", &bind_rounded<Add, 2, true>},
    {"sub", &bind_rounded<Sub, 2, true>},
    {"mul", &bind_rounded<Mul, 2, true>},
    {"fma", &bind_rounded<Fma, 3, true>},
    {"mad", &bind_rounded<Fma, 3, true>},
    {"div", &bind_div},
    {"rcp", &bind_rcp},
    {"sqrt", &bind_sqrt},
    {"rsqrt", &bind_rsqrt},
    {"sin", &bind_approximate<approx::Sine>},
    {"cos", &bind_approximate<approx::Cosine>},
    {"lg2", &bind_approximate<approx::Log2>},
    {"ex2", &bind_approximate<approx::Exp2>},
    {"tanh", &bind_approximate<approx::Tanh>},
    {"abs", &bind_sign<false>},
    {"neg", &bind_sign<true>},
    {"copysign", &bind_copysign},
    {"min", &bind_extremum<false>},
    {"max", &bind_extremum<true>},
    {"testp", &bind_testp},
};

}  // namespace

std::span<const LaneOpEntry> float_ops() { return kEntries; }

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
