// What the scalar and SIMD video instructions compute for one lane.
//
// Their many options are the 32-bit immediate of a LaneInstruction, read once for all lanes. Source: PTX ISA, "Scalar
// Video Instructions", "SIMD Video Instructions". The SIMD forms agree with an H200 (compute capability 9.0) in all
// forms measured. So do the scalar ones, except for some with .sat, with a selected part of d or with a secondary
// operation, and vmad with .sat or a scale: no chip since compute capability 5.0 has these in hardware, the code that
// ptxas 13.0 generates for them contradicts the manual, and this file follows the manual.
#pragma once

#include "core/simt/ops/scalar_integer.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {

enum class VideoOp : std::uint8_t {
  add,
  sub,
  average,
  absolute_difference,
  min,
  max,
  shift_left,
  shift_right,
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
};

/// The primary operation on two extended elements.
template <VideoOp kOp>
constexpr BANKLOOM_LANE_INLINE std::int64_t video_result(std::int64_t a, std::int64_t b) {
  switch (kOp) {
    case VideoOp::add:
      return a + b;
    case VideoOp::sub:
      return a - b;
    case VideoOp::average:  // halves are rounded away from zero
      return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
    case VideoOp::absolute_difference:
      return a < b ? b - a : a - b;
    case VideoOp::min:
      return a < b ? a : b;
    case VideoOp::max:
      return a < b ? b : a;
    case VideoOp::shift_left:  // b is 32 at most, a has 33 bits: bits shifted out at the top are truncated anyway
      return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << b);
    case VideoOp::shift_right:
      return a >> b;
    case VideoOp::eq:
      return a == b;
    case VideoOp::ne:
      return a != b;
    case VideoOp::lt:
      return a < b;
    case VideoOp::le:
      return a <= b;
    case VideoOp::gt:
      return a > b;
    case VideoOp::ge:
      return a >= b;
  }
}

/// The low `width` bits of `value` as a signed integer.
constexpr BANKLOOM_LANE_INLINE std::int64_t cut_to(std::int64_t value, unsigned width) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << (64 - width)) >> (64 - width);
}

/// `value` clamped to the range of a signed or unsigned integer of `width` bits.
constexpr BANKLOOM_LANE_INLINE std::int64_t clamped(std::int64_t value, unsigned width, bool is_signed) {
  const std::int64_t highest = (std::int64_t{1} << (is_signed ? width - 1 : width)) - 1;
  const std::int64_t lowest = is_signed ? -highest - 1 : 0;
  return value < lowest ? lowest : value > highest ? highest : value;
}

/// A part of a register: `width` bits from bit `shift` on.
struct VideoPart {
  unsigned shift = 0;
  unsigned width = 32;

  /// From the selector: 0 the whole register, 1 to 4 a byte (.b0 to .b3), 5 and 6 a half (.h0, .h1).
  static constexpr BANKLOOM_LANE_INLINE VideoPart of_selector(std::uint32_t selector) {
    if (selector == 0) return {};
    if (selector <= 4) return {8 * (selector - 1), 8};
    return {16 * (selector - 5), 16};
  }
  [[nodiscard]] constexpr BANKLOOM_LANE_INLINE std::int64_t extract(std::uint32_t value, bool is_signed) const {
    const std::uint64_t top = std::uint64_t{value} >> shift << (64 - width);
    return is_signed ? static_cast<std::int64_t>(top) >> (64 - width) : static_cast<std::int64_t>(top >> (64 - width));
  }
  /// `into` with this part replaced by the low bits of `value`.
  [[nodiscard]] constexpr BANKLOOM_LANE_INLINE std::uint32_t insert(std::uint32_t value, std::uint32_t into) const {
    const auto field = static_cast<std::uint32_t>(((std::uint64_t{1} << width) - 1) << shift);
    return (into & ~field) | (value << shift & field);
  }
};

/// The operation on the result and operand c.
enum class VideoSecondary : std::uint8_t { none, add, min, max };

/// The options of a scalar video instruction other than vmad.
struct ScalarVideoOptions {
  std::uint32_t a_selector : 3 = 0, b_selector : 3 = 0, d_selector : 3 = 0;  ///< see VideoPart::of_selector
  bool a_signed : 1 = false, b_signed : 1 = false, d_signed : 1 = false;
  bool saturate : 1 = false;
  bool wrap : 1 = false;  ///< vshl, vshr: shift amount modulo 32 rather than 32 at most
  VideoSecondary secondary : 2 = VideoSecondary::none;
};

/// vadd, vsub, vabsdiff, vmin, vmax, vshl, vshr, vset.
template <VideoOp kOp>
class ScalarVideo {
 public:
  BANKLOOM_LANE_INLINE explicit ScalarVideo(std::uint32_t immediate)
      : options_(from_immediate<ScalarVideoOptions>(immediate)),
        a_(VideoPart::of_selector(options_.a_selector)),
        b_(VideoPart::of_selector(options_.b_selector)),
        d_(VideoPart::of_selector(options_.d_selector)) {}

  [[nodiscard]] constexpr BANKLOOM_LANE_INLINE std::uint32_t apply(std::uint32_t a, std::uint32_t b) const {
    return apply(a, b, 0);
  }
  [[nodiscard]] constexpr BANKLOOM_LANE_INLINE std::uint32_t apply(std::uint32_t a, std::uint32_t b,
                                                                   std::uint32_t c) const {
    std::int64_t second = b_.extract(b, options_.b_signed);
    if constexpr (kOp == VideoOp::shift_left || kOp == VideoOp::shift_right) {
      second = options_.wrap ? second & 31 : second < 32 ? second : 32;
    }
    // The manual's intermediate results: 34 bits before saturation, 33 after it.
    std::int64_t result = cut_to(video_result<kOp>(a_.extract(a, options_.a_signed), second), 34);
    if (options_.saturate) result = clamped(result, d_.width, options_.d_signed);
    result = combined(cut_to(result, 33), VideoPart{}.extract(c, options_.d_signed));
    return d_.insert(static_cast<std::uint32_t>(result), c);
  }

 private:
  [[nodiscard]] constexpr BANKLOOM_LANE_INLINE std::int64_t combined(std::int64_t result, std::int64_t c) const {
    switch (options_.secondary) {
      case VideoSecondary::add:
        return result + c;
      case VideoSecondary::min:
        return result < c ? result : c;
      case VideoSecondary::max:
        return result < c ? c : result;
      case VideoSecondary::none:
        break;
    }
    return result;
  }

  ScalarVideoOptions options_;
  VideoPart a_, b_, d_;
};

/// The options of vmad.
struct VideoMadOptions {
  std::uint32_t a_selector : 3 = 0, b_selector : 3 = 0;
  bool a_signed : 1 = false, b_signed : 1 = false;
  bool product_negated : 1 = false;  ///< exactly one of a and b is negated
  bool c_negated : 1 = false;
  bool plus_one : 1 = false;  ///< .po
  bool saturate : 1 = false;
  std::uint32_t scale : 4 = 0;  ///< bits shifted right: 0, 7, 15
};

/// (a * b + c) >> scale.
class VideoMad {
 public:
  BANKLOOM_LANE_INLINE explicit VideoMad(std::uint32_t immediate)
      : options_(from_immediate<VideoMadOptions>(immediate)),
        a_(VideoPart::of_selector(options_.a_selector)),
        b_(VideoPart::of_selector(options_.b_selector)) {}

  [[nodiscard]] constexpr BANKLOOM_LANE_INLINE std::uint32_t apply(std::uint32_t a, std::uint32_t b,
                                                                   std::uint32_t c) const {
    const bool is_signed = options_.a_signed || options_.b_signed || options_.product_negated || options_.c_negated;
    // The product of two 33-bit numbers needs 66 bits.
    SignedWide128 sum = static_cast<SignedWide128>(a_.extract(a, options_.a_signed)) * b_.extract(b, options_.b_signed);
    if (options_.product_negated) sum = -sum;
    const std::uint32_t term = options_.c_negated ? ~c : c;
    sum += is_signed ? std::int64_t{static_cast<std::int32_t>(term)} : std::int64_t{term};
    if (options_.plus_one || options_.c_negated) sum += 1;
    sum >>= options_.scale;
    if (options_.saturate) {
      const SignedWide128 highest = is_signed ? 0x7fffffffLL : 0xffffffffLL;
      const SignedWide128 lowest = is_signed ? -0x80000000LL : 0LL;
      sum = sum < lowest ? lowest : sum > highest ? highest : sum;
    }
    return static_cast<std::uint32_t>(sum);
  }

 private:
  VideoMadOptions options_;
  VideoPart a_, b_;
};

/// The options of a SIMD video instruction. Source elements are numbered through {b, a}, a's lowest element being 0;
/// `a_elements` holds, 3 bits each, which of them is the first operand of result element 0, 1, ...; `b_elements` the
/// second operand.
struct SimdVideoOptions {
  std::uint32_t a_elements : 12 = 0, b_elements : 12 = 0;
  std::uint32_t mask : 4 = 0;  ///< bit i: result element i is computed
  bool a_signed : 1 = false, b_signed : 1 = false, d_signed : 1 = false;
  bool saturate : 1 = false;
};

/// vadd2, vadd4 and so on: kElements is 2 or 4. Elements that are not computed come from c; with kAccumulate (.add) the
/// computed ones are added to c instead.
template <VideoOp kOp, unsigned kElements, bool kAccumulate>
class SimdVideo {
 public:
  BANKLOOM_LANE_INLINE explicit SimdVideo(std::uint32_t immediate)
      : options_(from_immediate<SimdVideoOptions>(immediate)) {}

  [[nodiscard]] constexpr BANKLOOM_LANE_INLINE std::uint32_t apply(std::uint32_t a, std::uint32_t b,
                                                                   std::uint32_t c) const {
    const std::uint64_t both = std::uint64_t{b} << 32 | a;
    std::uint32_t d = c;
    for (unsigned i = 0; i < kElements; ++i) {
      if ((options_.mask >> i & 1u) == 0) continue;
      std::int64_t result = video_result<kOp>(element_of(both, options_.a_elements >> (3 * i) & 7u, options_.a_signed),
                                              element_of(both, options_.b_elements >> (3 * i) & 7u, options_.b_signed));
      if (options_.saturate) result = clamped(result, kWidth, options_.d_signed);
      if constexpr (kAccumulate) {
        d += static_cast<std::uint32_t>(result);
      } else {
        d = VideoPart{kWidth * i, kWidth}.insert(static_cast<std::uint32_t>(result), d);
      }
    }
    return d;
  }

 private:
  static constexpr unsigned kWidth = 32 / kElements;
  static constexpr BANKLOOM_LANE_INLINE std::int64_t element_of(std::uint64_t both, unsigned index, bool is_signed) {
    return VideoPart{0, kWidth}.extract(static_cast<std::uint32_t>(both >> (kWidth * index)), is_signed);
  }

  SimdVideoOptions options_;
};

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
