#include "core/session/step_sequence.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace bankloom {
namespace {

/// What is to be seen in a request: whether its first two active lanes share an address, and else how many bytes those
/// are apart.
std::pair<bool, std::uint64_t> lane_distance(const KernelRun& run, std::size_t index) {
  MemoryAccess access;
  run.trace.read(index, access, false);
  const LaneMask lanes = addressing_lanes(access);
  if (lane_count(lanes) < 2) return {false, 0};
  const std::uint64_t first = access.addresses[first_lane(lanes)];
  const std::uint64_t second = access.addresses[first_lane(lanes & (lanes - 1))];
  return {first == second, first < second ? second - first : first - second};
}

/// The steps of a side's request, 0 where it has none.
std::uint32_t own_steps(const SideView& view, std::uint32_t warp, std::uint32_t request) {
  const Timeline* const timeline = view.timeline.get();
  if (timeline == nullptr || warp >= timeline->warps() || request >= timeline->of_warp(warp).size()) return 0;
  return timeline->requests()[timeline->of_warp(warp)[request]].steps;
}

/// As StepPlace, of the steps of both sides.
std::optional<std::uint32_t> lesser_of(std::uint32_t a, std::uint32_t b) {
  return a != 0 && b != 0 && a != b ? std::optional(std::min(a, b)) : std::nullopt;
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

StepPlace place_of(const SideViews& views, Position position) {
  const std::uint32_t a = own_steps(views[0], position.warp, position.request);
  const std::uint32_t b = own_steps(views[1], position.warp, position.request);
  return {position.step, std::max({1U, a, b}), lesser_of(a, b)};
}

std::optional<RequestDifference> largest_difference(const SideViews& views, std::uint32_t warp) {
  std::optional<RequestDifference> largest;
  std::pair<bool, std::uint32_t> most;
  for (std::uint32_t index = 0; index < requests_of(views, warp); ++index) {
    const std::uint32_t a = own_steps(views[0], warp, index), b = own_steps(views[1], warp, index);
    if (!lesser_of(a, b)) continue;
    const Timeline& timeline = *views[0].timeline;
    const TimelineRequest& request = timeline.requests()[timeline.of_warp(warp)[index]];
    const std::pair weight{request.space == Space::shared, std::max(a, b) - std::min(a, b)};
    if (largest && weight <= most) continue;
    most = weight;
    largest = {request.space, request.source_line, {a, b}};
  }
  return largest;
}

Position most_expensive(const SideViews& views, std::uint32_t warp, std::optional<Space> only) {
  Position best{warp, 0, 0};
  std::optional<std::tuple<std::uint32_t, bool, std::uint32_t, std::pair<bool, std::uint64_t>>> most;
  for (const SideView& view : views) {
    if (!view.timeline || warp >= view.timeline->warps()) continue;
    for (const std::uint32_t index : view.timeline->of_warp(warp)) {
      const TimelineRequest& request = view.timeline->requests()[index];
      if (only && request.space != *only) continue;
      // What differs most between A and B comes first, then shared memory; of equal requests a broadcast, or the one
      // with the largest distance between lanes, which padding changes.
      const bool shared = request.space == Space::shared;
      const std::uint32_t a = own_steps(views[0], warp, request.in_warp),
                          b = own_steps(views[1], warp, request.in_warp);
      const std::uint32_t difference = lesser_of(a, b) ? std::max(a, b) - std::min(a, b) : 0;
      const std::tuple weight{difference, shared, request.steps, lane_distance(*view.run, request.access)};
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
    entries_.push_back({of_warp, request, steps, lesser_of(a, b), start});
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

std::uint64_t StepSequence::Cursor::index() const {
  return entry_ < sequence_->entries_.size() ? sequence_->entries_[entry_].start + step_ : 0;
}

StepPlace StepSequence::Cursor::place() const {
  if (entry_ >= sequence_->entries_.size()) return {};
  const Entry& entry = sequence_->entries_[entry_];
  return {step_, entry.steps, entry.lesser};
}

bool StepSequence::Cursor::next() {
  const auto& entries = sequence_->entries_;
  if (entry_ >= entries.size() || (entry_ + 1 == entries.size() && step_ + 1 >= entries[entry_].steps)) return false;
  if (++step_ >= entries[entry_].steps) {
    ++entry_;
    step_ = 0;
  }
  return true;
}

}  // namespace bankloom
