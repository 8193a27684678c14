// Advice for the kernel of side A: the smallest padding, and the xor swizzle, that keep its shared accesses free of
// bank conflicts; the cost of each; a click applies it.

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "core/advice/advice_service.h"
#include "core/base/grouped.h"
#include "core/base/language.h"
#include "core/wording/advice_text.h"
#include "core/wording/numbers.h"
#include "core/wording/run_text.h"
#include "ui/editor/workbench.h"
#include "ui/layout/controls.h"
#include "ui/layout/table.h"
#include "ui/panel.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// Seconds until the next check for the result; the service wakes the window too.
constexpr double kAgain = 0.25;

/// Limit of a column of figures, in units.
constexpr float kMostColumn = 210;

struct AdviceColumn {
  const char* id;
  const char* heading;
  const Suggestion* suggestion;  ///< null: the kernel as it is
  const LayoutCost* cost;        ///< null if there is none
};

std::string per_request(const LayoutCost& cost) {
  if (cost.requests == 0) return "–";
  return ratio_text(static_cast<double>(cost.wavefronts) / static_cast<double>(cost.requests)).str();
}

class AdvicePanel final : public Panel {
 public:
  void draw(PanelContext& context) override { show(context, Scroll("advice", page(context))); }

 private:
  static Box page(PanelContext& context) {
    const auto only = [](const std::string& words) { return Text(words).small().muted().wrap(); };
    const SideView& view = context.session.side(Side::a);
    if (context.advice == nullptr) return only("No advice: there is no compiler here to try layouts with.");
    if (!view.run || context.session.runs().side(Side::a).pending)
      return only("The kernel is being compiled and executed.");
    if (!view.facts().faults().empty()) {
      return only("No advice: the kernel has a fault, and a layout free of conflicts would not fix it.");
    }
    if (view.facts().kernel_cost() == nullptr) return only(hidden_text());
    const auto outcome = context.advice->get(view.run, context.session.scene().architecture);
    if (!outcome) {
      if (context.redraw_within) context.redraw_within(kAgain);
      return only("Paddings and swizzles are being tried …");
    }
    if (!outcome->advice) return only(outcome->failure->message);
    return advice_page(context, *outcome->advice);
  }

  static Column advice_page(PanelContext& context, const Advice& advice) {
    const std::array<AdviceColumn, 3> answers{{
        {"now", "unchanged", nullptr, &advice.now},
        {"padding", "padding", &advice.padding, advice.padding.after ? &*advice.padding.after : nullptr},
        {"swizzle", "swizzle", &advice.swizzle, advice.swizzle.after ? &*advice.swizzle.after : nullptr},
    }};
    static const std::array<Fit, 4> kRows{{{"wavefronts per request", "wavefronts/req", "wavefr./req"},
                                           {"bank conflicts", "conflicts"},
                                           {"shared bytes per block", "bytes/block"},
                                           {"blocks per multiprocessor", "blocks/SM"}}};
    Table table = Table().column({"", "", Align::left, fit().at_most_part(0.32f)});
    // Controls are above the figures: they are visible in the smallest window.
    std::vector<Box> buttons(1);
    Column advised = Column().gap(6);
    std::string before;
    for (const AdviceColumn& answer : answers) {
      const std::string layout = answer.suggestion == nullptr ? std::string() : suggested_text(*answer.suggestion);
      TableColumn column{
          heading_of(answer, layout),
          answer.suggestion == nullptr ? say("The kernel with its current options.") : trials_text(*answer.suggestion),
          Align::left, answer.suggestion == nullptr ? fit() : share().at_most(kMostColumn)};
      if (!layout.empty()) column.colour = context.theme.text;
      table.column(std::move(column));
      const bool is_found = answer.suggestion != nullptr && answer.suggestion->status() == AdviceStatus::found;
      const auto choice = is_found ? choice_of(context, *answer.suggestion) : std::nullopt;
      buttons.push_back(choice ? buttons_of(context, answer, *choice) : Box());
      if (answer.suggestion != nullptr) {
        // Below the table: in a cell it would take the figures' room.
        const std::string said = advice_text(*answer.suggestion);
        // Without shared memory the same is to be said of both.
        if (said != std::exchange(before, said)) advised.add(Text(said).small().wrap());
        if (is_found && !choice)
          advised.add(Text(obstacle_text(answer.suggestion->edit.obstacle)).small().faint().wrap());
      }
    }
    table.row(std::move(buttons));
    for (std::size_t row = 0; row < kRows.size(); ++row) {
      std::vector<Box> cells{Text(kRows[row]).small().muted()};
      for (const AdviceColumn& answer : answers) {
        const Fit words = answer.cost == nullptr ? Fit("–") : figure(row, *answer.cost, advice.now);
        cells.push_back(Text(words).small().colour(colour_of(context.theme, row, answer.cost)));
      }
      table.row(std::move(cells));
    }
    Column page = Column().gap(6).add(table).add(advised);
    page.add(Text(advice_source_text(advice)).small().muted().wrap());
    return page;
  }

  static Colour colour_of(const Theme& theme, std::size_t row, const LayoutCost* cost) {
    if (cost == nullptr) return theme.text_faint;
    if (row >= 2) return theme.text;
    return cost->bank_conflicts == 0 ? theme.good : theme.bad;
  }

  /// In a narrow column, without the text beside the number.
  static Fit figure(std::size_t row, const LayoutCost& cost, const LayoutCost& now) {
    switch (row) {
      case 0:
        return per_request(cost);
      case 1:
        return cost.blocks == now.blocks
                   ? Fit(grouped(cost.bank_conflicts))
                   : Fit(say("{conflicts} in {blocks:# block|# blocks}", "conflicts"_a = Count{cost.bank_conflicts},
                             "blocks"_a = Count{cost.blocks}));
      case 2: {
        const auto more = static_cast<std::int64_t>(cost.shared_bytes) - static_cast<std::int64_t>(now.shared_bytes);
        if (more == 0) return grouped(cost.shared_bytes);
        return {say("{bytes} ({more:+})", "bytes"_a = Count{cost.shared_bytes}, "more"_a = more).str(),
                grouped(cost.shared_bytes)};
      }
      default:
        return {say("{blocks} ({limit})", "blocks"_a = cost.occupancy.blocks,
                    "limit"_a = translated(occupancy_limit_name(cost.occupancy.limit)))
                    .str(),
                std::to_string(cost.occupancy.blocks)};
    }
  }

  /// The column's subject and the layout found; without room for both, the action; without an action, or room for that,
  /// the subject: the rest is below.
  static Fit heading_of(const AdviceColumn& answer, const std::string& layout) {
    if (layout.empty()) return answer.heading;
    const std::string whole = named_text(answer.heading, bankloom::Text(layout));
    return answer.suggestion->layout ? Fit{whole, layout, answer.heading} : Fit{whole, answer.heading};
  }

  /// The text of the run with a padding written into it, or other options of it, or another kernel.
  static std::optional<Choice> choice_of(const PanelContext& context, const Suggestion& suggestion) {
    const Choice& present = context.session.scene().a;
    if (suggestion.edit.source) {
      const bool is_same = present.own != nullptr || present.kernel == suggestion.edit.source->base;
      return own_choice(*suggestion.edit.source, is_same ? present.options : OptionValues{});
    }
    if (!suggestion.applicable()) return std::nullopt;
    if (present.own != nullptr && !find_kernel(context.session.selection().catalog(), suggestion.kernel)) {
      return Choice{present.kernel, suggestion.options, present.own};
    }
    return Choice{suggestion.kernel, suggestion.options};
  }

  static void apply(PanelContext& context, const Choice& choice, const LayoutEdit& edit, const std::string& before) {
    const TextSelection changed{edit.begin + edit.length, edit.begin};
    say_problem(context, edit.source && context.workbench != nullptr
                             ? context.workbench->put_change(context.session, Side::a, before, *edit.source, changed)
                             : context.session.change(context.session.selection().with_choice(Side::a, choice)));
  }

  static Box buttons_of(PanelContext& context, const AdviceColumn& answer, const Choice& choice) {
    const std::string id = answer.id, layout = layout_text(*answer.suggestion->layout).str();
    const LayoutEdit edit = answer.suggestion->edit;
    const auto change = [&context, choice, edit, before = context.session.side(Side::a).run->kernel->source] {
      apply(context, choice, edit, before);
    };
    const auto compare = [&context, choice] {
      say_problem(context, context.session.change(context.session.selection().compared_with(choice)));
    };
    const std::string applies =
        edit.source ? say("Writes {layout} into the declaration of the tile; Ctrl+Z undoes it.", "layout"_a = layout)
                    : say("Shows the kernel with {layout} instead.", "layout"_a = layout);
    const auto button = [=](bool applied, const char* words) {
      return applied ? Button("apply " + id, words, change).tooltip(applies)
                     : Button("compare " + id, words, compare)
                           .tooltip("Compares it with the original: A is the original, B the changed kernel.");
    };
    const auto row = [=](const char* words) {
      return Row().gap(4).add(button(true, "apply"), fit()).add(button(false, words), fit());
    };
    // Below each other rather than cut.
    return FirstOf({[=] { return row("compare with the original"); }, [=] { return row("compare"); },
                    [=] { return Column().gap(4).add(button(true, "apply")).add(button(false, "compare")); }});
  }
};

}  // namespace

PanelEntry advice_panel() {
  return {.id = "advice",
          .title = "Advice",
          .help =
              "The smallest padding, and the xor swizzle, that keep all shared accesses of kernel A free of bank "
              "conflicts, found by trying them; what each costs in bytes and in blocks on a multiprocessor. One click "
              "applies it.",
          .slot = Slot::details,
          .order = 70,
          .maker = maker_of<AdvicePanel>()};
}

}  // namespace bankloom::ui
