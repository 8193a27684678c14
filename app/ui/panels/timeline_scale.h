// The places of a timeline's requests along its lanes, in pixels. Pure.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/session/timeline.h"

namespace bankloom::ui {

/// The start of requests on the clock of both sides: a request is as long there as the longer of the two, as Player
/// plays them, and lanes that arrive at a barrier wait there until it completes.
class LaneClock {
 public:
  /// Positions are counted in transactions and in gaps between requests; a barrier has two gaps of its own.
  struct Moment {
    std::uint64_t steps = 0, gaps = 0;
    friend bool operator==(const Moment&, const Moment&) = default;
  };
  /// A barrier of a side: a line through the rows of all warps.
  struct Wall {
    std::size_t timeline = 0;  ///< index among the clock's timelines
    std::size_t barrier = 0;   ///< index in its barriers()
    Moment place;              ///< start of the line's room
  };
  /// Lanes of a warp that wait at a wall.
  struct Wait {
    std::size_t wall = 0;     ///< index in walls()
    std::size_t arrival = 0;  ///< index in the barrier's arrivals
    Moment from;              ///< start of the warp's next request
  };

  LaneClock() = default;
  /// Null ones are ignored.
  explicit LaneClock(std::vector<std::shared_ptr<const Timeline>> timelines);
  [[nodiscard]] bool is_of(const std::vector<std::shared_ptr<const Timeline>>& timelines) const {
    return timelines == timelines_;
  }
  [[nodiscard]] const std::vector<std::shared_ptr<const Timeline>>& timelines() const { return timelines_; }
  /// Start of a warp's request; after the last one, the end of all.
  [[nodiscard]] Moment place(std::uint32_t warp, std::size_t in_warp) const;
  /// Transactions before it, and waiting, counted in those of other warps.
  [[nodiscard]] std::uint64_t start(std::uint32_t warp, std::size_t in_warp) const {
    return place(warp, in_warp).steps;
  }
  /// Transactions of the request on the side where it takes longer.
  [[nodiscard]] std::uint64_t length(std::uint32_t warp, std::size_t in_warp) const;
  /// The larger number of requests of a warp on the two sides.
  [[nodiscard]] std::size_t requests(std::uint32_t warp) const;
  [[nodiscard]] std::uint32_t warps() const { return static_cast<std::uint32_t>(lanes_.size()); }
  [[nodiscard]] const std::vector<Wall>& walls() const { return walls_; }
  /// The waits of a warp's lanes on a side (index among the timelines).
  [[nodiscard]] const std::vector<Wait>& waits(std::size_t timeline, std::uint32_t warp) const;

 private:
  struct Lane {
    std::vector<std::uint64_t> lengths;
    std::vector<Moment> places;            ///< one more than its requests
    std::vector<std::vector<Wait>> waits;  ///< by timeline
  };
  class Placing;

  std::vector<std::shared_ptr<const Timeline>> timelines_;
  std::vector<Lane> lanes_;  ///< by warp
  std::vector<Wall> walls_;
};

/// Lengths: one scale for both sides of a comparison.
struct LaneScale {
  float step = 1;                    ///< pixels of one transaction
  float gap = 0;                     ///< pixels between two requests
  const LaneClock* clock = nullptr;  ///< null: each warp's requests follow one another
};

/// The room of a timeline's lanes.
struct LaneRoom {
  float width = 0;    ///< pixels
  float largest = 0;  ///< limit of a transaction's length
  float gap = 0;      ///< between requests, if there is room
};
/// A scale in which all lanes fit; the clock must outlive it.
[[nodiscard]] LaneScale lane_scale(const LaneRoom& room, const LaneClock& clock);

/// Pixels from the lane's start to the request's start, and to its end.
[[nodiscard]] float request_begin(const LaneScale& scale, const TimelineRequest& request);
[[nodiscard]] float request_end(const LaneScale& scale, const TimelineRequest& request);
/// End of the request's time on the clock: until then a side that is done sooner is idle.
[[nodiscard]] float request_over(const LaneScale& scale, const TimelineRequest& request);
/// Pixels from the lane's start to a wall, and to the start of its waiting lanes: the end of what they did before.
[[nodiscard]] float wall_at(const LaneScale& scale, const LaneClock::Wall& wall);
[[nodiscard]] float wait_begin(const LaneScale& scale, const LaneClock::Wait& wait);

/// What is `x` pixels after the start of a warp's lane: the request's index in the timeline's requests() and its step;
/// nothing in a gap between requests or after the last one.
struct LaneHit {
  std::uint32_t request = 0;
  std::uint32_t step = 0;
};
[[nodiscard]] std::optional<LaneHit> lane_hit(const LaneScale& scale, const Timeline& timeline, std::uint32_t warp,
                                              float x);

/// The colour class of a request.
enum class LaneKind : std::uint8_t { other, global, store, load, conflict };
[[nodiscard]] LaneKind lane_kind(const TimelineRequest& request);

/// A drawn part of a lane: one request, or several that are narrower than a pixel together.
struct LaneBlock {
  float begin = 0, end = 0;  ///< pixels from the lane's start
  LaneKind kind = LaneKind::other;
  std::uint32_t first = 0;  ///< index in the timeline's of_warp(warp)
  std::uint32_t count = 1;
};
/// The blocks of a warp's lane; those that share a pixel are joined: then a conflict takes precedence over a load, and
/// so on.
[[nodiscard]] std::vector<LaneBlock> lane_blocks(const LaneScale& scale, const Timeline& timeline, std::uint32_t warp);

}  // namespace bankloom::ui
