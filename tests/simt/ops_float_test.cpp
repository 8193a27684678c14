// The scalar functions behind the floating-point, half-precision and conversion instructions, each checked against an
// independent way to the same result: the host's arithmetic in the same rounding mode, exact values in a wider type, or
// another algorithm. What only the GPU can tell (NaN patterns, .ftz) is checked by hardware_instructions_test.
#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "core/simt/ops/scalar_approx.h"
#include "core/simt/ops/scalar_convert.h"
#include "core/simt/ops/scalar_half.h"

namespace bankloom {
namespace {

using namespace simt::BANKLOOM_LANE_ISA;
using ptx::Type;
using simt::Rounding;

constexpr Rounding kDirected[] = {Rounding::nearest, Rounding::zero, Rounding::down, Rounding::up};

int host_mode(Rounding rounding) {
  switch (rounding) {
    case Rounding::zero:
      return FE_TOWARDZERO;
    case Rounding::down:
      return FE_DOWNWARD;
    case Rounding::up:
      return FE_UPWARD;
    default:
      return FE_TONEAREST;
  }
}

// An operation of the host in a rounding mode. Operands and result pass through volatile objects, so that the compiler
// can neither fold the operation nor move it out of the mode.
template <class T, class Operation>
T in_mode(Rounding rounding, T a, T b, T c, Operation operation) {
  volatile T x = a;
  volatile T y = b;
  volatile T z = c;
  std::fesetround(host_mode(rounding));
  volatile T result = operation(x, y, z);
  std::fesetround(FE_TONEAREST);
  return result;
}

// Values where rounding, overflow, underflow and cancellation are near, and arbitrary ones.
template <class F>
typename F::Bits random_bits(std::mt19937_64& random) {
  using Bits = typename F::Bits;
  const auto any = static_cast<Bits>(random());
  const auto fraction = static_cast<Bits>(any & F::fraction);
  const auto sign = static_cast<Bits>((random() & 1) != 0 ? F::sign : 0);
  const std::uint64_t top = F::infinity >> F::fraction_bits;
  std::uint64_t field = 0;
  switch (random() % 5) {
    case 0:
      return any;
    case 1:
      field = random() % 3;
      break;
    case 2:
      field = top - 1 - random() % 3;
      break;
    default:
      field = static_cast<std::uint64_t>(F::bias) + random() % 9 - 4;
      break;
  }
  return static_cast<Bits>(sign | fraction | static_cast<Bits>(field << F::fraction_bits));
}

template <class F, class T>
void expect_same(typename F::Bits actual, T expected, const char* operation, Rounding rounding, T a, T b, T c) {
  using Bits = typename F::Bits;
  const auto bits = std::bit_cast<Bits>(expected);
  if (is_nan<F>(bits)) {
    EXPECT_TRUE(is_nan<F>(actual)) << operation << " mode " << static_cast<int>(rounding) << " of " << a << ", " << b
                                   << ", " << c;
    return;
  }
  EXPECT_EQ(actual, bits) << operation << " mode " << static_cast<int>(rounding) << " of " << std::hexfloat << a << ", "
                          << b << ", " << c << ": got " << std::bit_cast<T>(actual) << ", host " << expected;
}

template <class F, class T>
void compare_with_host(unsigned count) {
  using Bits = typename F::Bits;
  std::mt19937_64 random(1);
  for (unsigned i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
    const Bits x = random_bits<F>(random);
    const Bits y = i % 7 == 0 ? static_cast<Bits>(x ^ F::sign ^ (random() & 3)) : random_bits<F>(random);
    const Bits z = random_bits<F>(random);
    const T a = std::bit_cast<T>(x);
    const T b = std::bit_cast<T>(y);
    const T c = std::bit_cast<T>(z);
    for (const Rounding mode : kDirected) {
      const auto host = [&](auto operation) { return in_mode<T>(mode, a, b, c, operation); };
      expect_same<F, T>(soft_add<F>(x, y, mode), host([](T p, T q, T) { return p + q; }), "add", mode, a, b, c);
      expect_same<F, T>(soft_mul<F>(x, y, mode, false), host([](T p, T q, T) { return p * q; }), "mul", mode, a, b, c);
      expect_same<F, T>(soft_div<F>(x, y, mode, false), host([](T p, T q, T) { return p / q; }), "div", mode, a, b, c);
      expect_same<F, T>(soft_sqrt<F>(x, mode), host([](T p, T, T) { return std::sqrt(p); }), "sqrt", mode, a, b, c);
      expect_same<F, T>(soft_fma<F>(x, y, z, mode, false), host([](T p, T q, T r) { return std::fma(p, q, r); }), "fma",
                        mode, a, b, c);
    }
  }
}

TEST(SoftArithmetic, F32EqualsTheHostInEveryRoundingMode) { compare_with_host<F32, float>(40'000); }

TEST(SoftArithmetic, F64EqualsTheHostInEveryRoundingMode) { compare_with_host<F64, double>(40'000); }

TEST(SoftArithmetic, ExactZeroIsNegativeOnlyWhenRoundingDown) {
  for (const Rounding mode : kDirected) {
    const std::uint32_t expected = mode == Rounding::down ? F32::sign : 0u;
    EXPECT_EQ(soft_add<F32>(F32::one, F32::one | F32::sign, mode), expected);
    EXPECT_EQ(soft_fma<F32>(F32::one, F32::one, F32::one | F32::sign, mode, false), expected);
    EXPECT_EQ(soft_add<F32>(F32::sign, F32::sign, mode), F32::sign);
  }
}

TEST(SoftArithmetic, OverflowFollowsTheRoundingMode) {
  const std::uint64_t huge = F64::max_finite;
  const std::uint64_t negative = huge | F64::sign;
  EXPECT_EQ(soft_add<F64>(huge, huge, Rounding::nearest), F64::infinity);
  EXPECT_EQ(soft_add<F64>(huge, huge, Rounding::zero), huge);
  EXPECT_EQ(soft_add<F64>(huge, huge, Rounding::down), huge);
  EXPECT_EQ(soft_add<F64>(huge, huge, Rounding::up), F64::infinity);
  EXPECT_EQ(soft_add<F64>(negative, negative, Rounding::up), negative);
  EXPECT_EQ(soft_add<F64>(negative, negative, Rounding::down), F64::infinity | F64::sign);
}

TEST(SoftArithmetic, F64NanKeepsItsPayloadInTheOrderOfTheHardware) {
  const std::uint64_t a = 0x7ff0'0000'0000'0001u;  // signalling
  const std::uint64_t b = 0xfff8'0000'0000'00bbu;
  const std::uint64_t c = 0x7ff8'0000'0000'00ccu;
  const std::uint64_t one = F64::one;
  EXPECT_EQ(soft_add<F64>(a, one, Rounding::zero), a | F64::quiet);
  EXPECT_EQ(soft_add<F64>(a, b, Rounding::zero), b);
  EXPECT_EQ(soft_div<F64>(a, b, Rounding::zero, false), a | F64::quiet);
  EXPECT_EQ(soft_fma<F64>(a, b, c, Rounding::zero, false), b);
  EXPECT_EQ(soft_fma<F64>(a, one, c, Rounding::zero, false), c);
  EXPECT_EQ(soft_mul<F64>(F64::infinity, 0, Rounding::zero, false), kF64Invalid);
  EXPECT_EQ(soft_mul<F32>(F32::infinity, 0, Rounding::zero, false), 0x7fff'ffffu);
}

TEST(SoftArithmetic, FlushingLooksAtTheResultBeforeItsSubnormalRounding) {
  // (1 - 2^-24) * 2^-126 has 24 bits: tiny. Halfway to 2^-126 with one bit more, it rounds up and is not.
  const Exact tiny{Wide{0xffffff}, -126 - 24, false};
  EXPECT_EQ(round_to<F32>(tiny, false, Rounding::nearest), F32::smallest_normal);
  EXPECT_EQ(round_to<F32>(tiny, false, Rounding::nearest, true), 0u);
  const Exact halfway{Wide{0x1ffffff}, -126 - 25, true};
  EXPECT_EQ(round_to<F32>(halfway, false, Rounding::nearest, true), F32::smallest_normal | F32::sign);
  EXPECT_EQ(round_to<F32>(halfway, false, Rounding::zero, true), F32::sign);
}

double f16_reference(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const int fraction = bits & 1023;
  const double magnitude = std::ldexp(exponent == 0 ? fraction : fraction + 1024, (exponent == 0 ? 1 : exponent) - 25);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

TEST(Half, EveryF16ConvertsToItsValueAndBack) {
  for (unsigned h = 0; h < 0x10000; ++h) {
    const auto bits = static_cast<std::uint16_t>(h);
    if (is_nan<F16>(bits) || is_infinite<F16>(bits)) continue;
    const double value = f16_reference(bits);
    ASSERT_EQ(static_cast<double>(f16_to_f32(bits)), value) << std::hex << h;
    ASSERT_EQ(round_half<F16>(value), bits);
  }
  EXPECT_TRUE(std::isinf(f16_to_f32(0x7c00)));
  EXPECT_TRUE(std::isnan(f16_to_f32(0x7c01)));
  EXPECT_EQ(round_half<F16>(std::numeric_limits<double>::quiet_NaN()), 0x7fff);
  EXPECT_EQ(round_half<F16>(-std::numeric_limits<double>::infinity()), 0xfc00);
}

TEST(Half, RoundingTiesGoToEvenAndOverflowToInfinity) {
  EXPECT_EQ(round_half<F16>(65519.999), 0x7bff);
  EXPECT_EQ(round_half<F16>(65520.0), 0x7c00);
  EXPECT_EQ(round_half<F16>(0x1p-25), 0x0000);
  EXPECT_EQ(round_half<F16>(0x1.0000000000001p-25), 0x0001);
  EXPECT_EQ(round_half<F16>(-0x1.8p-24), 0x8002);
  EXPECT_EQ(round_half<F16>(1.0 + 0x1p-11), 0x3c00);
  EXPECT_EQ(round_half<F16>(1.0 + 0x3p-11), 0x3c02);
  EXPECT_EQ(round_half<F16>(-0.0), 0x8000);
  EXPECT_EQ(round_half<BF16>(0x1.ffp127), 0x7f80);
  EXPECT_EQ(round_half<BF16>(0x1.fefffp127), 0x7f7f);
  EXPECT_EQ(round_half<BF16>(0x1p-134), 0x0000);
  EXPECT_EQ(round_half<BF16>(0x1.1p-134), 0x0001);
}

// The two ways to half-precision results: double rounded to odd, and integers.
template <class F>
void compare_half_paths() {
  std::mt19937_64 random(2);
  for (int i = 0; i < 400'000; ++i) {
    const std::uint16_t a = random_bits<F>(random);
    const std::uint16_t b = i % 5 == 0 ? static_cast<std::uint16_t>(a ^ F::sign) : random_bits<F>(random);
    const std::uint16_t c = random_bits<F>(random);
    const double x = half_to_f64<F>(a);
    const double y = half_to_f64<F>(b);
    const double z = half_to_f64<F>(c);
    ASSERT_EQ(round_half<F>(add_to_odd(x, y)), soft_add<F>(a, b, Rounding::nearest)) << std::hex << a << " " << b;
    ASSERT_EQ(round_half<F>(x * y), soft_mul<F>(a, b, Rounding::nearest, false)) << std::hex << a << " " << b;
    ASSERT_EQ(round_half<F>(add_to_odd(x * y, z)), soft_fma<F>(a, b, c, Rounding::nearest, false))
        << std::hex << a << " " << b << " " << c;
  }
}

TEST(Half, F16ArithmeticRoundsOnce) { compare_half_paths<F16>(); }

TEST(Half, Bf16ArithmeticRoundsOnce) { compare_half_paths<BF16>(); }

TEST(Convert, EveryF16ToEveryIntegerInEveryMode) {
  constexpr Type kTypes[] = {Type::u8, Type::s8, Type::u16, Type::s16, Type::u32, Type::s32, Type::u64, Type::s64};
  for (unsigned h = 0; h < 0x10000; ++h) {
    const auto bits = static_cast<std::uint16_t>(h);
    if (is_nan<F16>(bits) || is_infinite<F16>(bits)) continue;
    const double value = f16_reference(bits);
    for (const Rounding mode : kDirected) {
      double whole = 0;
      switch (mode) {
        case Rounding::zero:
          whole = std::trunc(value);
          break;
        case Rounding::down:
          whole = std::floor(value);
          break;
        case Rounding::up:
          whole = std::ceil(value);
          break;
        default:
          whole = std::nearbyint(value);
          break;
      }
      for (const Type type : kTypes) {
        const bool is_signed = is_signed_integer(type);
        const auto width = static_cast<int>(integer_bits(type));
        const double low = is_signed ? -std::ldexp(1.0, width - 1) : 0.0;
        const double high = std::ldexp(1.0, is_signed ? width - 1 : width) - 1;
        const auto expected =
            static_cast<std::uint64_t>(static_cast<std::int64_t>(std::fmin(std::fmax(whole, low), high)));
        const Conversion conversion{type, Type::f16, mode, true, false, false, false, false};
        ASSERT_EQ(convert_value(conversion, h), expected) << std::hex << h << " mode " << static_cast<int>(mode);
      }
    }
  }
}

TEST(Convert, IntegersToF32EqualTheHostInEveryRoundingMode) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t raw = random() >> (random() % 60);
    for (const Rounding mode : kDirected) {
      volatile std::uint64_t source = raw;
      std::fesetround(host_mode(mode));
      volatile auto unsigned_result = static_cast<float>(source);
      volatile auto signed_result = static_cast<float>(static_cast<std::int64_t>(source));
      std::fesetround(FE_TONEAREST);
      const Conversion from_unsigned{Type::f32, Type::u64, mode, false, false, false, false, false};
      const Conversion from_signed{Type::f32, Type::s64, mode, false, false, false, false, false};
      // The host's unsigned conversion halves large values and keeps a sticky bit: right in every mode.
      ASSERT_EQ(convert_value(from_unsigned, raw), std::bit_cast<std::uint32_t>(float{unsigned_result})) << raw;
      ASSERT_EQ(convert_value(from_signed, raw), std::bit_cast<std::uint32_t>(float{signed_result})) << raw;
    }
  }
}

TEST(Convert, F64ToF16RoundsOnce) {
  const Conversion nearest{Type::f16, Type::f64, Rounding::nearest, false, false, false, false, false};
  // Just above a tie of f16, but a tie of f16 once rounded to f32.
  const double value = 1.0 + 0x1p-11 + 0x1p-40;
  EXPECT_EQ(convert_value(nearest, std::bit_cast<std::uint64_t>(value)), 0x3c01u);
  EXPECT_EQ(convert_value(nearest, std::bit_cast<std::uint64_t>(1.0 + 0x1p-11)), 0x3c00u);
}

TEST(Convert, EveryFp8GoesToF16AndBack) {
  for (const Type type : {Type::e4m3, Type::e5m2}) {
    for (unsigned code = 0; code < 256; ++code) {
      const Conversion widen{Type::f16, type, Rounding::nearest, false, false, false, false, false};
      const Conversion narrow{type, Type::f16, Rounding::nearest, false, false, false, false, true};
      const std::uint64_t half = convert_value(widen, code);
      const bool special = (code & 0x7f) > (type == Type::e4m3 ? 0x7eu : 0x7bu);
      if (special) continue;
      ASSERT_EQ(convert_value(narrow, half), code) << std::hex << code;
    }
  }
  // Values from the definition of the formats.
  const Conversion from_e4m3{Type::f16, Type::e4m3, Rounding::nearest, false, false, false, false, false};
  EXPECT_EQ(convert_value(from_e4m3, 0x7e), 0x5f00u);  // 448
  EXPECT_EQ(convert_value(from_e4m3, 0x01), 0x1800u);  // 2^-9
  EXPECT_EQ(convert_value(from_e4m3, 0x7f), 0x7fffu);
  const Conversion to_e4m3{Type::e4m3, Type::f32, Rounding::nearest, false, false, false, false, true};
  EXPECT_EQ(convert_value(to_e4m3, std::bit_cast<std::uint32_t>(-1e9f)), 0xfeu);
  EXPECT_EQ(convert_value(to_e4m3, std::bit_cast<std::uint32_t>(464.0f)), 0x7eu);
}

TEST(Convert, Tf32KeepsTenBits) {
  const Conversion nearest{Type::tf32, Type::f32, Rounding::nearest, false, false, false, false, false};
  EXPECT_EQ(convert_value(nearest, 0x3f80'1000u), 0x3f80'0000u);  // tie to even
  EXPECT_EQ(convert_value(nearest, 0x3f80'3000u), 0x3f80'4000u);
  EXPECT_EQ(round_tf32_away(0x3f80'1000u, false), 0x3f80'2000u);  // tie away
  EXPECT_EQ(round_tf32_away(0x7f7f'ffffu, true), 0x7f7f'e000u);
}

TEST(Approximate, StaysWithinOneUnitOfTheHostsFunctions) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint32_t bits = static_cast<std::uint32_t>(random()) & F32::magnitude;
    if (bits >= F32::infinity || bits == 0) continue;
    const auto x = static_cast<double>(std::bit_cast<float>(bits));
    const auto near = [](std::uint32_t result, double expected) {
      const auto value = static_cast<double>(std::bit_cast<float>(result));
      return std::fabs(value - expected) <= std::ldexp(std::fabs(expected), -24) + 0x1p-150;
    };
    if (1 / x <= 3.4e38) {
      ASSERT_TRUE(near(approx::Reciprocal::apply(bits), 1 / x)) << x;
    }
    ASSERT_TRUE(near(approx::SquareRoot::apply(bits), std::sqrt(x))) << x;
    ASSERT_TRUE(near(approx::ReciprocalSquareRoot::apply(bits), 1 / std::sqrt(x))) << x;
    ASSERT_TRUE(near(approx::Log2::apply(bits), std::log2(x))) << x;
    ASSERT_TRUE(near(approx::Tanh::apply(bits), std::tanh(x))) << x;
    if (x < 127) {
      ASSERT_TRUE(near(approx::Exp2::apply(bits), std::exp2(x))) << x;
    }
    if (x < 6.28) {
      const auto sine = static_cast<double>(std::bit_cast<float>(approx::Sine::apply(bits)));
      const auto cosine = static_cast<double>(std::bit_cast<float>(approx::Cosine::apply(bits)));
      ASSERT_NEAR(sine, std::sin(x), 0x1.6ap-21) << x;  // 2^-20.5
      ASSERT_NEAR(cosine, std::cos(x), 0x1.6ap-21) << x;
    }
  }
}

TEST(Approximate, DivisionByHugeValues) {
  const auto bits = [](float x) { return std::bit_cast<std::uint32_t>(x); };
  // PTX ISA, "div": for |b| in (2^126, 2^128) a finite a gives 0 and an infinite a NaN.
  EXPECT_EQ(approximate_division(bits(-5.0f), bits(0x1.8p126f)), F32::sign);
  EXPECT_EQ(approximate_division(F32::infinity, bits(0x1.8p126f)), F32::nan);
  EXPECT_EQ(approximate_division(bits(0x1p126f), bits(0x1p126f)), F32::one);
  EXPECT_EQ(full_division(bits(0x1.8p126f), bits(0x1.8p126f)), F32::one);
}

TEST(Extremum, OrdersZerosAndSkipsNan) {
  const auto minimum = [](std::uint32_t a, std::uint32_t b) { return extremum<F32, false, false, false>(a, b); };
  const auto maximum = [](std::uint32_t a, std::uint32_t b) { return extremum<F32, true, false, false>(a, b); };
  EXPECT_EQ(minimum(0, F32::sign), F32::sign);
  EXPECT_EQ(maximum(F32::sign, 0), 0u);
  EXPECT_EQ(minimum(0x7fc0'0001u, F32::one), F32::one);
  EXPECT_EQ(minimum(F32::one, 0xffc0'0000u), F32::one);
  EXPECT_EQ(minimum(0x7fc0'0001u, 0xffc0'0000u), F32::nan);
  EXPECT_EQ((extremum<F32, false, true, false>(0x7fc0'0001u, F32::one)), F32::nan);
  // .xorsign.abs: min(|-3|, |2|) with the sign of (-3) xor (2).
  EXPECT_EQ((extremum<F32, false, false, true>(0xc040'0000u, 0x4000'0000u)), 0xc000'0000u);
}

}  // namespace
}  // namespace bankloom
