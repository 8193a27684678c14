// ShadowMemory: what the threads of a block have done to every byte that they share, to find races and, in shared
// memory, reads of what nobody has written. Of global memory it knows what this block touches.
//
// A race is what compute-sanitizer's racecheck calls a hazard (its documentation, "Understanding Racecheck Hazard
// Reports"): two threads reach the same byte, at least one of them writes, and nothing orders the two accesses.
// Accesses are ordered by a barrier that both threads' warps meet at, by bar.warp.sync for lanes of a warp, and, so
// that locks and flags are no alarm, by an atomic cas or exch (or, in a kernel with fences, any atomic or volatile
// access) that reads what another one wrote. Two atomics are no race; an atomic and a plain access are one, but for a
// load whose value an atomic cas compares, which finds out whether it is old. Lanes of a
// warp that store different values to one byte by the same instruction race as well: which value stays is not defined;
// and so do those that add to one byte, whether to the same sum or not: of their changes one is left.
// As racecheck does not show hazards that have no effect (its severity INFO), a store of the value that is there
// already is none. In one thing this is milder than racecheck, which warns of every reliance on the warp's lockstep:
// two accesses of a warp race only where one of them was made while lanes of the warp had gone another way.
//
// Kept is the last write and the last reads of every unit of memory: of 4 bytes until something narrower is accessed.
// A race is found where the order in which the emulator runs the warps does not hide it behind a newer access.
// Not modelled: races between blocks, which nothing orders (whether a result depends on their order is found by running
// them in another one); global memory beyond the first 32 MiB that a block touches (8 MiB where it reaches single
// bytes), which watched_all() tells; named barriers of parts of warps (they count for the whole warp); the wait for an
// asynchronous copy, which counts as done when it is issued (see AsyncCopies).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/lane_mask.h"
#include "core/simt/fault.h"
#include "core/simt/touched_pages.h"

namespace bankloom::simt {

struct Step;

class ShadowMemory {
 public:
  enum class AccessKind : std::uint8_t { load, store, atomic };

  /// One warp-level access, before it is carried out: in bounds and aligned.
  struct Access {
    AccessKind kind = AccessKind::load;
    unsigned width = 4;  ///< bytes per lane: 1, 2, 4, 8, 16
    LaneMask exec = 0;
    bool consecutive = false;                  ///< all lanes, side by side in their order
    const std::uint64_t* addresses = nullptr;  ///< 32, those of inactive lanes are not looked at
    bool global = false;                       ///< of global memory
    std::uint32_t warp = 0;
    bool diverged = false;              ///< not all living lanes of the warp are at this place
    bool strong = false;                ///< no race with other strong ones: atomics, flags
    bool acquires = false;              ///< orders what came before the strong write that it reads
    bool is_update = false;             ///< store: of what was read from there, changed (Decoder::stores_update())
    bool reads_old = false;             ///< atomic: the new value depends on the old one
    const Step* step = nullptr;         ///< for messages
    std::uint64_t order = 0;            ///< of the access in its block, for messages
    const std::byte* values = nullptr;  ///< store: of all lanes, `width` bytes each
    const std::byte* memory = nullptr;  ///< what is there before the access, beginning at the address `base`
    std::uint64_t base = 0;
    const std::byte* const* lanes_memory = nullptr;  ///< or, by lane, at its address, where they reach several buffers
    const std::uint64_t* at = nullptr;               ///< add()'s own: the addresses as the cells are counted
  };

  /// What is wrong with the access of one lane, of which at most one finding is made.
  struct Hazard {
    FaultCase what = FaultCase::reads_written;
    unsigned lane = 0;
    std::uint64_t address = 0;       ///< of the first unit that it is about
    std::uint32_t other_thread = 0;  ///< linear index in the block
    std::uint32_t other_line = 0;
    bool same_warp = false;
    bool other_known = true;  ///< false: some thread of several, `other_thread` may be the lane's own
  };

  /// A read of what nobody has written, as it is known when the block ends.
  struct Unwritten {
    const Step* step = nullptr;
    std::uint32_t thread = 0;  ///< linear index in the block
    std::uint64_t address = 0;
    unsigned width = 4;
    std::uint64_t count = 0;  ///< lanes
    std::uint64_t order = 0;  ///< of the first access
  };

  /// A new block with so many bytes of shared memory (and at most 32 warps).
  void begin_block(std::size_t bytes);

  /// Notes an access. True where nothing is wrong with it; else hazards() tells. What nobody has written is told by
  /// unwritten() only, since another thread may turn out to write it without a barrier: then that is the mistake.
  [[nodiscard]] bool add(Access& access);
  [[nodiscard]] const std::vector<Hazard>& hazards() const { return hazards_; }
  /// Limits what is watched of global memory to so many units, where there are many blocks at a time.
  void watch_at_most(std::size_t cells) { most_cells_ = std::min(most_cells_, cells); }
  /// Whether all accesses of the block have been watched so far.
  [[nodiscard]] bool watched_all() const { return watched_all_; }
  /// Of the block that ends, in the order of their first occurrence.
  [[nodiscard]] std::vector<Unwritten> unwritten() const;

  /// All threads of the block have met.
  void synchronize_all() {
    all_ = ++now_ << kStampShift;
    parts_synchronized_ = false;
  }
  /// Warps have met at a barrier: those in `waiting` see what those in `waiting` and `arrived` did before it. `marks`:
  /// what arrive() gave each warp in `arrived`.
  void synchronize(std::uint32_t waiting, std::uint32_t arrived, const std::vector<std::uint64_t>& marks);
  /// A warp has arrived at a barrier without waiting there.
  [[nodiscard]] std::uint64_t arrive() { return ++now_ << kStampShift; }
  /// Lanes of a warp have met; `alive`: those that it has left.
  void synchronize_lanes(std::uint32_t warp, LaneMask lanes, LaneMask alive);

 private:
  // A record is a stamp (the number of meetings before the access, counted over all blocks), flags, the thread and its
  // line. Records of earlier blocks are smaller than those of this one, so that nothing needs to be cleared.
  static constexpr unsigned kStampShift = 32;
  static constexpr std::uint64_t kDiverged = 1u << 31u;  ///< made while the warp's lanes had parted
  static constexpr std::uint64_t kStrong = 1u << 30u;    ///< of writes
  static constexpr std::uint64_t kMany = 1u << 30u;      ///< of reads: threads of several warps
  static constexpr std::uint64_t kLanes = 1u << 19u;     ///< of reads: several threads of one warp
  static constexpr unsigned kThreadShift = 20;
  static constexpr unsigned kWarpShift = 25;
  static constexpr std::uint64_t kLineMask = (1u << 19u) - 1;
  struct Cell {
    std::uint64_t write = 0, read = 0;
  };
  /// Of global memory, 128 MiB of records.
  static constexpr std::size_t kMostCells = std::size_t{1} << 23u;

  template <class Visit>
  void each_cell(const Access& access, Visit visit);
  template <class Visit>
  void each_unit(const Access& access, unsigned lane, Visit visit);
  [[nodiscard]] bool place(Access& access, std::uint64_t* at);
  [[nodiscard]] bool add_load(const Access& access);
  [[nodiscard]] bool add_store(const Access& access);
  void add_reads(const Access& access, std::uint64_t record);
  void check_load(const Access& access);
  void check_store(const Access& access);
  void check_at_once(const Access& access);
  [[nodiscard]] bool keeps_value(const Access& access, unsigned lane, std::size_t unit) const;
  void add_hazard(const Access& access, FaultCase what, unsigned lane, std::size_t unit, std::uint64_t other);
  void add_unwritten(const Access& access, unsigned lane, std::size_t unit);
  void drop_unwritten(std::size_t unit);
  void refine(unsigned width);
  void grow_to(std::size_t bytes);
  [[nodiscard]] std::size_t most_bytes() const { return pages_from_ + (most_cells_ << shift_); }
  [[nodiscard]] std::uint64_t record_of(const Access& access) const;
  [[nodiscard]] static std::uint32_t thread_of(std::uint64_t record) { return (record >> kThreadShift) & 1023u; }
  [[nodiscard]] static std::uint32_t warp_of(std::uint64_t record) { return (record >> kWarpShift) & 31u; }
  /// What a warp sees of another one's accesses: those with smaller records.
  [[nodiscard]] std::uint64_t& seen(std::uint32_t warp, std::uint32_t of) { return seen_[warp * 32 + of]; }
  /// Whether nothing orders an access of a warp behind an earlier one.
  [[nodiscard]] bool unordered(const Access& access, unsigned lane, std::uint64_t earlier);
  [[nodiscard]] bool is_ordered(std::uint32_t warp, unsigned lane, std::uint64_t earlier) const;
  void acquire(std::uint32_t warp, std::uint64_t write);

  std::vector<Cell> cells_;
  unsigned shift_ = 2;     ///< a cell stands for 2^shift_ bytes
  std::size_t bytes_ = 0;  ///< that there are cells for
  std::size_t pages_from_ = 0;
  std::size_t most_cells_ = kMostCells;
  bool watched_all_ = true;
  TouchedPages pages_;
  std::uint64_t now_ = 0;
  std::uint64_t block_ = 0;          ///< records from here on are this block's
  std::uint64_t all_ = 0;            ///< records below are ordered before whatever comes
  std::vector<std::uint64_t> seen_;  ///< beyond all_
  /// What a lane sees of another one's accesses, beyond seen_ of its warp: [lane * 32 + of].
  using LanesSeen = std::array<std::uint64_t, std::size_t{kWarpSize} * kWarpSize>;
  std::vector<std::unique_ptr<LanesSeen>> lanes_seen_;  ///< by warp; null where no part of one has met alone
  bool parts_synchronized_ = false;  ///< in this block: a warp may see more of one warp than of another
  std::vector<Hazard> hazards_;
  struct Pending {
    Unwritten read;
    bool dropped = false;
  };
  std::vector<Pending> pending_;
  std::map<std::pair<std::size_t, const Step*>, std::size_t> pending_at_;  ///< (unit, step) -> index in pending_
};

}  // namespace bankloom::simt
