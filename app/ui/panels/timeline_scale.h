// Where the requests of a timeline stand along its lanes, in pixels. Pure.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/session/timeline.h"

namespace bankloom::ui {

/// Where requests begin on the clock of both sides: a request is as long there as the longer of the two, as Player
/// plays them, and who comes to a barrier waits there until it opens.
class LaneClock {
 public:
  /// Places are counted in transactions and in gaps between requests, of which a barrier has two of its own.
  struct Moment {
    std::uint64_t steps = 0, gaps = 0;
    friend bool operator==(const Moment&, const Moment&) = default;
  };
  /// A barrier of a side: a line through the rows of all warps.
  struct Wall {
    std::size_t timeline = 0;  ///< index among those that the clock was made of
    std::size_t barrier = 0;   ///< index in its barriers()
    Moment place;              ///< where the room for the line begins
  };
  /// Lanes of a warp that wait at a wall.
  struct Wait {
    std::size_t wall = 0;     ///< index in walls()
    std::size_t arrival = 0;  ///< index in the barrier's arrivals
    Moment from;              ///< where the warp's next request would begin
  };

  LaneClock() = default;
  /// Null ones count nothing.
  explicit LaneClock(std::vector<std::shared_ptr<const Timeline>> timelines);
  [[nodiscard]] bool is_of(const std::vector<std::shared_ptr<const Timeline>>& timelines) const {
    return timelines == timelines_;
  }
  [[nodiscard]] const std::vector<std::shared_ptr<const Timeline>>& timelines() const { return timelines_; }
  /// Where a request of a warp begins; after the last one, where all have ended.
  [[nodiscard]] Moment place(std::uint32_t warp, std::size_t in_warp) const;
  /// Transactions before it, and waiting, counted in those of other warps.
  [[nodiscard]] std::uint64_t start(std::uint32_t warp, std::size_t in_warp) const {
    return place(warp, in_warp).steps;
  }
  /// Transactions of the request on the side on which it takes longer.
  [[nodiscard]] std::uint64_t length(std::uint32_t warp, std::size_t in_warp) const;
  /// How many requests the longer of the sides has of a warp.
  [[nodiscard]] std::size_t requests(std::uint32_t warp) const;
  [[nodiscard]] std::uint32_t warps() const { return static_cast<std::uint32_t>(lanes_.size()); }
  [[nodiscard]] const std::vector<Wall>& walls() const { return walls_; }
  /// What a warp's lanes wait for on a side (index among the timelines).
  [[nodiscard]] const std::vector<Wait>& waits(std::size_t timeline, std::uint32_t warp) const;

 private:
  struct Lane {
    std::vector<std::uint64_t> lengths;
    std::vector<Moment> places;            ///< one more than it has requests
    std::vector<std::vector<Wait>> waits;  ///< by timeline
  };
  class Placing;

  std::vector<std::shared_ptr<const Timeline>> timelines_;
  std::vector<Lane> lanes_;  ///< by warp
  std::vector<Wall> walls_;
};

/// How long things are: one scale for both sides of a comparison.
struct LaneScale {
  float step = 1;                    ///< pixels of one transaction
  float gap = 0;                     ///< pixels between two requests
  const LaneClock* clock = nullptr;  ///< null: each warp's requests stand one after the other
};

/// The room that a timeline's lanes have.
struct LaneRoom {
  float width = 0;    ///< pixels
  float largest = 0;  ///< a transaction is no longer than this
  float gap = 0;      ///< between requests, where there is room
};
/// A scale in which all lanes fit; the clock must outlive it.
[[nodiscard]] LaneScale lane_scale(const LaneRoom& room, const LaneClock& clock);

/// Pixels from the lane's beginning to the request's, to its end, and to the middle of one of its steps.
[[nodiscard]] float request_begin(const LaneScale& scale, const TimelineRequest& request);
[[nodiscard]] float request_end(const LaneScale& scale, const TimelineRequest& request);
[[nodiscard]] float step_middle(const LaneScale& scale, const TimelineRequest& request, std::uint32_t step);
/// Where the request's time is over on the clock: until then a side that is done sooner is idle.
[[nodiscard]] float request_over(const LaneScale& scale, const TimelineRequest& request);
/// Pixels from the lane's beginning to a wall, and to where lanes begin to wait: the end of what they did before.
[[nodiscard]] float wall_at(const LaneScale& scale, const LaneClock::Wall& wall);
[[nodiscard]] float wait_begin(const LaneScale& scale, const LaneClock::Wait& wait);
/// Length of the longest lane.
[[nodiscard]] float lanes_length(const LaneScale& scale, const Timeline& timeline);

/// What stands `x` pixels behind the beginning of a warp's lane: the request's index in the timeline's requests() and
/// its step; nothing in a gap between requests or behind the last.
struct LaneHit {
  std::uint32_t request = 0;
  std::uint32_t step = 0;
};
[[nodiscard]] std::optional<LaneHit> lane_hit(const LaneScale& scale, const Timeline& timeline, std::uint32_t warp,
                                              float x);

/// How a request is coloured.
enum class LaneKind : std::uint8_t { other, global, store, load, conflict };
[[nodiscard]] LaneKind lane_kind(const TimelineRequest& request);

/// A part of a lane to be drawn: one request, or several that are narrower than a pixel together.
struct LaneBlock {
  float begin = 0, end = 0;  ///< pixels from the lane's beginning
  LaneKind kind = LaneKind::other;
  std::uint32_t first = 0;  ///< index in the timeline's of_warp(warp)
  std::uint32_t count = 1;
};
/// The blocks of a warp's lane, those that share a pixel joined: then a conflict shows before a load, and so on.
[[nodiscard]] std::vector<LaneBlock> lane_blocks(const LaneScale& scale, const Timeline& timeline, std::uint32_t warp);

}  // namespace bankloom::ui
