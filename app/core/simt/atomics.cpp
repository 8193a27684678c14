#include "core/simt/atomics.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/ptx/mbarrier.h"
#include "core/simt/ops/scalar_half.h"

namespace bankloom::simt {
namespace {

using ptx::Type;

template <class T>
T as(const AtomicValue& value) {
  if constexpr (sizeof(T) == 8) {
    return std::bit_cast<T>(value.low);
  } else {
    return std::bit_cast<T>(static_cast<std::uint32_t>(value.low));
  }
}

AtomicValue from(std::uint64_t bits) { return {bits, 0}; }

float flush(float value) { return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0F, value) : value; }

/// inc and dec count in 0 .. b.
std::uint32_t count_up(std::uint32_t old, std::uint32_t b) { return old >= b ? 0 : old + 1; }
std::uint32_t count_down(std::uint32_t old, std::uint32_t b) { return old == 0 || old > b ? b : old - 1; }

template <class T>
std::uint64_t extreme(AtomicOp op, T a, T b) {
  return static_cast<std::uint64_t>(op == AtomicOp::min ? std::min(a, b) : std::max(a, b));
}

/// f16 and bf16: sums rounded once, to nearest; of a number and a NaN, min and max give the number.
template <class Format>
std::uint64_t half_result(AtomicOp op, std::uint16_t a, std::uint16_t b) {
  if (op == AtomicOp::add) {
    return baseline::round_half<Format>(
        baseline::add_to_odd(baseline::half_to_f64<Format>(a), baseline::half_to_f64<Format>(b)));
  }
  const double x = baseline::half_to_f64<Format>(a), y = baseline::half_to_f64<Format>(b);
  if (std::isnan(x)) return std::isnan(y) ? 0x7fff : b;
  if (std::isnan(y)) return a;
  const bool first_is_less = x < y || (x == y && std::signbit(x));
  return first_is_less == (op == AtomicOp::min) ? a : b;
}

std::uint64_t half_result(AtomicOp op, bool bfloat, std::uint64_t a, std::uint64_t b) {
  const auto low_a = static_cast<std::uint16_t>(a), low_b = static_cast<std::uint16_t>(b);
  return bfloat ? half_result<baseline::BF16>(op, low_a, low_b) : half_result<baseline::F16>(op, low_a, low_b);
}

AtomicValue float_result(AtomicOp op, Type type, Space space, const AtomicValue& old, const AtomicValue& b) {
  switch (type) {
    case Type::f32: {
      auto x = as<float>(old), y = as<float>(b);
      const bool flushes = space != Space::shared;
      if (flushes) {
        x = flush(x);
        y = flush(y);
      }
      const float sum = flushes ? flush(x + y) : x + y;
      return from(std::isnan(sum) ? 0x7fffffffu : std::bit_cast<std::uint32_t>(sum));
    }
    case Type::f64:
      // A NaN stays unchanged, signalling or not (measured on an H200).
      if (std::isnan(as<double>(old))) return old;
      if (std::isnan(as<double>(b))) return b;
      return from(std::bit_cast<std::uint64_t>(as<double>(old) + as<double>(b)));
    case Type::f16:
    case Type::bf16:
      return from(half_result(op, type == Type::bf16, old.low, b.low));
    default: {
      const bool bfloat = type == Type::bf16x2;
      const std::uint64_t low = half_result(op, bfloat, old.low, b.low);
      const std::uint64_t high = half_result(op, bfloat, old.low >> 16, b.low >> 16);
      return from(low | high << 16);
    }
  }
}

bool is_float(Type type) {
  return type == Type::f32 || type == Type::f64 || type == Type::f16 || type == Type::f16x2 || type == Type::bf16 ||
         type == Type::bf16x2;
}

std::uint64_t integer_result(AtomicOp op, Type type, const AtomicValue& old, const AtomicValue& b) {
  const bool wide = ptx::type_bits(type) == 64;
  const std::uint64_t mask = wide ? ~std::uint64_t{0} : 0xffffffffu;
  switch (op) {
    case AtomicOp::add:
      return (old.low + b.low) & mask;
    case AtomicOp::inc:
      return count_up(as<std::uint32_t>(old), as<std::uint32_t>(b));
    case AtomicOp::dec:
      return count_down(as<std::uint32_t>(old), as<std::uint32_t>(b));
    case AtomicOp::bit_and:
      return old.low & b.low;
    case AtomicOp::bit_or:
      return old.low | b.low;
    case AtomicOp::bit_xor:
      return old.low ^ b.low;
    default:
      break;
  }
  const bool is_signed = type == Type::s32 || type == Type::s64;
  if (wide) {
    return is_signed ? extreme(op, as<std::int64_t>(old), as<std::int64_t>(b)) : extreme(op, old.low, b.low);
  }
  return (is_signed ? extreme(op, as<std::int32_t>(old), as<std::int32_t>(b))
                    : extreme(op, as<std::uint32_t>(old), as<std::uint32_t>(b))) &
         mask;
}

}  // namespace

std::uint64_t apply_mbarrier(AtomicOp op, std::uint64_t object, std::uint64_t value) {
  using ptx::Mbarrier;
  std::uint64_t pending = object >> Mbarrier::kPendingShift & Mbarrier::kCountMask;  // minus the counts
  std::uint64_t expected = object >> Mbarrier::kExpectedShift & Mbarrier::kCountMask;
  std::uint64_t bytes = object >> Mbarrier::kBytesShift & Mbarrier::kBytesMask;
  std::uint64_t phase = object & Mbarrier::kPhase;
  const bool drops = op == AtomicOp::mbarrier_drop || op == AtomicOp::mbarrier_drop_expect;
  const bool counts = op == AtomicOp::mbarrier_arrive || op == AtomicOp::mbarrier_drop;
  const bool expects =
      op == AtomicOp::mbarrier_expect || op == AtomicOp::mbarrier_arrive_expect || op == AtomicOp::mbarrier_drop_expect;
  const bool arrives = op != AtomicOp::mbarrier_expect && op != AtomicOp::mbarrier_complete;
  const std::uint64_t arrivals = !arrives ? 0 : counts ? value & Mbarrier::kCountMask : 1;
  if (expects) bytes = (bytes + value) & Mbarrier::kBytesMask;
  if (op == AtomicOp::mbarrier_complete) bytes = (bytes - value) & Mbarrier::kBytesMask;
  if (drops) expected = (expected + arrivals) & Mbarrier::kCountMask;
  pending = (pending + arrivals) & Mbarrier::kCountMask;
  if (pending == 0 && bytes == 0) {
    phase ^= Mbarrier::kPhase;
    pending = expected;
  }
  return phase | pending << Mbarrier::kPendingShift | bytes << Mbarrier::kBytesShift |
         expected << Mbarrier::kExpectedShift;
}

AtomicValue apply_atomic(AtomicOp op, Type type, Space space, AtomicValue old, AtomicValue b, AtomicValue c) {
  if (op == AtomicOp::exch) return b;
  if (op >= AtomicOp::mbarrier_arrive) return from(apply_mbarrier(op, old.low, b.low));
  if (op == AtomicOp::cas) return old == b ? c : old;
  if (is_float(type)) return float_result(op, type, space, old, b);
  return from(integer_result(op, type, old, b));
}

}  // namespace bankloom::simt
