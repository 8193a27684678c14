#include "ui/learn/exercise_checks.h"

#include "core/base/language.h"
#include "core/wording/question_text.h"
#include "ui/measures.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {
namespace {

/// Of the device's own copy, where the text was measured here.
std::optional<double> part_of_copy(const PanelContext& context) {
  if (context.measures == nullptr || !context.measures->has_device()) return std::nullopt;
  const MeasureStatus status = context.measures->status(context.session, Side::a);
  if (!status.result || status.result->provenance != Provenance::measured_here || !status.result->own.bandwidth) {
    return std::nullopt;
  }
  return status.result->own.bandwidth->of_copy();
}

}  // namespace

Box exercise_checks(const PanelContext& context, const OpenExercise& opened) {
  const learn::Exercise& exercise = opened.exercise();
  const Theme& theme = context.theme;
  Column column;
  column.gap(5);
  const auto add = [&](const bankloom::Text& what, std::optional<bool> passed) {
    const char* const mark = !passed ? "·" : *passed ? "✓" : "✗";
    const Colour colour = !passed ? theme.text_muted : *passed ? theme.good : theme.bad;
    column.add(Row()
                   .gap(6)
                   .place(Alignment::top)
                   .add(Text(mark).strong().colour(colour), units(14))
                   .add(Text(what).wrap(), share()));
  };
  // Until a text compiles, what else is wanted of it stands there without a mark.
  const std::vector<learn::CheckResult> all = checks_of(exercise);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool is_known = opened.attempt() && i < opened.attempt()->checks.size();
    add(check_text(exercise, all[i]), is_known ? std::optional(opened.attempt()->checks[i].is_passed) : std::nullopt);
  }
  if (exercise.copy_percent != 0) {
    const auto part = part_of_copy(context);
    add(copy_check_text(exercise.copy_percent, part),
        part ? std::optional(*part * 100 >= exercise.copy_percent) : std::nullopt);
  }
  return Card(column).padding(12, 10).fill(theme.window).edge(accent(theme, Side::a));
}

}  // namespace bankloom::ui
