// The mbarrier object (PTX ISA, "mbarrier"): 64 bits in shared memory with an implementation-defined layout. The layout
// here is that of the H200, as far as the states that it returns show it: phase and pending count.
//
//     bit 63       phase: 0, then 1, then 0 again
//     bits 43..62  minus the pending count
//     bits 21..42  the transaction count in two's complement
//     bits 1..20   minus the expected count, which the pending count starts from in each phase
#pragma once

#include <cstdint>

namespace bankloom::ptx {

struct Mbarrier {
  static constexpr unsigned kPendingShift = 43, kBytesShift = 21, kExpectedShift = 1;
  static constexpr std::uint64_t kCountMask = (std::uint64_t{1} << 20U) - 1;
  static constexpr std::uint64_t kBytesMask = (std::uint64_t{1} << 22U) - 1;
  static constexpr std::uint64_t kPhase = std::uint64_t{1} << 63U;
  /// Multiplied by minus a count, sets both counts.
  static constexpr std::uint64_t kBothCounts =
      (std::uint64_t{1} << kPendingShift) + (std::uint64_t{1} << kExpectedShift);

  /// The object in its first phase.
  [[nodiscard]] static constexpr std::uint64_t of_count(std::uint64_t count) {
    return ((~count + 1) & kCountMask) * kBothCounts;
  }
};

}  // namespace bankloom::ptx
