#include "core/simt/shadow_memory.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "core/simt/program.h"

namespace bankloom::simt {
namespace {

constexpr std::uint32_t kMostWarps = 32;
/// Stamps restart before they could overflow: a block has fewer synchronizations than its budget of instructions.
constexpr std::uint64_t kLargestStamp = std::uint64_t{1} << 31u;

}  // namespace

void ShadowMemory::begin_block(std::size_t bytes) {
  pages_.begin_block();
  pages_from_ = (bytes + TouchedPages::kPageBytes - 1) >> TouchedPages::kPageShift << TouchedPages::kPageShift;
  grow_to(pages_from_);
  if (now_ >= kLargestStamp) {
    std::ranges::fill(cells_, Cell{});
    std::ranges::fill(seen_, std::uint64_t{0});
    now_ = 0;
  }
  block_ = all_ = ++now_ << kStampShift;
  if (seen_.empty()) seen_.resize(std::size_t{kMostWarps} * kMostWarps);
  parts_synchronized_ = false;
  watched_all_ = true;
  hazards_.clear();
  pending_.clear();
  pending_at_.clear();
}

void ShadowMemory::grow_to(std::size_t bytes) {
  if (bytes <= bytes_) return;
  bytes_ = bytes;
  cells_.resize(bytes >> shift_);
}

/// Sets the place of the access, in `at` if it differs from its addresses; returns false if the access is not watched.
inline bool ShadowMemory::place(Access& access, std::uint64_t* at) {
  access.at = access.addresses;
  if (!access.global) return true;
  access.at = at;
  constexpr std::uint64_t kOffset = TouchedPages::kPageBytes - 1;
  const auto page_of = [&](std::uint64_t address, std::uint64_t& begin) {
    const auto number = pages_.number_of(address);
    if (!number) return false;
    begin = pages_from_ + (*number << TouchedPages::kPageShift);
    const std::size_t end = begin + TouchedPages::kPageBytes;
    if (end > bytes_) {
      if (end > most_bytes()) return false;
      grow_to(std::min(2 * end, most_bytes()));
    }
    return true;
  };
  std::uint64_t begin = 0;
  if (access.consecutive) {
    const std::uint64_t first = access.addresses[0], last = access.addresses[kWarpSize - 1];
    if (first >> TouchedPages::kPageShift == last >> TouchedPages::kPageShift) {
      if (!page_of(first, begin)) return false;
      begin += first & kOffset;
      for (unsigned lane = 0; lane < kWarpSize; ++lane) at[lane] = begin + std::uint64_t{lane} * access.width;
      return true;
    }
    access.consecutive = false;
  }
  std::uint64_t page = ~std::uint64_t{0};
  bool is_placed = true;
  for_each_lane(access.exec, [&](unsigned lane) {
    const std::uint64_t address = access.addresses[lane];
    if (address >> TouchedPages::kPageShift != page) {
      page = address >> TouchedPages::kPageShift;
      is_placed = is_placed && page_of(address, begin);
    }
    at[lane] = begin + (address & kOffset);
  });
  return is_placed;
}

bool ShadowMemory::add(Access& access) {
  hazards_.clear();
  alignas(64) std::uint64_t at[kWarpSize];
  if (access.width < 1u << shift_) refine(access.width);
  if (!place(access, at)) {
    watched_all_ = false;
    return true;
  }
  if (access.kind == AccessKind::load) return add_load(access);
  const bool is_right = add_store(access);
  // A thread that acquires this write has not seen what the warp does from now on.
  if (access.acquires) ++now_;
  return is_right;
}

void ShadowMemory::synchronize(std::uint32_t waiting, std::uint32_t arrived, const std::vector<std::uint64_t>& marks) {
  parts_synchronized_ = true;
  const std::uint64_t mark = ++now_ << kStampShift;
  std::array<std::uint64_t, kMostWarps> known{};
  for_each_lane(waiting | arrived, [&](unsigned warp) {
    for (std::uint32_t of = 0; of < kMostWarps; ++of) known[of] = std::max(known[of], seen(warp, of));
  });
  for_each_lane(arrived, [&](unsigned warp) { known[warp] = std::max(known[warp], marks[warp]); });
  for_each_lane(waiting, [&](unsigned warp) { known[warp] = mark; });
  for_each_lane(waiting, [&](unsigned warp) {
    for (std::uint32_t of = 0; of < kMostWarps; ++of) seen(warp, of) = known[of];
  });
}

std::uint64_t ShadowMemory::record_of(const Access& access) const {
  return now_ << kStampShift | (access.diverged ? kDiverged : 0u) | std::uint64_t{access.warp} << kWarpShift |
         std::min<std::uint64_t>(access.step->source_line, kLineMask);
}

inline bool ShadowMemory::unordered(const Access& access, unsigned lane, std::uint64_t earlier) {
  if (earlier < all_) return false;
  const std::uint32_t of = warp_of(earlier);
  if (of == access.warp && !access.diverged && (earlier & kDiverged) == 0) return false;
  if (earlier < seen(access.warp, of)) return false;
  return of != access.warp || !is_ordered(of, lane, earlier);
}

/// Whether a lane has synchronized with the lane of its warp that made an earlier access, if only some lanes have
/// synchronized.
bool ShadowMemory::is_ordered(std::uint32_t warp, unsigned lane, std::uint64_t earlier) const {
  if (lanes_seen_.size() <= warp || lanes_seen_[warp] == nullptr) return false;
  const LanesSeen& seen = *lanes_seen_[warp];
  const std::uint64_t* const of_lane = seen.data() + std::size_t{lane} * kWarpSize;
  // Of several lanes that read, only the last is known: the others are assumed to have synchronized, too.
  if ((earlier & kLanes) != 0) return earlier < *std::max_element(of_lane, of_lane + kWarpSize);
  return earlier < of_lane[thread_of(earlier) % kWarpSize];
}

void ShadowMemory::synchronize_lanes(std::uint32_t warp, LaneMask lanes, LaneMask alive) {
  const std::uint64_t mark = ++now_ << kStampShift;
  if ((alive & ~lanes) == 0) {
    seen(warp, warp) = mark;
    return;
  }
  if (lanes_seen_.size() <= warp) lanes_seen_.resize(warp + 1);
  if (lanes_seen_[warp] == nullptr) lanes_seen_[warp] = std::make_unique<LanesSeen>();
  LanesSeen& seen = *lanes_seen_[warp];
  // Lanes that synchronize share all they have seen.
  std::array<std::uint64_t, kWarpSize> known{};
  for_each_lane(lanes, [&](unsigned lane) {
    for (unsigned of = 0; of < kWarpSize; ++of) known[of] = std::max(known[of], seen[lane * kWarpSize + of]);
  });
  for_each_lane(lanes, [&](unsigned lane) { known[lane] = mark; });
  for_each_lane(lanes, [&](unsigned lane) { std::copy(known.begin(), known.end(), seen.begin() + lane * kWarpSize); });
}

void ShadowMemory::acquire(std::uint32_t warp, std::uint64_t write) {
  const std::uint32_t of = warp_of(write);
  if (of != warp) parts_synchronized_ = true;
  // Later accesses of the other warp have a larger stamp.
  const std::uint64_t behind = ((write >> kStampShift) + 1) << kStampShift;
  seen(warp, of) = std::max(seen(warp, of), behind);
  // Also what the other warp has acquired in turn: many may arrive, one after another, at a place where one waits. (It
  // may have acquired some of it after its write; that hides a race at most.)
  for (std::uint32_t further = 0; further < kMostWarps; ++further) {
    if (further != warp) seen(warp, further) = std::max(seen(warp, further), seen(of, further));
  }
  now_ = std::max(now_, behind >> kStampShift);
}

template <class Visit>
inline void ShadowMemory::each_unit(const Access& access, unsigned lane, Visit visit) {
  const std::size_t first = access.at[lane] >> shift_, count = access.width >> shift_;
  for (std::size_t unit = first; unit < first + count; ++unit) visit(unit, cells_[unit]);
}

template <class Visit>
inline void ShadowMemory::each_cell(const Access& access, Visit visit) {
  const std::uint64_t* const addresses = access.at;
  const unsigned shift = shift_;
  if (access.exec == kAllLanes && access.width >> shift == 1) {
    if (access.consecutive) {
      Cell* const cells = cells_.data() + (addresses[0] >> shift);
      for (unsigned lane = 0; lane < kWarpSize; ++lane) visit(lane, cells[lane]);
    } else {
      Cell* const cells = cells_.data();
      for (unsigned lane = 0; lane < kWarpSize; ++lane) visit(lane, cells[addresses[lane] >> shift]);
    }
    return;
  }
  for_each_lane(access.exec,
                [&](unsigned lane) { each_unit(access, lane, [&](std::size_t, Cell& cell) { visit(lane, cell); }); });
}

bool ShadowMemory::add_load(const Access& access) {
  const std::uint64_t record = record_of(access), last = all_ - 1, first = access.global ? 0 : block_;
  // Differences that must not be negative, or-ed: the highest bit shows the result, since records never have it. The
  // last write must be before the last synchronization of all threads and, in shared memory, of this block.
  std::uint64_t writes = 0, reads = 0;
  each_cell(access, [&](unsigned, const Cell& cell) {
    writes |= (cell.write - first) | (last - cell.write);
    reads |= last - cell.read;
  });
  if (access.strong) {
    // Not recorded: it is no race with a strong write, and one with an earlier plain write is found below.
  } else if (reads >> 63u == 0) [[likely]] {
    each_cell(access, [&](unsigned lane, Cell& cell) { cell.read = record + (std::uint64_t{lane} << kThreadShift); });
  } else {
    add_reads(access, record);
  }
  if (writes >> 63u == 0) [[likely]]
    return true;
  check_load(access);
  return hazards_.empty();
}

/// Adds reads to others since the last synchronization of all threads.
void ShadowMemory::add_reads(const Access& access, std::uint64_t record) {
  const std::uint64_t all = all_, own = std::max(all, seen(access.warp, access.warp));
  each_cell(access, [&](unsigned lane, Cell& cell) {
    const std::uint64_t mine = record + (std::uint64_t{lane} << kThreadShift), before = cell.read;
    const std::uint64_t difference = before ^ mine;
    const bool other_warp = (difference >> kWarpShift & 31u) != 0;
    const bool other_thread = (difference >> kThreadShift & 1023u) != 0;
    const bool several_warps = other_warp || (before & kMany) != 0;
    const bool stays =
        before >= (several_warps ? all : own) && (several_warps || !is_ordered(access.warp, lane, before));
    const std::uint64_t both =
        (before & (kDiverged | kMany | kLanes)) | (other_warp ? kMany : 0u) | (other_thread ? kLanes : 0u);
    cell.read = mine | (stays ? both : 0u);
  });
}

void ShadowMemory::check_load(const Access& access) {
  for_each_lane(access.exec, [&](unsigned lane) {
    const std::uint32_t thread = access.warp * kWarpSize + lane;
    bool reported = false, reported_unwritten = false;
    each_unit(access, lane, [&](std::size_t unit, const Cell& cell) {
      if (cell.write < block_) {
        if (!access.global && !std::exchange(reported_unwritten, true)) add_unwritten(access, lane, unit);
        return;
      }
      if (cell.write < all_ || thread_of(cell.write) == thread || !unordered(access, lane, cell.write)) return;
      if (access.strong && (cell.write & kStrong) != 0) {
        if (access.acquires) acquire(access.warp, cell.write);
        return;
      }
      if (!std::exchange(reported, true)) add_hazard(access, FaultCase::reads_written, lane, unit, cell.write);
    });
  });
}

bool ShadowMemory::add_store(const Access& access) {
  const bool is_atomic = access.kind == AccessKind::atomic;
  const std::uint64_t last = all_ - 1, first = is_atomic && !access.global ? block_ : 0;
  std::uint64_t bad = 0;  // as in add_load()
  each_cell(access, [&](unsigned, const Cell& cell) {
    bad |= (cell.write - first) | (last - cell.write) | (last - cell.read);
  });
  if (bad >> 63u != 0) [[unlikely]] {
    check_store(access);
  } else {
    const std::uint64_t record = record_of(access) | (access.strong ? kStrong : 0u);
    each_cell(access, [&](unsigned lane, Cell& cell) { cell.write = record + (std::uint64_t{lane} << kThreadShift); });
  }
  if (is_atomic || access.consecutive) return hazards_.empty();
  // If a cell has the record of another lane than its own, both lanes stored there.
  const std::uint64_t threads = std::uint64_t{access.warp} << kWarpShift;
  std::uint64_t others = 0;
  each_cell(access, [&](unsigned lane, const Cell& cell) {
    others |= cell.write ^ (threads | std::uint64_t{lane} << kThreadShift);
  });
  if ((others >> kThreadShift & 1023u) != 0) [[unlikely]]
    check_at_once(access);
  return hazards_.empty();
}

/// Whether a store leaves the bytes of a unit unchanged, so that it has no visible effect.
bool ShadowMemory::keeps_value(const Access& access, unsigned lane, std::size_t unit) const {
  if (access.kind != AccessKind::store || (!access.global && cells_[unit].write < block_)) return false;
  const std::size_t within = (unit << shift_) - access.at[lane], bytes = std::size_t{1} << shift_;
  const std::byte* const value = access.values + std::size_t{lane} * access.width + within;
  const std::byte* const there = access.lanes_memory != nullptr
                                     ? access.lanes_memory[lane]
                                     : access.memory + (access.addresses[lane] - access.base);
  return std::memcmp(there + within, value, bytes) == 0;
}

void ShadowMemory::check_store(const Access& access) {
  const bool is_atomic = access.kind == AccessKind::atomic;
  // check_at_once() handles the lanes of one instruction: here all of them see the state before.
  for_each_lane(access.exec, [&](unsigned lane) {
    const std::uint32_t thread = access.warp * kWarpSize + lane;
    bool reported = false, reported_unwritten = false;
    each_unit(access, lane, [&](std::size_t unit, const Cell& cell) {
      if (is_atomic && !access.global && access.reads_old && cell.write < block_ &&
          !std::exchange(reported_unwritten, true)) {
        add_unwritten(access, lane, unit);
      }
      if (cell.write >= all_ && thread_of(cell.write) != thread && unordered(access, lane, cell.write)) {
        if (access.strong && (cell.write & kStrong) != 0) {
          if (access.acquires) acquire(access.warp, cell.write);
        } else if (!reported && !keeps_value(access, lane, unit)) {
          reported = true;
          drop_unwritten(unit);
          return add_hazard(access, FaultCase::writes_written, lane, unit, cell.write);
        }
      }
      if (cell.read < all_) return;
      // Of threads of several warps at least one is another thread; it is unknown which of them this one has
      // synchronized with.
      const bool others = (cell.read & kMany) != 0 ? !parts_synchronized_
                                                   : ((cell.read & kLanes) != 0 || thread_of(cell.read) != thread) &&
                                                         unordered(access, lane, cell.read);
      if (!others || keeps_value(access, lane, unit)) return;
      drop_unwritten(unit);
      if (!std::exchange(reported, true)) add_hazard(access, FaultCase::writes_read, lane, unit, cell.read);
    });
  });
  const std::uint64_t record = record_of(access) | (access.strong ? kStrong : 0u);
  for_each_lane(access.exec, [&](unsigned lane) {
    each_unit(access, lane, [&](std::size_t unit, Cell& cell) {
      const bool unchanged = cell.write >= all_ && keeps_value(access, lane, unit);
      if (!unchanged) cell.write = record + (std::uint64_t{lane} << kThreadShift);
    });
  });
}

void ShadowMemory::check_at_once(const Access& access) {
  for_each_lane(access.exec, [&](unsigned lane) {
    bool reported = false;
    each_unit(access, lane, [&](std::size_t unit, const Cell&) {
      const std::size_t at = unit << shift_, bytes = std::size_t{1} << shift_;
      const auto value_of = [&](unsigned of) {
        return access.values + std::size_t{of} * access.width + (at - access.at[of]);
      };
      for_each_lane(access.exec & (lane_bit(lane) - 1), [&](unsigned lower) {
        const bool here = at >= access.at[lower] && at < access.at[lower] + access.width;
        if (reported || !here) return;
        if (!access.is_update && std::memcmp(value_of(lane), value_of(lower), bytes) == 0) return;
        reported = true;
        const auto what = access.is_update ? FaultCase::updates_at_once : FaultCase::writes_at_once;
        add_hazard(access, what, lane, unit, record_of(access) + (std::uint64_t{lower} << kThreadShift));
      });
    });
  });
}

void ShadowMemory::add_hazard(const Access& access, FaultCase what, unsigned lane, std::size_t unit,
                              std::uint64_t other) {
  if (!hazards_.empty() && hazards_.back().lane == lane) return;
  Hazard hazard;
  hazard.what = what;
  hazard.lane = lane;
  const std::uint64_t within = std::max<std::uint64_t>(unit << shift_, access.at[lane]) - access.at[lane];
  hazard.address = access.addresses[lane] + within;
  hazard.other_thread = thread_of(other);
  hazard.other_line = static_cast<std::uint32_t>(other & kLineMask);
  // If threads of several warps have read, the barrier of one warp is not enough.
  const bool of_many = what == FaultCase::writes_read && (other & kMany) != 0;
  hazard.same_warp = warp_of(other) == access.warp && !of_many;
  hazard.other_known = hazard.other_thread != access.warp * kWarpSize + lane;
  hazards_.push_back(hazard);
}

void ShadowMemory::add_unwritten(const Access& access, unsigned lane, std::size_t unit) {
  const auto [known, is_new] = pending_at_.try_emplace({unit, access.step}, pending_.size());
  if (is_new) {
    Pending pending;
    pending.read.step = access.step;
    pending.read.thread = access.warp * kWarpSize + lane;
    pending.read.address = unit << shift_;
    pending.read.width = access.width;
    pending.read.order = access.order;
    pending_.push_back(pending);
  }
  ++pending_[known->second].read.count;
}

void ShadowMemory::drop_unwritten(std::size_t unit) {
  if (pending_.empty()) return;
  for (auto at = pending_at_.lower_bound({unit, nullptr}); at != pending_at_.end() && at->first.first == unit; ++at) {
    pending_[at->second].dropped = true;
  }
}

std::vector<ShadowMemory::Unwritten> ShadowMemory::unwritten() const {
  std::vector<Unwritten> reads;
  for (const Pending& pending : pending_) {
    if (!pending.dropped) reads.push_back(pending.read);
  }
  return reads;
}

/// Makes the units as small as `width`: each inherits the records of the unit that it was part of.
void ShadowMemory::refine(unsigned width) {
  unsigned shift = shift_;
  while (1u << shift > width) --shift;
  const std::size_t parts = std::size_t{1} << (shift_ - shift);
  bytes_ = std::min(bytes_, pages_from_ + (most_cells_ << shift));
  std::vector<Cell> finer(bytes_ >> shift);
  for (std::size_t unit = 0; unit < finer.size(); ++unit) finer[unit] = cells_[unit / parts];
  decltype(pending_at_) moved;
  for (const auto& [key, index] : pending_at_) {
    for (std::size_t part = 0; part < parts; ++part) moved[{key.first * parts + part, key.second}] = index;
  }
  pending_at_ = std::move(moved);
  cells_ = std::move(finer);
  shift_ = shift;
}

}  // namespace bankloom::simt
