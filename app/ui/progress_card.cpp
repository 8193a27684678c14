#include "ui/progress_card.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/wording/numbers.h"
#include "ui/editor/workbench.h"
#include "ui/figures.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

/// Seconds between two frames while a run goes on.
constexpr double kBetweenFrames = 0.1;

/// A window of Dear ImGui above the slots; its context's area is what lies within its margins.
void begin_above(PanelContext& context, const Rect& rect) {
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                                      ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBackground;
  ImGui::SetNextWindowPos({rect.x, rect.y});
  ImGui::SetNextWindowSize({rect.width, rect.height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
  ImGui::Begin("##progress", nullptr, kFlags);
  ImGui::PopStyleVar(2);
  context.area = rect.inset(context.px(14), context.px(10));
  card(context, rect, context.theme.surface, context.theme.line, 8);
}

/// The title and what stands below it, as wide as the button at the right leaves room.
void draw_words(PanelContext& context, const std::string& title, const std::string& detail, float width) {
  const Rect& area = context.area;
  ImFont* strong = context.fonts.strong;
  ImFont* small = context.fonts.small;
  text_at(context, strong, context.theme.text, {area.x, area.y}, shortened_within(strong, title, width));
  text_at(context, small, context.theme.text_muted, {area.x, area.y + text_size(strong, "A").y + context.px(3)},
          shortened(small, detail, width));
}

/// True when clicked.
bool draw_button(PanelContext& context, std::string_view label, std::string_view meaning, float width) {
  ImGui::SetCursorScreenPos({context.area.right() - width, context.area.y + context.px(2)});
  const bool clicked = button(context, "progress", label, ButtonStyle::normal, {width, control_height(context)});
  tooltip(context, meaning);
  return clicked;
}

Rect card_rect(const PanelContext& context, const Layout& layout, bool of_picture, float height) {
  const Rect& place = of_picture ? (layout.tile[0].empty() ? layout.banks[0] : layout.tile[0]) : layout.details;
  const float left = layout.choice.right(), right = layout.code.x;
  const Rect room = of_picture ? Rect{left, place.y, right - left, place.height} : place;
  const float width = std::round(std::min(context.px(440), room.width - context.px(16)));
  const float x = std::round(room.x + (room.width - width) / 2);
  const float y = of_picture ? room.y + context.px(10) : room.bottom() - height - context.px(10);
  return {x, std::round(y), width, height};
}

/// The picture's run that was cancelled; null where there is none.
const RunFailure* cancelled(const Session& session) {
  for (const Side side : {Side::a, Side::b}) {
    if (side == Side::b && !session.comparing()) continue;
    const auto& failure = session.runs().side(side).failure;
    if (failure && failure->cancelled) return failure.get();
  }
  return nullptr;
}

}  // namespace

std::optional<RunProgressWords> run_progress_words(const RunService::Progress& progress) {
  if (progress.seconds < kShownAfter) return std::nullopt;
  RunProgressWords words;
  const std::string seconds = fmt::format("{:.1f} s", progress.seconds);
  if (progress.blocks == 0) {
    words.title = "Preparing " + run_name(progress.key);
    words.detail = seconds;
    return words;
  }
  words.part = static_cast<float>(static_cast<double>(std::min(progress.blocks_done, progress.blocks)) /
                                  static_cast<double>(progress.blocks));
  if (progress.blocks_done >= progress.blocks) {
    words.title = "Checking the output of " + run_name(progress.key);
    words.detail = fmt::format("{} executed · {}", plural(progress.blocks, "# block|# blocks"), seconds);
  } else {
    words.title = "Executing " + run_name(progress.key);
    words.detail = fmt::format("{} of {} · {}", grouped(progress.blocks_done),
                               plural(progress.blocks, "# block|# blocks"), seconds);
  }
  return words;
}

std::string run_name(const RunKey& key) { return key.own ? own_name(*key.own) : key.kernel; }

std::string_view making_words(const Session& session, Side side) {
  const auto running = session.runs().running();
  const bool executes = running && running->blocks > 0 && running->key.kernel == shown_key(session, side);
  return executes ? "executing …" : "compiling …";
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
  return last->path.empty() ? own_name(*last) + ", changed" : std::filesystem::path(last->path).filename().string();
}

std::string last_words(const Session& session, Side side) {
  const std::string name = name_of_last(session, side);
  return name.empty() ? name : fmt::format("shown: {}, the last that worked", name);
}

std::string recorded_words(const KernelRun& run) {
  const std::uint64_t blocks = run.instance.grid.count();
  if (run.recorded_blocks >= blocks) return {};
  return run.recorded_blocks == 1
             ? fmt::format("first of {} blocks recorded", grouped(blocks))
             : fmt::format("first {} of {} blocks recorded", grouped(run.recorded_blocks), grouped(blocks));
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
  std::optional<RunProgressWords> words;
  // What was asked of the picture comes before what is made for the table: a button must not change under the mouse.
  const bool asks_again = cancelled(session) != nullptr && !pending;
  if (running && !asks_again) words = run_progress_words(*running);
  const float height = context.px(66);
  if (words) {
    const bool of_picture = session.runs().awaits(running->key);
    begin_above(context, card_rect(context, layout, of_picture, height));
    context.probe.begin_panel("progress");
    const float width = std::ceil(text_size(context.fonts.strong, "Cancel").x + context.px(24));
    draw_words(context, words->title, words->detail, context.area.width - width - context.px(12));
    const float bar = context.px(5), y = context.area.bottom() - bar + context.px(2);
    card(context, {context.area.x, y, context.area.width, bar}, context.theme.line, 0, 2);
    const float done = context.area.width * words->part;
    if (done >= 1) card(context, {context.area.x, y, done, bar}, context.theme.accent_a, 0, 2);
    if (draw_button(context, "Cancel",
                    of_picture ? "Ends this run; the last picture that worked stays."
                               : "Ends this run and those that wait, which are made for the table of the lesson's "
                                 "kernels.",
                    width)) {
      session.runs().cancel(running->key);
    }
    ImGui::End();
    return;
  }
  if (asks_again) {
    const RunFailure* failure = cancelled(session);
    begin_above(context, card_rect(context, layout, true, context.px(56)));
    context.probe.begin_panel("progress");
    const float width = std::ceil(text_size(context.fonts.strong, "Run again").x + context.px(24));
    const std::string last = last_words(session, Side::a);
    const std::string shown = last.empty() ? "what is shown is the last run that ended" : last;
    draw_words(context, "Cancelled", session.side(Side::a).run ? shown : failure->error.message,
               context.area.width - width - context.px(12));
    if (draw_button(context, "Run again", "Executes it once more, to its end.", width)) {
      session.runs().again();
      context.redraw_within(0);
    }
    ImGui::End();
  }
}

}  // namespace bankloom::ui
