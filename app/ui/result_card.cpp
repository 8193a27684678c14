#include "ui/result_card.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "core/wording/numbers.h"
#include "ui/layout/bar.h"
#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/panels/side_style.h"
#include "ui/slot_panels.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// Units.
constexpr float kWidth = 560;

std::optional<RequestDifference> result_of(const Session& session) {
  if (!session.comparing() || !session.disclosure().shows(FactKind::request_cost)) return std::nullopt;
  const Player& player = session.player();
  return largest_difference(player.shown().views(), player.position().warp);
}

/// The time of a launch with its origin; nothing where it was not measured.
Box time_of(const PanelContext& context, Side side) {
  if (context.measures == nullptr) return {};
  const MeasureStatus status = context.measures->status(context.session, side);
  if (!one_block(status)) return {};
  const TimeCell cell = time_cell(status, context.measures->no_gpu());
  return Row()
      .gap(7)
      .place(Alignment::baseline)
      .add(Text(cell.brief).strong())
      .add(Text(origin_text(*cell.origin, Length::brief)).small().muted());
}

Box bar_of(const PanelContext& context, Side side, const RequestDifference& difference) {
  const std::uint32_t own = difference.transactions[index_of(side)];
  const std::uint32_t most = std::max(difference.transactions[0], difference.transactions[1]);
  const bool is_least = own < most;
  const Colour colour = accent(context.theme, side);
  Row row;
  row.gap(10)
      .add(Text(side_name(side)).strong().colour(colour), units(16))
      .add(Bar(static_cast<double>(own) / most, colour), share())
      .add(
          Text(std::to_string(own)).fonts({FontUse::verdict}).colour(is_least ? context.theme.good : context.theme.bad),
          units(56));
  if (const Box time = time_of(context, side)) row.add(time, units(170));
  return row;
}

Box card_of(const PanelContext& context, const RequestDifference& difference) {
  const bool is_shared = difference.space == Space::shared;
  Column page;
  const auto what = is_shared ? say("Wavefronts of the request in line {line}", "line"_a = difference.source_line)
                              : say("Sectors of the request in line {line}", "line"_a = difference.source_line);
  page.gap(6).add(Text(what).strong());
  for (const Side side : kSides) page.add(bar_of(context, side, difference));
  return Card(page).padding(16, 10).fill(context.theme.raised).line(context.theme.text_faint).radius(8);
}

}  // namespace

bool has_result(const Session& session) { return result_of(session).has_value(); }

void draw_result(PanelContext& context, const Layout& layout) {
  Player& player = context.session.player();
  if (!player.played_out()) return;
  const auto difference = result_of(context.session);
  if (!difference) return;
  if (!context.still && ImGui::IsMouseClicked(0)) return player.forget_played_out();
  const Rect &first = layout.banks[0], &last = layout.banks[1].empty() ? layout.banks[0] : layout.banks[1];
  const Rect room{first.x, first.y, last.right() - first.x, first.height};
  const Box box = card_of(context, *difference);
  const float width = std::round(std::min(context.px(kWidth), room.width - context.px(16)));
  const float height = std::ceil(box.height(context, width));
  const float y = std::max(room.y + (room.height - height) / 2, room.bottom() - context.px(8) - height);
  const Rect rect{std::round(room.x + (room.width - width) / 2), std::round(y), width, height};
  if (begin_bare("##result", rect, ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoFocusOnAppearing)) {
    begin_panel(context, "result");
    push_font(context.fonts.body);
    context.area = rect;
    box.draw(context, rect);
    ImGui::PopFont();
  }
  ImGui::End();
}

}  // namespace bankloom::ui
