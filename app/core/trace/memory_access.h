// MemoryAccess: one executed warp-level memory instruction: its warp, its addresses, its bytes, its values.
//
// The memory port records it when the access happens. It is never recomputed, so the picture shows what was executed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/dim3.h"
#include "core/base/lane_mask.h"
#include "core/base/space.h"

namespace bankloom {

/// What an access does. `ldmatrix` and `stmatrix` move 8 x 8 matrices of 16-bit elements, each
/// active address being one 16-byte row; `reduction` is an atomic whose old value is not returned (red).
/// The last five are atomics on shared memory for which ptxas writes something else than the one instruction that
/// serves lane after lane; simt/atomic_form.h says when.
enum class AccessOp : std::uint8_t {
  load,
  store,
  atomic,
  reduction,
  ldmatrix,
  stmatrix,
  increment,            ///< the constant 1 is added and the old value not used: lanes of one word are merged
  merged,               ///< ptxas knows the address to be one for all lanes and has one of them update it
  compare_swap,         ///< cas
  update_loop,          ///< a loop of a load and a compare-and-swap, since there is no instruction for the operation
  generic_update_loop,  ///< the same behind a test of the generic address
};
inline constexpr std::size_t kAccessOps = 11;

[[nodiscard]] constexpr bool is_atomic(AccessOp op) {
  return op == AccessOp::atomic || op == AccessOp::reduction || op >= AccessOp::increment;
}
[[nodiscard]] constexpr bool is_update_loop(AccessOp op) { return op >= AccessOp::update_loop; }

/// "load", "store", "atomic", "red", "ldmatrix", "stmatrix"; every form of an atomic but red is "atomic".
[[nodiscard]] constexpr std::string_view access_op_name(AccessOp op) {
  switch (op) {
    case AccessOp::load:
      return "load";
    case AccessOp::store:
      return "store";
    case AccessOp::atomic:
      return "atomic";
    case AccessOp::reduction:
      return "red";
    case AccessOp::ldmatrix:
      return "ldmatrix";
    case AccessOp::stmatrix:
      return "stmatrix";
    case AccessOp::increment:
    case AccessOp::merged:
    case AccessOp::compare_swap:
    case AccessOp::update_loop:
    case AccessOp::generic_update_loop:
      return "atomic";
  }
  return "?";
}

struct MemoryAccess {
  Dim3 block;                     ///< index of the block in the grid
  std::uint32_t warp = 0;         ///< index of the warp in the block
  std::uint32_t order = 0;        ///< position among the accesses of this block, in execution order
  std::uint32_t source_line = 0;  ///< 1-based line of the CUDA source, 0 if the PTX has none
  std::uint32_t ptx_line = 0;     ///< 1-based line of the PTX text
  std::uint32_t instruction = 0;  ///< index of the instruction in the program
  Space space = Space::global;    ///< shared, global, local or constant (generic ones are resolved)
  AccessOp op = AccessOp::load;
  std::uint8_t width = 4;     ///< bytes per lane: 1, 2, 4, 8, 16; for ldmatrix/stmatrix 16 (one row)
  std::uint8_t matrices = 0;  ///< for ldmatrix/stmatrix: 1, 2 or 4; else 0
  bool is_volatile = false;   ///< volatile or relaxed access, not to be merged by a compiler
  LaneMask active = 0;        ///< lanes that access memory (for ldmatrix: lanes that give a row address)
  /// Byte address per lane: within the space for shared and local, device address for global;
  /// meaningless for inactive lanes.
  std::array<std::uint64_t, kWarpSize> addresses{};
  /// The values moved, lane after lane, `width` bytes each, little-endian: loaded, stored, or (atomics) the value in
  /// memory before. Lane l's value starts at byte l * width.
  std::array<std::byte, kWarpSize * 16> values{};
};

}  // namespace bankloom
