// How a MemoryAccess lies in a chunk: a fixed head, then the addresses in one of three forms, then the values.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/trace/memory_access.h"

namespace bankloom::packed {

/// The forms of 32 addresses, shortest first.
enum class AddressForm : std::uint8_t {
  affine,     ///< base + lane * stride
  distances,  ///< base + a signed 32-bit distance per lane
  full,       ///< 64 bits per lane
};

struct Head {
  std::uint64_t base;    ///< affine: address that lane 0 has or would have; distances: the lowest active lane's address
  std::uint64_t stride;  ///< affine only, modulo 2^64
  Dim3 block;
  std::uint32_t warp;
  std::uint32_t order;
  std::uint32_t source_line;
  std::uint32_t ptx_line;
  std::uint32_t instruction;
  LaneMask active;
  Space space;
  AccessOp op;
  std::uint8_t width;
  std::uint8_t matrices;
  bool is_volatile;
  AddressForm form;
};
static_assert(sizeof(Head) % 8 == 0);

[[nodiscard]] constexpr std::size_t address_bytes(AddressForm form) {
  switch (form) {
    case AddressForm::affine:
      return 0;
    case AddressForm::distances:
      return kWarpSize * sizeof(std::uint32_t);
    case AddressForm::full:
      return kWarpSize * sizeof(std::uint64_t);
  }
  return 0;
}

/// The largest packed access.
inline constexpr std::size_t kLargest = sizeof(Head) + kWarpSize * sizeof(std::uint64_t) + kWarpSize * std::size_t{16};

}  // namespace bankloom::packed
