// A notice over the tile that says why nothing lights up in it.
#pragma once

#include "ui/panels/matrix_view.h"

namespace bankloom::ui {

/// `is_outside`: the request accesses shared memory, but nothing of the tile. Of a request to global memory the whole
/// matrices are drawn, with the places of block, warp and request in them, where the visible part of the tile has room.
void draw_tile_notice(PanelContext& context, Side side, const SideView& view, bool is_outside, const Rect& seen,
                      MatrixView& matrices);

}  // namespace bankloom::ui
