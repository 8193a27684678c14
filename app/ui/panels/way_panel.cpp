// The way of a matrix: what a warp reads of the input, where it stores that in the tile and loads it from there, and
// what it writes of the output, beside each other, each with its cost. Only in pictures of it alone.
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "core/session/stages.h"
#include "core/wording/numbers.h"
#include "core/wording/picture_text.h"
#include "core/wording/run_text.h"
#include "ui/layout/box.h"
#include "ui/panel.h"
#include "ui/panels/matrix_view.h"
#include "ui/panels/side_style.h"
#include "ui/tile_marks.h"
#include "ui/tile_picture.h"
#include "ui/tile_placement.h"
#include "ui/widgets/bank_palette.h"
#include "ui/widgets/grid_builder.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// Units between two stages, in which an arrow stands.
constexpr float kBetweenStages = 18;

class WayPanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    glyphs_.load(context.fonts.cell, context.fonts.large_cell, context.least_cell_text());
    Column page = Column().gap(12);
    for (const Side side : shown_sides(context.session)) {
      const SideView& view = context.session.side(side);
      if (!view.timeline || view.facts().kernel_cost() == nullptr) continue;
      page.add(Drawing([this, &context, side, &view](const Rect& room) { draw_way(context, side, view, room); }),
               share());
    }
    show(context, page);
  }

 private:
  void draw_way(PanelContext& context, Side side, const SideView& view, const Rect& room) {
    const std::uint32_t warp = context.session.player().position().warp;
    Row head = Row().gap(10).place(Alignment::baseline);
    if (context.session.comparing()) head.add(Text(side_name(side)).heading().colour(accent(context.theme, side)));
    head.add(Text(context.session.kernel(side)->name).heading());
    head.add(Text(block_text(*view.run, view.timeline->block(), warp, false)).small().muted(), share());
    const Rect above = head.draw(context, {room.x, room.y, room.width, head.height(context, room.width)});
    const auto stages = stages_of(*view.run, *view.timeline, warp);
    if (!goes_through_tile(stages)) {
      const Rect below{room.x, above.bottom(), room.width, room.bottom() - above.bottom()};
      Text(no_way_text(warp)).wrap().draw(context, below);
      return;
    }
    const float top = above.bottom() + context.px(8), between = context.px(kBetweenStages);
    const auto count = static_cast<float>(stages.size());
    const float width = (room.width - between * (count - 1)) / count;
    Rect part{room.x, top, width, room.bottom() - top};
    for (const Stage& stage : stages) {
      if (&stage != &stages.front()) {
        const float middle = top + context.px(16), reach = context.px(5), from = part.x - between / 2 - reach / 2;
        context.painter.triangle({from, middle - reach}, {from + reach, middle}, {from, middle + reach},
                                 context.theme.text_muted);
      }
      draw_stage(context, side, view, stage, part);
      part.x += width + between;
    }
  }

  void draw_stage(PanelContext& context, Side side, const SideView& view, const Stage& stage, const Rect& room) {
    SideView shown = view;
    const TimelineRequest& request = view.timeline->requests()[stage.first_request];
    shown.state = step_state(*view.run, *view.timeline, stage.first_request, request.steps);
    const Colour verdict = stage.wasteful ? context.theme.bad : context.theme.good;
    Column column = Column().gap(1);
    column.add(Text(stage_text(stage)).strong());
    column.add(Row()
                   .gap(5)
                   .place(Alignment::baseline)
                   .add(Text(ratio_text(stage.transactions_per_request())).heading().colour(verdict))
                   .add(Text(transactions_text(stage)).small(), share()));
    column.add(Text(lines_of_stage_text(stage)).small().muted()).space(4);
    column.add(Drawing([&](const Rect& rect) {
                 if (stage.space == Space::global) {
                   const MemoryAccess& access = shown.state->access;
                   const auto place = view.run->element_at(access.addresses[first_lane(access.active)]);
                   if (place) matrices_[index_of(side)].draw(context, side, shown, rect, place->parameter);
                 } else {
                   draw_tile(context, shown, rect);
                 }
               }),
               share());
    column.draw(context, room);
  }

  void draw_tile(PanelContext& context, const SideView& view, const Rect& rect) {
    const TileGeometry tile = *drawn_tile(*view.run);
    const MachineModel& machine = view.run->machine;
    const Rect words =
        text_in(context, rect, Text(tile_text(tile, view.run->tile.has_value())).small().muted(), Alignment::top);
    Rect room{rect.x, words.bottom() + context.px(2), rect.width, rect.bottom() - words.bottom() - context.px(2)};
    const AxisRoom axes = axis_room(glyphs_, context.scale);
    const float width = room.width - axes.left, height = room.height - axes.top;
    const TilePlacement placement(tile, machine, folding_of(tile, machine, width, height));
    const TileCells cells = fit_tile(placement, std::nullopt, width, height, 1, context.px(14));
    if (cells.logical.width <= 0 || cells.logical.height <= 0) return;
    palette_.load(context.theme, context.view.palette, machine.banks);
    TileMarks marks;
    marks.set(placement, &*view.state, view.facts().request_cost());
    TilePictureRequest request{placement, marks, context.theme, palette_};
    request.state = &*view.state;
    request.room = room;
    request.logical_cell = cells.logical;
    request.physical_cell = cells.physical;
    request.scale = context.scale;
    gfx::GridBatch batch;
    batch.glyph_texture = context.painter.glyph_texture();
    batch.scale = context.scale;
    GridBuilder builder(batch, glyphs_);
    TilePicture().draw(builder, builder, request);
    context.painter.grid(std::move(batch), context.area);
  }

  GlyphTable glyphs_;
  BankPalette palette_;
  std::array<MatrixView, 2> matrices_;
};

}  // namespace

PanelEntry way_panel() {
  return {.id = "way",
          .title = "Path of a matrix",
          .help =
              "From the input through the tile to the output: what a warp reads, stores, loads and writes, and what "
              "each costs.",
          .slot = Slot::paper,
          .maker = maker_of<WayPanel>()};
}

}  // namespace bankloom::ui
