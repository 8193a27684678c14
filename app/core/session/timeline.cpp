#include "core/session/timeline.h"

#include <algorithm>

namespace bankloom {
namespace {

std::uint64_t linear_index(const Dim3& block, const Dim3& grid) {
  return block.x + std::uint64_t{grid.x} * (block.y + std::uint64_t{grid.y} * block.z);
}

/// Index of a trace's first access of a block or a later one; traces are in the order of blocks.
std::size_t first_of_block(const Trace& trace, const Dim3& grid, std::uint64_t block) {
  std::size_t low = 0;
  std::size_t high = trace.size();
  MemoryAccess access;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    trace.read(middle, access, false);
    if (linear_index(access.block, grid) < block) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

std::uint32_t steps_of(const RequestCounts& counts, Space space) {
  const unsigned transactions = space == Space::shared ? counts.wavefronts : counts.sectors;
  return std::max(transactions, 1u);
}

}  // namespace

Timeline::Timeline(const KernelRun& run, std::uint64_t block) : block_(block) {
  const KernelShape& instance = run.instance;
  threads_ = instance.block.count();
  by_warp_.resize((threads_ + kWarpSize - 1) / kWarpSize);
  std::vector<std::uint64_t> warp_steps(by_warp_.size(), 0);
  std::uint64_t block_steps = 0;
  MemoryAccess access;
  for (std::size_t at = first_of_block(run.trace, instance.grid, block); at < run.trace.size(); ++at) {
    run.trace.read(at, access, false);
    if (linear_index(access.block, instance.grid) != block) break;
    if (access.warp >= by_warp_.size()) continue;
    TimelineRequest request{.access = at,
                            .warp = access.warp,
                            .in_warp = static_cast<std::uint32_t>(by_warp_[access.warp].size()),
                            .source_line = access.source_line,
                            .space = access.space,
                            .op = access.op,
                            .counts = count_request(run.machine, access)};
    request.steps = steps_of(request.counts, access.space);
    request.warp_start = warp_steps[access.warp];
    request.block_start = block_steps;
    warp_steps[access.warp] += request.steps;
    block_steps += request.steps;
    by_warp_[access.warp].push_back(static_cast<std::uint32_t>(requests_.size()));
    requests_.push_back(request);
  }
  add_barriers(run);
  races_ = race_pairs(run, *this);
}

void Timeline::add_barriers(const KernelRun& run) {
  const auto& meetings = run.trace.meetings();
  const auto index_of_block = [&](const Dim3& block) { return linear_index(block, run.instance.grid); };
  const auto first = std::lower_bound(
      meetings.begin(), meetings.end(), block_,
      [&](const BarrierMeeting& meeting, std::uint64_t block) { return index_of_block(meeting.block) < block; });
  for (auto meeting = first; meeting != meetings.end() && index_of_block(meeting->block) == block_; ++meeting) {
    TimelineBarrier barrier{meeting->number, meeting->expected, meeting->opened, meeting->order, {}};
    for (const BarrierArrival& arrival : meeting->arrivals) {
      if (arrival.warp >= warps()) continue;
      const auto& own = by_warp_[arrival.warp];
      const auto requests_before = [&](std::uint32_t order) {
        return static_cast<std::uint32_t>(std::lower_bound(own.begin(), own.end(), order) - own.begin());
      };
      barrier.arrivals.push_back({arrival.warp, arrival.lanes, arrival.source_line, arrival.waits, arrival.order,
                                  requests_before(arrival.order),
                                  requests_before(arrival.waits ? meeting->order : arrival.order)});
    }
    has_more_barriers_ = has_more_barriers_ || meeting->has_more;
    barriers_.push_back(std::move(barrier));
  }
}

LaneMask Timeline::lanes_of(std::uint32_t warp) const {
  const std::uint64_t before = std::uint64_t{warp} * kWarpSize;
  return before >= threads_
             ? 0
             : first_lanes(static_cast<std::uint32_t>(std::min<std::uint64_t>(threads_ - before, kWarpSize)));
}

LaneMask TimelineBarrier::lanes_of(std::uint32_t warp) const {
  LaneMask lanes = 0;
  for (const Arrival& arrival : arrivals) lanes |= arrival.warp == warp ? arrival.lanes : 0;
  return lanes;
}

std::uint64_t Timeline::warp_steps(std::uint32_t warp) const {
  if (by_warp_[warp].empty()) return 0;
  const TimelineRequest& last = requests_[by_warp_[warp].back()];
  return last.warp_start + last.steps;
}

std::uint64_t Timeline::block_steps() const {
  return requests_.empty() ? 0 : requests_.back().block_start + requests_.back().steps;
}

}  // namespace bankloom
