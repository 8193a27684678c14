// The stages of a kernel that goes from global memory through its tile and back.
#pragma once

#include "ui/layout/box.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// The warp's stages in order, the present one lit; a click goes there. Cards if the picture below still has enough
/// room, otherwise one line. Both sides are alike, since their pictures are compared: if one has stages, the other
/// leaves the room.
[[nodiscard]] Box stages_row(PanelContext& context, Side side, const SideView& view, const StepState& state,
                             const Rect& rect);

}  // namespace bankloom::ui
