#include "ui/result_card.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

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

Box bar_of(const PanelContext& context, Side side, const ComparisonResult& result) {
  const auto& [own, other] = std::pair(result.bars[index_of(side)], result.bars[1 - index_of(side)]);
  const Colour colour = accent(context.theme, side);
  Row row;
  row.gap(10)
      .add(Text(side_name(side)).strong().colour(colour), units(16))
      .add(Bar(static_cast<double>(own.count) / std::max(own.count, other.count), colour), share())
      .add(Text(std::to_string(own.count))
               .fonts({FontUse::verdict})
               .colour(own.is_least ? context.theme.good : context.theme.bad),
           units(56));
  if (!own.time.empty()) {
    Row time;
    time.gap(7).place(Alignment::baseline).add(Text(own.time).strong()).add(Text(own.origin).small().muted());
    row.add(time, units(170));
  }
  return row;
}

Box card_of(const PanelContext& context, const ComparisonResult& result) {
  Column page;
  page.gap(6).add(Text(result.title).strong());
  for (const Side side : kSides) page.add(bar_of(context, side, result));
  return Card(page).padding(16, 10).fill(context.theme.raised).line(context.theme.text_faint).radius(8);
}

}  // namespace

std::optional<ComparisonResult> result_of(const Session& session, Measures* measures) {
  if (!session.comparing() || !session.disclosure().shows(FactKind::request_cost)) return std::nullopt;
  const Player& player = session.player();
  const auto difference = largest_difference(player.shown().views(), player.position().warp);
  if (!difference) return std::nullopt;
  const bool is_shared = difference->space == Space::shared;
  ComparisonResult result;
  result.title = is_shared ? say("Wavefronts of the request in line {line}", "line"_a = difference->source_line)
                           : say("Sectors of the request in line {line}", "line"_a = difference->source_line);
  for (const Side side : kSides) {
    ComparisonResult::Bar& bar = result.bars[index_of(side)];
    bar.count = difference->transactions[index_of(side)];
    bar.is_least = bar.count < difference->transactions[1 - index_of(side)];
    if (measures == nullptr) continue;
    const MeasureStatus status = measures->status(session, side);
    if (!one_block(status)) continue;
    const TimeCell cell = time_cell(status, measures->no_gpu());
    bar.time = cell.brief;
    bar.origin = origin_text(*cell.origin, Length::brief);
  }
  return result;
}

void draw_result(PanelContext& context, const Layout& layout) {
  Player& player = context.session.player();
  if (!player.played_out()) return;
  const auto result = result_of(context.session, context.measures);
  if (!result) return;
  if (!context.still && ImGui::IsMouseClicked(0)) return player.forget_played_out();
  const Rect &first = layout.banks[0], &last = layout.banks[1].empty() ? layout.banks[0] : layout.banks[1];
  const Rect room{first.x, first.y, last.right() - first.x, first.height};
  const Box box = card_of(context, *result);
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
