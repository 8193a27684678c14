#include "core/simt/matrix_arithmetic.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/simt/ops/scalar_half.h"

namespace bankloom::simt {
namespace {

namespace scalar = BANKLOOM_LANE_ISA;

/// Number of bits below the largest exponent that the addends keep.
constexpr int kKeptBits = 25;
constexpr int kNoExponent = -100000;

constexpr int fraction_bits(MatrixType type) {
  switch (type) {
    case MatrixType::bf16:
      return 7;
    case MatrixType::f32:
      return 23;
    default:
      return 10;  // f16 and tf32
  }
}

template <class Format>
Factor unpacked(std::uint32_t bits) {
  constexpr auto kFraction = std::uint32_t{Format::fraction};
  const std::uint32_t fraction = bits & kFraction;
  const auto field = static_cast<int>((bits & Format::magnitude) >> Format::fraction_bits);
  const bool negative = (bits & Format::sign) != 0;
  Factor factor;
  if ((bits & Format::infinity) == Format::infinity) {
    factor.kind = fraction != 0 ? Factor::Kind::nan : Factor::Kind::infinite;
    factor.significand = negative ? -1 : 1;
    return factor;
  }
  const auto magnitude = static_cast<std::int32_t>(field == 0 ? fraction : fraction | (kFraction + 1));
  factor.significand = negative ? -magnitude : magnitude;
  factor.exponent = static_cast<std::int16_t>(std::max(field, 1) - Format::bias);
  return factor;
}

/// The sum's special value, from addends that are not finite.
struct Specials {
  bool nan = false, up = false, down = false;
  void add_infinity(bool negative) { (negative ? down : up) = true; }
  [[nodiscard]] bool any() const { return nan || up || down; }
};

void add_special(const Factor& a, const Factor& b, Specials& specials) {
  constexpr auto kFinite = Factor::Kind::finite, kNan = Factor::Kind::nan;
  if (a.kind == kFinite && b.kind == kFinite) return;
  const bool invalid = a.kind == kNan || b.kind == kNan || a.significand == 0 || b.significand == 0;
  if (invalid) {
    specials.nan = true;
  } else {
    specials.add_infinity((a.significand < 0) != (b.significand < 0));
  }
}

std::uint32_t special_result(MatrixType type, const Specials& specials) {
  const bool f32 = type == MatrixType::f32;
  if (specials.nan || (specials.up && specials.down)) return f32 ? 0x7fffffff : 0x7fff;
  if (f32) return specials.up ? 0x7f800000 : 0xff800000;
  return specials.up ? 0x7c00 : 0xfc00;
}

/// An addend at another exponent, truncated towards zero.
std::int64_t shifted(std::int64_t significand, int left) {
  if (left >= 0) return significand * (std::int64_t{1} << left);
  const int right = std::min(-left, 62);
  return significand < 0 ? -(-significand >> right) : significand >> right;
}

/// sum * 2^quantum: truncated to f32, rounded to nearest to f16; an infinity beyond the largest number.
std::uint32_t finished(MatrixType type, std::int64_t sum, int quantum) {
  scalar::Exact value{
      .magnitude = static_cast<std::uint64_t>(sum < 0 ? -sum : sum), .exponent = quantum, .negative = sum < 0};
  if (sum == 0) return 0;
  if (type == MatrixType::f16) return scalar::round_to<scalar::F16>(value, false, Rounding::nearest);
  const std::uint32_t result = scalar::round_to<scalar::F32>(value, false, Rounding::zero);
  const int highest = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(value.magnitude))) - 1 + quantum;
  return highest > scalar::F32::bias ? (result & scalar::F32::sign) | scalar::F32::infinity : result;
}

}  // namespace

Factor factor_of(MatrixType type, std::uint32_t bits) {
  if (type == MatrixType::bf16) return unpacked<scalar::BF16>(bits);
  if (type == MatrixType::f16) return unpacked<scalar::F16>(bits);
  if (type == MatrixType::f32) return unpacked<scalar::F32>(bits);
  return unpacked<scalar::TF32>(bits >> 13);  // the lower 13 bits of a tf32 are not read
}

std::uint16_t f16_of(MatrixType type, std::uint32_t bits) {
  if (type == MatrixType::e5m2) return static_cast<std::uint16_t>(bits << 8);
  const std::uint32_t sign = (bits & 0x80) << 8, magnitude = bits & 0x7f;
  if (magnitude == 0x7f) return static_cast<std::uint16_t>(sign | 0x7fff);
  if (magnitude >= 8) return static_cast<std::uint16_t>(sign | ((magnitude << 7) + ((15 - 7) << 10)));
  // A subnormal, magnitude / 512, is a normal f16.
  if (magnitude == 0) return static_cast<std::uint16_t>(sign);
  const auto highest = static_cast<std::uint32_t>(std::bit_width(magnitude)) - 1;
  return static_cast<std::uint16_t>(sign | ((highest + 15 - 9) << 10) | ((magnitude << (10 - highest)) & 0x3ff));
}

std::uint32_t fused_sum(MatrixType factors, std::span<const Factor> a, std::span<const Factor> b, MatrixType type,
                        std::uint32_t accumulator) {
  const Factor c = factor_of(type, accumulator);
  Specials specials;
  if (c.kind == Factor::Kind::nan) specials.nan = true;
  if (c.kind == Factor::Kind::infinite) specials.add_infinity(c.significand < 0);
  int largest = c.significand != 0 ? c.exponent : kNoExponent;
  for (std::size_t i = 0; i < a.size(); ++i) {
    add_special(a[i], b[i], specials);
    if (a[i].significand != 0 && b[i].significand != 0) largest = std::max(largest, a[i].exponent + b[i].exponent);
  }
  if (specials.any()) return special_result(type, specials);
  if (largest == kNoExponent) return 0;
  const int quantum = largest - kKeptBits;
  // A zero's exponent may be far above the products', beyond the range of shifts.
  std::int64_t sum = c.significand == 0 ? 0 : shifted(c.significand, c.exponent - fraction_bits(type) - quantum);
  const int product_fraction = 2 * fraction_bits(factors);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::int64_t product = std::int64_t{a[i].significand} * b[i].significand;
    if (product != 0) sum += shifted(product, a[i].exponent + b[i].exponent - product_fraction - quantum);
  }
  return finished(type, sum, quantum);
}

std::uint32_t plain_sum(MatrixType type, std::uint32_t x, std::uint32_t y) {
  if (type == MatrixType::f32) return scalar::soft_add<scalar::F32>(x, y, Rounding::nearest);
  return scalar::soft_add<scalar::F16>(static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(y), Rounding::nearest);
}

std::uint32_t f32_of_f16(std::uint32_t bits) {
  const auto half = static_cast<std::uint16_t>(bits);
  if (scalar::is_nan<scalar::F16>(half)) return scalar::F32::nan;
  return std::bit_cast<std::uint32_t>(scalar::f16_to_f32(half));
}

std::uint32_t f16_of_f32(std::uint32_t bits) {
  return scalar::round_half<scalar::F16>(static_cast<double>(std::bit_cast<float>(bits)));
}

std::uint32_t sum_of_four(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b, MatrixType type,
                          std::uint32_t c) {
  const auto fma = [&](std::size_t i, std::uint32_t to) {
    return scalar::soft_fma<scalar::F32>(f32_of_f16(a[i]), f32_of_f16(b[i]), to, Rounding::nearest, false);
  };
  if (type == MatrixType::f32) return plain_sum(type, c, fma(3, fma(2, fma(1, fma(0, 0)))));
  const auto product = [&](std::size_t i) {
    return scalar::soft_mul<scalar::F32>(f32_of_f16(a[i]), f32_of_f16(b[i]), Rounding::nearest, false);
  };
  const std::uint32_t first = fma(0, product(1)), second = fma(2, product(3));
  return f16_of_f32(plain_sum(MatrixType::f32, plain_sum(MatrixType::f32, f32_of_f16(c), first), second));
}

std::uint64_t fused_f64(std::uint64_t a, std::uint64_t b, std::uint64_t c, Rounding rounding) {
  if (rounding == Rounding::nearest) {
    const double result = std::fma(std::bit_cast<double>(a), std::bit_cast<double>(b), std::bit_cast<double>(c));
    if (!std::isnan(result)) return std::bit_cast<std::uint64_t>(result);
  }
  return scalar::soft_fma<scalar::F64>(a, b, c, rounding, false);
}

}  // namespace bankloom::simt
