// Floating-point arithmetic of one lane, exact in every rounding mode, and the special values of NVIDIA GPUs.
//
// Round-to-nearest f32 and f64 use the host's arithmetic (IEEE 754, like the GPU's). Everything else is computed with
// integers: an exact magnitude, then one rounding. So the results depend neither on the host's rounding mode nor on
// what a compiler assumes about it.
//
// NaN and zero rules given here without a section of the PTX ISA were measured on an H200 (compute capability 9.0). Not
// modelled: floating-point exceptions (CUDA devices have no flags to raise).
#pragma once

#include <type_traits>

#include "core/simt/ops/lane_loop.h"
#include "core/simt/ops/rounding.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {

__extension__ using Wide = unsigned __int128;

/// An IEEE 754 interchange format (or one that behaves like it).
template <unsigned kFractionBits, unsigned kExponentBits, class BitsType>
struct FloatFormat {
  using Bits = BitsType;
  static constexpr unsigned fraction_bits = kFractionBits;
  static constexpr unsigned total_bits = 1 + kExponentBits + kFractionBits;
  static constexpr int bias = (1 << (kExponentBits - 1)) - 1;
  /// Exponent of the least significant bit of subnormals, the smallest there is.
  static constexpr int min_quantum = 1 - bias - static_cast<int>(kFractionBits);
  static constexpr Bits sign = static_cast<Bits>(Bits{1} << (kExponentBits + kFractionBits));
  static constexpr Bits magnitude = static_cast<Bits>(sign - 1);
  static constexpr Bits fraction = static_cast<Bits>((Bits{1} << kFractionBits) - 1);
  static constexpr Bits infinity = static_cast<Bits>(magnitude & ~fraction);
  static constexpr Bits smallest_normal = static_cast<Bits>(Bits{1} << kFractionBits);
  static constexpr Bits max_finite = static_cast<Bits>(infinity - 1);
  static constexpr Bits quiet = static_cast<Bits>(Bits{1} << (kFractionBits - 1));
  static constexpr Bits one = static_cast<Bits>(Bits{bias} << kFractionBits);
  /// The NaN that arithmetic returns: all ones except the sign. f64 keeps payloads instead, see f64_nan().
  static constexpr Bits nan = magnitude;
};
using F16 = FloatFormat<10, 5, std::uint16_t>;
using BF16 = FloatFormat<7, 8, std::uint16_t>;
using TF32 = FloatFormat<10, 8, std::uint32_t>;  ///< the upper 19 bits of a b32 register
using F32 = FloatFormat<23, 8, std::uint32_t>;
using F64 = FloatFormat<52, 11, std::uint64_t>;

/// What f64 arithmetic returns for an invalid operation.
inline constexpr std::uint64_t kF64Invalid = 0xfff8'0000'0000'0000u;

template <class F>
[[nodiscard]] BANKLOOM_LANE_INLINE bool is_nan(typename F::Bits x) {
  // Signed, since vector instruction sets compare signed integers most easily.
  using Signed = std::make_signed_t<typename F::Bits>;
  return static_cast<Signed>(x & F::magnitude) > static_cast<Signed>(F::infinity);
}
template <class F>
[[nodiscard]] BANKLOOM_LANE_INLINE bool is_infinite(typename F::Bits x) {
  return static_cast<typename F::Bits>(x & F::magnitude) == F::infinity;
}
template <class F>
[[nodiscard]] BANKLOOM_LANE_INLINE bool is_zero(typename F::Bits x) {
  return static_cast<typename F::Bits>(x & F::magnitude) == 0;
}
/// .ftz: a subnormal becomes a zero of its sign.
template <class F>
[[nodiscard]] BANKLOOM_LANE_INLINE typename F::Bits flush(typename F::Bits x) {
  using Bits = typename F::Bits;
  return static_cast<Bits>(x & F::infinity) == 0 ? static_cast<Bits>(x & F::sign) : x;
}
/// .sat: clamps to [0.0, 1.0]; NaN and -0.0 become +0.0.
template <class F>
[[nodiscard]] BANKLOOM_LANE_INLINE typename F::Bits saturate(typename F::Bits x) {
  using Bits = typename F::Bits;
  const Bits low = x > F::infinity ? Bits{0} : x;  // NaN and everything negative
  return low > F::one ? F::one : low;
}
/// .relu: negative values and -0.0 become +0.0; NaN stays NaN, in its canonical form.
template <class F>
[[nodiscard]] BANKLOOM_LANE_INLINE typename F::Bits rectify(typename F::Bits x) {
  using Bits = typename F::Bits;
  const Bits positive = (x & F::sign) != 0 ? Bits{0} : x;
  return is_nan<F>(x) ? F::nan : positive;
}

[[nodiscard]] BANKLOOM_LANE_INLINE float as_f32(std::uint32_t x) { return __builtin_bit_cast(float, x); }
[[nodiscard]] BANKLOOM_LANE_INLINE double as_f64(std::uint64_t x) { return __builtin_bit_cast(double, x); }
[[nodiscard]] BANKLOOM_LANE_INLINE std::uint32_t bits_of(float x) { return __builtin_bit_cast(std::uint32_t, x); }
[[nodiscard]] BANKLOOM_LANE_INLINE std::uint64_t bits_of(double x) { return __builtin_bit_cast(std::uint64_t, x); }

/// A finite value split into parts: (-1)^negative * magnitude * 2^exponent.
struct Exact {
  Wide magnitude = 0;
  int exponent = 0;
  bool negative = false;
};

template <class F>
[[nodiscard]] inline Exact unpack(typename F::Bits x) {
  const auto field = static_cast<int>(static_cast<typename F::Bits>(x & F::infinity) >> F::fraction_bits);
  const Wide fraction = x & F::fraction;
  const Wide hidden = field == 0 ? 0 : Wide{1} << F::fraction_bits;
  return {fraction | hidden, F::min_quantum + (field == 0 ? 0 : field - 1), (x & F::sign) != 0};
}

/// Position of the highest set bit; x is not zero.
[[nodiscard]] inline int highest_bit(Wide x) {
  const auto high = static_cast<std::uint64_t>(x >> 64);
  return high != 0 ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll(static_cast<std::uint64_t>(x));
}

/// Whether rounding moves a magnitude up to the next representable one: `odd` is its last kept bit, `half` the first
/// bit dropped, `rest` whether any bit below that is set.
[[nodiscard]] inline bool rounds_up(Rounding rounding, bool negative, bool odd, bool half, bool rest) {
  switch (rounding) {
    case Rounding::nearest:
      return half && (rest || odd);
    case Rounding::away:
      return half;
    case Rounding::zero:
      return false;
    case Rounding::down:
      return negative && (half || rest);
    case Rounding::up:
      return !negative && (half || rest);
  }
  return false;
}

/// Rounds magnitude * 2^exponent (with `rest`, plus something smaller than the last bit) to the format. Overflow gives
/// infinity or the largest finite value, as IEEE 754 prescribes for the mode.
template <class F>
[[nodiscard]] inline typename F::Bits round_to(Exact value, bool rest, Rounding rounding) {
  using Bits = typename F::Bits;
  const Bits sign = value.negative ? F::sign : Bits{0};
  if (value.magnitude == 0) return sign;
  const int top = value.exponent + highest_bit(value.magnitude);
  const int precise = top - static_cast<int>(F::fraction_bits);
  const int quantum = precise > F::min_quantum ? precise : F::min_quantum;
  const int shift = quantum - value.exponent;
  Wide kept = 0;
  bool half = false;
  if (shift <= 0) {
    kept = value.magnitude << -shift;
  } else if (shift > 128) {
    rest = true;
  } else {
    kept = shift == 128 ? Wide{0} : value.magnitude >> shift;
    half = ((value.magnitude >> (shift - 1)) & 1) != 0;
    rest = rest || (value.magnitude & ((Wide{1} << (shift - 1)) - 1)) != 0;
  }
  if (rounds_up(rounding, value.negative, (kept & 1) != 0, half, rest)) ++kept;
  // The hidden bit, if there is one, adds one to the exponent field; so does a carry out of the fraction.
  const auto field = static_cast<std::uint64_t>(quantum - F::min_quantum);
  const std::uint64_t limit = F::infinity;
  if (field > (limit >> F::fraction_bits)) kept = Wide{1} << 64;
  const Wide encoded = kept + (Wide{field} << F::fraction_bits);
  if (encoded < limit) return static_cast<Bits>(static_cast<Bits>(encoded) | sign);
  const bool to_infinity = rounding == Rounding::nearest || rounding == Rounding::away ||
                           (rounding == Rounding::up && !value.negative) ||
                           (rounding == Rounding::down && value.negative);
  return static_cast<Bits>((to_infinity ? F::infinity : F::max_finite) | sign);
}

/// round_to() with .ftz: a result below the smallest normal value is flushed to zero. That is decided after rounding
/// without a smallest exponent, so a value that only a subnormal's coarse rounding would lift to the smallest normal
/// one is flushed.
template <class F>
[[nodiscard]] inline typename F::Bits round_to(Exact value, bool rest, Rounding rounding, bool ftz) {
  using Bits = typename F::Bits;
  const Bits result = round_to<F>(value, rest, rounding);
  if (!ftz || static_cast<Bits>(result & F::magnitude) > F::smallest_normal) return result;
  constexpr int kLift = F::bias / 2;
  value.exponent += kLift;
  const auto lifted = static_cast<std::uint64_t>(round_to<F>(value, rest, rounding) & F::magnitude);
  const bool tiny = lifted < static_cast<std::uint64_t>(1 + kLift) << F::fraction_bits;
  return tiny ? static_cast<Bits>(result & F::sign) : result;
}

/// x + y of finite values, correctly rounded. An exact zero is +0.0, or -0.0 when rounding down; two zeros of one sign
/// keep it (IEEE 754-2019, 6.3).
template <class F>
[[nodiscard]] inline typename F::Bits round_sum(Exact x, Exact y, Rounding rounding, bool ftz = false) {
  using Bits = typename F::Bits;
  if (x.magnitude == 0 || y.magnitude == 0) {
    if (x.magnitude == 0 && y.magnitude == 0) {
      const bool negative = x.negative == y.negative ? x.negative : rounding == Rounding::down;
      return negative ? F::sign : Bits{0};
    }
    return round_to<F>(x.magnitude == 0 ? y : x, false, rounding, ftz);
  }
  // Highest bit at 125: room for the carry, and for the bits that move up in a cancellation.
  const int x_shift = 125 - highest_bit(x.magnitude);
  const int y_shift = 125 - highest_bit(y.magnitude);
  x.magnitude <<= x_shift;
  x.exponent -= x_shift;
  y.magnitude <<= y_shift;
  y.exponent -= y_shift;
  if (y.exponent > x.exponent || (y.exponent == x.exponent && y.magnitude > x.magnitude)) {
    const Exact larger = y;
    y = x;
    x = larger;
  }
  const int distance = x.exponent - y.exponent;
  bool rest = false;
  if (distance > 127) {
    y.magnitude = 0;
    rest = true;
  } else {
    rest = (y.magnitude & ((Wide{1} << distance) - 1)) != 0;
    y.magnitude >>= distance;
  }
  if (x.negative == y.negative) {
    x.magnitude += y.magnitude;
  } else {
    x.magnitude -= y.magnitude;
    if (rest) --x.magnitude;  // the dropped part is subtracted too; the remainder is `rest` again
    if (x.magnitude == 0 && !rest) return rounding == Rounding::down ? F::sign : Bits{0};
  }
  return round_to<F>(x, rest, rounding, ftz);
}

[[nodiscard]] inline Exact exact_product(Exact x, Exact y) {
  return {x.magnitude * y.magnitude, x.exponent + y.exponent, x.negative != y.negative};
}

/// A NaN operand as f64 arithmetic returns it: the last operand of the hardware's order that is a NaN, made quiet, with
/// its payload and sign; the pattern of an invalid operation if none is. The operand that wins comes first.
template <class... Rest>
[[nodiscard]] BANKLOOM_LANE_INLINE std::uint64_t f64_nan(std::uint64_t first, Rest... rest) {
  std::uint64_t others = kF64Invalid;
  if constexpr (sizeof...(rest) > 0) others = f64_nan(rest...);
  return is_nan<F64>(first) ? first | F64::quiet : others;
}
template <class F, class... Rest>
[[nodiscard]] BANKLOOM_LANE_INLINE typename F::Bits nan_result(Rest... operands) {
  if constexpr (F::total_bits == 64) {
    return f64_nan(operands...);
  } else {
    return F::nan;
  }
}

// The four operations and the square root in any rounding mode; `ftz` concerns results, operands are already flushed.

template <class F>
[[nodiscard]] inline typename F::Bits soft_add(typename F::Bits a, typename F::Bits b, Rounding rounding) {
  if (is_nan<F>(a) || is_nan<F>(b)) return nan_result<F>(b, a);
  if (is_infinite<F>(a)) return is_infinite<F>(b) && a != b ? nan_result<F>(b, a) : a;
  if (is_infinite<F>(b)) return b;
  return round_sum<F>(unpack<F>(a), unpack<F>(b), rounding);
}

template <class F>
[[nodiscard]] inline typename F::Bits soft_mul(typename F::Bits a, typename F::Bits b, Rounding rounding, bool ftz) {
  using Bits = typename F::Bits;
  const Bits sign = static_cast<Bits>((a ^ b) & F::sign);
  if (is_nan<F>(a) || is_nan<F>(b)) return nan_result<F>(b, a);
  if (is_infinite<F>(a) || is_infinite<F>(b)) {
    return is_zero<F>(a) || is_zero<F>(b) ? nan_result<F>(b, a) : static_cast<Bits>(F::infinity | sign);
  }
  return round_to<F>(exact_product(unpack<F>(a), unpack<F>(b)), false, rounding, ftz);
}

template <class F>
[[nodiscard]] inline typename F::Bits soft_fma(typename F::Bits a, typename F::Bits b, typename F::Bits c,
                                               Rounding rounding, bool ftz) {
  using Bits = typename F::Bits;
  const Bits sign = static_cast<Bits>((a ^ b) & F::sign);
  if (is_nan<F>(a) || is_nan<F>(b) || is_nan<F>(c)) return nan_result<F>(b, c, a);
  if (is_infinite<F>(a) || is_infinite<F>(b)) {
    const bool invalid =
        is_zero<F>(a) || is_zero<F>(b) || (is_infinite<F>(c) && static_cast<Bits>(c & F::sign) != sign);
    return invalid ? nan_result<F>(b, c, a) : static_cast<Bits>(F::infinity | sign);
  }
  if (is_infinite<F>(c)) return c;
  return round_sum<F>(exact_product(unpack<F>(a), unpack<F>(b)), unpack<F>(c), rounding, ftz);
}

template <class F>
[[nodiscard]] inline typename F::Bits soft_div(typename F::Bits a, typename F::Bits b, Rounding rounding, bool ftz) {
  using Bits = typename F::Bits;
  const Bits sign = static_cast<Bits>((a ^ b) & F::sign);
  if (is_nan<F>(a) || is_nan<F>(b)) return nan_result<F>(a, b);
  if (is_infinite<F>(a)) return is_infinite<F>(b) ? nan_result<F>(a, b) : static_cast<Bits>(F::infinity | sign);
  if (is_infinite<F>(b)) return sign;
  if (is_zero<F>(b)) return is_zero<F>(a) ? nan_result<F>(a, b) : static_cast<Bits>(F::infinity | sign);
  Exact x = unpack<F>(a);
  const Exact y = unpack<F>(b);
  if (x.magnitude == 0) return sign;
  // Highest bit at 126, so that the quotient has at least 126 - 52 bits.
  const int shift = 126 - highest_bit(x.magnitude);
  x.magnitude <<= shift;
  const Exact quotient{x.magnitude / y.magnitude, x.exponent - shift - y.exponent, x.negative != y.negative};
  return round_to<F>(quotient, x.magnitude % y.magnitude != 0, rounding, ftz);
}

template <class F>
[[nodiscard]] inline typename F::Bits soft_sqrt(typename F::Bits a, Rounding rounding) {
  if (is_nan<F>(a)) return nan_result<F>(a);
  if (is_zero<F>(a)) return a;
  if ((a & F::sign) != 0) return nan_result<F>(a);
  if (is_infinite<F>(a)) return a;
  Exact x = unpack<F>(a);
  int shift = 125 - highest_bit(x.magnitude);
  if (((x.exponent - shift) & 1) != 0) --shift;
  x.magnitude <<= shift;
  x.exponent -= shift;
  Wide root = 0;
  for (Wide bit = Wide{1} << 62; bit != 0; bit >>= 1) {
    const Wide candidate = root | bit;
    if (candidate * candidate <= x.magnitude) root = candidate;
  }
  return round_to<F>({root, x.exponent / 2, false}, root * root != x.magnitude, rounding);
}

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
