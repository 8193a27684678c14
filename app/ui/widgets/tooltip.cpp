#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "core/base/language.h"
#include "ui/widgets/parts.h"

namespace bankloom::ui {
namespace {

/// Seconds that the mouse rests on a control before its tooltip appears.
constexpr double kTooltipDelay = 0.35;
/// Units: the width at which a tooltip's text is broken, the margins around it, and the distance to its item.
constexpr float kTooltipWidth = 350, kTooltipInsetX = 10, kTooltipInsetY = 7, kTooltipGap = 6;
/// Above this part of its window's width, a low item is a row of a list; up to this height (units) it is no picture.
constexpr float kListRow = 0.6f, kPicture = 90;

/// The place of a tooltip of a size at an item; nothing: at the mouse.
std::optional<TooltipPlace> place_at(const PanelContext& context, const Rect& item, ImVec2 size) {
  if (item.height > context.px(kPicture)) return std::nullopt;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float away = context.px(kTooltipGap);
  const auto within = [](float from, float extent, float most) {
    return std::clamp(from, 0.0f, std::max(most - extent, 0.0f));
  };
  const bool is_row = item.width > 4 * item.height && item.width >= kListRow * ImGui::GetWindowWidth();
  if (is_row) {
    // Beside the whole list: its row may have more to click.
    const float left = std::min(item.x, ImGui::GetWindowPos().x);
    const float right = std::max(item.right(), ImGui::GetWindowPos().x + ImGui::GetWindowWidth());
    const float y = within(item.y, size.y, window.y);
    if (right + away + size.x <= window.x) return TooltipPlace{{right + away, y}, {0, 0}};
    if (left - away - size.x >= 0) return TooltipPlace{{left - away - size.x, y}, {0, 0}};
  }
  const float x = within(item.x, size.x, window.x);
  if (item.y - away - size.y >= 0) return TooltipPlace{{x, item.y - away - size.y}, {0, 0}};
  return TooltipPlace{{x, item.bottom() + away}, {0, 0}};
}

}  // namespace

void tooltip(PanelContext& context, std::string_view words, const TooltipPlace* place) {
  words = translated(words);
  const Rect* cell = context.focus == nullptr ? nullptr : context.focus->shown_cell(ImGui::GetItemID());
  // At a resting mouse it would cover the input, and messages about it.
  const bool is_at_mouse = cell == nullptr && ImGui::IsItemHovered() && !context.is_typing;
  if (context.still || words.empty() || (cell == nullptr && !is_at_mouse)) return;
  const ImGuiContext& gui = *ImGui::GetCurrentContext();
  if (cell != nullptr) {
    // Beside the cell, on the side with more room.
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const bool is_right = cell->x > window.x / 2, is_low = cell->y > window.y / 2;
    const float away = context.px(10);
    ImGui::SetNextWindowPos({is_right ? cell->x - away : cell->right() + away, is_low ? cell->y : cell->bottom()},
                            ImGuiCond_Always, {is_right ? 1.0f : 0.0f, is_low ? 1.0f : 0.0f});
  } else if (gui.HoveredId != 0 && static_cast<double>(gui.HoveredIdTimer) < kTooltipDelay) {
    context.redraw_within(kTooltipDelay);
    return;
  }
  const ImVec2 inset{context.px(kTooltipInsetX), context.px(kTooltipInsetY)};
  ImFont* font = context.fonts.body;
  const std::string lines = broken_lines(font, words, context.px(kTooltipWidth));
  if (cell == nullptr) {
    const ImVec2 size =
        font->CalcTextSizeA(font_size(font), FLT_MAX, context.px(kTooltipWidth), begin_of(lines), end_of(lines));
    const auto found = place != nullptr ? std::optional(*place)
                                        : place_at(context, last_item(),
                                                   {std::ceil(size.x + 2 * inset.x), std::ceil(size.y + 2 * inset.y)});
    if (found) ImGui::SetNextWindowPos(found->at, ImGuiCond_Always, found->pivot);
  }
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, inset);
  ImGui::BeginTooltip();
  // In its first frame a tooltip is only measured, not shown.
  if (ImGui::IsWindowAppearing()) context.redraw_within(0);
  context.probe.tooltip(words);
  push_font(font);
  // Relative to the window's edge.
  ImGui::PushTextWrapPos(context.px(kTooltipWidth) + inset.x + 1);
  ImGui::TextUnformatted(begin_of(lines), end_of(lines));
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

}  // namespace bankloom::ui
