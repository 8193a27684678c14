// BlockPlan: which blocks of a launch are executed, and in which order they are given out.
//
// All of them, one after another; or, where a most work is set and the first ones show that all would take more, the
// first ones, then blocks evenly between, and the last one. What decides is counted work, not time, looked at where 2,
// 4, 8 ... blocks have ended, once they took a twentieth of the most, and in a sample every 64 blocks, which become
// fewer where they turn out to take longer: the same blocks are executed in every run, on any number of threads. What
// is found at one of these places counts from the next one on, so that no thread waits for it; at least four blocks are
// executed.
//
// Work is counted in warp instructions: an access to memory, which is checked and counted, takes as long as some 20 of
// them, an mma as some 100. One core does some 100 million of that in a second (an AMD EPYC with AVX-512), so that
// kUsualWork is some 20 seconds.
#pragma once

#include <cstdint>

namespace bankloom::simt {

struct RunStatistics;

/// A most work for launches that nobody wants to wait for.
inline constexpr std::uint64_t kUsualWork = 2'000'000'000;

[[nodiscard]] std::uint64_t work_of(const RunStatistics& statistics);

/// Blocks first, first + stride, ... (linear indices).
struct BlockSpan {
  std::uint64_t first = 0, count = 0, stride = 1;
  bool behind_gap = false;  ///< blocks before them were left out
  [[nodiscard]] std::uint64_t at(std::uint64_t index) const { return first + index * stride; }
};

class BlockPlan {
 public:
  /// `most_work` 0: all blocks are executed.
  BlockPlan(std::uint64_t blocks, std::uint64_t most_work) : blocks_(blocks), most_work_(most_work) {}

  /// Whether all blocks that are executed have been given out.
  [[nodiscard]] bool is_done() const { return next_ == blocks_; }
  /// Whether the next blocks are known; if not, add() has to be told more of those that were given out.
  [[nodiscard]] bool is_known() const { return most_work_ == 0 || given_ < upcoming_.blocks || current_.is_reached; }
  /// The next blocks, at most `most` of them. Only where is_known() and not is_done().
  [[nodiscard]] BlockSpan take(std::uint64_t most);
  /// What the blocks of a span took; spans in the order in which they were given out.
  void add(std::uint64_t blocks, std::uint64_t work);
  /// Blocks that are executed in all, as far as is known.
  [[nodiscard]] std::uint64_t planned() const;

 private:
  /// A number of blocks given out, and the work that they took.
  struct Checkpoint {
    std::uint64_t blocks = 0, work = 0;
    bool is_reached = false;  ///< they have ended
  };
  static constexpr std::uint64_t kFirstCheckpoint = 2;
  void decide();

  std::uint64_t blocks_, most_work_;
  std::uint64_t next_ = 0, stride_ = 1;  ///< the next block, and from there on
  std::uint64_t given_ = 0, ended_ = 0;  ///< blocks
  std::uint64_t work_ = 0;               ///< of those that ended
  Checkpoint previous_, current_{kFirstCheckpoint}, upcoming_{2 * kFirstCheckpoint};
};

}  // namespace bankloom::simt
