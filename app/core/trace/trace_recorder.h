// TraceRecorder: packs accesses into a Trace as they happen. One recorder belongs to one thread; merge() joins the
// traces of several. It is in the emulator's hot path: a record costs some tens of nanoseconds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/trace/access_observer.h"
#include "core/trace/memory_access.h"
#include "core/trace/trace.h"

namespace bankloom {

class TraceRecorder {
 public:
  /// The block comes from begin_block().
  using AccessHeader = bankloom::AccessHeader;

  TraceRecorder() = default;

  /// The following accesses belong to this block; their `order` starts at 0.
  void begin_block(const Dim3& block) {
    block_ = block;
    order_ = 0;
    arrivals_ = 0;
    run_open_ = false;
  }
  /// Keeps a barrier meeting; its block is that of begin_block().
  void add_meeting(BarrierMeeting meeting);
  /// Copies the meetings of a trace.
  void keep_meetings(const Trace& from) {
    trace_.meetings_ = from.meetings_;
    trace_.clipped_meetings_ = from.clipped_meetings_;
  }
  /// Keeps one access. `addresses`: 32; those of inactive lanes are arbitrary and read back as 0; `values`: 32 * width
  /// bytes, lane after lane, kept unchanged.
  void record(const AccessHeader& header, const std::uint64_t* addresses, const std::byte* values);
  /// Counts an access that is not kept; it keeps its place in the block's order.
  void clip() {
    ++order_;
    run_open_ = false;
    ++clipped_;
  }
  /// Counts accesses that are not kept, of blocks whose order does not matter.
  void clip(std::uint64_t count) { clipped_ += count; }
  /// Number of accesses kept so far.
  [[nodiscard]] std::size_t size() const { return trace_.size_ + count_; }
  /// Returns what was recorded and resets the recorder.
  [[nodiscard]] Trace finish();
  /// Joins traces in the given order; chunks move, records are not copied.
  [[nodiscard]] static Trace merge(std::vector<Trace> traces);

 private:
  void close_chunk();
  void open_chunk();
  /// The index of an instruction in the trace's table.
  [[nodiscard]] std::uint32_t place_of(const AccessHeader& header);

  Trace trace_;
  Dim3 block_{0, 0, 0};
  std::uint32_t order_ = 0;
  std::size_t arrivals_ = 0;  ///< of the block, at its barriers
  std::uint64_t clipped_ = 0;
  std::byte* chunk_ = nullptr;  ///< owned by the last chunk of trace_
  std::size_t used_ = 0;        ///< bytes of records in it
  std::uint32_t count_ = 0;     ///< records in it
  bool run_open_ = false;       ///< the next record continues the last block run of trace_
  /// Indices in the table of instructions, plus one, by the lowest bits of instruction and space. If two instructions
  /// of a loop share a slot, the table has them several times.
  std::array<std::uint32_t, 1024> places_{};
};

}  // namespace bankloom
