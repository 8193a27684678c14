#include "ui/programs/program_head.h"

#include <algorithm>

#include "core/wording/program_view_text.h"
#include "ui/actions.h"
#include "ui/layout/bar.h"
#include "ui/layout/controls.h"

namespace bankloom::ui {
namespace {

/// Seconds between two frames while a program runs.
constexpr double kBetweenLooks = 0.1;

std::optional<ProgramActivity> activity_of(ProgramStage stage) {
  if (stage == ProgramStage::idle || stage == ProgramStage::asking) return std::nullopt;
  return stage == ProgramStage::looking    ? ProgramActivity::looking
         : stage == ProgramStage::fetching ? ProgramActivity::fetching
         : stage == ProgramStage::building ? ProgramActivity::building
                                           : ProgramActivity::running;
}

/// The activity, with a button to end it.
Box busy_head(PanelContext& context, const ProgramStatus& status, ProgramActivity activity) {
  context.redraw_within(kBetweenLooks);
  const std::string file = status.plan.file.filename().string();
  const auto& progress = status.progress;
  const bool has_launch = activity == ProgramActivity::running && !progress.kernel.empty() && progress.blocks != 0;
  const double part = has_launch ? static_cast<double>(std::min(progress.blocks_done, progress.blocks)) /
                                       static_cast<double>(progress.blocks)
                                 : 0;
  const std::uint64_t launch = progress.launches == 0 ? 0 : progress.launches - 1;
  Column words = Column().gap(3).add(
      Text(program_activity_text(activity, file)).fonts({FontUse::strong, FontUse::small}).keep_ends());
  if (has_launch) {
    words.add(Text(launch_progress_text(launch, progress.kernel, progress.blocks_done, progress.blocks))
                  .small()
                  .muted()
                  .keep_ends());
    words.add(Bar(part, context.theme.accent_a).ground(context.theme.line).low());
  }
  Row row = Row().gap(12).add(words, share());
  // A still picture has no buttons.
  if (!context.still) row.add(action_box(context, action("end program")), units(76));
  return row;
}

}  // namespace

bool has_program_status(const PanelContext& context) {
  return context.programs != nullptr && !context.programs->status()->plan.file.empty();
}

Box program_to_run_page(PanelContext& context, const std::string& why) {
  Column page;
  page.gap(10).add(Gap(), share()).add(Text(why).muted().align(Align::centre).wrap());
  const Action& act = action(is_enabled(action("end program"), context) ? "end program" : "run program");
  if (!context.still && is_enabled(act, context)) {
    page.add(Row().add(Gap(), share()).add(action_box(context, act, ButtonStyle::accent_b)).add(Gap(), share()));
  }
  return page.add(Gap(), share());
}

std::string place_text(const program::CodePlace& place) {
  return place.line == 0 ? std::string()
                         : fmt::format("{}:{}", std::filesystem::path(place.file).filename().string(), place.line);
}

Box program_head(PanelContext& context, const ProgramStatus& status, bool leads) {
  if (const auto activity = activity_of(status.stage)) return busy_head(context, status, *activity);
  const std::string file = status.plan.file.filename().string();
  Column head = Column().gap(4);
  if (status.failure) {
    head.add(
        Text(program_failure_text(status.failure->message, status.result != nullptr)).colour(context.theme.bad).wrap());
  }
  Text words = Text(program_not_run_text(file)).muted();
  if (status.result) {
    const ProgramResult& result = *status.result;
    words = Text(program_summary_text(result.outcome, file, {result.was_cancelled, leads}));
    const bool is_wrong = result.was_cancelled || result.outcome.end.kind != program::ProgramEnd::Kind::exited ||
                          result.outcome.end.value != 0;
    if (is_wrong) words.colour(context.theme.bad);
  }
  words.wrap();
  Row buttons = Row().gap(6);
  if (!context.still && context.workbench != nullptr) {
    const auto again = [&context](bool is_whole) {
      return [&context, is_whole] { context.programs->again(is_whole); };
    };
    const bool is_sampled =
        status.result && std::ranges::any_of(status.result->outcome.run.launches, &program::ProgramLaunch::is_sampled);
    if (is_sampled) {
      buttons.add(Button("run whole", "Run whole", again(true)).tooltip(run_whole_text().str()), fit());
    }
    buttons.add(Button("run again", status.result ? "Run again" : "Run", again(false))
                    .tooltip("Compiles and runs the program as its files are now."),
                fit());
  }
  // The buttons are below the words if there is little room beside them.
  constexpr float kLeastWords = 200;
  return head.add(FirstOf({[=] { return Row().gap(6).add(words, share().at_least(kLeastWords)).add(buttons); },
                           [=] { return Column().gap(4).add(words).add(buttons); }}));
}

}  // namespace bankloom::ui
