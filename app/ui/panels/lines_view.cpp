#include "ui/panels/lines_view.h"

#include <algorithm>
#include <vector>

#include "core/wording/picture_text.h"
#include "ui/layout/controls.h"
#include "ui/panels/side_style.h"
#include "ui/tile_marks.h"

namespace bankloom::ui {
namespace {

/// Units of the row in which a block is chosen.
constexpr float kBlockChoice = 26;

/// Sectors per request and bytes used, of the request and of the whole kernel, beside each other.
Row figures_row(const PanelContext& context, const std::vector<CoalescingFigure>& figures) {
  Row row = Row().gap(10);
  for (const CoalescingFigure& figure : figures) {
    const Colour wasted = figure.is_fewest ? context.theme.neutral : context.theme.bad;
    const Colour colour = figure.used == figure.moved ? context.theme.good : wasted;
    Column column = Column()
                        .gap(0)
                        .add(Text({scope_text(figure).str(), scope_text(figure, Length::brief).str()}).small().muted())
                        .space(2)
                        .add(Text(sectors_text(figure)).fonts({FontUse::strong}))
                        .add(Text(used_text(figure)).fonts({FontUse::strong}).colour(colour))
                        .tooltip(figure_meaning_text(figure));
    row.add(column, share());
  }
  return row;
}

}  // namespace

void LinesView::draw(PanelContext& context, const SideView& view, const StepState& state, const Rect& rect) {
  const float caption_room = caption_height(context, rect), between = context.px(4);
  Rect room = banks_room(context, canvas_.glyphs, rect);
  room.height -= canvas_.lanes.place(canvas_.glyphs, room, context.scale, lane_places(context.session));
  if (room.height < context.px(LinePicture::kLeastHeight)) return draw_strip(context, view, state, rect);
  const Row figures = figures_row(context, coalescing_figures(view));
  const float figures_height = figures.height(context, rect.width) + between;
  const bool has_blocks = view.run->instance.grid.count() > 1;
  const bool is_low = room.height - figures_height < context.px(LinePicture::kFairHeight);
  if (!is_low) {
    figures.draw(context, {room.x, room.y, room.width, figures_height - between});
    room.y += figures_height;
    room.height -= figures_height;
  } else if (view.run->shared_bytes != 0 && has_blocks &&
             room.height >= context.px(LinePicture::kLeastHeight + kBlockChoice + 40)) {
    // The matrices that the blocks are chosen above have no room.
    matrix_.draw_choice(context, view, {room.x, room.y, rect.width, context.px(kBlockChoice)});
    room.y += context.px(kBlockChoice + 4);
    room.height -= context.px(kBlockChoice + 4);
  }
  // Above the lines: the lanes are where they are below the banks.
  const float caption_top = room.y;
  room.y += caption_room;
  room.height -= caption_room;
  draw_line_picture(context, view, state, room, lane_values(*view.run, state.access));
  if (caption_room > 0) {
    const Fit caption = is_low ? lines_wordings(view.run->machine, line_picture_.left_out(), coalescing_figures(view))
                               : lines_wordings(view.run->machine, line_picture_.left_out());
    text_in(context, {rect.x, caption_top, rect.width, small_line(context)}, Text(caption).small().muted());
  }
  // The matrices themselves are in the place of the tile, or over it.
  const Rect above{room.x, room.y + context.px(8), room.width, line_picture_.top() - context.px(26) - room.y};
  if (view.run->shared_bytes != 0 && !is_low && has_blocks && above.height >= context.px(kBlockChoice))
    matrix_.draw_choice(context, view, above);
  const float top = line_picture_.top();
  point_lines(context, view, state, {rect.x, top, rect.width, canvas_.lanes.rect().bottom() - top});
}

void LinesView::draw_line_picture(PanelContext& context, const SideView& view, const StepState& state, const Rect& room,
                                  const LaneValues& values) {
  LinePictureRequest request{*view.run, state, *view.seen_cost(), context.theme, canvas_.lanes};
  for (const FaultyLane& lane : faulty_lanes(view)) {
    if (lane.space != Space::shared && !lane.is_next && !view.passing) request.faulty |= lane_bit(lane.lane);
  }
  request.time = view.clock;
  request.room = room;
  request.scale = context.scale;
  request.alone = view.run->shared_bytes == 0;
  request.values = &values;
  request.lane = context.session.focus(canvas_.side).lane;
  request.asked = context.session.asked(canvas_.side).lane;
  request.accent = accent(context.theme, canvas_.side);
  request.lanes = lanes_of(*view.run, state.access);
  request.probe = probe_of(context);
  canvas_.draw(context, [&](GridBuilder& builder) {
    line_picture_.draw(builder, request);
    // The threads are behind the lines.
    const float thin = std::max(1.0f, context.px(1));
    for (const LinePicture::Thread& thread : line_picture_.threads()) {
      context.painter.line({thread.x0, thread.y0}, {thread.x1, thread.y1}, with_opacity(context.theme.now_border, 0.4f),
                           thin);
    }
  });
  if (line_picture_.has_flying()) {
    canvas_.draw(context, [&](GridBuilder& over) { line_picture_.draw_flying(over, request); });
  }
}

void LinesView::point_lines(PanelContext& context, const SideView& view, const StepState& state, const Rect& rect) {
  if (rect.empty()) return;
  const auto [clicked, at] =
      picture_at(context, rect, "lines", "sectors", rect, {rect.width / 64, small_line(context)});
  if (!at) return;
  if (const auto lane = canvas_.lanes.lane_at(at->x, at->y)) {
    Focus focus;
    focus.side = canvas_.side;
    focus.lane = lane;
    context.session.pointer().hover(focus);
    if (clicked) context.session.pointer().select(focus);
    tooltip(context, lane_text(state.access, *lane));
  } else if (const SectorUse* use = line_picture_.sector_at(at->x, at->y)) {
    point_sector(context, view.run->machine, *use, clicked);
  } else {
    tooltip(context, "Lanes at the bottom, above them the lines of memory that they access: each step moves a sector.");
  }
}

void LinesView::point_sector(PanelContext& context, const MachineModel& machine, const SectorUse& use,
                             bool clicked) const {
  Focus focus;
  focus.side = canvas_.side;
  focus.lane = first_lane(use.lanes);
  context.session.pointer().hover(focus);
  if (clicked) context.session.pointer().select(focus);
  tooltip(context, sector_text(use.sector * machine.sector_bytes, use.bytes_used(), machine.sector_bytes, use.lanes));
}

/// The same with little room: sectors beside each other, without the lanes above.
void LinesView::draw_strip(PanelContext& context, const SideView& view, const StepState& state, const Rect& rect) {
  const float line = small_line(context);
  const Rect room{rect.x, rect.y, rect.width, rect.height - line - context.px(6)};
  if (room.height < context.px(12)) return;
  canvas_.draw(context,
               [&](GridBuilder& builder) { strip_.draw(builder, canvas_.request_for(context, view, state, room)); });
  text_in(context, {rect.x, rect.bottom() - line, rect.width, line},
          Text(lines_wordings(view.run->machine, strip_.left_out(), coalescing_figures(view))).small().muted());
  const auto [clicked, at] =
      picture_at(context, room, "sectors", "sectors", room, {rect.width / 64, small_line(context)});
  if (!at) return;
  if (const SectorUse* use = strip_.at(at->x, at->y)) point_sector(context, view.run->machine, *use, clicked);
}

}  // namespace bankloom::ui
