#include "ui/progress_card.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/base/language.h"
#include "core/own/host_text.h"
#include "ui/editor/workbench.h"
#include "ui/figures.h"
#include "ui/layout/bar.h"
#include "ui/layout/controls.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {
namespace {

/// Seconds between two frames during a run.
constexpr double kBetweenFrames = 0.1;

/// A window of Dear ImGui above the slots: a title, the text below it, a button, and the progress, if `part` has a
/// value.
void draw_card(PanelContext& context, const Rect& rect, const std::string& title, const std::string& detail,
               const Control& button, std::optional<float> part = std::nullopt) {
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                                      ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBackground;
  ImGui::SetNextWindowPos({rect.x, rect.y});
  ImGui::SetNextWindowSize({rect.width, rect.height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
  ImGui::Begin("##progress", nullptr, kFlags);
  ImGui::PopStyleVar(2);
  context.probe.begin_panel("progress");
  Column words, page;
  words.gap(3).add(Text(title).strong().keep_ends()).add(Text(detail).small().muted());
  page.add(Row().gap(12).add(words, share()).add(button));
  if (part) page.add(Gap(), share()).add(Bar(*part, context.theme.accent_a).ground(context.theme.line).low());
  Card(page).padding(14, 10).fill(context.theme.surface).line(context.theme.line).radius(8).draw(context, rect);
  ImGui::End();
}

Rect card_rect(const PanelContext& context, const Layout& layout, bool of_picture, float height) {
  if (layout.details.empty()) of_picture = true;
  const Rect& place = of_picture ? (layout.tile[0].empty() ? layout.banks[0] : layout.tile[0]) : layout.details;
  const float left = layout.choice.right(), right = layout.code.x;
  const Rect room = of_picture ? Rect{left, place.y, right - left, place.height} : place;
  const float width = std::round(std::min(context.px(440), room.width - context.px(16)));
  const float x = std::round(room.x + (room.width - width) / 2);
  const float y = of_picture ? room.y + context.px(10) : room.bottom() - height - context.px(10);
  return {x, std::round(y), width, height};
}

/// The cancelled run of the picture; null if there is none.
const Error* cancelled(const Session& session) {
  for (const Side side : shown_sides(session)) {
    const auto& failure = session.runs().side(side).failure;
    if (failure && failure->is_cancelled()) return failure.get();
  }
  return nullptr;
}

}  // namespace

std::optional<ShownProgress> shown_progress(const RunService::Progress& progress) {
  if (progress.seconds < kShownAfter) return std::nullopt;
  ShownProgress words{run_progress_text(progress, run_name(progress.key)), 0};
  if (progress.blocks != 0) {
    words.part = static_cast<float>(static_cast<double>(std::min(progress.blocks_done, progress.blocks)) /
                                    static_cast<double>(progress.blocks));
  }
  return words;
}

std::string run_name(const RunKey& key) { return key.own ? own_name(*key.own) : key.kernel; }

bool is_executed(const Session& session, Side side) {
  const auto running = session.runs().running();
  return running && running->blocks > 0 && running->key.kernel == shown_key(session, side);
}

bool is_program_to_run(const Session& session, Side side) {
  const SideRun& made = session.runs().side(side);
  const auto own = session.selection().own(side);
  return !made.pending && made.failure && !made.failure->is_cancelled() && made.failure->details.empty() &&
         own != nullptr && own->launch == nullptr && own->base.empty() && own::has_main(own->text);
}

std::string name_of_last(const Session& session, Side side) {
  const SideView& view = session.side(side);
  const Kernel* kernel = session.kernel(side);
  const SideRun& made = session.runs().side(side);
  if (!view.run || kernel == nullptr || (!made.pending && !made.failure)) return {};
  const auto chosen = session.selection().own(side);
  const OwnSource* last = view.run->own ? &view.run->own->source : nullptr;
  if (made.pending && chosen == nullptr && last == nullptr) return {};
  // A changed kernel of the catalogue and the kernel itself count as one.
  const auto place = [](const OwnSource* source, const Kernel& of) {
    if (source == nullptr) return of.id();
    return source->path.empty() ? source->base : source->path;
  };
  if (place(chosen.get(), *kernel) == place(last, *view.run->kernel)) return {};
  if (last == nullptr) return view.run->kernel->name;
  return last->path.empty() ? message("{}, changed", own_name(*last))
                            : std::filesystem::path(last->path).filename().string();
}

void draw_progress(PanelContext& context, const Layout& layout) {
  Session& session = context.session;
  const auto running = session.runs().running();
  const bool pending = session.runs().pending();
  if (running) {
    const double left = kShownAfter - running->seconds;
    context.redraw_within(left > 0 ? left + 0.005 : kBetweenFrames);
  } else if (pending) {
    context.redraw_within(kBetweenFrames);
  }
  std::optional<ShownProgress> words;
  // Runs for the picture come before those for the table: a button must not change under the mouse.
  const bool asks_again = cancelled(session) != nullptr && !pending;
  if (running && !asks_again) words = shown_progress(*running);
  if (words) {
    const bool of_picture = session.runs().awaits(running->key);
    // The first picture is not covered.
    const auto& shown = session.side(Side::a).run;
    const bool has_part = shown && shown->is_part;
    const Control cancel = Button("progress", "Cancel", [&session, key = running->key] { session.runs().cancel(key); })
                               .tooltip(of_picture ? "Cancels this run; the last good picture stays."
                                                   : "Cancels this run and those waiting, which are for the table of "
                                                     "the lesson's kernels.");
    draw_card(context, card_rect(context, layout, of_picture && !has_part, context.px(66)), words->title, words->detail,
              cancel, words->part);
  } else if (asks_again) {
    const auto last = last_text(name_of_last(session, Side::a));
    const std::string shown = last.empty() ? say("the last finished run is shown") : last;
    const auto again = [&] {
      session.runs().again();
      context.redraw_within(0);
    };
    draw_card(context, card_rect(context, layout, true, context.px(56)), "Cancelled",
              session.side(Side::a).run ? shown : cancelled(session)->message,
              Button("progress", "Run again", again).tooltip("Runs it again, to its end."));
  }
}

}  // namespace bankloom::ui
