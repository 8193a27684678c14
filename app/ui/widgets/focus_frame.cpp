// The keyboard's focus on Dear ImGui's items: registered, and shown.
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

/// Scrolls the present window, and those around it, until a rectangle is in view.
void bring_into_view(PanelContext& context, Rect rect) {
  for (ImGuiWindow* window = ImGui::GetCurrentWindow(); window != nullptr; window = window->ParentWindow) {
    if ((window->Flags & ImGuiWindowFlags_NoScrollbar) != 0) continue;
    const ImRect view = window->InnerRect;
    // A rectangle higher than the view begins at its top.
    const float down = std::min(std::max(rect.bottom() + context.px(4) - view.Max.y, 0.0f), rect.y - view.Min.y);
    const float up = std::max(view.Min.y - rect.y + context.px(4), 0.0f);
    const float by = rect.y < view.Min.y ? -up : std::max(down, 0.0f);
    if (by == 0) continue;
    ImGui::SetScrollY(window, window->Scroll.y + by);
    rect.y -= by;
    context.redraw_within(0);
  }
}

}  // namespace

KeyboardFocus::Asked focus_stop(PanelContext& context, ImGuiID id, const Rect& rect, KeyboardFocus::Kind kind) {
  if (context.focus == nullptr) return {};
  const ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 from = list->GetClipRectMin(), to = list->GetClipRectMax();
  const auto asked = context.focus->add(id, kind, rect, {from.x, from.y, to.x - from.x, to.y - from.y});
  if (asked.has_come) bring_into_view(context, rect);
  if (asked.is_pressed) context.redraw_within(0);
  return asked;
}

void draw_focus(PanelContext& context) {
  const KeyboardFocus::Stop* stop = context.focus == nullptr ? nullptr : context.focus->stop();
  if (stop == nullptr) return;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float thick = std::max(2.0f, std::round(context.px(2)));
  // Within the window, and cut off at the edge of the control's visible part.
  const Rect& clip = stop->clip;
  const float x0 = std::max({stop->rect.x, clip.x, thick}), y0 = std::max({stop->rect.y, clip.y, thick});
  const float x1 = std::min({stop->rect.right(), clip.right(), window.x - thick});
  const float y1 = std::min({stop->rect.bottom(), clip.bottom(), window.y - thick});
  if (x1 <= x0 || y1 <= y0) return;
  ImDrawList* list = ImGui::GetForegroundDrawList();
  // Two lines, the text colour outside and the background colour inside: one of them contrasts with any control.
  const auto ring = [&](float outwards, float width, Colour colour) {
    const float middle = outwards - width / 2;
    list->AddRect({x0 - middle, y0 - middle}, {x1 + middle, y1 + middle}, colour, 0, 0, width);
  };
  ring(0, std::max(1.0f, std::round(thick / 2)), context.theme.window);
  ring(thick, thick, context.theme.text);
  context.probe.item("focus", x0 - thick, y0 - thick, x1 - x0 + 2 * thick, y1 - y0 + 2 * thick);
}

}  // namespace bankloom::ui
