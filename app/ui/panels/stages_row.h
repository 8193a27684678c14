// The stages of a kernel that goes from global memory through its tile and back, one after the other.
#pragma once

#include "ui/layout/box.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// What the warp does one after the other, the present stage lit; a click goes there. Cards where the picture below
/// still has its room, or else one line. Both sides alike, for their pictures are compared: where one has stages the
/// other leaves the room.
[[nodiscard]] Box stages_row(PanelContext& context, Side side, const SideView& view, const StepState& state,
                             const Rect& rect);

}  // namespace bankloom::ui
