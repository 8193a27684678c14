// The packed form of a MemoryAccess in a chunk: a fixed head, the mask if lanes are inactive, the addresses, and the
// values.
//
// Tables of the trace hold the block, and what all requests of one instruction share.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/trace/memory_access.h"
#include "core/trace/packed_words.h"

namespace bankloom::packed {

/// The forms of 32 addresses.
enum class AddressForm : std::uint8_t {
  near,  ///< the upper 32 bits, shared by all, and the lower ones as words
  full,  ///< 64 bits per lane
};

struct Head {
  std::uint32_t instruction;  ///< index into the trace's table, relative to the chunk's first
  std::uint32_t block;        ///< the same
  std::uint16_t warp;
  AddressForm form;
  bool all_active;  ///< otherwise the mask follows
};
static_assert(sizeof(Head) == 12);

/// The largest packed access.
inline constexpr std::size_t kLargest =
    sizeof(Head) + sizeof(LaneMask) + kWarpSize * sizeof(std::uint64_t) + 4 * kLargestWords;

}  // namespace bankloom::packed
