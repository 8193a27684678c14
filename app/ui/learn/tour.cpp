#include "ui/learn/tour.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/wording/text.h"
#include "ui/actions.h"
#include "ui/layout/controls.h"
#include "ui/learn/open_lesson.h"
#include "ui/slot_panels.h"

namespace bankloom::ui {

using namespace wording;
namespace {

struct TourStep {
  Slot slot;
  std::string_view title, text;
};
constexpr std::array<TourStep, 5> kSteps{{
    {Slot::tile, "A tile in shared memory",
     "A cell is an element of the kernel's array. Its colour and its number are its bank: 32 banks work at the same "
     "time."},
    {Slot::banks, "32 lanes and their banks",
     "The 32 lanes of a warp load together. Press Space and watch them: a bank serves one word in a wavefront, and its "
     "other words wait."},
    {Slot::timeline, "Request by request",
     "A bar is a request, as long as its wavefronts. Right and Left go a wavefront on and back."},
    {Slot::choice, "Change it",
     "Choose kernels and options here. Press P for padding: the kernel is compiled and executed again, and the "
     "conflict is gone."},
    {Slot::top, "Learn by predicting",
     "Learn opens the lessons. They ask what you expect, and then the picture shows it."},
}};

/// Units of a card.
constexpr float kWidth = 330, kHeight = 150, kApart = 14;

/// Beside the part, within the window, and not on it where there is room elsewhere.
Rect place_beside(const Rect& part, const Rect& window, float width, float height, float apart) {
  // Low, where a tile seldom reaches.
  float x = part.right() + apart, y = part.bottom() - height - apart;
  if (x + width > window.right()) x = part.x - width - apart;
  if (x < window.x) {
    x = std::clamp(part.x + (part.width - width) / 2, window.x + apart,
                   std::max(window.x, window.right() - width - apart));
    y = part.bottom() + apart;
    if (y + height > window.bottom()) y = part.y - height - apart;
  }
  y = std::clamp(y, window.y + apart, std::max(window.y + apart, window.bottom() - height - apart));
  return {std::round(x), std::round(y), std::round(width), std::round(height)};
}

}  // namespace

void Tour::begin(Session& session) {
  session.change(session.selection().without_b());
  session.player().to_start();
  step_ = 0;
}

void Tour::go_on(PanelContext& context) {
  if (*step_ + 1 < kSteps.size()) {
    ++*step_;
    return;
  }
  end();
  if (context.lesson != nullptr && !context.lesson->is_open()) action("learn").run(context);
}

void Tour::draw(PanelContext& context, const Layout& layout) {
  if (!is_open()) return;
  const TourStep& step = kSteps[*step_];
  const Rect& part = layout.of(step.slot);
  const Rect window{0, 0, std::max(layout.code.right(), layout.details.right()), layout.timeline.bottom()};
  context.draw_above(
      [&context, part] { card(context, part.inset(context.px(2), context.px(2)), 0, context.theme.accent_a, 6); });
  const Rect rect = place_beside(part, window, context.px(kWidth), context.px(kHeight), context.px(kApart));
  if (begin_bare("##tour", rect, ImGuiWindowFlags_NoFocusOnAppearing)) {
    begin_panel(context, "tour");
    push_font(context.fonts.body);
    const bool is_last = *step_ + 1 == kSteps.size();
    Row ways;
    ways.gap(6)
        .add(Text(say("{number} of {all}", "number"_a = *step_ + 1, "all"_a = kSteps.size())).small().muted(), share())
        .add(Button(
                 "skip tour", is_last ? "Close" : "Skip", [this] { end(); }, ButtonStyle::quiet)
                 .tooltip("Help shows the tour again."))
        .add(Button(
                 "tour on", is_last ? "Learn" : "Next", [this, &context] { go_on(context); }, ButtonStyle::selected)
                 .tooltip(is_last ? "Opens the lesson where you left off." : "The next part of the window."));
    Column column;
    column.gap(6).add(Text(step.title).heading()).add(Text(step.text).wrap()).add(Gap(), share()).add(ways);
    context.area = rect;
    Card(column).padding(16, 12).fill(context.theme.raised).line(context.theme.accent_a).draw(context, rect);
    ImGui::PopFont();
  }
  ImGui::End();
}

}  // namespace bankloom::ui
