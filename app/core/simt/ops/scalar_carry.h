// What the extended-precision integer instructions compute for one lane.
//
// A subtraction is the addition of the complement: sub sets CC.CF if nothing is borrowed, and subc borrows if it is
// clear. The manual, which describes a borrow in CC.CF, differs only if one chain mixes additions and subtractions;
// there the hardware does what is written here (measured on an H200, compute capability 9.0). Source: PTX ISA,
// "Extended-Precision Integer Arithmetic Instructions".
#pragma once

#include "core/simt/ops/scalar_integer.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {

/// add, addc: a + b + carry, and whether that exceeds the unsigned range. U is unsigned.
template <class U>
struct AddWithCarry {
  static constexpr BANKLOOM_LANE_INLINE U value(U a, U b, bool carry) { return a + b + (carry ? U{1} : U{0}); }
  static constexpr BANKLOOM_LANE_INLINE bool carry_out(U a, U b, bool carry) {
    const U sum = a + b;
    return (sum < a) | (carry & (sum == static_cast<U>(~U{0})));
  }
};

/// sub, subc: a + ~b + carry, that is a - b minus the borrow of a clear carry.
template <class U>
struct SubWithCarry {
  static constexpr BANKLOOM_LANE_INLINE U value(U a, U b, bool carry) {
    return AddWithCarry<U>::value(a, static_cast<U>(~b), carry);
  }
  static constexpr BANKLOOM_LANE_INLINE bool carry_out(U a, U b, bool carry) {
    return AddWithCarry<U>::carry_out(a, static_cast<U>(~b), carry);
  }
};

/// mad, madc: Mul::apply(a, b) + c + carry; the carry is that of the addition.
template <class Mul, class T>
struct MadWithCarry {
  using U = Unsigned<T>;
  static constexpr BANKLOOM_LANE_INLINE U value(U a, U b, U c, bool carry) {
    return AddWithCarry<U>::value(product(a, b), c, carry);
  }
  static constexpr BANKLOOM_LANE_INLINE bool carry_out(U a, U b, U c, bool carry) {
    return AddWithCarry<U>::carry_out(product(a, b), c, carry);
  }

 private:
  static constexpr BANKLOOM_LANE_INLINE U product(U a, U b) {
    return static_cast<U>(Mul::apply(static_cast<T>(a), static_cast<T>(b)));
  }
};

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
