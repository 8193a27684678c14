#include "ui/panels/timeline_scale.h"

#include <algorithm>
#include <cmath>

namespace bankloom::ui {
namespace {

/// What part of the room gaps may take at most.
constexpr float kMostGaps = 0.15f;
constexpr float kLeastStep = 1e-6f;

std::size_t longest_lane_requests(const Timeline& timeline) {
  std::size_t most = 0;
  for (std::uint32_t warp = 0; warp < timeline.warps(); ++warp) most = std::max(most, timeline.of_warp(warp).size());
  return most;
}

}  // namespace

LaneScale lane_scale(const LaneRoom& room, const std::vector<const Timeline*>& timelines) {
  float steps = 0, requests = 0;
  for (const Timeline* timeline : timelines) {
    if (timeline == nullptr) continue;
    steps += static_cast<float>(timeline->longest_warp_steps());
    requests += static_cast<float>(longest_lane_requests(*timeline));
  }
  LaneScale scale;
  scale.gap = requests > 0 ? std::min(room.gap, room.width * kMostGaps / requests) : 0;
  // A gap of less than a pixel would be seen as blurred edges only.
  if (scale.gap < 1) scale.gap = 0;
  const float left = room.width - scale.gap * requests;
  scale.step = std::clamp(steps > 0 ? left / steps : room.largest, kLeastStep, std::max(room.largest, kLeastStep));
  return scale;
}

float request_begin(const LaneScale& scale, const TimelineRequest& request) {
  return static_cast<float>(request.warp_start) * scale.step + static_cast<float>(request.in_warp) * scale.gap;
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
