// Advice for the kernel of side A: the smallest padding, and the xor swizzle, that keep its shared accesses free of
// bank conflicts; what each costs; a click applies it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <thread>

#include "core/advice/advice_service.h"
#include "core/wording/numbers.h"
#include "ui/figures.h"
#include "ui/panel.h"
#include "ui/panels/side_style.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

/// Longest time that a picture waits for the advice.
constexpr std::chrono::seconds kPictureWaits{60};
/// Until the next look whether it is there; the service wakes the window too.
constexpr double kAgain = 0.25;

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
  void draw(PanelContext& context) override {
    const Rect area = context.area;
    if (area.width < context.px(60) || area.height < context.px(20)) return;
    ImGui::SetCursorScreenPos({area.x, area.y});
    begin_child("advice", {area.width, area.height});
    draw_all(context);
    ImGui::EndChild();
    context.area = area;
  }

 private:
  static void say_only(PanelContext& context, const std::string& words) {
    wrapped_text(context, context.fonts.small, context.theme.text_muted, room(context), words);
  }

  /// The advice for a run; a picture waits for it.
  static std::shared_ptr<const AdviceOutcome> outcome_of(PanelContext& context,
                                                         const std::shared_ptr<const KernelRun>& run) {
    const std::string& architecture = context.session.scene().architecture;
    auto outcome = context.advice->get(run, architecture);
    const auto until = std::chrono::steady_clock::now() + kPictureWaits;
    while (!outcome && context.still && std::chrono::steady_clock::now() < until) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      outcome = context.advice->get(run, architecture);
    }
    return outcome;
  }

  static void draw_all(PanelContext& context) {
    const SideView& view = context.session.side(Side::a);
    if (context.advice == nullptr)
      return say_only(context, "No advice: there is no compiler here to try layouts with.");
    if (!view.run || context.session.runs().side(Side::a).pending)
      return say_only(context, "The kernel is being compiled and executed.");
    if (!view.run->faults.empty()) {
      return say_only(context, "No advice: the kernel has a fault, and a layout free of conflicts would not mend it.");
    }
    const auto outcome = outcome_of(context, view.run);
    if (!outcome) {
      if (context.redraw_within) context.redraw_within(kAgain);
      return say_only(context, "Paddings and swizzles are being tried …");
    }
    if (!outcome->advice) return say_only(context, outcome->failure->error.message);
    draw_advice(context, *outcome->advice);
  }

  static void draw_advice(PanelContext& context, const Advice& advice) {
    const std::array<Answer, 3> answers{{
        {"now", "as it is", nullptr, &advice.now},
        {"padding", "padding", &advice.padding, advice.padding.after ? &*advice.padding.after : nullptr},
        {"swizzle", "swizzle", &advice.swizzle, advice.swizzle.after ? &*advice.swizzle.after : nullptr},
    }};
    const Theme& theme = context.theme;
    ImFont* small = context.fonts.small;
    const float width = room(context), left = cursor().x;
    static constexpr std::array<const char*, 4> kRows{"wavefronts a request", "bank conflicts", "shared bytes a block",
                                                      "blocks a multiprocessor"};
    float names = 0;
    for (const char* name : kRows) names = std::max(names, text_size(small, name).x);
    names = std::min(names + context.px(10), width * 0.32f);
    const float column = std::min((width - names) / 3, context.px(190));
    const float line = std::round(font_size(small) + context.px(3));
    float y = cursor().y;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      draw_head(context, answers[i], {left + names + column * static_cast<float>(i), y, column - context.px(8), line});
    }
    y += line;
    // What can be clicked stands above the figures: it is seen in the smallest window.
    float lowest = y;
    for (std::size_t i = 1; i < answers.size(); ++i) {
      ImGui::SetCursorScreenPos({left + names + column * static_cast<float>(i), y});
      draw_buttons(context, answers[i], column - context.px(8));
      lowest = std::max(lowest, cursor().y);
    }
    y = lowest;
    for (std::size_t row = 0; row < kRows.size(); ++row) {
      text_at(context, small, theme.text_muted, {left, y}, shortened(small, kRows[row], names - context.px(6)));
      for (std::size_t i = 0; i < answers.size(); ++i) {
        const float x = left + names + column * static_cast<float>(i);
        const LayoutCost* cost = answers[i].cost;
        const std::string words = cost == nullptr ? "–" : figure(row, *cost, advice.now);
        text_at(context, small, colour_of(theme, row, cost), {x, y}, shortened(small, words, column - context.px(8)));
      }
      y += line;
    }
    ImGui::SetCursorScreenPos({left, y});
    gap(context, 2);
    wrapped_text(context, small, theme.text, width, advice.padding.sentence);
    gap(context, 2);
    wrapped_text(context, small, theme.text, width, advice.swizzle.sentence);
    gap(context, 2);
    wrapped_text(context, small, theme.text_muted, width,
                 fmt::format("{}, modelled by the rules of {} from emulated accesses.", advice.kernel, advice.machine));
    ImGui::Dummy({1, 1});
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

  /// What the column is about, and the layout that was found.
  static void draw_head(PanelContext& context, const Answer& answer, const Rect& rect) {
    ImFont* small = context.fonts.small;
    const std::string layout = answer.suggestion == nullptr ? std::string() : layout_words(*answer.suggestion);
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    ImGui::PushID(answer.id);
    hover_area("head", {rect.width, rect.height});
    ImGui::PopID();
    tooltip(context, answer.suggestion == nullptr ? std::string("The kernel at its present options.")
                                                  : tried_words(*answer.suggestion));
    std::string words = answer.heading;
    if (!layout.empty()) words += ": " + layout;
    // Where there is no room for both: what is to be done.
    const bool is_long = text_size(small, words).x > rect.width;
    if (is_long && answer.suggestion != nullptr && !answer.suggestion->layout.empty()) words = layout;
    text_at(context, small, layout.empty() ? context.theme.text_faint : context.theme.text, {rect.x, rect.y},
            shortened(small, words, rect.width));
  }

  static std::string layout_words(const Suggestion& suggestion) {
    switch (suggestion.status) {
      case AdviceStatus::as_it_is:
        return suggestion.layout.empty() ? "none needed" : suggestion.layout;
      case AdviceStatus::found:
        return suggestion.layout;
      case AdviceStatus::none:
        return "none is free";
      case AdviceStatus::nothing:
        break;
    }
    return "nothing to try";
  }

  static std::string tried_words(const Suggestion& suggestion) {
    std::string words = suggestion.sentence;
    if (suggestion.trials.empty()) return words;
    words += "\n\nTried, in this order:";
    constexpr std::size_t kShown = 12;
    for (std::size_t i = 0; i < suggestion.trials.size() && i < kShown; ++i) {
      const LayoutTrial& trial = suggestion.trials[i];
      words += "\n" + trial.layout + ": ";
      words +=
          !trial.problem.empty()
              ? trial.problem
              : (trial.cost ? plural(trial.cost->bank_conflicts, "# bank conflict|# bank conflicts").str() : "no cost");
    }
    if (suggestion.trials.size() > kShown) words += fmt::format("\n… and {} more", suggestion.trials.size() - kShown);
    return words;
  }

  static void draw_buttons(PanelContext& context, const Answer& answer, float width) {
    if (!answer.suggestion->applicable()) {
      if (answer.suggestion->status == AdviceStatus::found) {
        wrapped_text(context, context.fonts.small, context.theme.text_faint, width, "no kernel has it: see below");
      }
      return;
    }
    const Choice choice{answer.suggestion->kernel, answer.suggestion->options};
    ImGui::PushID(answer.id);
    const float gap_between = context.px(4), each = std::min((width - gap_between) / 2, context.px(80));
    if (button(context, "apply", "apply", ButtonStyle::normal, {each, 0})) {
      if (const auto done = context.session.change(context.session.selection().with_choice(Side::a, choice)); !done)
        context.say(done.error().message);
    }
    tooltip(context, fmt::format("Shows {} with {} instead.", choice.kernel, answer.suggestion->layout));
    ImGui::SameLine(0, gap_between);
    if (button(context, "beside", "beside", ButtonStyle::normal, {each, 0}))
      context.session.change(context.session.selection().compared_with(choice));
    tooltip(context, "Shows it as B beside the kernel as it is.");
    ImGui::PopID();
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
