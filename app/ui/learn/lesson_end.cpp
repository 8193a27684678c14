#include "ui/learn/lesson_end.h"

#include <imgui.h>

#include <algorithm>
#include <string>

#include "core/base/language.h"
#include "core/wording/learnt_text.h"
#include "core/wording/text.h"
#include "ui/layout/bar.h"
#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// Units of the card's margin, and of a question's mark.
constexpr float kEndMargin = 12, kScoreMark = 12;

/// The time that was measured of a run, with where it comes from; empty without one, and before times are taught.
Box time_of(const PanelContext& context, const KernelRun& run) {
  if (context.measures == nullptr || !context.session.disclosure().shows(FactKind::time)) return {};
  const MeasureStatus status =
      context.measures->status({run.kernel->id(), run.instance.options, kDefaultMachine, "", {}});
  const TimeCell cell = time_cell(status, context.measures->no_gpu());
  if (cell.value < 0 || !cell.origin) return {};
  Row row;
  row.gap(7)
      .add(Text(cell.brief).strong())
      .add(Text(origin_text(*cell.origin, Length::brief)).small().muted(), share());
  return row.tooltip(cell.tooltip);
}

/// A bar as long as what the request of a side takes, with its kernel above and the time below.
Box side_bar(const PanelContext& context, const learn::RunAt& at, double number, double longest, Side side) {
  const bool is_shared = at.access().space == Space::shared;
  const Theme& theme = context.theme;
  const Colour colour = number < longest ? theme.good : theme.bad;
  Column column;
  column.gap(3)
      .add(Row()
               .gap(6)
               .add(Text(side_name(side)).strong().colour(accent(theme, side)))
               .add(Text(learnt_kernel_text(*at.run)).wrap(), share()))
      .add(Row()
               .gap(8)
               .add(Bar(number / longest, colour).ground(theme.line), share())
               .add(Text(learnt_count_text(number, is_shared)).strong().colour(colour)))
      .add(time_of(context, *at.run));
  return column;
}

/// A line for a terminal; a click copies it.
Box command_line(const std::string& words) {
  return Text(bankloom::Text::verbatim(words))
      .fonts({FontUse::mono})
      .wrap()
      .tooltip(say("A click copies this line."))
      .on_click("copy " + words, [words] { ImGui::SetClipboardText(words.c_str()); });
}

}  // namespace

Box lesson_end(const PanelContext& context, const OpenLesson& open, const FlowOf& flow) {
  const learn::Lesson& lesson = open.lesson();
  const Theme& theme = context.theme;
  Column page;
  page.gap(10).add(Text("What you have learnt").heading().wrap());
  if (const learn::StepRuns* const runs = open.runs(); lesson.learnt && runs != nullptr && runs->b) {
    const std::string fact = runs->a.access().space == Space::shared ? "wavefronts" : "sectors";
    const double a = learn::number_of(runs->numbers, fact).value_or(0);
    const double b = learn::number_of(runs->numbers, fmt::format("b_{}", fact)).value_or(0);
    const double longest = std::max({a, b, 1.0});
    Column bars;
    bars.gap(12)
        .add(side_bar(context, runs->a, a, longest, Side::a))
        .add(side_bar(context, *runs->b, b, longest, Side::b));
    page.add(Card(bars).padding(kEndMargin, kEndMargin).fill(theme.window).line(theme.line));
    page.add(flow(lesson.learnt->say, runs->numbers));
  } else {
    for (const learn::Prose& prose : lesson.goal) page.add(flow(prose, {}));
  }
  if (const learn::Lesson* const next = open.next()) {
    const std::size_t exercises = lesson.exercises.size();
    page.add(Text(exercises == 0 ? say("Next lesson: {lesson}.", "lesson"_a = next->title)
                                 : say("What comes next: {exercises:# exercise|# exercises}, then the lesson {lesson}.",
                                       "exercises"_a = Count{exercises}, "lesson"_a = next->title))
                 .wrap());
  }
  const OpenLesson::Score score = open.score();
  if (score.questions == 0) return page;
  Row marks;
  marks.gap(4).wrap(4);
  for (const learn::Step& step : lesson.steps) {
    if (!step.question) continue;
    const bool at_once = open.progress().known().of(lesson.name, step.item).is_right_first;
    marks.add(Text(at_once ? "✓" : "○").strong().colour(at_once ? theme.good : theme.text_faint).tooltip(step.title),
              units(kScoreMark + 4));
  }
  return page.add(Rule()).add(Text(score_text(score.at_once, score.questions)).strong().wrap()).add(marks);
}

Box own_gpu_box(const OpenLesson& open) {
  const learn::StepRuns* const runs = open.lesson().learnt ? open.runs() : nullptr;
  if (runs == nullptr) return {};
  const MemoryAccess access = runs->a.access();
  const auto own = own_gpu_text(*runs->a.run, access.space, access.op);
  if (!own) return {};
  Column lines;
  return lines.gap(8)
      .add(Rule())
      .add(Text("On your own GPU").strong())
      .add(Text(own->counts).wrap())
      .add(command_line(own->profile))
      .add(Text(own->faults).wrap())
      .add(command_line(own->check));
}

}  // namespace bankloom::ui
