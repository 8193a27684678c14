// What the logic, shift and bit-field instructions compute for one lane.
//
// Written without branches and without the compiler's bit-counting built-ins, because those are calls on processors
// that lack the instruction, while these forms vectorise everywhere. Source: PTX ISA, "Logic and Shift Instructions"
// and "Integer Arithmetic Instructions" (popc to szext).
#pragma once

#include "core/simt/ops/scalar_integer.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {

template <class T>
inline constexpr std::uint32_t width_of = 8 * sizeof(T);

/// value << count, zero if count is the width or more. U is unsigned. The count is as wide as the value is computed, as
/// vector shifts require.
template <class U>
constexpr BANKLOOM_LANE_INLINE U shifted_left(U value, Modular<U> count) {
  const auto moved = static_cast<U>(modular(value) << (count & (width_of<U> - 1)));
  return count < width_of<U> ? moved : U{0};
}

/// value >> count, zero if count is the width or more. U is unsigned.
template <class U>
constexpr BANKLOOM_LANE_INLINE U shifted_right(U value, Modular<U> count) {
  const auto moved = static_cast<U>(modular(value) >> (count & (width_of<U> - 1)));
  return count < width_of<U> ? moved : U{0};
}

/// The lowest `count` bits set; all if count is the width or more.
template <class U>
constexpr BANKLOOM_LANE_INLINE U low_bits(Modular<U> count) {
  return static_cast<U>(shifted_left<U>(U{1}, count) - U{1});
}

template <class U>
struct And : Blended {
  static constexpr BANKLOOM_LANE_INLINE U apply(U a, U b) { return static_cast<U>(a & b); }
};
template <class U>
struct Or : Blended {
  static constexpr BANKLOOM_LANE_INLINE U apply(U a, U b) { return static_cast<U>(a | b); }
};
template <class U>
struct Xor : Blended {
  static constexpr BANKLOOM_LANE_INLINE U apply(U a, U b) { return static_cast<U>(a ^ b); }
};
template <class U>
struct Not : Blended {
  static constexpr BANKLOOM_LANE_INLINE U apply(U a) { return static_cast<U>(~a); }
};
/// C's logical negation.
template <class U>
struct Cnot {
  static constexpr BANKLOOM_LANE_INLINE U apply(U a) { return a == 0 ? U{1} : U{0}; }
};

/// Bit i of the result is bit (4 a_i + 2 b_i + c_i) of the table.
class Lop3 {
 public:
  constexpr BANKLOOM_LANE_INLINE explicit Lop3(std::uint32_t table)
      : t0_(row(table, 0)),
        t1_(row(table, 1)),
        t2_(row(table, 2)),
        t3_(row(table, 3)),
        t4_(row(table, 4)),
        t5_(row(table, 5)),
        t6_(row(table, 6)),
        t7_(row(table, 7)) {}

  [[nodiscard]] constexpr BANKLOOM_LANE_INLINE std::uint32_t apply(std::uint32_t a, std::uint32_t b,
                                                                   std::uint32_t c) const {
    const std::uint32_t without_a = choose(b, choose(c, t3_, t2_), choose(c, t1_, t0_));
    const std::uint32_t with_a = choose(b, choose(c, t7_, t6_), choose(c, t5_, t4_));
    return choose(a, with_a, without_a);
  }

 private:
  static constexpr BANKLOOM_LANE_INLINE std::uint32_t row(std::uint32_t table, std::uint32_t index) {
    return 0u - ((table >> index) & 1u);
  }
  static constexpr BANKLOOM_LANE_INLINE std::uint32_t choose(std::uint32_t where, std::uint32_t set,
                                                             std::uint32_t clear) {
    return (where & set) | (~where & clear);
  }
  std::uint32_t t0_, t1_, t2_, t3_, t4_, t5_, t6_, t7_;
};

/// Shift amounts above the width count as the width.
template <class U>
struct Shl : Blended {
  static constexpr BANKLOOM_LANE_INLINE U apply(U a, std::uint32_t count) { return shifted_left(a, count); }
};

/// Signed types shift in copies of the sign.
template <class T>
struct Shr : Blended {
  static constexpr BANKLOOM_LANE_INLINE T apply(T a, std::uint32_t count) {
    if constexpr (std::is_signed_v<T>) {
      return static_cast<T>(a >> (count < width_of<T> ? count : width_of<T> - 1));
    } else {
      return shifted_right(a, count);
    }
  }
};

/// How a shift amount is limited to the width.
enum class ShiftMode : std::uint8_t { clamp, wrap };

template <ShiftMode kMode>
constexpr BANKLOOM_LANE_INLINE std::uint32_t limited_shift(std::uint32_t count) {
  if constexpr (kMode == ShiftMode::wrap) return count & 31u;
  return count < 32u ? count : 32u;
}

/// shf.l: the upper half of {b, a} << count.
template <ShiftMode kMode>
struct FunnelLeft {
  static constexpr BANKLOOM_LANE_INLINE std::uint32_t apply(std::uint32_t a, std::uint32_t b, std::uint32_t count) {
    const std::uint64_t both = std::uint64_t{b} << 32 | a;
    return static_cast<std::uint32_t>((both << limited_shift<kMode>(count)) >> 32);
  }
};

/// shf.r: the lower half of {b, a} >> count.
template <ShiftMode kMode>
struct FunnelRight {
  static constexpr BANKLOOM_LANE_INLINE std::uint32_t apply(std::uint32_t a, std::uint32_t b, std::uint32_t count) {
    const std::uint64_t both = std::uint64_t{b} << 32 | a;
    return static_cast<std::uint32_t>(both >> limited_shift<kMode>(count));
  }
};

enum class PermuteMode : std::uint8_t { index, f4e, b4e, rc8, ecl, ecr, rc16 };

/// prmt: each byte of the result is one of the eight bytes of {b, a}, chosen by c.
template <PermuteMode kMode>
struct Permute {
  static constexpr BANKLOOM_LANE_INLINE std::uint32_t apply(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return byte(a, b, c, 0) | byte(a, b, c, 1) << 8 | byte(a, b, c, 2) << 16 | byte(a, b, c, 3) << 24;
  }

 private:
  /// The source byte of byte k of the result, in the modes other than index: the table of the manual.
  static constexpr BANKLOOM_LANE_INLINE std::uint32_t source(std::uint32_t n, std::uint32_t k) {
    switch (kMode) {
      case PermuteMode::f4e:
        return n + k;
      case PermuteMode::b4e:
        return n - k;
      case PermuteMode::rc8:
        return n;
      case PermuteMode::ecl:
        return k > n ? k : n;
      case PermuteMode::ecr:
        return k < n ? k : n;
      default:  // rc16
        return 2 * (n & 1u) + (k & 1u);
    }
  }
  static constexpr BANKLOOM_LANE_INLINE std::uint32_t byte(std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                                           std::uint32_t k) {
    const std::uint32_t control = kMode == PermuteMode::index ? c >> (4 * k) : source(c & 3u, k);
    const std::uint32_t value = (((control & 4u) != 0 ? b : a) >> (8 * (control & 3u))) & 0xffu;
    if constexpr (kMode != PermuteMode::index) return value;
    const std::uint32_t sign = 0u - (value >> 7);
    return (control & 8u) != 0 ? sign & 0xffu : value;
  }
};

template <class U>
constexpr BANKLOOM_LANE_INLINE std::uint32_t population(U value) {
  if constexpr (sizeof(U) == 8) {
    value -= (value >> 1) & 0x5555555555555555u;
    value = (value & 0x3333333333333333u) + ((value >> 2) & 0x3333333333333333u);
    value = (value + (value >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    value += value >> 8;
    value += value >> 16;
    value += value >> 32;
    return static_cast<std::uint32_t>(value & 0x7fu);
  } else {
    value -= (value >> 1) & 0x55555555u;
    value = (value & 0x33333333u) + ((value >> 2) & 0x33333333u);
    value = (value + (value >> 4)) & 0x0f0f0f0fu;
    value += value >> 8;
    value += value >> 16;
    return value & 0x3fu;
  }
}

/// Zeros above the highest set bit; the width if there is none.
template <class U>
constexpr BANKLOOM_LANE_INLINE std::uint32_t leading_zeros(U value) {
  value |= value >> 1;
  value |= value >> 2;
  value |= value >> 4;
  value |= value >> 8;
  value |= value >> 16;
  if constexpr (sizeof(U) == 8) value |= value >> 32;
  return width_of<U> - population(value);
}

template <class U>
struct Popc {
  static constexpr BANKLOOM_LANE_INLINE std::uint32_t apply(U a) { return population(a); }
};

template <class U>
struct Clz {
  static constexpr BANKLOOM_LANE_INLINE std::uint32_t apply(U a) { return leading_zeros(a); }
};

/// The position of the highest bit that differs from the sign (unsigned: of the highest set bit) or, with kShift, the
/// left shift that brings it to the top; 0xffffffff if there is none.
template <class T, bool kShift>
struct Bfind {
  static constexpr BANKLOOM_LANE_INLINE std::uint32_t apply(T a) {
    const auto bits = static_cast<Unsigned<T>>(std::is_signed_v<T> && a < 0 ? static_cast<T>(~a) : a);
    const std::uint32_t zeros = leading_zeros(bits);
    if constexpr (kShift) return zeros == width_of<T> ? 0xffffffffu : zeros;
    return width_of<T> - 1u - zeros;  // wraps to 0xffffffff where zeros is the width
  }
};

/// The position of the n-th set bit of mask, n = |offset|, counted from base upwards (offset > 0) or downwards (offset
/// < 0); with offset 0, base itself if that bit is set; 0xffffffff if there is none. A base above 31 is undefined in
/// the manual and finds nothing here.
struct Fns {
  static constexpr BANKLOOM_LANE_INLINE std::uint32_t apply(std::uint32_t mask, std::uint32_t base,
                                                            std::int32_t offset) {
    constexpr std::uint32_t none = 0xffffffffu;
    if (base > 31u) return none;
    if (offset == 0) return ((mask >> base) & 1u) != 0 ? base : none;
    std::uint32_t count = offset < 0 ? 0u - static_cast<std::uint32_t>(offset) : static_cast<std::uint32_t>(offset);
    const std::uint32_t step = offset < 0 ? none : 1u;
    for (std::uint32_t position = base; position < 32u; position += step) {
      if (((mask >> position) & 1u) != 0 && --count == 0) return position;
    }
    return none;
  }
};

template <class U>
struct Brev {
  static constexpr BANKLOOM_LANE_INLINE U apply(U a) {
    a = swapped(a, 1, static_cast<U>(0x5555555555555555u));
    a = swapped(a, 2, static_cast<U>(0x3333333333333333u));
    a = swapped(a, 4, static_cast<U>(0x0f0f0f0f0f0f0f0fu));
    a = swapped(a, 8, static_cast<U>(0x00ff00ff00ff00ffu));
    a = swapped(a, 16, static_cast<U>(0x0000ffff0000ffffu));
    if constexpr (sizeof(U) == 8) a = (a >> 32) | (a << 32);
    return a;
  }

 private:
  static constexpr BANKLOOM_LANE_INLINE U swapped(U a, unsigned distance, U mask) {
    return ((a >> distance) & mask) | ((a & mask) << distance);
  }
};

/// The position or length of a bit field: the low byte of its operand. The manual says so for 64-bit fields too, but
/// there the hardware uses the whole operand (measured on an H200, compute capability 9.0).
template <class U>
constexpr BANKLOOM_LANE_INLINE U field_operand(std::uint32_t operand) {
  return sizeof(U) == 8 ? operand : operand & 0xffu;
}

/// Bits pos .. pos + len - 1 of a. Bits above the field, or above the top of a, are zero for unsigned types; for signed
/// ones they copy the highest bit of the field that a has.
template <class T>
struct Bfe {
  static constexpr BANKLOOM_LANE_INLINE T apply(T a, std::uint32_t pos_operand, std::uint32_t len_operand) {
    using U = Unsigned<T>;
    constexpr U top = width_of<T> - 1;
    const U pos = field_operand<U>(pos_operand);
    const U len = field_operand<U>(len_operand);
    const U value = static_cast<U>(a);
    const U available = pos > top ? U{0} : width_of<T> - pos;
    const U field = low_bits<U>(len < available ? len : available);
    const U extracted = shifted_right(value, pos) & field;
    if constexpr (std::is_unsigned_v<T>) return extracted;
    const U last = pos + len - U{1};  // wraps where both are 0: then nothing is extracted
    const U sign = (value >> (last < top ? last : top)) & U{1};
    return static_cast<T>(len == 0 ? U{0} : extracted | ((U{0} - sign) & ~field));
  }
};

/// b with its bits pos .. pos + len - 1 replaced by the low bits of a; bits above the top are dropped.
template <class U>
struct Bfi {
  static constexpr BANKLOOM_LANE_INLINE U apply(U a, U b, std::uint32_t pos_operand, std::uint32_t len_operand) {
    const U pos = field_operand<U>(pos_operand);
    const U field = shifted_left(low_bits<U>(field_operand<U>(len_operand)), pos);
    return (b & ~field) | (shifted_left(a, pos) & field);
  }
};

/// `width` bits from bit `start` upwards, limited to bit 31. With wrap both operands are taken modulo 32.
template <ShiftMode kMode>
struct Bmsk {
  static constexpr BANKLOOM_LANE_INLINE std::uint32_t apply(std::uint32_t start, std::uint32_t width) {
    if constexpr (kMode == ShiftMode::wrap) return shifted_left(low_bits<std::uint32_t>(width & 31u), start & 31u);
    return shifted_left(low_bits<std::uint32_t>(width), start);
  }
};

/// The low n bits of a, sign- or zero-extended as T says; none for n = 0. n of 32 or more: a itself with clamp, n
/// modulo 32 with wrap.
template <class T, ShiftMode kMode>
struct Szext {
  static constexpr BANKLOOM_LANE_INLINE T apply(T a, std::uint32_t n_operand) {
    const std::uint32_t n = limited_shift<kMode>(n_operand);
    const auto value = static_cast<std::uint32_t>(a);
    const auto field = low_bits<std::uint32_t>(n);
    if constexpr (std::is_unsigned_v<T>) return value & field;
    const std::uint32_t sign = (value >> ((n - 1u) & 31u)) & 1u;
    return static_cast<T>(n == 0 ? 0u : (value & field) | ((0u - sign) & ~field));
  }
};

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
