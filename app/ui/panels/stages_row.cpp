#include "ui/panels/stages_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/session/stages.h"
#include "core/wording/numbers.h"
#include "core/wording/picture_text.h"
#include "core/wording/run_text.h"
#include "ui/panels/coalescing.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {
namespace {

/// Limit of a kernel's lines shown as stages: more are too many to follow.
constexpr std::size_t kMostStages = 6;
/// Least height in units of the picture below the stages, and the height from which on they are cards.
constexpr float kBelowStages = 48, kBelowCards = LinePicture::kFairHeight + 100;

/// The stages of what a side shows; none if they are no sequence that can be followed.
std::vector<Stage> stages_to_show(const SideView& view) {
  const KernelCost* const cost = view.facts().kernel_cost();
  if (!view.facts().shows(FactKind::sectors)) return {};
  if (cost == nullptr || !view.timeline || !view.state || !reads_and_writes_global(*cost)) return {};
  auto stages = stages_of(*view.run, *view.timeline, view.state->request.warp);
  if (stages.size() < 2 || stages.size() > kMostStages) return {};
  return stages;
}

/// The title above or before a stage's figure.
enum class StageTitle : std::uint8_t { full, brief, none };

/// The form of a side's stages, the same for all.
struct StageForm {
  bool is_brief = false;
  StageTitle title = StageTitle::full;
  bool has_units = true;
};

Card stage_card(PanelContext& context, Side side, const Stage& stage, bool lit, const StageForm& form) {
  const Theme& theme = context.theme;
  const std::string value = ratio_text(stage.transactions_per_request());
  const bool has_title = form.title != StageTitle::none;
  const Text title = Text(stage_text(stage, form.title == StageTitle::full ? Length::full : Length::brief))
                         .small()
                         .colour(lit ? theme.text : theme.text_muted);
  const Colour verdict = stage.wasteful ? theme.bad : theme.good;
  Row number;
  if (form.is_brief && has_title) {
    number.gap(6).add(title, share()).add(Text(value).small().colour(verdict));
  } else if (!has_title) {
    number.align(Align::centre).add(Text(value).small().colour(verdict));
  } else {
    number.gap(5).place(Alignment::baseline).add(Text(value).fonts({FontUse::heading}).colour(verdict));
    if (form.has_units) number.add(Text(transactions_text(stage)).small().muted());
  }
  const bool is_line = form.is_brief || !has_title;
  Card card(is_line ? Box(number) : Box(Column().gap(0).add(title).add(number)));
  card.padding(!has_title ? 2.0F : is_line ? 5.0F : 6.0F, is_line ? 2.0F : 5.5F).radius(is_line ? 3.0F : 5.0F);
  if (lit) card.fill(theme.selected).line(accent(theme, side));
  // Its lines distinguish stages with the same title.
  return card.tooltip(stage_meaning_text(stage))
      .on_click(fmt::format("stage at request {}", stage.first_request),
                [side, &context, first = stage.first_request] { context.session.player().go_to_request(side, first); });
}

}  // namespace

Box stages_row(PanelContext& context, Side side, const SideView& view, const StepState& state, const Rect& rect) {
  const auto stages = stages_to_show(view);
  const auto others = context.session.comparing() ? stages_to_show(context.session.side(other_side(side))) : stages;
  if (stages.empty() && others.empty()) return {};
  const auto& any = stages.empty() ? others : stages;
  StageForm form;
  const auto height = [&] { return stage_card(context, side, any.front(), false, form).height(context, rect.width); };
  form.is_brief = rect.height < height() + context.px(kBelowCards);
  if (rect.height < height() + context.px(kBelowStages)) return {};
  const float between = form.is_brief ? 10 : 14;
  // Cards have one width. In a line each takes what it needs of the room, and they share the rest.
  const auto needed = [&](const std::vector<Stage>& all) {
    const auto count = static_cast<float>(all.size());
    float sum = 0, widest = 0;
    for (const Stage& stage : all) {
      const float own = stage_card(context, side, stage, false, form).width(context);
      sum += own;
      widest = std::max(widest, own);
    }
    return (form.is_brief ? sum : widest * count) + context.px(between) * std::max(count - 1, 0.0f);
  };
  // Both sides use one form, so that the parts below are level.
  const auto fits = [&](StageTitle title, bool has_units) {
    form.title = title;
    form.has_units = has_units;
    return std::max(needed(stages), needed(others)) <= rect.width;
  };
  using enum StageTitle;
  if (!fits(full, true) && !fits(full, false) && !fits(brief, true) && !fits(brief, false)) form.title = none;
  if (stages.empty()) return Gap(height() / context.scale);
  const auto present = stage_of(stages, state.request);
  Row row = Row().gap(0);
  for (std::size_t i = 0; i < stages.size(); ++i) {
    if (i > 0) {
      row.add(Drawing([&context](const Rect& arrow) {
                const float middle = arrow.y + arrow.height / 2, reach = context.px(3.5f);
                const float from = arrow.x + (arrow.width - reach) / 2;
                context.painter.triangle({from, middle - reach}, {from + reach, middle}, {from, middle + reach},
                                         context.theme.text_faint);
              }),
              units(between));
    }
    const Card card = stage_card(context, side, stages[i], present == i, form);
    row.add(card, form.is_brief ? share().at_least(card.width(context) / context.scale) : share());
  }
  return row;
}

}  // namespace bankloom::ui
