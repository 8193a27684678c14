// Conversions of one lane (PTX ISA, "cvt", "cvt.pack"): any type to any other, one rounding, chosen at run time. The
// common conversions have loops of their own in convert_ops.cpp; these functions serve all the others.
//
// NaN rules measured on an H200: to f16, bf16 and f32 the result is the canonical NaN, but f64 keeps the payload and
// passes it on, made quiet. To an integer a NaN gives 0, but 1 << (bits - 1) if either type has 64 bits.
#pragma once

#include "core/simt/ops/scalar_half.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {

/// What a conversion does: the types of one value, and the modifiers; with the widths of the registers, the immediate
/// of an instruction.
struct Conversion {
  ptx::Type to : 6 = ptx::Type::none;
  ptx::Type from : 6 = ptx::Type::none;
  Rounding rounding : 3 = Rounding::nearest;
  bool to_integral : 1 = false;
  bool ftz : 1 = false;
  bool sat : 1 = false;
  bool relu : 1 = false;
  bool satfinite : 1 = false;
  std::uint8_t to_bytes : 4 = 0, from_bytes : 4 = 0;  ///< per lane
};

[[nodiscard]] constexpr bool is_signed_integer(ptx::Type type) {
  return type == ptx::Type::s8 || type == ptx::Type::s16 || type == ptx::Type::s32 || type == ptx::Type::s64;
}
/// Bits of an integer type, 0 for others.
[[nodiscard]] constexpr unsigned integer_bits(ptx::Type type) {
  const bool is_integer = type >= ptx::Type::u8 && type <= ptx::Type::s64;
  return is_integer ? 8u << ((static_cast<unsigned>(type) - static_cast<unsigned>(ptx::Type::u8)) % 4) : 0;
}

/// A source value, whatever its type.
struct Decoded {
  enum class Kind : std::uint8_t { finite, infinite, nan } kind = Kind::finite;
  Exact value;                ///< of a finite one; its sign always counts
  std::uint64_t payload = 0;  ///< of a NaN: the fraction as f64 has it, made quiet
};

template <class F>
[[nodiscard]] inline Decoded decode_float(typename F::Bits x) {
  Decoded out;
  out.value = unpack<F>(x);
  if (is_infinite<F>(x)) out.kind = Decoded::Kind::infinite;
  if (is_nan<F>(x)) {
    out.kind = Decoded::Kind::nan;
    out.payload = (static_cast<std::uint64_t>(x & F::fraction) << (F64::fraction_bits - F::fraction_bits)) | F64::quiet;
  }
  return out;
}

/// FP8 values (PTX ISA, "Alternate Floating-Point Data Formats"): e4m3 has no infinity, 0x7f and 0xff are its NaN.
[[nodiscard]] inline Decoded decode_e4m3(std::uint8_t x) {
  // One more exponent bit, and the top exponent is an ordinary one.
  using Widened = FloatFormat<3, 5, std::uint16_t>;
  Decoded out;
  out.value = unpack<Widened>(x & 0x7fu);
  out.value.exponent += Widened::bias - 7;
  out.value.negative = (x & 0x80u) != 0;
  if ((x & 0x7fu) == 0x7fu) {
    out.kind = Decoded::Kind::nan;
    out.payload = F64::quiet;
  }
  return out;
}

[[nodiscard]] inline Decoded decode_integer(ptx::Type type, std::uint64_t raw) {
  const unsigned bits = integer_bits(type);
  const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  std::uint64_t magnitude = raw & mask;
  Decoded out;
  if (is_signed_integer(type) && ((magnitude >> (bits - 1)) & 1) != 0) {
    out.value.negative = true;
    magnitude = (~magnitude + 1) & mask;
  }
  out.value.magnitude = magnitude;
  return out;
}

[[nodiscard]] inline Decoded decode_value(ptx::Type type, std::uint64_t raw) {
  switch (type) {
    case ptx::Type::f16:
      return decode_float<F16>(static_cast<F16::Bits>(raw));
    case ptx::Type::bf16:
      return decode_float<BF16>(static_cast<BF16::Bits>(raw));
    case ptx::Type::f32:
      return decode_float<F32>(static_cast<F32::Bits>(raw));
    case ptx::Type::f64:
      return decode_float<F64>(raw);
    case ptx::Type::e4m3:
      return decode_e4m3(static_cast<std::uint8_t>(raw));
    case ptx::Type::e5m2:
      return decode_float<FloatFormat<2, 5, std::uint8_t>>(static_cast<std::uint8_t>(raw));
    default:
      return decode_integer(type, raw);
  }
}

/// The nearest integer in the direction of `rounding`; a zero keeps the sign of the value.
[[nodiscard]] inline Exact to_integral(Exact value, Rounding rounding) {
  if (value.exponent >= 0 || value.magnitude == 0) return value;
  const int shift = -value.exponent;
  Exact out{0, 0, value.negative};
  bool half = false;
  bool rest = true;
  if (shift < 128) {
    out.magnitude = value.magnitude >> shift;
    half = ((value.magnitude >> (shift - 1)) & 1) != 0;
    rest = (value.magnitude & ((Wide{1} << (shift - 1)) - 1)) != 0;
  }
  if (rounds_up(rounding, value.negative, (out.magnitude & 1) != 0, half, rest)) ++out.magnitude;
  return out;
}

/// An integer result, clamped to its type if `clamp` (always when it comes from a float), otherwise truncated to its
/// width; sign- or zero-extended to 64 bits.
[[nodiscard]] inline std::uint64_t encode_integer(ptx::Type type, Exact value, bool clamp) {
  const unsigned bits = integer_bits(type);
  const bool is_signed = is_signed_integer(type);
  if (clamp) {
    const int top = value.magnitude == 0 ? -1 : value.exponent + highest_bit(value.magnitude);
    const Wide magnitude = top > 100 ? Wide{1} << 100 : value.magnitude << (value.magnitude == 0 ? 0 : value.exponent);
    const Wide positive_limit = (Wide{1} << (is_signed ? bits - 1 : bits)) - 1;
    const Wide negative_limit = is_signed ? Wide{1} << (bits - 1) : Wide{0};
    const Wide limit = value.negative ? negative_limit : positive_limit;
    value.magnitude = magnitude > limit ? limit : magnitude;
  }
  const auto magnitude = static_cast<std::uint64_t>(value.magnitude);
  const std::uint64_t result = value.negative ? ~magnitude + 1 : magnitude;
  const unsigned spare = 64 - bits;
  if (is_signed) return static_cast<std::uint64_t>(static_cast<std::int64_t>(result << spare) >> spare);
  return (result << spare) >> spare;
}

/// A NaN converted to an integer.
[[nodiscard]] inline std::uint64_t integer_of_nan(const Conversion& conversion) {
  const unsigned bits = integer_bits(conversion.to);
  if (bits != 64 && conversion.from != ptx::Type::f64) return 0;
  return encode_integer(conversion.to, {Wide{1} << (bits - 1), 0, false}, false);
}

template <class F>
[[nodiscard]] inline typename F::Bits encode_float(const Conversion& conversion, const Decoded& source) {
  using Bits = typename F::Bits;
  const Bits sign = source.value.negative ? F::sign : Bits{0};
  Bits result = 0;
  switch (source.kind) {
    case Decoded::Kind::nan: {
      const bool keeps_payload = conversion.from == ptx::Type::f64 || (F::total_bits == 64 && !conversion.ftz);
      result = keeps_payload
                   ? static_cast<Bits>((source.payload >> (F64::fraction_bits - F::fraction_bits)) | F::infinity | sign)
                   : F::nan;
      // f32 to f64 with .ftz: the f32 operation comes first and makes its NaN canonical.
      if (F::total_bits == 64 && !keeps_payload) {
        result = static_cast<Bits>(F::magnitude & ~static_cast<Bits>((std::uint64_t{1} << 29) - 1));
      }
      break;
    }
    case Decoded::Kind::infinite:
      result = static_cast<Bits>(F::infinity | sign);
      break;
    case Decoded::Kind::finite:
      result = round_to<F>(source.value, false, conversion.rounding, conversion.ftz);
      break;
  }
  if (conversion.satfinite && is_infinite<F>(result)) result = static_cast<Bits>(F::max_finite | sign);
  if (conversion.sat) result = saturate<F>(result);
  if (conversion.relu) result = rectify<F>(result);
  return result;
}

/// FP8 results saturate to the largest finite value; NaN is 0x7f in both formats.
[[nodiscard]] inline std::uint64_t encode_fp8(const Conversion& conversion, const Decoded& source) {
  if (source.kind == Decoded::Kind::nan) return 0x7f;
  if (source.value.negative && conversion.relu) return 0;
  const bool e4m3 = conversion.to == ptx::Type::e4m3;
  const std::uint64_t max_finite = e4m3 ? 0x7e : 0x7b;
  const std::uint64_t sign = source.value.negative ? 0x80 : 0;
  if (source.kind == Decoded::Kind::infinite) return sign | max_finite;
  Exact value = source.value;
  value.negative = false;
  std::uint64_t result = 0;
  if (e4m3) {
    using Widened = FloatFormat<3, 5, std::uint16_t>;
    value.exponent -= Widened::bias - 7;
    result = round_to<Widened>(value, false, conversion.rounding);
  } else {
    result = round_to<FloatFormat<2, 5, std::uint16_t>>(value, false, conversion.rounding);
  }
  return (result < max_finite ? result : max_finite) | sign;
}

/// cvt.rna.tf32: half a quantum added to the bits and the 13 lowest truncated; a NaN is only truncated. With
/// .satfinite, infinity and also NaN are reduced by a quantum (as measured on an H200).
[[nodiscard]] BANKLOOM_LANE_INLINE std::uint32_t round_tf32_away(std::uint32_t x, bool satfinite) {
  const std::uint32_t result = (is_nan<F32>(x) ? x : x + 0x1000u) & 0xffff'e000u;
  return satfinite && (result & F32::infinity) == F32::infinity ? result - 0x2000u : result;
}

/// Converts the lowest bits of `raw`, the source's register; integers come back extended to 64 bits.
[[nodiscard]] inline std::uint64_t convert_value(const Conversion& conversion, std::uint64_t raw) {
  const ptx::Type to = conversion.to;
  const ptx::Type from = conversion.from;
  if (from == ptx::Type::f32 && conversion.ftz) raw = flush<F32>(static_cast<F32::Bits>(raw));
  const bool from_integer = integer_bits(from) != 0;
  // f32 and f64 to themselves, and bf16 to f32: the bits are unchanged, NaN payloads too.
  const bool copies = !conversion.to_integral && !conversion.sat && !conversion.ftz;
  if (copies && from == to && (to == ptx::Type::f32 || to == ptx::Type::f64)) return raw;
  if (copies && from == ptx::Type::bf16 && to == ptx::Type::f32) return static_cast<F32::Bits>(raw << 16);
  if (to == ptx::Type::tf32 && conversion.rounding == Rounding::away) {
    return round_tf32_away(static_cast<F32::Bits>(raw), conversion.satfinite);
  }
  Decoded source = decode_value(from, raw);
  if (integer_bits(to) != 0) {
    if (source.kind == Decoded::Kind::nan) return integer_of_nan(conversion);
    if (source.kind == Decoded::Kind::infinite) source.value = {Wide{1} << 100, 0, source.value.negative};
    if (from_integer) return encode_integer(to, source.value, conversion.sat);
    return encode_integer(to, to_integral(source.value, conversion.rounding), true);
  }
  if (conversion.to_integral && source.kind == Decoded::Kind::finite) {
    source.value = to_integral(source.value, conversion.rounding);
  }
  switch (to) {
    case ptx::Type::f16:
      return encode_float<F16>(conversion, source);
    case ptx::Type::bf16:
      return encode_float<BF16>(conversion, source);
    case ptx::Type::f32:
      return encode_float<F32>(conversion, source);
    case ptx::Type::f64:
      return encode_float<F64>(conversion, source);
    case ptx::Type::tf32:
      return static_cast<std::uint64_t>(encode_float<TF32>(conversion, source)) << 13;
    default:
      return encode_fp8(conversion, source);
  }
}

/// cvt.pack: a signed value clamped to `bits` bits.
[[nodiscard]] BANKLOOM_LANE_INLINE std::uint32_t clamp_to_bits(std::int32_t value, unsigned bits, bool is_signed) {
  const auto high = static_cast<std::int32_t>((1u << (is_signed ? bits - 1 : bits)) - 1);
  const std::int32_t low = is_signed ? -high - 1 : 0;
  const std::int32_t clamped = value > high ? high : (value < low ? low : value);
  return static_cast<std::uint32_t>(clamped) & ((1u << bits) - 1);
}

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
