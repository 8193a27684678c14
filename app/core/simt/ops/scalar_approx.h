// The approximate functions of one lane (PTX ISA, "Floating Point Instructions": .approx, .full), computed in double
// and rounded once: closer to the true value than the manual's error bounds. Special values as in the manual's tables;
// subnormal operands count unless .ftz is given.
#pragma once

#include "core/simt/ops/scalar_float.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {

/// An f32 result with NaN in its canonical form.
[[nodiscard]] BANKLOOM_LANE_INLINE std::uint32_t round_approximate(double value) {
  const auto rounded = static_cast<float>(value);
  return __builtin_isnan(rounded) ? F32::nan : bits_of(rounded);
}

/// div.full: at most 2 ulp of error over the full range (PTX ISA, "div").
[[nodiscard]] BANKLOOM_LANE_INLINE std::uint32_t full_division(std::uint32_t a, std::uint32_t b) {
  const float quotient = as_f32(a) / as_f32(b);
  return __builtin_isnan(quotient) ? F32::nan : bits_of(quotient);
}

/// div.approx: for |b| in (2^126, 2^128) an infinite a gives NaN, any other 0 (PTX ISA, "div").
[[nodiscard]] BANKLOOM_LANE_INLINE std::uint32_t approximate_division(std::uint32_t a, std::uint32_t b) {
  constexpr std::uint32_t kTwoTo126 = 0x7e80'0000u;
  const std::uint32_t magnitude = b & F32::magnitude;
  const std::uint32_t huge = is_nan<F32>(a) || is_infinite<F32>(a) ? F32::nan : (a ^ b) & F32::sign;
  return magnitude > kTwoTo126 && magnitude < F32::infinity ? huge : full_division(a, b);
}

/// The argument of sin.approx and cos.approx in whole turns, reduced to (-1, 1). The hardware multiplies by the f32
/// nearest to 1 / (2 pi), rounding towards zero; for large arguments that decides the result.
[[nodiscard]] inline double turns_of(float angle) {
  constexpr double kPerTurn = 0x1.45f306p-3;
  const double exact = static_cast<double>(angle) * kPerTurn;  // 24 + 24 bits: exact
  auto turns = static_cast<float>(exact);
  if (__builtin_fabs(static_cast<double>(turns)) > __builtin_fabs(exact)) turns = as_f32(bits_of(turns) - 1);
  const auto reduced = static_cast<double>(turns);
  return reduced - __builtin_trunc(reduced);
}

namespace approx {

struct Reciprocal {
  static std::uint32_t apply(std::uint32_t a) { return round_approximate(1.0 / static_cast<double>(as_f32(a))); }
};
struct SquareRoot {
  static std::uint32_t apply(std::uint32_t a) {
    return round_approximate(__builtin_sqrt(static_cast<double>(as_f32(a))));
  }
};
struct ReciprocalSquareRoot {
  static std::uint32_t apply(std::uint32_t a) {
    return round_approximate(1.0 / __builtin_sqrt(static_cast<double>(as_f32(a))));
  }
};

inline constexpr double kTwoPi = 0x1.921fb54442d18p+2;

struct Sine {
  static std::uint32_t apply(std::uint32_t a) {
    if (static_cast<std::uint32_t>(a & F32::magnitude) >= F32::infinity) return F32::nan;
    const std::uint32_t result = round_approximate(__builtin_sin(kTwoPi * turns_of(as_f32(a))));
    return is_zero<F32>(result) ? a & F32::sign : result;
  }
};
struct Cosine {
  static std::uint32_t apply(std::uint32_t a) {
    if (static_cast<std::uint32_t>(a & F32::magnitude) >= F32::infinity) return F32::nan;
    return round_approximate(__builtin_cos(kTwoPi * turns_of(as_f32(a))));
  }
};
struct Log2 {
  static std::uint32_t apply(std::uint32_t a) {
    return round_approximate(__builtin_log2(static_cast<double>(as_f32(a))));
  }
};
struct Exp2 {
  static std::uint32_t apply(std::uint32_t a) {
    return round_approximate(__builtin_exp2(static_cast<double>(as_f32(a))));
  }
};
struct Tanh {
  static std::uint32_t apply(std::uint32_t a) {
    return round_approximate(__builtin_tanh(static_cast<double>(as_f32(a))));
  }
};

/// rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 use only the upper words of operand and result; the lower word of the
/// result is zero (truncated), and the NaN is the f32 one in the upper word.
template <class Function>
struct Coarse {
  static std::uint64_t apply(std::uint64_t a) {
    constexpr std::uint64_t kUpper = 0xffff'ffff'0000'0000u;
    constexpr std::uint64_t kNan = 0x7fff'ffff'0000'0000u;
    const std::uint64_t operand = flush<F64>(a & kUpper);
    const std::uint64_t result = bits_of(Function::value(as_f64(operand)));
    if (is_nan<F64>(result)) return kNan;
    return flush<F64>(result & kUpper);
  }
};
struct ReciprocalValue {
  static double value(double x) { return 1.0 / x; }
};
struct ReciprocalSquareRootValue {
  static double value(double x) { return 1.0 / __builtin_sqrt(x); }
};
using CoarseReciprocal = Coarse<ReciprocalValue>;
using CoarseReciprocalSquareRoot = Coarse<ReciprocalSquareRootValue>;

struct FineReciprocalSquareRoot {
  static std::uint64_t apply(std::uint64_t a) {
    const std::uint64_t result = bits_of(1.0 / __builtin_sqrt(as_f64(a)));
    return is_nan<F64>(result) ? f64_nan(a) : result;
  }
};

}  // namespace approx

/// min and max of one format: -0.0 < +0.0. A NaN operand gives the other operand, two NaNs the canonical NaN (f64: the
/// second one, quiet); with .NaN one is enough. With .xorsign.abs the magnitudes are compared and the result gets the
/// exclusive or of the signs (PTX ISA, "min", "max").
template <class F, bool kMax, bool kNan, bool kXorSign>
[[nodiscard]] BANKLOOM_LANE_INLINE typename F::Bits extremum(typename F::Bits a, typename F::Bits b) {
  using Bits = typename F::Bits;
  const Bits sign = static_cast<Bits>((a ^ b) & F::sign);
  if constexpr (kXorSign) {
    a = static_cast<Bits>(a & F::magnitude);
    b = static_cast<Bits>(b & F::magnitude);
  }
  // The order of the values is that of these signed integers.
  using Signed = std::make_signed_t<Bits>;
  constexpr int kSignAt = F::total_bits - 1;
  const Bits a_flip = static_cast<Bits>(static_cast<Signed>(a) >> kSignAt) & F::magnitude;
  const Bits b_flip = static_cast<Bits>(static_cast<Signed>(b) >> kSignAt) & F::magnitude;
  const auto a_key = static_cast<Signed>(a ^ a_flip);
  const auto b_key = static_cast<Signed>(b ^ b_flip);
  const bool a_wins = kMax ? a_key > b_key : a_key < b_key;
  Bits result = a_wins ? a : b;
  if constexpr (kXorSign) result = static_cast<Bits>(result | sign);
  const Bits both = nan_result<F>(b, a);
  if constexpr (kNan) {
    return is_nan<F>(a) || is_nan<F>(b) ? both : result;
  } else {
    const Bits b_signed = kXorSign ? static_cast<Bits>(b | sign) : b;
    const Bits a_signed = kXorSign ? static_cast<Bits>(a | sign) : a;
    result = is_nan<F>(a) ? b_signed : result;
    result = is_nan<F>(b) ? a_signed : result;
    return is_nan<F>(a) && is_nan<F>(b) ? both : result;
  }
}

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
