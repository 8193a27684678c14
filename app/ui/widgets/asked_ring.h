// The ring around what a question asks about: the same in all pictures, apart from what it surrounds by a gap, so that
// it is no border of a state; and the hatching of what was answered wrongly.
#pragma once

#include <vector>

#include "ui/probe.h"
#include "ui/rect.h"
#include "ui/theme.h"
#include "ui/widgets/grid_builder.h"

namespace bankloom::ui {

struct RingLook {
  const Theme& theme;
  float scale = 1;         ///< pixels per unit
  Probe* probe = nullptr;  ///< records rings and wrong places; null: none
};

/// A ring around a box, above what is drawn.
void draw_ring(GridBuilder& builder, const Rect& box, const RingLook& look);
/// One ring around boxes that lie side by side in one row or one column; else one around each.
void draw_rings(GridBuilder& builder, const std::vector<Rect>& boxes, const RingLook& look);
/// Hatches and crosses a place that was answered wrongly.
void draw_wrong(GridBuilder& builder, const Rect& box, const RingLook& look);

}  // namespace bankloom::ui
