// The two macros used by every file of lane operations.
//
// Lane operations are compiled several times from the same sources, each time for another instruction set of the host;
// BANKLOOM_LANE_ISA names the copy and its namespace. Functions that are inline here must never exist out of line: the
// linker keeps one copy of such a function, and a copy compiled for a newer processor would then run on an older one.
#pragma once

#include <cstdint>

#ifndef BANKLOOM_LANE_ISA
#define BANKLOOM_LANE_ISA baseline
#endif

/// A function that must not exist out of line (see above).
#define BANKLOOM_LANE_INLINE inline __attribute__((always_inline))

namespace bankloom::simt::BANKLOOM_LANE_ISA {

/// The base of operations that run for a part of the warp in a second loop, which keeps the old value of the lanes
/// outside exec: several times as fast for operations of a few instructions, but twice the code. Others run_masked().
struct Blended {};

/// Options in the 32-bit immediate of an instruction.
template <class Options>
[[nodiscard]] BANKLOOM_LANE_INLINE std::uint32_t to_immediate(const Options& options) {
  static_assert(sizeof(Options) == sizeof(std::uint32_t));
  std::uint32_t bits = 0;
  __builtin_memcpy(&bits, &options, sizeof(bits));
  return bits;
}
template <class Options>
[[nodiscard]] BANKLOOM_LANE_INLINE Options from_immediate(std::uint32_t bits) {
  Options options;
  __builtin_memcpy(static_cast<void*>(&options), &bits, sizeof(bits));
  return options;
}

/// A type as the argument of a template lambda.
template <class T>
struct Tag {};
/// visit(Tag<T>()) for the unsigned integer T of so many bytes, 1 to 8.
template <class Visit>
BANKLOOM_LANE_INLINE auto for_size(unsigned bytes, Visit visit) {
  switch (bytes) {
    case 1:
      return visit(Tag<std::uint8_t>{});
    case 2:
      return visit(Tag<std::uint16_t>{});
    case 4:
      return visit(Tag<std::uint32_t>{});
    default:
      return visit(Tag<std::uint64_t>{});
  }
}

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
