// BlockPlan: which blocks of a launch are executed, and in which order they are given out.
//
// Without a limit of work: all blocks in order. With a limit that all blocks together would exceed, judged by the first
// ones: the first blocks, then blocks at even distances, and the last one. The decision uses counted work, not time. It
// is made after 2, 4, 8 ... blocks, once they took a twentieth of the limit, and in a sample after every 64 blocks;
// later blocks become fewer if they take longer than expected. So every run executes the same blocks, on any number of
// threads. A decision takes effect from the next checkpoint on, so that no thread waits for it. At least four blocks
// are executed.
//
// Work is counted in warp instructions: an access to memory, which is checked and counted, takes as long as some 20 of
// them, an mma as some 100. One core does some 100 million of them in a second (an AMD EPYC with AVX-512), so
// kUsualWork is some 20 seconds.
#pragma once

#include <cstdint>

namespace bankloom::simt {

struct RunStatistics;

/// The usual limit of work.
inline constexpr std::uint64_t kUsualWork = 2'000'000'000;

[[nodiscard]] std::uint64_t work_of(const RunStatistics& statistics);

/// Blocks first, first + stride, ... (linear indices).
struct BlockSpan {
  std::uint64_t first = 0, count = 0, stride = 1;
  bool behind_gap = false;  ///< earlier blocks were left out
  [[nodiscard]] std::uint64_t at(std::uint64_t index) const { return first + index * stride; }
};

class BlockPlan {
 public:
  /// `most_work` 0: all blocks are executed.
  BlockPlan(std::uint64_t blocks, std::uint64_t most_work) : blocks_(blocks), most_work_(most_work) {}

  /// Whether all chosen blocks have been given out.
  [[nodiscard]] bool is_done() const { return next_ == blocks_; }
  /// Whether the next blocks are known. If not, add() needs the work of more of those that were given out.
  [[nodiscard]] bool is_known() const { return most_work_ == 0 || given_ < upcoming_.blocks || current_.is_reached; }
  /// The next blocks, at most `most` of them. Requires is_known() and not is_done().
  [[nodiscard]] BlockSpan take(std::uint64_t most);
  /// Adds the work of a span's blocks. Spans come in the order in which they were given out.
  void add(std::uint64_t blocks, std::uint64_t work);
  /// Number of blocks to be executed, as far as is known.
  [[nodiscard]] std::uint64_t planned() const;

 private:
  /// A number of blocks given out, and their work.
  struct Checkpoint {
    std::uint64_t blocks = 0, work = 0;
    bool is_reached = false;  ///< they have ended
  };
  static constexpr std::uint64_t kFirstCheckpoint = 2;
  void decide();

  std::uint64_t blocks_, most_work_;
  std::uint64_t next_ = 0, stride_ = 1;  ///< the next block, and the distance to the one after it
  std::uint64_t given_ = 0, ended_ = 0;  ///< blocks
  std::uint64_t work_ = 0;               ///< of the blocks that ended
  Checkpoint previous_, current_{kFirstCheckpoint}, upcoming_{2 * kFirstCheckpoint};
};

}  // namespace bankloom::simt
