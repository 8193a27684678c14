// The warps of a block at the next barrier: those that wait at its wall, those still on the way, and a hole for those
// that never arrive. It moves with the clock, if the block is played in its order.
#pragma once

#include "core/base/lane_mask.h"
#include "core/session/timeline.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// The state of a block's warps at the next barrier while a request is served.
struct WarpsAtBarrier {
  const TimelineBarrier* barrier = nullptr;  ///< null: there is no next one
  struct Warp {
    LaneMask waiting = 0, never = 0;  ///< lanes
    bool is_new = false;              ///< it arrives with this request
  };
  std::vector<Warp> warps;
};
[[nodiscard]] WarpsAtBarrier warps_at_barrier(const Timeline& timeline, std::uint32_t request);

/// Whether there is such a row: in the block scope, if a side's warps have barriers; for as long as the kernel is
/// shown.
[[nodiscard]] bool has_barrier_row(const Session& session);
/// A and B beside each other; labels end at `left`.
void draw_barrier_row(PanelContext& context, const Rect& rect, float left);
/// A description of it in words.
[[nodiscard]] std::string barrier_row_text(const Session& session);

}  // namespace bankloom::ui
