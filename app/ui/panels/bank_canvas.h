// What the pictures of a side's banks and of its lines of memory have in common: characters, colours, the row of lanes
// that both stand on, and how a grid of theirs is drawn.
#pragma once

#include <optional>
#include <utility>

#include "ui/panel.h"
#include "ui/panels/bank_picture.h"
#include "ui/panels/lanes_row.h"
#include "ui/widgets/bank_palette.h"
#include "ui/widgets/grid_builder.h"

namespace bankloom::ui {

struct BankCanvas {
  explicit BankCanvas(Side of) : side(of) {}

  Side side;
  GlyphTable glyphs;
  BankPalette palette;
  LanesRow lanes;  ///< at the foot of the queues and of the lines alike

  /// What is common to all pictures of a request of shared memory.
  [[nodiscard]] BankPictureRequest request_for(PanelContext& context, const SideView& view, const StepState& state,
                                               const Rect& room);
  /// Cells and numbers, as a function draws them, within the panel or all of the window.
  template <typename Draw>
  void draw(PanelContext& context, const Draw& paint, std::optional<Rect> clip = std::nullopt) {
    gfx::GridBatch batch;
    batch.glyph_texture = context.painter.glyph_texture();
    batch.scale = context.scale;
    batch.cells.reserve(4096);
    batch.glyphs.reserve(2048);
    GridBuilder builder(batch, glyphs);
    paint(builder);
    context.painter.grid(std::move(batch), clip.value_or(context.area));
  }
};

/// Where marks are taken note of; null: nobody does.
[[nodiscard]] Probe* probe_of(const PanelContext& context);
[[nodiscard]] float small_line(const PanelContext& context);
/// The line of words below a picture, and the gap above it; 0 where there is none.
[[nodiscard]] float caption_height(const PanelContext& context, const Rect& rect);
/// Places of the lanes' row of either side: as many as there are banks, or lanes where a block has more of these, so
/// that lanes stand below the banks of their numbers.
[[nodiscard]] unsigned lane_places(const Session& session);
/// Of the access's warp: the last one of a block may have fewer than 32.
[[nodiscard]] unsigned lanes_of(const KernelRun& run, const MemoryAccess& access);

}  // namespace bankloom::ui
