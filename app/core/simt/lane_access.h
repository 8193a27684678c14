// What the memory port passes to the watchers of an access.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/simt/lane_value.h"
#include "core/simt/memory_map.h"

namespace bankloom::simt {

/// The widest access of a lane, in bytes.
inline constexpr unsigned kMaxWidth = 16;

/// The bounds of an instruction's addresses in shared memory, as far as the current call of the path shows them.
[[nodiscard]] inline SharedBounds bounds_of(const Warp& warp, const MemoryDetail& detail) {
  if (detail.bounds.inputs == 0) return detail.bounds;
  return resolved(detail.bounds, warp.frames[warp.paths[warp.current].frame].inputs);
}

/// One memory instruction with its space resolved.
struct AccessRequest {
  const Step* step = nullptr;
  std::uint32_t step_index = 0;
  const MemoryDetail* detail = nullptr;
  Space space = Space::global;
  AccessOp op = AccessOp::load;
  std::uint8_t width = 4;
  SharedBounds bounds;                ///< of the addresses in shared memory
  LaneMask participants = kAllLanes;  ///< ldmatrix, stmatrix: the lanes that execute it, with or without an address
  std::byte* image = nullptr;         ///< fragment: the matrix, and where in it each lane's bytes are
  const std::uint32_t* image_offsets = nullptr;
};

/// The access of some lanes, in bounds and aligned.
struct LaneAccess {
  Warp& warp;
  const AccessRequest& request;
  const std::uint64_t* addresses;  ///< by lane, within the space
  LaneMask exec;
  const MemoryRegion* place;  ///< the region of the whole access; nullptr if the lanes reach several
  const std::byte* values;    ///< of all lanes: what a store writes; after the access, what it moved; otherwise nullptr
};

/// A block and its number of accesses so far.
struct BlockProgress {
  std::uint64_t linear = 0;
  Dim3 block{0, 0, 0};
  std::uint64_t order = 0;
};

}  // namespace bankloom::simt
