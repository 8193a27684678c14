// AccessObserver: sees every access of a run as it happens, whether or not it is recorded.
//
// A run on several host threads has a sink for each of them. Which blocks a thread runs is chance, so the results of
// the sinks must not depend on it (sums, maxima by block and order). Nothing that a sink sees is kept.
#pragma once

#include <cstdint>
#include <memory>

#include "core/base/dim3.h"
#include "core/base/lane_mask.h"
#include "core/base/space.h"
#include "core/trace/memory_access.h"

namespace bankloom {

/// The thread side of one access; its block is that of begin_block(). The fields are those of MemoryAccess.
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

/// The header of a recorded access.
[[nodiscard]] inline AccessHeader header_of(const MemoryAccess& access) {
  return {access.warp, access.source_line, access.ptx_line, access.instruction, access.space,
          access.op,   access.width,       access.matrices, access.is_volatile, access.active};
}

/// Receives the accesses of one host thread's blocks, which begin in ascending order.
class AccessSink {
 public:
  AccessSink() = default;
  AccessSink(const AccessSink&) = delete;
  AccessSink& operator=(const AccessSink&) = delete;
  virtual ~AccessSink() = default;
  /// The following accesses belong to this block; `linear`: its index in the grid, x fastest.
  virtual void begin_block(std::uint64_t linear, const Dim3& block) = 0;
  /// The following accesses belong to a block that began before and had so many accesses: blocks of a cooperative
  /// launch take turns.
  virtual void resume_block(std::uint64_t linear, const Dim3& block, std::uint32_t accesses) {
    static_cast<void>(accesses);
    begin_block(linear, block);
  }
  /// One access, in the order of execution. `addresses`: 32, those of inactive lanes are arbitrary.
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
  /// Takes back a sink of a complete run; together the sinks saw every block once. Sinks of a run that was cancelled,
  /// or had to be repeated in order, are never taken back.
  virtual void take(std::unique_ptr<AccessSink> sink) = 0;
};

}  // namespace bankloom
