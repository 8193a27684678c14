// What the dot-product instructions compute for one lane.
// Source: PTX ISA, "Integer Arithmetic Instructions: dp4a", "... dp2a".
#pragma once

#include "core/simt/ops/scalar_integer.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {

/// Element `index` of a register seen as an array of T, extended to 32 bits.
template <class T>
constexpr BANKLOOM_LANE_INLINE std::uint32_t element(std::uint32_t value, unsigned index) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<T>(value >> (8 * sizeof(T) * index))));
}

/// c + the sum of the four products of bytes. A and B are the types of the bytes of a and b.
template <class A, class B>
struct Dp4a {
  static constexpr BANKLOOM_LANE_INLINE std::uint32_t apply(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return c + element<A>(a, 0) * element<B>(b, 0) + element<A>(a, 1) * element<B>(b, 1) +
           element<A>(a, 2) * element<B>(b, 2) + element<A>(a, 3) * element<B>(b, 3);
  }
};

/// c + the sum of the two products of a's halves (type A) with two bytes of b (type B): the low ones, or with kHigh the
/// high ones.
template <class A, class B, bool kHigh>
struct Dp2a {
  static constexpr BANKLOOM_LANE_INLINE std::uint32_t apply(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    constexpr unsigned first = kHigh ? 2 : 0;
    return c + element<A>(a, 0) * element<B>(b, first) + element<A>(a, 1) * element<B>(b, first + 1);
  }
};

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
