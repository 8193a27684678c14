// The inner loops of the memory port over the 32 lanes of a warp, one set for each vector instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/lane_mask.h"

namespace bankloom::simt {

/// What the memory port needs to know of 32 addresses before it accesses memory.
struct AddressSummary {
  std::uint64_t low = 0;     ///< lowest active address
  std::uint64_t high = 0;    ///< highest active address
  std::uint64_t bits = 0;    ///< all active addresses or-ed: their low bits show misalignment
  bool consecutive = false;  ///< all 32 lanes active, lane l at low + l * width
};

struct LaneMemoryOps {
  /// out[l] = base[l] + offset, modulo 2^64.
  void (*addresses64)(const std::uint64_t* base, std::uint64_t offset, std::uint64_t* out);
  /// out[l] = base[l] + offset, modulo 2^32 (32-bit address registers).
  void (*addresses32)(const std::uint32_t* base, std::uint64_t offset, std::uint64_t* out);
  /// Summary of the active addresses (exec is not empty). Inactive entries of `addresses` become the first
  /// active one, so that later loops need no mask.
  AddressSummary (*summarize)(std::uint64_t* addresses, LaneMask exec, std::uint64_t width);
  /// out lane l = `width` bytes at origin + addresses[l] - base; width 1, 2, 4, 8 or 16, for all 32 lanes.
  void (*gather)(const std::byte* origin, std::uint64_t base, const std::uint64_t* addresses, unsigned width,
                 std::byte* out);
  /// The reverse for the lanes in exec, lowest lane first: if lanes write the same place, the highest lane wins.
  void (*scatter)(std::byte* origin, std::uint64_t base, const std::uint64_t* addresses, unsigned width, LaneMask exec,
                  const std::byte* in);
  /// Copies 32 lanes of `width` bytes (1, 2, 4, 8, 16), the lanes in exec only.
  void (*copy)(std::byte* to, const std::byte* from, unsigned width, LaneMask exec);
  /// The same with another width on each side: lanes are truncated or extended (with the sign if `sign`).
  void (*convert)(std::byte* to, unsigned to_width, const std::byte* from, unsigned from_width, bool sign,
                  LaneMask exec);
  /// Element `index` of `count` of lane-packed vectors (`width` bytes an element) from or to a register.
  void (*unpack)(std::byte* to, const std::byte* packed, unsigned width, unsigned index, unsigned count, LaneMask exec);
  void (*pack)(std::byte* packed, const std::byte* from, unsigned width, unsigned index, unsigned count);
};

}  // namespace bankloom::simt
