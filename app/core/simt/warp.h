// A warp while it runs: its lanes' paths through the code, their joins and their frames.
//
// Lanes that diverge become separate paths; a join at the branch's reconvergence point collects them. The paths and
// joins of a warp form a tree whose leaves are the paths. Only one path of a warp runs at a time, but it may be any of
// them, so lanes that wait for other lanes of their warp do not block them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/lane_mask.h"
#include "core/simt/program.h"

namespace bankloom::simt {

inline constexpr std::uint32_t kNone = 0xffffffffu;

/// Memory aligned to a cache line, for register files.
class AlignedBytes {
 public:
  AlignedBytes() = default;
  AlignedBytes(const AlignedBytes&) = delete;
  AlignedBytes& operator=(const AlignedBytes&) = delete;
  AlignedBytes(AlignedBytes&&) noexcept = default;
  AlignedBytes& operator=(AlignedBytes&&) noexcept = default;
  ~AlignedBytes() = default;
  /// Discards the contents; new bytes are zero.
  void resize(std::size_t bytes) {
    storage_.assign(bytes + 63, std::byte{0});
    const auto address = reinterpret_cast<std::uintptr_t>(storage_.data());
    data_ = storage_.data() + ((64 - address % 64) % 64);
    size_ = bytes;
  }
  [[nodiscard]] std::byte* data() { return data_; }
  [[nodiscard]] const std::byte* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::vector<std::byte> storage_;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

/// One activation of a function by some lanes.
struct Frame {
  const Code* code = nullptr;
  std::uint32_t caller = kNone;       ///< frame
  const CallDetail* call = nullptr;   ///< copied back on return
  std::uint32_t return_join = kNone;  ///< join that collects the returning lanes
  std::uint32_t depth = 0;            ///< calls between this frame and the entry
  std::uint32_t local_base = 0;       ///< first byte of the frame's .local variables
                                      ///< in the lanes' local memory
  std::uint32_t local_bytes = 0;      ///< .local variables and memory of alloca, per lane
  std::byte* registers = nullptr;
  AlignedBytes own_registers;         ///< empty for the entry's frame, which is in the block's register file
  std::vector<std::byte> parameters;  ///< lane after lane, Code::parameter_bytes each
  std::vector<SharedBounds> inputs;   ///< the call's values for Code::inputs
  bool in_use = false;
};

/// Lanes that run together.
struct Path {
  enum class State : std::uint8_t { ready, at_barrier, at_warp_sync, done };
  State state = State::ready;
  LaneMask mask = 0;
  std::uint32_t pc = 0;
  std::uint32_t stop = kNoStep;  ///< place of the join
  std::uint32_t join = kNone;
  std::uint32_t frame = 0;
  // while the path waits
  std::uint32_t barrier = 0;              ///< at_barrier: its number
  const CrossLaneDetail* sync = nullptr;  ///< at_warp_sync: the instruction
  LaneMask sync_mask = 0;                 ///< at_warp_sync: the lanes that must arrive
};

/// The reconvergence point of a divergent branch's paths (or of a call).
struct Join {
  LaneMask arrived = 0;
  std::uint32_t pending = 0;     ///< paths and joins that may still arrive
  std::uint32_t pc = 0;          ///< where the lanes continue
  std::uint32_t stop = kNoStep;  ///< of the path that continues
  std::uint32_t parent = kNone;
  std::uint32_t frame = 0;
  bool is_return = false;  ///< the frame of a call ends here
  std::uint32_t callee = kNone;
  bool in_use = false;
};

struct Warp {
  std::uint32_t index = 0;
  LaneMask alive = 0;  ///< lanes that exist and have not exited
  LaneContext context;
  std::vector<Path> paths;  ///< finished ones may be reused
  std::vector<Join> joins;
  std::vector<Frame> frames;
  std::uint32_t current = 0;     ///< the running path
  std::vector<std::byte> local;  ///< local memory, lane after lane, local_stride bytes each
  std::uint32_t local_stride = 0;
  std::uint64_t steps = 0;        ///< warp instructions executed
  std::uint64_t clock_start = 0;  ///< %clock is this plus `steps`; a barrier aligns the clocks of its warps
  bool released_early = false;    ///< lanes left a join without waiting for the others
  std::uint32_t slices = 0;       ///< whole time slices used since lanes last reconverged
};

/// The place of a call's argument or result of one lane in the caller; the caller's registers are in the context.
[[nodiscard]] inline std::byte* caller_place(Warp& warp, Frame& caller, const CallDetail::Slot& slot,
                                             std::size_t lane) {
  if (slot.is_register) return warp.context.files[slot.ref.file] + slot.ref.offset + lane * slot.lane_bytes;
  if (slot.in_local) return warp.local.data() + lane * warp.local_stride + caller.local_base + slot.offset;
  return caller.parameters.data() + lane * caller.code->parameter_bytes + slot.offset;
}

}  // namespace bankloom::simt
