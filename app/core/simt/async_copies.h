// AsyncCopies: which bytes of a block's shared memory asynchronous copies (cp.async) may still be writing, as far as
// the waits of the threads that issued them tell (PTX ISA, "cp.async", "cp.async.wait_group").
//
// The emulator's copies are complete when they are issued, so a kernel that forgets to wait works here; this remembers
// what a device may not have copied yet. Each thread waits for its own copies: those since its last commit_group form
// its next group, wait_group N waits for all but its latest N groups, wait_all for all copies, committed or not. What
// was waited for is seen by other threads behind a barrier, which ShadowMemory looks after.
// Not modelled: the delay itself; stores to bytes that a copy still writes; who reads before the mbarrier was waited
// for that the copies arrive at (cp.async.mbarrier.arrive counts as a wait), or that a bulk copy tells (cp.async.bulk
// counts as loads and stores of its thread).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bankloom::simt {

class AsyncCopies {
 public:
  /// What is known of a copy that may still be under way.
  struct Copy {
    std::uint32_t thread = 0;  ///< linear index in the block
    std::uint32_t line = 0;    ///< of the cp.async, 0 where unknown
  };

  /// Nothing is under way in a new block with so many bytes of shared memory.
  void begin_block(std::size_t shared_bytes);
  [[nodiscard]] bool any() const { return under_way_ != 0; }

  /// A thread starts to copy `width` bytes (4, 8 or 16) to `address`, aligned to them.
  void issue(std::uint32_t thread, std::uint32_t line, std::uint64_t address, unsigned width);
  void commit(std::uint32_t thread);
  void wait_group(std::uint32_t thread, std::uint32_t groups_left);
  void wait_all(std::uint32_t thread);

  /// The copy that may still write one of these bytes; nullptr where none does.
  [[nodiscard]] const Copy* find(std::uint64_t address, unsigned width) const;

 private:
  static constexpr unsigned kUnitBytes = 4;  ///< the least that is copied
  struct Unit {
    Copy copy;
    std::uint64_t group = 0;
    bool under_way = false;
  };
  struct UnitRange {
    std::uint64_t first = 0, count = 0, group = 0;  ///< units
  };
  struct Thread {
    std::uint64_t group = 0;  ///< number of the next one
    std::vector<UnitRange> ranges;
  };
  void finish(std::uint32_t thread, std::uint64_t end);

  std::size_t shared_bytes_ = 0;
  std::vector<Unit> units_;
  std::vector<Thread> threads_;
  std::size_t under_way_ = 0;  ///< places of all threads
};

}  // namespace bankloom::simt
