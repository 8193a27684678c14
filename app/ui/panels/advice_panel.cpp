// Advice for the kernel of side A: the smallest padding, and the xor swizzle, that keep its shared accesses free of
// bank conflicts; what each costs; a click applies it.
#include <fmt/format.h>

#include <array>
#include <string>

#include "core/advice/advice_service.h"
#include "core/wording/advice_text.h"
#include "core/wording/numbers.h"
#include "core/wording/run_text.h"
#include "ui/figures.h"
#include "ui/layout/controls.h"
#include "ui/layout/table.h"
#include "ui/panel.h"

namespace bankloom::ui {
namespace {

/// Until the next look whether it is there; the service wakes the window too.
constexpr double kAgain = 0.25;

/// Units: of a column of figures and of a button at most.
constexpr float kMostColumn = 190, kMostButton = 80;

struct Answer {
  const char* id;
  const char* heading;
  const Suggestion* suggestion;  ///< null: the kernel as it is
  const LayoutCost* cost;        ///< null where there is none
};

std::string per_request(const LayoutCost& cost) {
  if (cost.requests == 0) return "–";
  return ratio_text(static_cast<double>(cost.wavefronts) / static_cast<double>(cost.requests));
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
      return only("No advice: the kernel has a fault, and a layout free of conflicts would not mend it.");
    }
    if (view.facts().kernel_cost() == nullptr) return only(hidden_text());
    const auto outcome = context.advice->get(view.run, context.session.scene().architecture);
    if (!outcome) {
      if (context.redraw_within) context.redraw_within(kAgain);
      return only("Paddings and swizzles are being tried …");
    }
    if (!outcome->advice) return only(outcome->failure->error.message);
    return advice_page(context, *outcome->advice);
  }

  static Column advice_page(PanelContext& context, const Advice& advice) {
    const std::array<Answer, 3> answers{{
        {"now", "as it is", nullptr, &advice.now},
        {"padding", "padding", &advice.padding, advice.padding.after ? &*advice.padding.after : nullptr},
        {"swizzle", "swizzle", &advice.swizzle, advice.swizzle.after ? &*advice.swizzle.after : nullptr},
    }};
    static constexpr std::array<const char*, 4> kRows{"wavefronts a request", "bank conflicts", "shared bytes a block",
                                                      "blocks a multiprocessor"};
    Table table;
    table.column({"", "", Align::left, fit().at_most_part(0.32f)});
    // What can be clicked stands above the figures: it is seen in the smallest window.
    std::vector<Box> buttons(1);
    for (const Answer& answer : answers) {
      const std::string layout = answer.suggestion == nullptr ? std::string() : layout_words(*answer.suggestion);
      TableColumn column{
          heading_of(answer, layout),
          answer.suggestion == nullptr ? "The kernel at its present options." : tried_words(*answer.suggestion),
          Align::left, share().at_most(kMostColumn)};
      if (!layout.empty()) column.colour = context.theme.text;
      table.column(std::move(column));
      buttons.push_back(answer.suggestion == nullptr ? Box() : buttons_of(context, answer));
    }
    table.row(std::move(buttons));
    for (std::size_t row = 0; row < kRows.size(); ++row) {
      std::vector<Box> cells{Text(kRows[row]).small().muted()};
      for (const Answer& answer : answers) {
        const std::string words = answer.cost == nullptr ? "–" : figure(row, *answer.cost, advice.now);
        cells.push_back(Text(words).small().colour(colour_of(context.theme, row, answer.cost)));
      }
      table.row(std::move(cells));
    }
    Column page;
    page.gap(6).add(table);
    for (const Suggestion* one : {&advice.padding, &advice.swizzle}) page.add(Text(advice_text(*one)).small().wrap());
    page.add(Text(fmt::format("{}, modelled by the rules of {} from emulated accesses.", advice.kernel, advice.machine))
                 .small()
                 .muted()
                 .wrap());
    return page;
  }

  static Colour colour_of(const Theme& theme, std::size_t row, const LayoutCost* cost) {
    if (cost == nullptr) return theme.text_faint;
    if (row >= 2) return theme.text;
    return cost->bank_conflicts == 0 ? theme.good : theme.bad;
  }

  static std::string figure(std::size_t row, const LayoutCost& cost, const LayoutCost& now) {
    switch (row) {
      case 0:
        return per_request(cost);
      case 1:
        return cost.blocks == now.blocks
                   ? grouped(cost.bank_conflicts)
                   : fmt::format("{} in {}", grouped(cost.bank_conflicts), plural(cost.blocks, "# block|# blocks"));
      case 2: {
        const auto more = static_cast<std::int64_t>(cost.shared_bytes) - static_cast<std::int64_t>(now.shared_bytes);
        return grouped(cost.shared_bytes) + (more == 0 ? "" : fmt::format(" ({:+})", more));
      }
      default:
        return fmt::format("{} ({})", cost.occupancy.blocks, occupancy_limit_name(cost.occupancy.limit));
    }
  }

  /// What the column is about, and the layout that was found; where there is no room for both: what is to be done.
  static Fit heading_of(const Answer& answer, const std::string& layout) {
    if (layout.empty()) return answer.heading;
    const std::string whole = fmt::format("{}: {}", answer.heading, layout);
    return answer.suggestion->layout ? Fit{whole, layout} : Fit(whole);
  }

  static std::string layout_words(const Suggestion& suggestion) {
    switch (suggestion.status()) {
      case AdviceStatus::as_it_is:
        return suggestion.layout ? layout_text(*suggestion.layout).str() : "none needed";
      case AdviceStatus::found:
        return layout_text(*suggestion.layout);
      case AdviceStatus::none:
        return "none is free";
      case AdviceStatus::nothing:
        break;
    }
    return "nothing to try";
  }

  static std::string tried_words(const Suggestion& suggestion) {
    std::string words = advice_text(suggestion);
    if (suggestion.trials.empty()) return words;
    words += "\n\nTried, in this order:";
    constexpr std::size_t kShown = 12;
    for (std::size_t i = 0; i < suggestion.trials.size() && i < kShown; ++i) {
      const LayoutTrial& trial = suggestion.trials[i];
      words += "\n" + layout_text(trial.layout).str() + ": ";
      words +=
          trial.problem
              ? problem_text(trial.problem).str()
              : (trial.cost ? plural(trial.cost->bank_conflicts, "# bank conflict|# bank conflicts").str() : "no cost");
    }
    if (suggestion.trials.size() > kShown) words += fmt::format("\n… and {} more", suggestion.trials.size() - kShown);
    return words;
  }

  static Box buttons_of(PanelContext& context, const Answer& answer) {
    if (!answer.suggestion->applicable()) {
      if (answer.suggestion->status() != AdviceStatus::found) return {};
      return Text("no kernel has it: see below").small().faint().wrap();
    }
    const Choice choice{answer.suggestion->kernel, answer.suggestion->options};
    const std::string id = answer.id;
    const auto apply = [&context, choice] {
      if (const auto done = context.session.change(context.session.selection().with_choice(Side::a, choice)); !done)
        context.say(done.error().message);
    };
    const auto beside = [&context, choice] {
      context.session.change(context.session.selection().compared_with(choice));
    };
    Row row;
    row.gap(4);
    row.add(
        Button("apply " + id, "apply", apply)
            .tooltip(fmt::format("Shows {} with {} instead.", choice.kernel, layout_text(*answer.suggestion->layout))),
        share().at_most(kMostButton));
    row.add(Button("beside " + id, "beside", beside).tooltip("Shows it as B beside the kernel as it is."),
            share().at_most(kMostButton));
    return row;
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
