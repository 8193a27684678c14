// The warps of a block at the barrier that is next: who has come and waits at its wall, who is still on the way, and
// the hole that those leave who never come. It moves with the clock, where the block is played in its order.
#pragma once

#include "core/base/lane_mask.h"
#include "core/session/timeline.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// How the warps of a block stand at the barrier that is next while a request is served.
struct WarpsAtBarrier {
  const TimelineBarrier* barrier = nullptr;  ///< null: none comes any more
  struct Warp {
    LaneMask waiting = 0, never = 0;  ///< lanes
    bool is_new = false;              ///< it comes with this request
  };
  std::vector<Warp> warps;
};
[[nodiscard]] WarpsAtBarrier warps_at_barrier(const Timeline& timeline, std::uint32_t request);

/// Whether there is such a row: in the block scope, where a side's warps meet; as long as the kernel is shown.
[[nodiscard]] bool has_barrier_row(const Session& session);
/// A and B beside each other; labels end at `left`.
void draw_barrier_row(PanelContext& context, const Rect& rect, float left);
/// What is to be known of it in words.
[[nodiscard]] std::string barrier_row_text(const Session& session);

}  // namespace bankloom::ui
