#include "ui/panels/bank_canvas.h"

#include <algorithm>

#include "ui/learn/question_marks.h"
#include "ui/panels/side_style.h"
#include "ui/tile_picture.h"
#include "ui/tile_placement.h"

namespace bankloom::ui {

Probe* probe_of(const PanelContext& context) { return context.probe.enabled() ? &context.probe : nullptr; }

float small_line(const PanelContext& context) { return font_size(context.fonts.small); }

float caption_height(const PanelContext& context, const Rect& rect) {
  const float line = small_line(context);
  return !context.in_focus_view && rect.height > context.px(64) + line ? line + context.px(2) : 0;
}

unsigned lane_places(const Session& session) {
  unsigned places = 1;
  for (const Side side : shown_sides(session)) {
    const auto& run = session.side(side).run;
    if (!run) continue;
    const auto threads = static_cast<unsigned>(std::min<std::uint64_t>(run->instance.block.count(), kWarpSize));
    places = std::max({places, run->machine.banks, threads});
  }
  return std::min(places, kWarpSize);
}

bool stands_on_banks(const TileGeometry& tile, std::uint64_t columns, const MachineModel& machine) {
  const std::uint64_t bytes = columns * tile.element_bytes, of_all = std::uint64_t{machine.banks} * machine.bank_bytes;
  // Elements of less than a word are too narrow for numbers, unless they fill the row.
  return 4 * bytes <= 5 * of_all && (tile.element_bytes >= machine.bank_bytes || 2 * bytes > of_all);
}

float bank_pitch(const Session& session, float width) {
  std::uint64_t columns = 1;
  for (const Side side : shown_sides(session)) {
    const auto& run = session.side(side).run;
    if (!run) continue;
    columns = std::max<std::uint64_t>(columns, run->machine.banks);
    const auto tile = drawn_tile(*run);
    if (!tile || tile->rows == 1 || !stands_on_banks(*tile, tile->row_elements(), run->machine)) continue;
    const auto words = [&](std::uint64_t elements) {
      return (elements * tile->element_bytes + run->machine.bank_bytes - 1) / run->machine.bank_bytes;
    };
    columns = std::max(columns, words(tile->row_elements()));
    // Where padding can be chosen there is room for a first element of it, so that nothing changes its size then.
    if (run->tile && session.selection().padding(side) != nullptr)
      columns = std::max(columns, words(tile->columns + 1));
  }
  return width / static_cast<float>(columns);
}

Rect banks_room(const PanelContext& context, const GlyphTable& glyphs, const Rect& rect) {
  const float axis = axis_room(glyphs, context.scale).left;
  unsigned banks = 1;
  for (const Side side : shown_sides(context.session)) {
    const auto& run = context.session.side(side).run;
    if (run) banks = std::max(banks, run->machine.banks);
  }
  const float width = axis + bank_pitch(context.session, rect.width - axis) * static_cast<float>(banks);
  return {rect.x, rect.y, std::min(width, rect.width), rect.height};
}

unsigned lanes_of(const KernelRun& run, const MemoryAccess& access) {
  const std::uint64_t threads = run.instance.block.count(), before = std::uint64_t{access.warp} * kWarpSize;
  return static_cast<unsigned>(std::min<std::uint64_t>(threads - std::min(before, threads), kWarpSize));
}

BankPictureRequest BankCanvas::request_for(PanelContext& context, const SideView& view, const StepState& state,
                                           const Rect& room) {
  const Session& session = context.session;
  palette.load(context.theme, context.view.palette, view.run->machine.banks);
  static const RequestCost kHidden;
  const RequestCost* const cost = state.steps == 0 ? nullptr : view.seen_cost();
  BankPictureRequest request{state, cost != nullptr ? *cost : kHidden, view.run->machine, context.theme, palette};
  request.room = room;
  request.scale = context.scale;
  request.highlight = session.scene().bank;
  const Focus focus = session.focus(side);
  const Focus& pointed = session.pointer().pointed();
  if (pointed.bank && !pointed.cell && !pointed.lane) request.highlight = pointed.bank;
  request.lit = focus.bank;
  for (auto* bank : {&request.highlight, &request.lit}) {
    if (*bank && **bank >= view.run->machine.banks) bank->reset();
  }
  request.lane = focus.lane;
  const Focus asked = session.asked(side);
  const QuestionMarks marks = question_marks(context, side);
  request.asked_lane = asked.lane;
  request.asked_bank = view.state ? asked.bank : std::nullopt;
  request.right_lanes = marks.right.lanes;
  request.wrong_lanes = marks.wrong.lanes;
  request.wrong_bank = marks.wrong.bank;
  request.accent = accent(context.theme, side);
  request.lanes = lanes_of(*view.run, state.access);
  return request;
}

}  // namespace bankloom::ui
