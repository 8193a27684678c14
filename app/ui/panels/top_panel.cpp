// The top bar: what is shown, where its figures come from, and what can be done with all of it.
#include <algorithm>
#include <cmath>

#include "core/ptx/argument_spec.h"
#include "core/report/text_format.h"
#include "core/wording/fault_text.h"
#include "core/wording/numbers.h"
#include "ui/actions.h"
#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/panel.h"
#include "ui/panels/side_style.h"
#include "ui/progress_card.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

std::string lesson_words(const Session& session, const Kernel& kernel) {
  const auto& lessons = session.selection().catalog().lessons;
  const auto found =
      std::find_if(lessons.begin(), lessons.end(), [&](const Lesson& lesson) { return lesson.name == kernel.lesson; });
  if (found == lessons.end()) return kernel.lesson;
  return fmt::format("Lesson {} · {}", found - lessons.begin() + 1, found->title);
}

/// "one block, 32 × 32 threads, i32".
std::string launch_words(const KernelRun& run) {
  const Dim3 &grid = run.instance.grid, &block = run.instance.block;
  const std::string blocks = grid.count() == 1 ? "one block" : fmt::format("{} blocks", extent_text(grid));
  std::string words = fmt::format("{} of {} threads", blocks, extent_text(block));
  if (run.tile) words += fmt::format(", {}", ptx::element_type_name(run.tile->element));
  return words;
}

class TopPanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    const Rect& area = context.area;
    const float middle = area.y + area.height / 2;
    float end = draw_actions(context, middle);
    ImFont* name_font = context.fonts.heading;
    const Rect name = text_at(context, name_font, context.theme.text,
                              {area.x, middle - text_size(name_font, "bankloom").y / 2}, "bankloom");
    float x = name.right() + context.px(18);
    if (context.measures != nullptr) end = draw_measured(context, middle, end, x);
    const auto put_chip = [&](const std::string& words, std::string_view meaning) {
      const ImVec2 size = text_size(context.fonts.small, words);
      const float width = size.x + context.px(22);
      if (words.empty() || x + width > end - context.px(12)) return;
      ImGui::SetCursorScreenPos({x, std::round(middle - (size.y + context.px(9)) / 2)});
      const Rect rect = chip(context, words);
      tooltip(context, meaning);
      x = rect.right() + context.px(10);
    };
    const Kernel* kernel = context.session.kernel(Side::a);
    if (kernel == nullptr) return;
    if (context.session.selection().own(Side::a) != nullptr) {
      put_chip("your text", "The kernel's text is your own; lessons are chosen at the left.");
    } else {
      put_chip(lesson_words(context.session, *kernel), "The lesson; another one is chosen at the left.");
    }
    const SideView& view = context.session.side(Side::a);
    if (!view.run) return;
    const KernelRun& run = *view.run;
    const std::string last = last_words(context.session, Side::a);
    put_chip(last, "What is chosen has no picture yet or none at all: picture, figures and output are this one's.");
    put_chip(launch_words(run), "How the kernel is launched, and what an element of its tile is.");
    put_chip(
        fmt::format("modelled for {} · emulated", run.machine.name),
        fmt::format("Accesses and output come from executing the kernel's PTX on the CPU; their costs are computed "
                    "for {}. Only what is called measured, recorded or published comes from a GPU.",
                    run.machine.title));
    put_chip(recorded_words(run),
             fmt::format("All {} blocks were executed and every request of theirs is counted in the sums. One block is "
                         "shown at a time, and only the first ones are recorded to be shown.",
                         run.instance.grid.count()));
    if (run.cost.clipped) {
      put_chip("not all accesses recorded", "The run made more accesses than are kept: all sums are lower bounds.");
    }
    if (!run.faults.empty() && last.empty()) {
      put_chip(plural(run.faults.size(), "# fault|# faults").str(), fault_text(run.faults.front()).str());
    }
    if (context.session.runs().side(Side::a).pending)
      put_chip(std::string(making_words(context.session, Side::a)),
               "The change is being compiled and executed; the picture is the last one.");
  }

 private:
  /// Where the measured times come from, and the buttons that measure; returns where they begin. `from`: where what
  /// stands at the left ends.
  static float draw_measured(PanelContext& context, float middle, float end, float from) {
    Measures& measures = *context.measures;
    if (context.session.kernel(Side::a) == nullptr) return end;
    const float gap_width = context.px(6), side = control_height(context);
    float x = end;
    // Texts of one's own are in no recording.
    const bool can_measure = measures.has_device() && !measures.no_gpu();
    if (context.session.selection().own(Side::a) != nullptr && !can_measure) return end;
    if (!context.still && measures.has_device()) {
      x -= side;
      ImGui::SetCursorScreenPos({x, std::round(middle - side / 2)});
      if (measures.busy()) {
        if (icon_button(context, "cancel", Icon::close, "Cancel the measurement")) measures.cancel();
      } else if (icon_button(context, "again", Icon::again, again_words(context))) {
        const Reason no_gpu = measures.no_gpu();
        measures.again(context.session);
        if (no_gpu) context.say(fmt::format("looking for a GPU again; so far: {}", reason_text(no_gpu)));
      }
      x -= gap_width;
    }
    x = draw_alarm(context, middle, x, from);
    const MeasureStatus status = measures.status(context.session, Side::a);
    const TimeCell cell = time_cell(status, measures.no_gpu());
    const Theme& theme = context.theme;
    std::vector<std::string> forms;
    Colour dot = 0;
    const std::string progress = progress_text(status);
    if (!progress.empty()) {
      dot = theme.accent_a;
      forms = {progress, "measuring …"};
    } else if (cell.value < 0) {
      forms = {"not measured"};
    } else if (cell.recorded()) {
      dot = theme.neutral;
      forms = {origin_text(*cell.origin), origin_text({Provenance::recorded, status.result->gpu.name}),
               origin_text(*cell.origin, Length::brief)};
    } else {
      dot = status.result->own.output.wrong() ? theme.bad : theme.good;
      forms = {origin_text({Provenance::measured_here, status.result->gpu.name}),
               origin_text(*cell.origin, Length::brief)};
    }
    for (const std::string& words : forms) {
      const ImVec2 size = text_size(context.fonts.small, words);
      const float width = std::ceil(size.x + context.px(dot == 0 ? 20 : 34));
      // The lesson stands at the left where there is room for more than the shortest words.
      if (x - width < from + (words == forms.back() ? 0 : context.px(150))) continue;
      ImGui::SetCursorScreenPos({x - width, std::round(middle - (size.y + context.px(9)) / 2)});
      const Rect rect = chip(context, words, dot);
      tooltip(context, cell.tooltip);
      return rect.x - gap_width;
    }
    return x;
  }

  /// That an output is not the emulator's; returns where it begins.
  static float draw_alarm(PanelContext& context, float middle, float end, float from) {
    for (const Side side : shown_sides(context.session)) {
      const MeasureStatus status = context.measures->status(context.session, side);
      if (!status.result || !status.result->own.output.wrong()) continue;
      const OutputCheck& output = status.result->own.output;
      const std::string name = context.session.comparing() ? std::string(side_name(side)) + ": " : "";
      const std::string forms[] = {output_alarm_text(output), output_alarm_text(output, Length::brief),
                                   "GPU and emulator differ", output_alarm_text(output, Length::mark)};
      ImFont* font = context.fonts.strong;
      const float height = std::round(font_size(font) + context.px(6));
      for (const std::string& form : forms) {
        const std::string words = name + form;
        const float width = std::ceil(text_size(font, words).x + context.px(24) + std::round(font_size(font)));
        if (end - width < from && &form != &forms[3]) continue;
        ImGui::SetCursorScreenPos({end - width, std::round(middle - height / 2)});
        const Rect rect = warning(context, words);
        tooltip(context, fmt::format("{} ({}). The tab Output shows both.", gpu_output_text(*status.result),
                                     origin_text(status.result->origin())));
        end = rect.x - context.px(6);
        break;
      }
    }
    return end;
  }

  static std::string again_words(const PanelContext& context) {
    if (const Reason no_gpu = context.measures->no_gpu()) {
      return fmt::format("Nothing can be measured here: {}. Looks for a GPU again.", reason_text(no_gpu));
    }
    const Reason why = Measures::why_only_on_request(context.session, Side::a);
    if (!why) return "Measure again on this machine's GPU";
    return fmt::format("Measure again on this machine's GPU: {}", reason_text(why));
  }

  /// The buttons at the right end; returns where they begin.
  static float draw_actions(PanelContext& context, float middle) {
    const float side = control_height(context), gap_width = context.px(6);
    const float y = std::round(middle - side / 2);
    float x = context.area.right();
    const auto place = [&](float width) {
      x -= width;
      ImGui::SetCursorScreenPos({x, y});
      x -= gap_width;
    };
    for (const std::string_view id : {"help", "picture", "settings"}) {
      if (!is_enabled(action(id), context)) continue;
      place(side);
      action_icon(context, action(id));
    }
    const bool comparing = context.session.comparing();
    for (const std::string_view id : {"copy scene", "compare"}) {
      const Action& one = action(id);
      if (!is_enabled(one, context)) continue;
      const float width = std::ceil(text_size(context.fonts.strong, one.label).x + context.px(22));
      place(width);
      action_button(context, one, id == "compare" && comparing ? ButtonStyle::accent_b : ButtonStyle::normal,
                    {width, side});
    }
    return x;
  }
};

}  // namespace

PanelEntry top_panel() {
  return {.id = "top",
          .title = "Top bar",
          .help = "What is shown: the lesson, the kernel, the machine whose rules the figures follow.",
          .slot = Slot::top,
          .maker = maker_of<TopPanel>()};
}

}  // namespace bankloom::ui
