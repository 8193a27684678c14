#include "ui/learn/progress_map.h"

#include <fmt/format.h>

#include "core/base/language.h"
#include "core/wording/learnt_text.h"
#include "ui/actions.h"
#include "ui/layout/bar.h"
#include "ui/layout/controls.h"

namespace bankloom::ui {
namespace {

/// Units of the lessons' column, and of a mark.
constexpr float kLessons = 330, kMark = 18;

/// What became of a step or an exercise. `asks`: seeing it is not all there is to do.
struct Standing {
  bool is_done = false, is_at_once = false, is_seen = false;
};
Standing standing_of(const OpenLesson& open, const std::string& lesson, const std::string& item, bool asks) {
  const learn::ItemProgress known = open.progress().known().of(lesson, item);
  const bool is_told = !asks && known.is_seen;
  return {known.is_right || known.is_shown || is_told, known.is_right_first || is_told, known.is_seen};
}

std::string exercise_item(const learn::Exercise& exercise) { return "exercise:" + exercise.name; }

struct Share {
  std::size_t done = 0, all = 0;
};
Share share_of(const OpenLesson& open, const learn::Lesson& lesson) {
  Share share;
  const auto count = [&](const std::string& item, bool asks) {
    ++share.all;
    if (standing_of(open, lesson.name, item, asks).is_done) ++share.done;
  };
  for (const learn::Step& step : lesson.steps) count(step.item, step.question.has_value());
  for (const learn::Exercise& exercise : lesson.exercises) count(exercise_item(exercise), true);
  return share;
}

/// A step or an exercise: its mark and its title; a click goes there.
Box entry(PanelContext& context, const Standing& standing, const std::string& id, const std::string& title,
          const std::function<void()>& go) {
  const Theme& theme = context.theme;
  const char* const mark = standing.is_at_once ? "✓" : standing.is_done ? "○" : standing.is_seen ? "·" : " ";
  const ListLine line{.label = title, .right = {}};
  return Row()
      .gap(4)
      .place(Alignment::middle)
      .add(Text(mark).strong().colour(standing.is_done ? theme.good : theme.text_muted), units(kMark))
      .add(ListRow(id, line, go).tooltip("Goes there."), share());
}

}  // namespace

Box ProgressMap::lessons(PanelContext& context, std::size_t shown) {
  const OpenLesson& open = *context.lesson;
  const Theme& theme = context.theme;
  Column column;
  column.gap(7);
  for (std::size_t i = 0; i < open.lessons().size(); ++i) {
    const learn::Lesson& lesson = learn::in_language(open.lessons()[i]);
    const Share share = share_of(open, open.lessons()[i]);
    const ListLine line{.label = lesson.title,
                        .right = done_text(share.done, share.all),
                        .right_colour = theme.text_muted,
                        .is_selected = i == shown};
    Column one;
    one.gap(2)
        .add(ListRow(fmt::format("lesson {}", i), line, [this, i] { chosen_ = i; })
                 .tooltip("Shows the lesson's steps and exercises."))
        .add(Bar(share.all == 0 ? 0 : static_cast<double>(share.done) / static_cast<double>(share.all), theme.good)
                 .ground(theme.line)
                 .low());
    column.add(one);
  }
  return column;
}

Box ProgressMap::page(PanelContext& context, const std::function<void()>& close) {
  OpenLesson& open = *context.lesson;
  const std::size_t shown = chosen_.value_or(open.is_open() ? open.index() : 0);
  const learn::Lesson& lesson = learn::in_language(open.lessons()[shown]);
  Column steps;
  steps.gap(1).add(Text(lesson.title).heading().wrap()).space(4);
  for (std::size_t at = 0; at < lesson.steps.size(); ++at) {
    const learn::Step& step = lesson.steps[at];
    steps.add(entry(context, standing_of(open, lesson.name, step.item, step.question.has_value()),
                    fmt::format("to step {}", at + 1), step.title, [this, &context, &open, shown, at, close] {
                      say_failure(context, open.open(context.session, shown, at));
                      chosen_.reset();
                      close();
                    }));
  }
  if (!lesson.exercises.empty()) steps.space(6).add(Text("Exercises").small().muted());
  for (std::size_t at = 0; at < lesson.exercises.size(); ++at) {
    const learn::Exercise& exercise = lesson.exercises[at];
    steps.add(entry(context, standing_of(open, lesson.name, exercise_item(exercise), true),
                    fmt::format("to exercise {}", at + 1), exercise.title, [this, &context, &open, shown, at, close] {
                      say_failure(context, open.open(context.session, shown, 0));
                      say_failure(context, open.open_exercise(context.session, *context.workbench, at));
                      chosen_.reset();
                      close();
                    }));
  }
  Column page;
  page.gap(12)
      .add(Row().gap(24).place(Alignment::top).add(lessons(context, shown), units(kLessons)).add(steps, share()))
      .add(Text("✓ right at the first try   ○ right later, or shown   · seen").small().muted().wrap());
  return page;
}

}  // namespace bankloom::ui
