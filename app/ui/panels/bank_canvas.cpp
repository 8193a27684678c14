#include "ui/panels/bank_canvas.h"

#include <algorithm>

#include "ui/learn/question_marks.h"
#include "ui/panels/side_style.h"

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

unsigned lanes_of(const KernelRun& run, const MemoryAccess& access) {
  const std::uint64_t threads = run.instance.block.count(), before = std::uint64_t{access.warp} * kWarpSize;
  return static_cast<unsigned>(std::min<std::uint64_t>(threads - std::min(before, threads), kWarpSize));
}

BankPictureRequest BankCanvas::request_for(PanelContext& context, const SideView& view, const StepState& state,
                                           const Rect& room) {
  const Session& session = context.session;
  palette.load(context.theme, context.view.palette, view.run->machine.banks);
  static const RequestCost kHidden;
  const RequestCost* const cost = view.seen_cost();
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
