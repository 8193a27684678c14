// What the parts of the memory port share: a memory instruction whose space is known.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/simt/lane_value.h"
#include "core/simt/memory_port.h"

namespace bankloom::simt {

/// The widest access of a lane, in bytes.
inline constexpr unsigned kMaxWidth = 16;

/// Bytes of local memory that the running path's functions have asked for so far.
[[nodiscard]] inline std::uint64_t local_bytes_of(const Warp& warp) {
  const Frame& frame = warp.frames[warp.paths[warp.current].frame];
  return std::uint64_t{frame.local_base} + frame.local_bytes;
}

/// What is known of an instruction's addresses in shared memory by the call that the running path is in.
[[nodiscard]] inline SharedBounds bounds_of(const Warp& warp, const MemoryDetail& detail) {
  if (detail.bounds.inputs == 0) return detail.bounds;
  return resolved(detail.bounds, warp.frames[warp.paths[warp.current].frame].inputs);
}

/// One memory instruction with its space resolved.
struct MemoryPort::Request {
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

}  // namespace bankloom::simt
