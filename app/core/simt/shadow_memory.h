// ShadowMemory: what the threads of a block have done to every byte that they share, to find races and, in shared
// memory, reads of uninitialized memory. Of global memory it covers what this block touches.
//
// A race is what compute-sanitizer's racecheck calls a hazard (its documentation, "Understanding Racecheck Hazard
// Reports"): two threads access the same byte, at least one of them writes, and nothing orders the two accesses.
// Accesses are ordered by a barrier at which both threads' warps synchronize, by bar.warp.sync for lanes of a warp,
// and, so that locks and flags raise no alarm, by an atomic cas or exch (or, in a kernel with fences, any atomic or
// volatile access) that reads what another one wrote. Two atomics are no race; an atomic and a plain access are one,
// except for a load whose value an atomic cas compares, which detects an old value. Lanes of a warp that store
// different values to one byte by the same instruction race as well: it is undefined which value remains. So do lanes
// that add to one byte, whether to the same sum or not: one of their changes remains. As racecheck does not show
// hazards without an effect (its severity INFO), a store of the value already there is no race. In one respect this is
// milder than racecheck, which warns of every reliance on the warp's lockstep: two accesses of a warp race only if the
// warp was diverged at one of them, or the launch does not trust its lockstep (LaunchConfig::trusts_lockstep).
//
// Every unit of memory has its last write and its last reads; a unit is 4 bytes until a narrower access comes. A race
// is found unless a newer access, in the order in which the emulator runs the warps, hides it. Not modelled: races
// between blocks, which nothing orders (order_check.h finds whether a result depends on their order); global memory
// beyond the first 32 MiB that a block touches (8 MiB if it accesses single bytes), see watched_all(); named barriers
// of parts of warps (they count for the whole warp); the wait for an asynchronous copy, which counts as complete when
// it is issued (see AsyncCopies).
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
    bool consecutive = false;                  ///< all lanes are active and consecutive
    const std::uint64_t* addresses = nullptr;  ///< 32; those of inactive lanes are ignored
    bool global = false;                       ///< of global memory
    std::uint32_t warp = 0;
    bool diverged = false;              ///< some live lanes of the warp are elsewhere, or may be
    bool strong = false;                ///< no race with other strong accesses: atomics, flags
    bool acquires = false;              ///< is ordered after everything before the strong write that it reads
    bool is_update = false;             ///< store: of a changed value that was read from there (stores_update())
    bool reads_old = false;             ///< atomic: the new value depends on the old one
    const Step* step = nullptr;         ///< for messages
    std::uint64_t order = 0;            ///< of the access in its block, for messages
    const std::byte* values = nullptr;  ///< store: the values of all lanes, `width` bytes each
    const std::byte* memory = nullptr;  ///< contents before the access, from the address `base` on
    std::uint64_t base = 0;
    const std::byte* const* lanes_memory = nullptr;  ///< or by lane, at its address, if the lanes reach several buffers
    const std::uint64_t* at = nullptr;               ///< set by add(): the addresses as the cells are counted
  };

  /// What is wrong with the access of one lane; at most one hazard per lane.
  struct Hazard {
    FaultCase what = FaultCase::reads_written;
    unsigned lane = 0;
    std::uint64_t address = 0;       ///< of the first unit concerned
    std::uint32_t other_thread = 0;  ///< linear index in the block
    std::uint32_t other_line = 0;
    bool same_warp = false;
    bool other_known = true;  ///< false: one of several threads; `other_thread` may be the lane's own
  };

  /// A read of uninitialized memory, reported when the block ends.
  struct Unwritten {
    const Step* step = nullptr;
    std::uint32_t thread = 0;  ///< linear index in the block
    std::uint64_t address = 0;
    unsigned width = 4;
    std::uint64_t count = 0;  ///< lanes
    std::uint64_t order = 0;  ///< of the first access
  };

  /// Starts a block with so many bytes of shared memory (and at most 32 warps).
  void begin_block(std::size_t bytes);

  /// Adds an access. Returns true if nothing is wrong with it; otherwise see hazards(). Reads of uninitialized memory
  /// appear only in unwritten(), since another thread may still write there without a barrier: then the race is the
  /// fault.
  [[nodiscard]] bool add(Access& access);
  [[nodiscard]] const std::vector<Hazard>& hazards() const { return hazards_; }
  /// Limits the watched global memory to so many units, for many resident blocks.
  void watch_at_most(std::size_t cells) { most_cells_ = std::min(most_cells_, cells); }
  /// Whether all accesses of the block have been watched so far.
  [[nodiscard]] bool watched_all() const { return watched_all_; }
  /// Of the block that ends, in the order of their first occurrence.
  [[nodiscard]] std::vector<Unwritten> unwritten() const;

  /// All threads of the block have synchronized.
  void synchronize_all() {
    all_ = ++now_ << kStampShift;
    parts_synchronized_ = false;
  }
  /// A barrier has completed: the warps in `waiting` see what those in `waiting` and `arrived` did before it. `marks`:
  /// what arrive() returned for each warp in `arrived`.
  void synchronize(std::uint32_t waiting, std::uint32_t arrived, const std::vector<std::uint64_t>& marks);
  /// A warp arrives at a barrier without waiting there.
  [[nodiscard]] std::uint64_t arrive() { return ++now_ << kStampShift; }
  /// Lanes of a warp have synchronized; `alive`: its live lanes.
  void synchronize_lanes(std::uint32_t warp, LaneMask lanes, LaneMask alive);

 private:
  // A record consists of a stamp (the number of synchronizations before the access, counted over all blocks), flags,
  // the thread and its line. Records of earlier blocks are smaller than those of this one, so nothing needs to be
  // cleared.
  static constexpr unsigned kStampShift = 32;
  static constexpr std::uint64_t kDiverged = 1u << 31u;  ///< made while the warp was diverged
  static constexpr std::uint64_t kStrong = 1u << 30u;    ///< of writes
  static constexpr std::uint64_t kMany = 1u << 30u;      ///< of reads: by threads of several warps
  static constexpr std::uint64_t kLanes = 1u << 19u;     ///< of reads: by several threads of one warp
  static constexpr unsigned kThreadShift = 20;
  static constexpr unsigned kWarpShift = 25;
  static constexpr std::uint64_t kLineMask = (1u << 19u) - 1;
  struct Cell {
    std::uint64_t write = 0, read = 0;
  };
  /// Of global memory: 128 MiB of records.
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
  /// Whether nothing orders an access of a warp after an earlier one.
  [[nodiscard]] bool unordered(const Access& access, unsigned lane, std::uint64_t earlier);
  [[nodiscard]] bool is_ordered(std::uint32_t warp, unsigned lane, std::uint64_t earlier) const;
  void acquire(std::uint32_t warp, std::uint64_t write);

  std::vector<Cell> cells_;
  unsigned shift_ = 2;     ///< a cell covers 2^shift_ bytes
  std::size_t bytes_ = 0;  ///< covered by cells
  std::size_t pages_from_ = 0;
  std::size_t most_cells_ = kMostCells;
  bool watched_all_ = true;
  TouchedPages pages_;
  std::uint64_t now_ = 0;
  std::uint64_t block_ = 0;          ///< records from here on belong to this block
  std::uint64_t all_ = 0;            ///< smaller records are ordered before all further accesses
  std::vector<std::uint64_t> seen_;  ///< beyond all_
  /// What a lane sees of another one's accesses, beyond seen_ of its warp: [lane * 32 + of].
  using LanesSeen = std::array<std::uint64_t, std::size_t{kWarpSize} * kWarpSize>;
  std::vector<std::unique_ptr<LanesSeen>> lanes_seen_;  ///< by warp; null if no part of it has synchronized alone
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
