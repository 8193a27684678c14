// Trace: the accesses of a run in the order of blocks, and within a block in the order of execution.
//
// Records are packed into large chunks of memory without loss: addresses and values by their pattern (packed_words.h);
// instruction and block, which many requests share, by index in a table. Chunks return to a pool when a trace ends,
// because touching fresh memory costs more than recording. The trace also has the meetings of the blocks' threads at
// barriers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/trace/barrier_meeting.h"
#include "core/trace/memory_access.h"

namespace bankloom {

/// Returns a chunk of packed records to the pool.
struct TraceChunkReturn {
  void operator()(std::byte* chunk) const;
};

/// Bytes of one chunk of packed records.
inline constexpr std::size_t kTraceChunkBytes = std::size_t{64} * 1024;

class Trace {
 public:
  /// Number of accesses kept.
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// Bytes of memory used by the trace.
  [[nodiscard]] std::size_t bytes() const;
  /// Bytes of the records alone, without the unused rest of their chunks.
  [[nodiscard]] std::size_t record_bytes() const;
  /// The i-th access, unpacked; `index` < size(). Addresses and values of inactive lanes: address 0, value as recorded.
  [[nodiscard]] MemoryAccess at(std::size_t index) const;
  /// Unpacks the i-th access into `access`; with `values` false its values are left unchanged.
  void read(std::size_t index, MemoryAccess& access, bool values = true) const;
  /// Whether accesses were left out (blocks not chosen, or the limit reached): everything made from this trace must say
  /// so. `clipped_accesses` counts them.
  [[nodiscard]] bool clipped() const { return clipped_accesses_ != 0; }
  [[nodiscard]] std::uint64_t clipped_accesses() const { return clipped_accesses_; }
  /// The barrier meetings: in the order of blocks, and within a block in the order of completion, incomplete ones last.
  /// The first kMostBarrierArrivals arrivals of a block are kept; clipped_meetings() counts the meetings left out.
  [[nodiscard]] const std::vector<BarrierMeeting>& meetings() const { return meetings_; }
  [[nodiscard]] std::uint64_t clipped_meetings() const { return clipped_meetings_; }

 private:
  friend class TraceRecorder;
  /// Records grow from the front, their 32-bit offsets from the back, so that one allocation holds both.
  struct Chunk {
    std::unique_ptr<std::byte[], TraceChunkReturn> bytes;
    std::size_t first = 0;  ///< index of its first access in the trace
    std::uint32_t count = 0;
    std::uint32_t used = 0;  ///< bytes of its records
    /// Where its records' instructions and blocks begin in the tables.
    std::size_t first_instruction = 0, first_block = 0;
  };
  /// What all requests of an instruction share; the fields are those of MemoryAccess.
  struct Instruction {
    std::uint32_t source_line, ptx_line, instruction;
    Space space;
    AccessOp op;
    std::uint8_t width, matrices;
    bool is_volatile;
    bool operator==(const Instruction&) const = default;
  };
  /// Consecutive accesses of one block.
  struct BlockRun {
    Dim3 block;
    std::uint32_t order;  ///< of the first one in its block
    std::size_t first;    ///< its index in the trace
  };
  std::vector<Chunk> chunks_;
  std::vector<Instruction> instructions_;
  std::vector<BlockRun> blocks_;
  std::size_t size_ = 0;
  std::uint64_t clipped_accesses_ = 0;
  std::vector<BarrierMeeting> meetings_;
  std::uint64_t clipped_meetings_ = 0;
};

}  // namespace bankloom
