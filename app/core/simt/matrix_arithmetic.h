// The sums of products that tensor cores compute.
//
// f16, bf16 and tf32: the products are exact. The products and the accumulator are aligned to the largest exponent
// among them (a product's is the sum of its factors' exponents; zeros do not count), truncated 25 bits below it, and
// added exactly; the sum is truncated to f32, or rounded to the nearest f16. All products of one mma are added at once;
// wmma.m16n16k8 adds four at a time. The rule was derived from the results of an H200 (compute capability 9.0). It
// gives the same bits in all 128 matrices that were recorded of each form, random and adversarial
// (tests/hardware/matrix_h200.csv keeps some).
//
// e4m3 and e5m2 have no mma instruction of their own on compute capability 9.0: ptxas converts them to f16 and makes
// two sums, of the even and the odd pairs of elements, whose result is added to the accumulator in f32 or f16. m8n8k4
// of f16 has none either; it consists of f32 multiplications and additions. f64 is a chain of fused multiply-adds,
// integers are exact.
//
// Not modelled: the sums of other compute capabilities, which add fewer products at once and keep other bits; an
// inexact result can differ there in its last bits.
#pragma once

#include <cstdint>
#include <span>

#include "core/simt/matrix_layout.h"
#include "core/simt/ops/rounding.h"

namespace bankloom::simt {

/// A factor: sign * significand * 2^(exponent - fraction bits of its type).
struct Factor {
  enum class Kind : std::uint8_t { finite, infinite, nan };
  std::int32_t significand = 0;  ///< with the sign; 1 or -1 of an infinity
  std::int16_t exponent = 0;
  Kind kind = Kind::finite;
};

/// The factor for an element of type f16, bf16 or tf32.
[[nodiscard]] Factor factor_of(MatrixType type, std::uint32_t bits);
/// An e4m3 or e5m2 as f16, exactly.
[[nodiscard]] std::uint16_t f16_of(MatrixType type, std::uint32_t bits);

/// accumulator + the sum of a[i] * b[i], added at once as by a tensor core. `accumulator` and the result are f32 or
/// f16, as `type` says; `factors`: the type of a and b.
[[nodiscard]] std::uint32_t fused_sum(MatrixType factors, std::span<const Factor> a, std::span<const Factor> b,
                                      MatrixType type, std::uint32_t accumulator);

/// x + y in f32 or f16, rounded to nearest.
[[nodiscard]] std::uint32_t plain_sum(MatrixType type, std::uint32_t x, std::uint32_t y);
/// f16 to f32, exactly; f32 to f16, rounded to nearest.
[[nodiscard]] std::uint32_t f32_of_f16(std::uint32_t bits);
[[nodiscard]] std::uint32_t f16_of_f32(std::uint32_t bits);

/// c + the sum of four products of f16, as ptxas builds mma.m8n8k4 from f32 instructions. `type`: that of D; c is of
/// the same type.
[[nodiscard]] std::uint32_t sum_of_four(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b,
                                        MatrixType type, std::uint32_t c);

/// a * b + c, rounded once.
[[nodiscard]] std::uint64_t fused_f64(std::uint64_t a, std::uint64_t b, std::uint64_t c, Rounding rounding);

}  // namespace bankloom::simt
