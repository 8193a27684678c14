#include "ui/panels/timeline_scale.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bankloom::ui {
namespace {

/// Largest part of the room for gaps.
constexpr float kMostGaps = 0.15f;
constexpr float kLeastStep = 1e-6f;
/// Additional gaps of a wall, besides that between two requests.
constexpr unsigned kWallGaps = 2;

}  // namespace

/// Places the requests of all warps, barrier after barrier.
class LaneClock::Placing {
 public:
  explicit Placing(LaneClock& clock) : clock_(clock), cursors_(clock.lanes_.size()) {}

  void place_all() {
    // In the order of completion; those of two sides that belong together are consecutive, and those that never
    // complete come last.
    std::vector<Wall> walls;
    for (std::size_t side = 0; side < clock_.timelines_.size(); ++side) {
      const Timeline* const timeline = clock_.timelines_[side].get();
      for (std::size_t at = 0; timeline != nullptr && at < timeline->barriers().size(); ++at)
        walls.push_back({side, at, {}});
    }
    std::ranges::stable_sort(walls, [&](const Wall& a, const Wall& b) {
      const TimelineBarrier &of_a = barrier_of(a), &of_b = barrier_of(b);
      if (of_a.opened != of_b.opened) return of_a.opened;
      return of_a.order != of_b.order ? of_a.order < of_b.order : a.barrier < b.barrier;
    });
    for (const Wall& wall : walls) add(wall);
    for (std::uint32_t warp = 0; warp < cursors_.size(); ++warp) {
      Lane& lane = clock_.lanes_[warp];
      place_until(warp, lane.lengths.size());
      lane.places.push_back(cursors_[warp].at);
    }
  }

 private:
  struct Cursor {
    std::size_t placed = 0;  ///< requests
    Moment at;
    Moment from;  ///< start of its wait at the last wall
  };

  [[nodiscard]] const TimelineBarrier& barrier_of(const Wall& wall) const {
    return clock_.timelines_[wall.timeline]->barriers()[wall.barrier];
  }

  void place_until(std::uint32_t warp, std::size_t count) {
    Lane& lane = clock_.lanes_[warp];
    Cursor& cursor = cursors_[warp];
    for (; cursor.placed < std::min(count, lane.lengths.size()); ++cursor.placed) {
      lane.places.push_back(cursor.at);
      cursor.at.steps += lane.lengths[cursor.placed];
      ++cursor.at.gaps;
    }
  }

  void add(Wall wall) {
    const std::size_t index = clock_.walls_.size();
    const TimelineBarrier& barrier = barrier_of(wall);
    std::vector<Moment> from;
    for (const TimelineBarrier::Arrival& arrival : barrier.arrivals) {
      place_until(arrival.warp, arrival.in_warp);
      from.push_back(cursors_[arrival.warp].at);
    }
    for (const TimelineBarrier::Arrival& arrival : barrier.arrivals) {
      place_until(arrival.warp, arrival.goes_on);
      const Moment& here = cursors_[arrival.warp].at;
      wall.place = {std::max(wall.place.steps, here.steps), std::max(wall.place.gaps, here.gaps)};
    }
    // If the other side's threads synchronize at the same place, it is one line.
    const Wall* const last = clock_.walls_.empty() ? nullptr : &clock_.walls_.back();
    const bool is_one = last != nullptr && last->timeline != wall.timeline && wall.place == behind(*last);
    if (is_one) wall.place = last->place;
    for (std::size_t at = 0; at < barrier.arrivals.size(); ++at) {
      const std::uint32_t warp = barrier.arrivals[at].warp;
      if (!barrier.arrivals[at].waits) continue;
      Cursor& cursor = cursors_[warp];
      // A warp that already waited at the other side's wall has done so since then.
      if (!is_one || !(from[at] == behind(wall))) cursor.from = from[at];
      clock_.lanes_[warp].waits[wall.timeline].push_back({index, at, cursor.from});
      cursor.at = behind(wall);
    }
    clock_.walls_.push_back(wall);
  }

  static Moment behind(const Wall& wall) { return {wall.place.steps, wall.place.gaps + kWallGaps}; }

  LaneClock& clock_;
  std::vector<Cursor> cursors_;
};

LaneClock::LaneClock(std::vector<std::shared_ptr<const Timeline>> timelines) : timelines_(std::move(timelines)) {
  for (const auto& timeline : timelines_) {
    if (timeline != nullptr && timeline->warps() > lanes_.size()) lanes_.resize(timeline->warps());
  }
  for (std::uint32_t warp = 0; warp < warps(); ++warp) {
    Lane& lane = lanes_[warp];
    lane.waits.resize(timelines_.size());
    for (const auto& timeline : timelines_) {
      if (timeline == nullptr || warp >= timeline->warps()) continue;
      const auto& own = timeline->of_warp(warp);
      lane.lengths.resize(std::max(lane.lengths.size(), own.size()));
      for (std::size_t at = 0; at < own.size(); ++at) {
        lane.lengths[at] = std::max<std::uint64_t>(lane.lengths[at], timeline->requests()[own[at]].steps);
      }
    }
  }
  Placing(*this).place_all();
}

LaneClock::Moment LaneClock::place(std::uint32_t warp, std::size_t in_warp) const {
  if (warp >= lanes_.size() || lanes_[warp].places.empty()) return {};
  return lanes_[warp].places[std::min(in_warp, lanes_[warp].places.size() - 1)];
}

std::uint64_t LaneClock::length(std::uint32_t warp, std::size_t in_warp) const {
  return warp < lanes_.size() && in_warp < lanes_[warp].lengths.size() ? lanes_[warp].lengths[in_warp] : 0;
}

std::size_t LaneClock::requests(std::uint32_t warp) const {
  return warp < lanes_.size() ? lanes_[warp].lengths.size() : 0;
}

const std::vector<LaneClock::Wait>& LaneClock::waits(std::size_t timeline, std::uint32_t warp) const {
  static const std::vector<Wait> kNone;
  return warp < lanes_.size() && timeline < timelines_.size() ? lanes_[warp].waits[timeline] : kNone;
}

namespace {

float pixels(const LaneScale& scale, const LaneClock::Moment& place) {
  return static_cast<float>(place.steps) * scale.step + static_cast<float>(place.gaps) * scale.gap;
}

}  // namespace

LaneScale lane_scale(const LaneRoom& room, const LaneClock& clock) {
  float steps = 0, gaps = 0;
  for (std::uint32_t warp = 0; warp < clock.warps(); ++warp) {
    const LaneClock::Moment end = clock.place(warp, clock.requests(warp));
    steps = std::max(steps, static_cast<float>(end.steps));
    gaps = std::max(gaps, static_cast<float>(end.gaps));
  }
  LaneScale scale;
  scale.clock = &clock;
  scale.gap = gaps > 0 ? std::min(room.gap, room.width * kMostGaps / gaps) : 0;
  // A gap of less than a pixel would only be visible as blurred edges.
  if (scale.gap < 1) scale.gap = 0;
  const float left = room.width - scale.gap * gaps;
  scale.step = std::clamp(steps > 0 ? left / steps : room.largest, kLeastStep, std::max(room.largest, kLeastStep));
  return scale;
}

float request_begin(const LaneScale& scale, const TimelineRequest& request) {
  if (scale.clock != nullptr) return pixels(scale, scale.clock->place(request.warp, request.in_warp));
  return pixels(scale, {request.warp_start, request.in_warp});
}

float request_over(const LaneScale& scale, const TimelineRequest& request) {
  if (scale.clock == nullptr) return request_end(scale, request);
  return request_begin(scale, request) +
         static_cast<float>(scale.clock->length(request.warp, request.in_warp)) * scale.step;
}

float wall_at(const LaneScale& scale, const LaneClock::Wall& wall) {
  // In the middle between the requests before and after it.
  return pixels(scale, wall.place) + (static_cast<float>(kWallGaps) - 1) / 2 * scale.gap;
}

float wait_begin(const LaneScale& scale, const LaneClock::Wait& wait) {
  return std::max(0.0f, pixels(scale, wait.from) - scale.gap);
}

float request_end(const LaneScale& scale, const TimelineRequest& request) {
  return request_begin(scale, request) + static_cast<float>(request.steps) * scale.step;
}

std::optional<LaneHit> lane_hit(const LaneScale& scale, const Timeline& timeline, std::uint32_t warp, float x) {
  if (warp >= timeline.warps() || x < 0) return std::nullopt;
  const auto& own = timeline.of_warp(warp);
  const auto& requests = timeline.requests();
  const auto after = std::ranges::upper_bound(
      own, x, [&](float wanted, std::uint32_t index) { return wanted < request_begin(scale, requests[index]); });
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
