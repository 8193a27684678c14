#include "core/session/step_sequence.h"

#include <algorithm>
#include <tuple>

namespace bankloom {
namespace {

/// Bytes between the addresses of the first two active lanes of an access, 0 where there is only one.
std::uint64_t lane_distance(const KernelRun& run, std::size_t index) {
  MemoryAccess access;
  run.trace.read(index, access, false);
  const LaneMask lanes = addressing_lanes(access);
  if (lane_count(lanes) < 2) return 0;
  const std::uint64_t first = access.addresses[first_lane(lanes)];
  const std::uint64_t second = access.addresses[first_lane(lanes & (lanes - 1))];
  return first < second ? second - first : first - second;
}

/// The steps of a side's request, 0 where it has none.
std::uint32_t own_steps(const SideView& view, std::uint32_t warp, std::uint32_t request) {
  const Timeline* const timeline = view.timeline.get();
  if (timeline == nullptr || warp >= timeline->warps() || request >= timeline->of_warp(warp).size()) return 0;
  return timeline->requests()[timeline->of_warp(warp)[request]].steps;
}

}  // namespace

std::uint32_t warps_of(const SideViews& views) {
  std::uint32_t most = 0;
  for (const SideView& view : views) most = std::max(most, view.timeline ? view.timeline->warps() : 0);
  return most;
}

std::uint32_t requests_of(const SideViews& views, std::uint32_t warp) {
  std::size_t most = 0;
  for (const SideView& view : views) {
    if (view.timeline && warp < view.timeline->warps()) most = std::max(most, view.timeline->of_warp(warp).size());
  }
  return static_cast<std::uint32_t>(most);
}

std::uint32_t steps_of(const SideViews& views, std::uint32_t warp, std::uint32_t request) {
  return std::max({1U, own_steps(views[0], warp, request), own_steps(views[1], warp, request)});
}

Position most_expensive(const SideViews& views, std::uint32_t warp, std::optional<Space> only) {
  Position best{warp, 0, 0};
  std::optional<std::tuple<bool, std::uint32_t, std::uint64_t>> most;
  for (const SideView& view : views) {
    if (!view.timeline || warp >= view.timeline->warps()) continue;
    for (const std::uint32_t index : view.timeline->of_warp(warp)) {
      const TimelineRequest& request = view.timeline->requests()[index];
      if (only && request.space != *only) continue;
      // Shared requests come first; of equal ones the one with the largest distance between lanes, which padding
      // changes.
      const bool shared = request.space == Space::shared;
      const std::tuple weight{shared, request.steps, lane_distance(*view.run, request.access)};
      if (most && weight <= *most) continue;
      most = weight;
      best.request = request.in_warp;
    }
  }
  best.step = steps_of(views, warp, best.request) - 1;
  return best;
}

StepSequence::StepSequence(const SideViews& views, PlayScope scope, std::uint32_t warp) {
  std::uint64_t start = 0;
  const auto append = [&](std::uint32_t of_warp, std::uint32_t request) {
    const std::uint32_t a = own_steps(views[0], of_warp, request), b = own_steps(views[1], of_warp, request);
    const std::uint32_t steps = std::max({1U, a, b});
    entries_.push_back({of_warp, request, steps, a != 0 && b != 0 && a != b, start});
    start += steps;
  };
  if (scope == PlayScope::warp) {
    const std::uint32_t requests = requests_of(views, warp);
    for (std::uint32_t request = 0; request < requests; ++request) append(warp, request);
    return;
  }
  // The order of execution of the side with more requests.
  const Timeline* longest = nullptr;
  for (const SideView& view : views) {
    const Timeline* const own = view.timeline.get();
    if (own != nullptr && (longest == nullptr || own->requests().size() > longest->requests().size())) longest = own;
  }
  if (longest == nullptr) return;
  for (const TimelineRequest& request : longest->requests()) append(request.warp, request.in_warp);
}

std::size_t StepSequence::entry_of(Position position) const {
  const auto is_it = [&](const Entry& entry) {
    return entry.warp == position.warp && entry.request == position.request;
  };
  // For one warp the entries are its requests.
  if (position.request < entries_.size() && is_it(entries_[position.request])) return position.request;
  return static_cast<std::size_t>(std::ranges::find_if(entries_, is_it) - entries_.begin());
}

std::uint64_t StepSequence::index_of(Position position) const {
  const std::size_t entry = entry_of(position);
  return entry < entries_.size() ? entries_[entry].start + position.step : 0;
}

Position StepSequence::at(std::uint64_t index) const {
  index = std::min(index, count() - 1);
  const auto after = std::upper_bound(entries_.begin(), entries_.end(), index,
                                      [](std::uint64_t wanted, const Entry& entry) { return wanted < entry.start; });
  const Entry& entry = *(after - 1);
  return {entry.warp, entry.request, static_cast<std::uint32_t>(index - entry.start)};
}

std::optional<Position> StepSequence::next_request(Position position, int by) const {
  std::size_t entry = entry_of(position);
  if (by <= 0 && position.step == 0 && entry-- == 0) return std::nullopt;
  if (by > 0 && entry < entries_.size()) ++entry;
  if (entry >= entries_.size()) return std::nullopt;
  return Position{entries_[entry].warp, entries_[entry].request, 0};
}

std::optional<std::uint64_t> StepSequence::steps_to_difference(Position position, double most) const {
  const std::uint64_t present = index_of(position);
  for (std::size_t at = entry_of(position); at + 1 < entries_.size(); ++at) {
    const Entry& entry = entries_[at];
    const std::uint64_t last = entry.start + entry.steps - 1;
    if (static_cast<double>(last - present) > most) break;
    if (entry.differs) return last - present;
  }
  return std::nullopt;
}

}  // namespace bankloom
