#include "ui/panels/timeline_scale.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace bankloom::ui {
namespace {

/// What part of the room gaps may take at most.
constexpr float kMostGaps = 0.15f;
constexpr float kLeastStep = 1e-6f;

}  // namespace

LaneClock::LaneClock(std::vector<std::shared_ptr<const Timeline>> timelines) : timelines_(std::move(timelines)) {
  for (const auto& timeline : timelines_) {
    if (timeline != nullptr && timeline->warps() > starts_.size()) starts_.resize(timeline->warps());
  }
  for (std::uint32_t warp = 0; warp < warps(); ++warp) {
    std::vector<std::uint64_t>& starts = starts_[warp];
    for (const auto& timeline : timelines_) {
      if (timeline == nullptr || warp >= timeline->warps()) continue;
      const auto& own = timeline->of_warp(warp);
      starts.resize(std::max(starts.size(), own.size() + 1));
      for (std::size_t at = 0; at < own.size(); ++at) {
        starts[at + 1] = std::max<std::uint64_t>(starts[at + 1], timeline->requests()[own[at]].steps);
      }
    }
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
  }
}

std::uint64_t LaneClock::start(std::uint32_t warp, std::size_t in_warp) const {
  if (warp >= starts_.size() || starts_[warp].empty()) return 0;
  return starts_[warp][std::min(in_warp, starts_[warp].size() - 1)];
}

std::size_t LaneClock::requests(std::uint32_t warp) const {
  return warp < starts_.size() ? std::max<std::size_t>(starts_[warp].size(), 1) - 1 : 0;
}

LaneScale lane_scale(const LaneRoom& room, const LaneClock& clock) {
  float steps = 0, requests = 0;
  for (std::uint32_t warp = 0; warp < clock.warps(); ++warp) {
    steps = std::max(steps, static_cast<float>(clock.start(warp, clock.requests(warp))));
    requests = std::max(requests, static_cast<float>(clock.requests(warp)));
  }
  LaneScale scale;
  scale.clock = &clock;
  scale.gap = requests > 0 ? std::min(room.gap, room.width * kMostGaps / requests) : 0;
  // A gap of less than a pixel would be seen as blurred edges only.
  if (scale.gap < 1) scale.gap = 0;
  const float left = room.width - scale.gap * requests;
  scale.step = std::clamp(steps > 0 ? left / steps : room.largest, kLeastStep, std::max(room.largest, kLeastStep));
  return scale;
}

float request_begin(const LaneScale& scale, const TimelineRequest& request) {
  const std::uint64_t start =
      scale.clock == nullptr ? request.warp_start : scale.clock->start(request.warp, request.in_warp);
  return static_cast<float>(start) * scale.step + static_cast<float>(request.in_warp) * scale.gap;
}

float request_over(const LaneScale& scale, const TimelineRequest& request) {
  if (scale.clock == nullptr) return request_end(scale, request);
  return static_cast<float>(scale.clock->start(request.warp, request.in_warp + std::size_t{1})) * scale.step +
         static_cast<float>(request.in_warp) * scale.gap;
}

float request_end(const LaneScale& scale, const TimelineRequest& request) {
  return request_begin(scale, request) + static_cast<float>(request.steps) * scale.step;
}

float step_middle(const LaneScale& scale, const TimelineRequest& request, std::uint32_t step) {
  const auto at = static_cast<float>(std::min(step, request.steps - 1));
  return request_begin(scale, request) + (at + 0.5f) * scale.step;
}

float lanes_length(const LaneScale& scale, const Timeline& timeline) {
  float longest = 0;
  for (std::uint32_t warp = 0; warp < timeline.warps(); ++warp) {
    if (timeline.of_warp(warp).empty()) continue;
    longest = std::max(longest, request_end(scale, timeline.requests()[timeline.of_warp(warp).back()]));
  }
  return longest;
}

std::optional<LaneHit> lane_hit(const LaneScale& scale, const Timeline& timeline, std::uint32_t warp, float x) {
  if (warp >= timeline.warps() || x < 0) return std::nullopt;
  const auto& own = timeline.of_warp(warp);
  const auto& requests = timeline.requests();
  const auto after = std::upper_bound(own.begin(), own.end(), x, [&](float wanted, std::uint32_t index) {
    return wanted < request_begin(scale, requests[index]);
  });
  if (after == own.begin()) return std::nullopt;
  const std::uint32_t index = *(after - 1);
  const TimelineRequest& request = requests[index];
  if (x > request_end(scale, request)) return std::nullopt;
  const float within = (x - request_begin(scale, request)) / scale.step;
  return LaneHit{index, std::min(static_cast<std::uint32_t>(std::max(within, 0.0f)), request.steps - 1)};
}

LaneKind lane_kind(const TimelineRequest& request) {
  if (request.space == Space::global) return LaneKind::global;
  if (request.space != Space::shared) return LaneKind::other;
  if (request.counts.bank_conflicts != 0) return LaneKind::conflict;
  return request.op == AccessOp::load || request.op == AccessOp::ldmatrix ? LaneKind::load : LaneKind::store;
}

std::vector<LaneBlock> lane_blocks(const LaneScale& scale, const Timeline& timeline, std::uint32_t warp) {
  std::vector<LaneBlock> blocks;
  if (warp >= timeline.warps()) return blocks;
  const auto& own = timeline.of_warp(warp);
  for (std::uint32_t at = 0; at < own.size(); ++at) {
    const TimelineRequest& request = timeline.requests()[own[at]];
    const float begin = request_begin(scale, request), end = request_end(scale, request);
    const LaneKind kind = lane_kind(request);
    const bool joins = !blocks.empty() && std::floor(blocks.back().begin) == std::floor(begin) && end - begin < 1 &&
                       blocks.back().end - blocks.back().begin < 1;
    if (!joins) {
      blocks.push_back({begin, end, kind, at, 1});
      continue;
    }
    LaneBlock& block = blocks.back();
    block.end = end;
    block.kind = std::max(block.kind, kind);
    ++block.count;
  }
  return blocks;
}

}  // namespace bankloom::ui
