// TileMarks: which parts of a tile the present request accesses, by which lanes, and whether they are being served.
//
// Pure: made from the request's cost, word by word, so a lane wider than a word may be served here and still wait
// there.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/lane_mask.h"
#include "core/session/fault_place.h"
#include "core/session/session.h"
#include "core/session/step_state.h"
#include "ui/tile_placement.h"

namespace bankloom::ui {

/// An accessed part. A lane is in one of the three sets.
struct TileMark {
  std::uint64_t element = 0;  ///< index in the placement
  unsigned part = 0;
  LaneMask now = 0, done = 0, waiting = 0;
  [[nodiscard]] LaneMask lanes() const { return now | done | waiting; }
  /// The state for the picture: now before waiting before done.
  [[nodiscard]] LaneState state() const {
    if (now != 0) return LaneState::now;
    if (waiting != 0) return LaneState::waiting;
    return done != 0 ? LaneState::done : LaneState::inactive;
  }
};

/// The progress of a request's word at a step.
[[nodiscard]] LaneState word_state(const StepState& state, std::size_t phase, const BankLoad::Word& word);

/// The faulty lanes of a side's present request, and those whose access is the other one of a race.
[[nodiscard]] std::vector<FaultyLane> faulty_lanes(const SideView& view);

/// The largest address of all requests that is out of bounds and not in the tile; nothing if there is none.
[[nodiscard]] std::optional<std::uint64_t> farthest_beyond(const std::vector<simt::Fault>& faults,
                                                           const TileGeometry& tile);

class TileMarks {
 public:
  /// Marks the parts in a request of shared memory; none for other requests or no state. Without a cost, which a
  /// question hides, all lanes wait.
  void set(const TilePlacement& placement, const StepState* state, const RequestCost* cost);
  [[nodiscard]] const std::vector<TileMark>& all() const { return marks_; }
  /// The mark of a part, or null.
  [[nodiscard]] const TileMark* find(std::uint64_t element, unsigned part) const {
    const std::uint16_t mark = mark_of_[element * parts_ + part];
    return mark == 0 ? nullptr : &marks_[mark - 1u];
  }
  /// Lanes that access shared memory outside the tile.
  [[nodiscard]] LaneMask outside() const { return outside_; }

 private:
  std::vector<TileMark> marks_;
  std::vector<std::uint16_t> mark_of_;  ///< by element and part: index in marks_ plus 1
  unsigned parts_ = 1;
  LaneMask outside_ = 0;
};

}  // namespace bankloom::ui
