// What the integer arithmetic instructions compute for one lane.
//
// Each instruction is a type whose apply() is its semantics, so that it can be tested by itself and used in the loops
// of lane_loop.h. Arithmetic wraps around, as the manual prescribes; it is therefore done on unsigned integers. Source:
// PTX ISA, "Integer Arithmetic Instructions"; division by zero as measured on an H200 (compute capability 9.0).
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/simt/ops/lane_inline.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {

__extension__ typedef unsigned __int128 Wide128;  // NOLINT(modernize-use-using): `using` takes no __extension__
__extension__ typedef __int128 SignedWide128;     // NOLINT(modernize-use-using)

template <class T>
using Unsigned = std::make_unsigned_t<T>;

/// The unsigned type in which T's arithmetic is done: never narrower than int, whose overflow is undefined.
template <class T>
using Modular = std::conditional_t<sizeof(T) < 4, std::uint32_t, Unsigned<T>>;

template <class T>
constexpr BANKLOOM_LANE_INLINE Modular<T> modular(T value) {
  return static_cast<Modular<T>>(value);
}

/// The type twice as wide as T, of the same signedness.
template <class T>
struct Doubled;
template <>
struct Doubled<std::uint16_t> {
  using type = std::uint32_t;
};
template <>
struct Doubled<std::int16_t> {
  using type = std::int32_t;
};
template <>
struct Doubled<std::uint32_t> {
  using type = std::uint64_t;
};
template <>
struct Doubled<std::int32_t> {
  using type = std::int64_t;
};
template <>
struct Doubled<std::uint64_t> {
  using type = Wide128;
};
template <>
struct Doubled<std::int64_t> {
  using type = SignedWide128;
};
template <class T>
using DoubledType = typename Doubled<T>::type;

/// A value clamped to the range of a 32-bit signed integer.
constexpr BANKLOOM_LANE_INLINE std::int32_t saturated_s32(std::int64_t value) {
  constexpr std::int64_t lowest = -0x80000000LL;
  constexpr std::int64_t highest = 0x7fffffffLL;
  return static_cast<std::int32_t>(value < lowest ? lowest : value > highest ? highest : value);
}

template <class T>
struct Add : Blended {
  static constexpr BANKLOOM_LANE_INLINE T apply(T a, T b) { return static_cast<T>(modular(a) + modular(b)); }
};

template <class T>
struct Sub : Blended {
  static constexpr BANKLOOM_LANE_INLINE T apply(T a, T b) { return static_cast<T>(modular(a) - modular(b)); }
};

struct AddSaturated {
  static constexpr BANKLOOM_LANE_INLINE std::int32_t apply(std::int32_t a, std::int32_t b) {
    return saturated_s32(std::int64_t{a} + b);
  }
};

struct SubSaturated {
  static constexpr BANKLOOM_LANE_INLINE std::int32_t apply(std::int32_t a, std::int32_t b) {
    return saturated_s32(std::int64_t{a} - b);
  }
};

/// Op on each half of a 32-bit register; T is the half's type (.u16x2, .s16x2).
template <class Op, class T>
struct Halves {
  static constexpr BANKLOOM_LANE_INLINE std::uint32_t apply(std::uint32_t a, std::uint32_t b) {
    const auto low = static_cast<std::uint16_t>(Op::apply(static_cast<T>(a), static_cast<T>(b)));
    const auto high = static_cast<std::uint16_t>(Op::apply(static_cast<T>(a >> 16), static_cast<T>(b >> 16)));
    return low | std::uint32_t{high} << 16;
  }
};

/// The whole product: no product of two T overflows a type twice as wide.
template <class T>
struct MulWide : Blended {
  static constexpr BANKLOOM_LANE_INLINE DoubledType<T> apply(T a, T b) {
    return static_cast<DoubledType<T>>(a) * static_cast<DoubledType<T>>(b);
  }
};

template <class T>
struct MulLo : Blended {
  static constexpr BANKLOOM_LANE_INLINE T apply(T a, T b) { return static_cast<T>(modular(a) * modular(b)); }
};

template <class T>
struct MulHi {
  static constexpr BANKLOOM_LANE_INLINE T apply(T a, T b) {
    return static_cast<T>(MulWide<T>::apply(a, b) >> (8 * sizeof(T)));
  }
};

template <class T>
struct MadLo : Blended {
  static constexpr BANKLOOM_LANE_INLINE T apply(T a, T b, T c) { return Add<T>::apply(MulLo<T>::apply(a, b), c); }
};

template <class T>
struct MadHi {
  static constexpr BANKLOOM_LANE_INLINE T apply(T a, T b, T c) { return Add<T>::apply(MulHi<T>::apply(a, b), c); }
};

template <class T>
struct MadWide : Blended {
  static constexpr BANKLOOM_LANE_INLINE DoubledType<T> apply(T a, T b, DoubledType<T> c) {
    return Add<DoubledType<T>>::apply(MulWide<T>::apply(a, b), c);
  }
};

struct MadHiSaturated {
  static constexpr BANKLOOM_LANE_INLINE std::int32_t apply(std::int32_t a, std::int32_t b, std::int32_t c) {
    return saturated_s32(std::int64_t{MulHi<std::int32_t>::apply(a, b)} + c);
  }
};

/// The 48-bit product of the operands' low 24 bits, extended to 64 bits as T's signedness says.
template <class T>
constexpr BANKLOOM_LANE_INLINE DoubledType<T> product_of_24_bits(T a, T b) {
  // Shifted up and back, so that bit 23 becomes the sign of a signed operand.
  const T low_a = static_cast<T>(static_cast<T>(modular(a) << 8) >> 8);
  const T low_b = static_cast<T>(static_cast<T>(modular(b) << 8) >> 8);
  return MulWide<T>::apply(low_a, low_b);
}

template <class T>
struct Mul24Lo {
  static constexpr BANKLOOM_LANE_INLINE T apply(T a, T b) { return static_cast<T>(product_of_24_bits(a, b)); }
};

/// Bits 47..16 of the product.
template <class T>
struct Mul24Hi {
  static constexpr BANKLOOM_LANE_INLINE T apply(T a, T b) { return static_cast<T>(product_of_24_bits(a, b) >> 16); }
};

template <class T>
struct Mad24Lo {
  static constexpr BANKLOOM_LANE_INLINE T apply(T a, T b, T c) { return Add<T>::apply(Mul24Lo<T>::apply(a, b), c); }
};

template <class T>
struct Mad24Hi {
  static constexpr BANKLOOM_LANE_INLINE T apply(T a, T b, T c) { return Add<T>::apply(Mul24Hi<T>::apply(a, b), c); }
};

struct Mad24HiSaturated {
  static constexpr BANKLOOM_LANE_INLINE std::int32_t apply(std::int32_t a, std::int32_t b, std::int32_t c) {
    return saturated_s32(std::int64_t{Mul24Hi<std::int32_t>::apply(a, b)} + c);
  }
};

/// c + |a - b|. The difference of two T fits the unsigned type, and so c and d are unsigned.
template <class T>
struct Sad {
  static constexpr BANKLOOM_LANE_INLINE Unsigned<T> apply(T a, T b, Unsigned<T> c) {
    const Modular<T> difference = a < b ? modular(b) - modular(a) : modular(a) - modular(b);
    return static_cast<Unsigned<T>>(modular(c) + difference);
  }
};

template <class T>
struct Min : Blended {
  static constexpr BANKLOOM_LANE_INLINE T apply(T a, T b) { return a < b ? a : b; }
};

template <class T>
struct Max : Blended {
  static constexpr BANKLOOM_LANE_INLINE T apply(T a, T b) { return a < b ? b : a; }
};

/// .relu: a negative result becomes zero.
template <class Op, class T>
struct Relu {
  static constexpr BANKLOOM_LANE_INLINE T apply(T a, T b) {
    const T result = Op::apply(a, b);
    return result < 0 ? T{0} : result;
  }
};

/// The lowest integer stays as it is.
template <class T>
struct Neg : Blended {
  static constexpr BANKLOOM_LANE_INLINE T apply(T a) { return static_cast<T>(Modular<T>{0} - modular(a)); }
};

/// The lowest integer stays as it is.
template <class T>
struct Abs : Blended {
  static constexpr BANKLOOM_LANE_INLINE T apply(T a) { return a < 0 ? Neg<T>::apply(a) : a; }
};

/// |a| as an unsigned number.
template <class T>
constexpr BANKLOOM_LANE_INLINE Unsigned<T> magnitude(T a) {
  return static_cast<Unsigned<T>>(a < 0 ? Modular<T>{0} - modular(a) : modular(a));
}

/// A 32-bit unsigned integer in double precision, by the signed conversion that every vector instruction set has.
constexpr BANKLOOM_LANE_INLINE double double_of(std::uint32_t value) {
  return static_cast<double>(static_cast<std::int32_t>(value ^ 0x80000000u)) + 2147483648.0;
}

/// a / b of unsigned integers, b not zero. Narrow quotients use floating point, which vectorises; integer division does
/// not. If a / b is no integer, it differs from the next one by at least 1 / b, that is by more than one part in a, and
/// the rounding error of a float (16-bit a) or a double (32-bit a) is far less. So the truncated quotient is exact in
/// every rounding mode.
template <class U>
constexpr BANKLOOM_LANE_INLINE U unsigned_quotient(U a, U b) {
  if constexpr (sizeof(U) == 2) {
    return static_cast<U>(static_cast<std::int32_t>(static_cast<float>(a) / static_cast<float>(b)));
  } else if constexpr (sizeof(U) == 4) {
    // Only b = 1 can give a quotient that a signed integer does not hold: then the quotient is a.
    const U by_one = b == 1 ? ~U{0} : U{0};
    const double quotient = double_of(a) / double_of(b + (by_one & U{1}));
    return (a & by_one) | (static_cast<U>(static_cast<std::int32_t>(quotient)) & ~by_one);
  } else {
    return a / b;
  }
}

/// |b|, or 1 if b is zero.
template <class T>
constexpr BANKLOOM_LANE_INLINE Unsigned<T> divisor_for(T b) {
  return static_cast<Unsigned<T>>(magnitude(b) | (b == 0 ? Unsigned<T>{1} : Unsigned<T>{0}));
}
/// The result of division by zero, merged into a quotient by `or`: a conditional is likely to be compiled to a branch
/// around the division, which prevents vectorisation.
template <class T>
constexpr BANKLOOM_LANE_INLINE Modular<T> ones_where_zero(T b) {
  return Modular<T>{0} - (b == 0 ? Modular<T>{1} : Modular<T>{0});
}

/// Division by zero gives all ones, signed or not (the manual leaves it open; measured on an H200). The lowest integer
/// divided by -1 gives itself.
template <class T>
struct Div {
  static constexpr BANKLOOM_LANE_INLINE T apply(T a, T b) {
    const Modular<T> quotient = modular(unsigned_quotient(magnitude(a), divisor_for(b)));
    const bool negative = std::is_signed_v<T> && (a < 0) != (b < 0);
    return static_cast<T>((negative ? Modular<T>{0} - quotient : quotient) | ones_where_zero(b));
  }
};

/// The remainder has the dividend's sign; the remainder by zero is all ones (measured on an H200).
template <class T>
struct Rem {
  static constexpr BANKLOOM_LANE_INLINE T apply(T a, T b) {
    const Unsigned<T> divisor = divisor_for(b);
    const Unsigned<T> dividend = magnitude(a);
    const Modular<T> quotient = modular(unsigned_quotient(dividend, divisor));
    const Modular<T> rest = modular(dividend) - quotient * modular(divisor);
    return static_cast<T>((a < 0 ? Modular<T>{0} - rest : rest) | ones_where_zero(b));
  }
};

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
