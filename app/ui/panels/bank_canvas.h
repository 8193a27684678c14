// Common to the pictures of a side's banks and of its lines of memory: characters, colours, the row of lanes at their
// foot, and how a grid is drawn.
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
  LanesRow lanes;  ///< at the foot of both the queues and the lines

  /// The part of a request that all pictures of shared memory share; without its cost where that is hidden.
  [[nodiscard]] BankPictureRequest request_for(PanelContext& context, const SideView& view, const StepState& state,
                                               const Rect& room);
  /// Draws cells and numbers with a function, within the panel or across the window.
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

/// The probe that records marks; null: none.
[[nodiscard]] Probe* probe_of(const PanelContext& context);
[[nodiscard]] float small_line(const PanelContext& context);
/// Height of the caption below a picture with the gap above it; 0 without a caption.
[[nodiscard]] float caption_height(const PanelContext& context, const Rect& rect);
/// Places in the lanes' row of either side: as many as banks, or as lanes if a block has more of these, so that lanes
/// are below the banks with their numbers.
[[nodiscard]] unsigned lane_places(const Session& session);
/// The part of a room in which banks and lanes have their columns: those of a tile whose rows begin at a bank's column
/// have the same width, so that each column stands on its bank; padding reaches beyond the last bank.
[[nodiscard]] Rect banks_room(const PanelContext& context, const GlyphTable& glyphs, const Rect& rect);
/// Whether a tile with so many columns is drawn so: a row is not longer than all banks with a quarter more.
[[nodiscard]] bool stands_on_banks(const TileGeometry& tile, std::uint64_t columns, const MachineModel& machine);
/// The width of a bank's column in a room of so many pixels without its axis.
[[nodiscard]] float bank_pitch(const Session& session, float width);
/// Lanes of the access's warp: the last one of a block may have fewer than 32.
[[nodiscard]] unsigned lanes_of(const KernelRun& run, const MemoryAccess& access);

}  // namespace bankloom::ui
