// Half precision (f16, bf16) of one lane, by way of double: exact operands, a sum rounded to odd if it is not exact,
// one rounding to the half format. Without branches, so that loops over lanes vectorise.
#pragma once

#include "core/simt/ops/scalar_float.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {

[[nodiscard]] BANKLOOM_LANE_INLINE float f16_to_f32(std::uint16_t h) {
  // The fields moved to their places in an f32 give the value times 2^-112, also for subnormals.
  const float scaled = as_f32(static_cast<std::uint32_t>(h & 0x7fffu) << 13) * 0x1p112f;
  const std::uint32_t special = (h & 0x7c00u) == 0x7c00u ? 0x7f800000u : 0u;
  return as_f32(bits_of(scaled) | special | (static_cast<std::uint32_t>(h & 0x8000u) << 16));
}
[[nodiscard]] BANKLOOM_LANE_INLINE float bf16_to_f32(std::uint16_t h) {
  return as_f32(static_cast<std::uint32_t>(h) << 16);
}

template <class F>
[[nodiscard]] BANKLOOM_LANE_INLINE double half_to_f64(std::uint16_t h) {
  if constexpr (F::fraction_bits == F16::fraction_bits) {
    return static_cast<double>(f16_to_f32(h));
  } else {
    return static_cast<double>(bf16_to_f32(h));
  }
}

/// x + y, exact or with the last bit of the double odd (so that a later rounding to fewer bits is right).
[[nodiscard]] BANKLOOM_LANE_INLINE double add_to_odd(double x, double y) {
  const double sum = x + y;
  const double y_part = sum - x;
  const double error = (x - (sum - y_part)) + (y - y_part);  // NaN if the sum is not finite: no correction then
  const std::uint64_t bits = bits_of(sum);
  const std::uint64_t outwards = (error > 0) == (sum > 0) ? 1u : ~std::uint64_t{0};
  const bool inexact = error > 0 || error < 0;
  return as_f64(inexact && (bits & 1) == 0 ? bits + outwards : bits);
}

/// Rounds to nearest, ties to even; NaN becomes the canonical 0x7fff.
template <class F>
[[nodiscard]] BANKLOOM_LANE_INLINE std::uint16_t round_half(double x) {
  const std::uint64_t bits = bits_of(x);
  const std::uint64_t magnitude = bits & F64::magnitude;
  // Adding and subtracting 1.5 * 2^52 quanta rounds to a whole number of quanta.
  constexpr auto kLowest = std::uint64_t{F64::bias + 1 - F::bias};
  constexpr auto kHighest = std::uint64_t{F64::bias + 1 + F::bias};
  std::uint64_t exponent = magnitude >> F64::fraction_bits;
  exponent = exponent < kLowest ? kLowest : exponent;
  exponent = exponent > kHighest ? kHighest : exponent;
  const double large = as_f64(((exponent + 52 - F::fraction_bits) << 52) | (std::uint64_t{1} << 51));
  const double rounded = (as_f64(magnitude) + large) - large;
  std::uint32_t half = 0;
  if constexpr (F::fraction_bits == F16::fraction_bits) {
    half = bits_of(static_cast<float>(rounded) * 0x1p-112f) >> 13;
  } else {
    half = bits_of(static_cast<float>(rounded)) >> 16;
  }
  half = half > F::infinity ? F::infinity : half;
  // Above the largest finite value plus half a quantum (the tie goes to infinity too).
  constexpr double kOverflow = F::fraction_bits == F16::fraction_bits ? 65520.0 : 0x1.ffp127;
  half = as_f64(magnitude) >= kOverflow ? F::infinity : half;
  half |= static_cast<std::uint32_t>((bits >> 48) & 0x8000u);
  return static_cast<std::uint16_t>(magnitude > F64::infinity ? F::nan : half);
}

/// Rounds towards zero, except that overflow gives infinity; NaN becomes the canonical 0x7fff.
template <class F>
[[nodiscard]] inline std::uint16_t cut_half(float x) {
  const std::uint32_t bits = bits_of(x);
  const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000u);
  if (is_nan<F32>(bits)) return F::nan;
  if (__builtin_fabsf(x) >= 0x1p16f && F::bias == F16::bias) return static_cast<std::uint16_t>(F::infinity | sign);
  if (is_infinite<F32>(bits)) return static_cast<std::uint16_t>(F::infinity | sign);
  return round_to<F>(unpack<F32>(bits), false, Rounding::zero);
}

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
