// The top bar: what is shown, the origin of its figures, and the actions on all of it.
#include <algorithm>

#include "core/base/language.h"
#include "core/report/text_format.h"
#include "core/wording/fault_text.h"
#include "core/wording/picture_text.h"
#include "core/wording/run_text.h"
#include "ui/actions.h"
#include "ui/layout/controls.h"
#include "ui/learn/open_lesson.h"
#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/panel.h"
#include "ui/panels/side_style.h"
#include "ui/progress_card.h"

namespace bankloom::ui {

using namespace wording;
namespace {

std::string lesson_text(const Session& session, const Kernel& kernel) {
  const auto& lessons = session.selection().catalog().lessons;
  const auto found = std::ranges::find(lessons, kernel.lesson, &Lesson::name);
  if (found == lessons.end()) return kernel.lesson;
  return say("Lesson {number} · {title}", "number"_a = found->order, "title"_a = translated(found->title)).str();
}

/// Units of the name at the left, and those reserved for the lesson after it, unless the right end has no shorter text.
constexpr float kName = 88, kLesson = 150;

class TopPanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    const OriginChip origin = origin_of(context);
    const std::vector<Alarm> alarms = alarms_of(context);
    const Row chips = chips_of(context);
    std::vector<std::function<Box()>> bars;
    // First the differing outputs, in the longest text that fits, then the origin of the times.
    for (std::size_t alarm = 0; alarm < (alarms.empty() ? 1 : alarms.front().forms.size()); ++alarm) {
      for (std::size_t form = 0; form < origin.forms.size(); ++form) {
        bars.emplace_back([&, alarm, form] {
          const float kept = kName + (form + 1 == origin.forms.size() ? 0 : kLesson);
          Row bar =
              Row().gap(6).add(Drawing([chips, &context](const Rect& rect) {
                                 Row().gap(18).add(Text("bankloom").heading()).add(chips, share()).draw(context, rect);
                               }),
                               share().at_least(kept));
          bar.add(Gap());
          if (!origin.forms[form].empty()) bar.add(Chip(origin.forms[form], origin.dot).tooltip(origin.tooltip));
          for (const Alarm& one : alarms) bar.add(Warning(one.forms[alarm]).tooltip(one.tooltip));
          add_buttons(context, bar);
          return bar;
        });
      }
    }
    show(context, FirstOf(std::move(bars)));
  }

 private:
  /// The origin of the measured times.
  struct OriginChip {
    std::vector<std::string> forms{""};  ///< the longest first
    Colour dot = 0;
    std::string tooltip;
  };
  /// The message that an output differs from the emulator's.
  struct Alarm {
    std::vector<std::string> forms;
    std::string tooltip;
  };

  /// What is shown; the lowest number is left out first.
  static Row chips_of(const PanelContext& context) {
    const Session& session = context.session;
    Row row = Row().gap(10);
    const auto add = [&](int leaves, const std::string& words, std::string meaning) {
      if (!words.empty()) row.add(Chip(words).tooltip(std::move(meaning)), fit().if_room(leaves));
    };
    const Kernel* kernel = session.kernel(Side::a);
    if (kernel == nullptr) return row;
    const auto own = session.selection().own(Side::a);
    if (own != nullptr && own->launch) {
      add(5, launch_name_text(*own->launch), "A launch of your program, with its true arguments and contents.");
    } else if (own != nullptr) {
      add(5, "your code", "The kernel's code is your own; choose lessons at the left.");
    } else {
      add(5, lesson_text(session, *kernel), "The lesson. Choose another one at the left.");
    }
    const SideView& view = session.side(Side::a);
    if (!view.run) return row;
    const KernelRun& run = *view.run;
    const std::string last = last_text(name_of_last(session, Side::a));
    add(4, last,
        "The chosen kernel has no picture yet, or none at all: picture, figures and output belong to this "
        "one.");
    add(3, launch_text(run), "How the kernel is launched, and what an element of its tile is.");
    add(2, modelled_text(run.machine), modelled_meaning_text(run.machine));
    add(1, recorded_text(run), recorded_meaning_text(run));
    if (const KernelCost* const cost = view.facts().kernel_cost(); cost != nullptr && cost->clipped) {
      add(3, "not all accesses recorded", "The run made more accesses than are kept: all sums are lower bounds.");
    }
    if (const auto& faults = view.facts().faults(); !faults.empty() && last.empty()) {
      add(4, plural(faults.size(), "# fault|# faults"), fault_mark_text(faults.front(), faults.size() - 1).str());
    }
    if (const std::string guessed = guessed_text(run); !guessed.empty() && last.empty()) {
      add(4, guessed, guessed_meaning_text());
      if (!run.questions.empty()) {
        add(4, plural(run.questions.size(), "# question|# questions"), question_text(run.questions.front(), run).str());
      }
    }
    if (run.is_part) {
      add(5, part_text(run), part_meaning_text());
    } else if (session.runs().side(Side::a).pending) {
      add(4, making_text(is_executed(session, Side::a)),
          "The change is being compiled and executed; the picture is the last one.");
    }
    return row;
  }

  /// Own texts are in no recording.
  static bool says_origin(const PanelContext& context) {
    if (context.measures == nullptr || context.session.kernel(Side::a) == nullptr) return false;
    if (!context.session.disclosure().mentions(FactKind::time)) return false;
    return context.session.selection().own(Side::a) == nullptr ||
           (context.measures->has_device() && !context.measures->no_gpu());
  }

  static OriginChip origin_of(const PanelContext& context) {
    if (!says_origin(context)) return {};
    const MeasureStatus status = context.measures->status(context.session, Side::a);
    const TimeCell cell = time_cell(status, context.measures->no_gpu());
    const Theme& theme = context.theme;
    const std::string progress = progress_text(status);
    if (!progress.empty()) {
      const auto waits = wait_text(status.wait);
      return {{progress, progress_text(status, Length::brief), progress_text(status, Length::mark)},
              theme.accent_a,
              waits.empty() ? cell.tooltip : lines_text({sentence_text(waits), bankloom::Text(cell.tooltip)}).str()};
    }
    if (cell.value < 0) return {{cell.words}, 0, cell.tooltip};
    const std::string brief = origin_text(*cell.origin, Length::brief), gpu = status.result->gpu.title();
    if (cell.recorded()) {
      return {
          {origin_text(*cell.origin), origin_text({Provenance::recorded, gpu}), brief}, theme.neutral, cell.tooltip};
    }
    return {{origin_text({Provenance::measured_here, gpu, cell.origin->is_elsewhere}), brief},
            status.result->own.output.wrong() ? theme.bad : theme.good,
            cell.tooltip};
  }

  static std::vector<Alarm> alarms_of(const PanelContext& context) {
    std::vector<Alarm> alarms;
    if (!says_origin(context)) return alarms;
    for (const Side side : shown_sides(context.session)) {
      const MeasureStatus status = context.measures->status(context.session, side);
      if (!status.result || !status.result->own.output.wrong()) continue;
      const OutputCheck& output = status.result->own.output;
      const std::string_view name = context.session.comparing() ? side_name(side) : "";
      alarms.push_back(
          {{named_text(name, output_alarm_text(output)), named_text(name, output_alarm_text(output, Length::brief)),
            named_text(name, say("GPU and emulator differ")),
            named_text(name, output_alarm_text(output, Length::mark))},
           joined({gpu_output_meaning_text(*status.result), say("The tab Output shows both.")})});
    }
    return alarms;
  }

  static ButtonStyle style_of(const PanelContext& context, std::string_view id) {
    if (id == "compare" && context.session.comparing()) return ButtonStyle::accent_b;
    if (id != "learn") return ButtonStyle::normal;
    if (context.lesson->is_open()) return ButtonStyle::selected;
    // Where who has learnt nothing yet begins.
    return !context.still && context.lesson->progress().known().items().empty() ? ButtonStyle::accent_a
                                                                                : ButtonStyle::normal;
  }

  static void add_buttons(PanelContext& context, Row& bar) {
    if (says_origin(context) && !context.still && context.measures->has_device()) {
      const auto again = [&context] {
        const Reason no_gpu = context.measures->no_gpu();
        context.measures->again(context.session);
        if (no_gpu) context.say(looking_again_text(no_gpu));
      };
      const auto cancel = [&context] { context.measures->cancel(); };
      bar.add(context.measures->busy()
                  ? IconButton("cancel", Icon::close, "Cancel the measurement", cancel)
                  : IconButton("again", Icon::again,
                               measure_again_text(context.measures->no_gpu(), context.measures->host(),
                                                  Measures::why_only_on_request(context.session, Side::a)),
                               again));
    }
    for (const std::string_view id :
         {"learn", "compare", "focus view", "back", "forward", "picture", "settings", "help"}) {
      const Action& one = action(id);
      const bool is_way = id == "back" || id == "forward";
      // Those keep their places where there is nowhere to go.
      if (is_way && context.history != nullptr) {
        bar.add(action_icon(context, one, is_enabled(one, context) ? ButtonStyle::normal : ButtonStyle::disabled));
        continue;
      }
      if (!is_enabled(one, context)) continue;
      bar.add(one.label.empty() ? action_icon(context, one) : action_box(context, one, style_of(context, id)));
    }
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
