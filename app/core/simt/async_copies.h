// AsyncCopies: which bytes of a block's shared memory asynchronous copies (cp.async) may still be writing, according to
// the waits of the threads that issued them (PTX ISA, "cp.async", "cp.async.wait_group").
//
// The emulator's copies complete when they are issued, so a kernel that forgets to wait works here; this class keeps
// what a device may not have copied yet. Each thread waits for its own copies: those since its last commit_group form
// its next group, wait_group N waits for all but its latest N groups, wait_all for all copies, committed or not. Other
// threads see the bytes after a barrier, which ShadowMemory tracks. Not modelled: the delay itself; stores to bytes
// that a copy still writes; reads before a wait for the mbarrier that the copies arrive at (cp.async.mbarrier.arrive
// counts as a wait) or that a bulk copy completes (cp.async.bulk counts as loads and stores of its thread).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bankloom::simt {

class AsyncCopies {
 public:
  /// A copy that may still be in flight.
  struct Copy {
    std::uint32_t thread = 0;  ///< linear index in the block
    std::uint32_t line = 0;    ///< of the cp.async, 0 where unknown
  };

  /// Starts a block with this much shared memory and no copy in flight.
  void begin_block(std::size_t shared_bytes);
  [[nodiscard]] bool any() const { return under_way_ != 0; }

  /// A thread issues a copy of `width` bytes (4, 8 or 16) to `address`, aligned to them.
  void issue(std::uint32_t thread, std::uint32_t line, std::uint64_t address, unsigned width);
  void commit(std::uint32_t thread);
  void wait_group(std::uint32_t thread, std::uint32_t groups_left);
  void wait_all(std::uint32_t thread);

  /// The copy that may still write one of these bytes; nullptr if there is none.
  [[nodiscard]] const Copy* find(std::uint64_t address, unsigned width) const;

 private:
  static constexpr unsigned kUnitBytes = 4;  ///< size of the smallest copy
  struct Unit {
    Copy copy;
    std::uint64_t group = 0;
    bool under_way = false;
  };
  struct UnitRange {
    std::uint64_t first = 0, count = 0, group = 0;  ///< units
  };
  struct Thread {
    std::uint64_t group = 0;  ///< number of the next group
    std::vector<UnitRange> ranges;
  };
  void finish(std::uint32_t thread, std::uint64_t end);

  std::size_t shared_bytes_ = 0;
  std::vector<Unit> units_;
  std::vector<Thread> threads_;
  std::size_t under_way_ = 0;  ///< ranges of all threads
};

}  // namespace bankloom::simt
