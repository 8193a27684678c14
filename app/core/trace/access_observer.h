// AccessObserver: sees every access of a run as it happens, beside or instead of recording it.
//
// A run on several host threads has a sink for each of them; which blocks a thread runs is chance, so what an observer
// makes of its sinks must not depend on it (sums, maxima by block and order). Nothing is kept of what a sink is shown.
#pragma once

#include <cstdint>
#include <memory>

#include "core/base/dim3.h"
#include "core/base/lane_mask.h"
#include "core/base/space.h"
#include "core/trace/memory_access.h"

namespace bankloom {

/// Who and what of one access; its block is that of begin_block(). The fields mean what they mean in MemoryAccess.
struct AccessHeader {
  std::uint32_t warp = 0;
  std::uint32_t source_line = 0;
  std::uint32_t ptx_line = 0;
  std::uint32_t instruction = 0;
  Space space = Space::global;
  AccessOp op = AccessOp::load;
  std::uint8_t width = 4;
  std::uint8_t matrices = 0;
  bool is_volatile = false;
  LaneMask active = 0;
};

/// The header under which a recorded access was shown.
[[nodiscard]] inline AccessHeader header_of(const MemoryAccess& access) {
  return {access.warp, access.source_line, access.ptx_line, access.instruction, access.space,
          access.op,   access.width,       access.matrices, access.is_volatile, access.active};
}

/// What one host thread shows of the blocks that it runs, which begin in ascending order.
class AccessSink {
 public:
  AccessSink() = default;
  AccessSink(const AccessSink&) = delete;
  AccessSink& operator=(const AccessSink&) = delete;
  virtual ~AccessSink() = default;
  /// The accesses that follow belong to this block; `linear`: its index in the grid, x fastest.
  virtual void begin_block(std::uint64_t linear, const Dim3& block) = 0;
  /// The accesses that follow belong to a block that was begun before, of which so many were shown: blocks of a
  /// cooperative launch take turns.
  virtual void resume_block(std::uint64_t linear, const Dim3& block, std::uint32_t accesses) {
    static_cast<void>(accesses);
    begin_block(linear, block);
  }
  /// One access, in the order of execution. `addresses`: 32, those of inactive lanes may be anything.
  virtual void access(const AccessHeader& header, const std::uint64_t* addresses) = 0;
};

class AccessObserver {
 public:
  AccessObserver() = default;
  AccessObserver(const AccessObserver&) = delete;
  AccessObserver& operator=(const AccessObserver&) = delete;
  virtual ~AccessObserver() = default;
  /// A sink for one host thread. Called on the thread that started the run, before any block runs.
  [[nodiscard]] virtual std::unique_ptr<AccessSink> make_sink() = 0;
  /// A sink of a run that is complete; together the sinks saw every block once. Sinks of a run that was cancelled, or
  /// had to be made again in order, are never given back.
  virtual void take(std::unique_ptr<AccessSink> sink) = 0;
};

}  // namespace bankloom
