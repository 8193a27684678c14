#include "core/session/barrier_wait.h"

#include <algorithm>

namespace bankloom {
namespace {

BarrierWait wait_at(const Timeline& timeline, std::size_t index, std::uint32_t request) {
  const TimelineBarrier& barrier = timeline.barriers()[index];
  BarrierWait wait{.barrier = index, .number = barrier.number, .expected = barrier.expected, .opens = barrier.opened};
  LaneMask came = 0;
  for (const TimelineBarrier::Arrival& arrival : barrier.arrivals) {
    came |= lane_bit(arrival.warp);
    if (!arrival.waits) continue;
    if (arrival.order <= request) {
      wait.waiting |= lane_bit(arrival.warp);
      if (wait.source_line == 0) wait.source_line = arrival.source_line;
    } else {
      wait.later |= lane_bit(arrival.warp);
    }
  }
  wait.later &= ~wait.waiting;
  if (barrier.expected == 0) wait.never = first_lanes(timeline.warps()) & ~came;
  return wait;
}

/// Whether a part of a warp waits at a barrier after a request of the warp was served.
std::optional<BarrierWait::Part> part_at(const Timeline& timeline, const TimelineBarrier& barrier, std::uint32_t warp,
                                         std::uint32_t request) {
  BarrierWait::Part part;
  part.warp = warp;
  for (const TimelineBarrier::Arrival& arrival : barrier.arrivals) {
    if (arrival.warp != warp || !arrival.waits) continue;
    (arrival.order <= request + 1 ? part.waiting : part.later) |= arrival.lanes;
  }
  const LaneMask all = timeline.lanes_of(warp);
  if (part.waiting == 0 || part.waiting == all) return std::nullopt;
  part.never = all & ~barrier.lanes_of(warp);
  return part;
}

}  // namespace

std::optional<BarrierWait> barrier_wait(const Timeline& timeline, std::uint32_t request) {
  if (request >= timeline.requests().size()) return std::nullopt;
  const std::uint32_t warp = timeline.requests()[request].warp;
  std::optional<BarrierWait> found;
  for (std::size_t index = 0; index < timeline.barriers().size(); ++index) {
    const TimelineBarrier& barrier = timeline.barriers()[index];
    // Barriers are in the order of completion: this one completes before the request is served.
    if (barrier.opened && barrier.order <= request) continue;
    if (const auto part = part_at(timeline, barrier, warp, request)) {
      found = wait_at(timeline, index, request + 1);
      found->part = part;
      const auto at = std::ranges::find(barrier.arrivals, warp, &TimelineBarrier::Arrival::warp);
      found->source_line = at->source_line;
      return found;
    }
    BarrierWait wait = wait_at(timeline, index, request);
    if (!found && wait.waiting != 0) found = wait;
  }
  return found;
}

}  // namespace bankloom
