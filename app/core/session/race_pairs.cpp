#include "core/session/race_pairs.h"

#include <algorithm>
#include <optional>

#include "core/session/fault_place.h"
#include "core/session/timeline.h"

namespace bankloom {
namespace {

/// The most accesses that are read in search of the earlier ones: some milliseconds.
constexpr std::size_t kMostReads = 20'000;

struct ThreadPlace {
  std::uint32_t warp = 0;
  unsigned lane = 0;
};

ThreadPlace thread_place(const Dim3& thread, const Dim3& block) {
  const std::uint64_t linear = thread.x + std::uint64_t{block.x} * (thread.y + std::uint64_t{block.y} * thread.z);
  return {static_cast<std::uint32_t>(linear / kWarpSize), static_cast<unsigned>(linear % kWarpSize)};
}

bool only_reads(AccessOp op) { return op == AccessOp::load || op == AccessOp::ldmatrix; }

class PartnerSearch {
 public:
  PartnerSearch(const KernelRun& run, const Timeline& timeline) : run_(run), timeline_(timeline) {}

  [[nodiscard]] std::optional<RacePair> pair_of(std::size_t fault, const simt::FaultMark& mark) {
    const ThreadPlace here = thread_place(mark.thread, run_.instance.block);
    const ThreadPlace there = thread_place(mark.other, run_.instance.block);
    if (mark.order >= timeline_.requests().size() || there.warp >= timeline_.warps()) return std::nullopt;
    const auto second = static_cast<std::uint32_t>(mark.order);
    if (timeline_.requests()[second].warp != here.warp) return std::nullopt;
    RacePair pair{fault, mark.address, {second, there.lane}, {second, here.lane}};
    const bool at_once = mark.what == simt::FaultCase::writes_at_once || mark.what == simt::FaultCase::updates_at_once;
    if (at_once) return there.warp == here.warp ? std::optional(pair) : std::nullopt;
    const auto first = earlier(run_.faults[fault].space, mark, second, there);
    if (!first) return std::nullopt;
    pair.first.request = *first;
    return pair;
  }

 private:
  /// The last access before `second` that a lane made to the mark's address.
  [[nodiscard]] std::optional<std::uint32_t> earlier(Space space, const simt::FaultMark& mark, std::uint32_t second,
                                                     const ThreadPlace& by) {
    const auto& own = timeline_.of_warp(by.warp);
    const bool read = mark.what == simt::FaultCase::writes_read;
    for (auto at = std::lower_bound(own.begin(), own.end(), second); at != own.begin() && reads_ < kMostReads;) {
      const TimelineRequest& request = timeline_.requests()[*--at];
      const bool is_alike = request.space == space && (mark.other_line == 0 || request.source_line == mark.other_line);
      // An atomic reads, too.
      if (!is_alike || (!read && only_reads(request.op))) continue;
      ++reads_;
      run_.trace.read(request.access, access_, false);
      const std::uint64_t from = access_.addresses[by.lane];
      if (has_lane(addressing_lanes(access_), by.lane) && mark.address >= from && mark.address - from < access_.width) {
        return *at;
      }
    }
    return std::nullopt;
  }

  const KernelRun& run_;
  const Timeline& timeline_;
  MemoryAccess access_;
  std::size_t reads_ = 0;
};

}  // namespace

std::vector<RacePair> race_pairs(const KernelRun& run, const Timeline& timeline) {
  std::vector<RacePair> pairs;
  PartnerSearch search(run, timeline);
  for (std::size_t index = 0; index < run.faults.size(); ++index) {
    const simt::Fault& fault = run.faults[index];
    if (fault.kind != simt::FaultKind::race || fault_block(run, fault) != timeline.block()) continue;
    for (const simt::FaultMark& mark : fault.marks) {
      if (!mark.other_known) continue;
      if (const auto pair = search.pair_of(index, mark)) pairs.push_back(*pair);
    }
  }
  return pairs;
}

}  // namespace bankloom
