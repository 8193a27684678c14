#include "ui/widgets/parts.h"

#include <algorithm>
#include <cmath>

namespace bankloom::ui {

ImVec2 snapped(ImVec2 place) { return {std::floor(place.x), std::floor(place.y)}; }

ButtonLook look_of(const PanelContext& context, ButtonStyle style, bool hovered, bool held) {
  const Theme& theme = context.theme;
  switch (style) {
    case ButtonStyle::normal:
      return {hovered ? theme.raised_hover : theme.raised, theme.text};
    case ButtonStyle::quiet:
      return {hovered ? theme.raised : 0, hovered ? theme.text : theme.text_muted};
    case ButtonStyle::selected:
      return {held ? theme.raised_hover : theme.selected, theme.text};
    case ButtonStyle::accent_a:
      return {theme.accent_a, theme.on_accent};
    case ButtonStyle::accent_b:
      return {theme.accent_b, theme.on_accent};
    case ButtonStyle::disabled:
      return {theme.raised, theme.text_faint};
  }
  return {theme.raised, theme.text};
}

void record(PanelContext& context, std::string_view what, const Rect& rect, bool control, bool enabled) {
  if (context.probe.enabled()) context.probe.item(what, rect.x, rect.y, rect.width, rect.height, control, enabled);
}

void record_control(PanelContext& context, std::string_view what, const Rect& rect, bool enabled) {
  record(context, what, rect, true, enabled);
}

Rect last_item() {
  const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
  return {from.x, from.y, to.x - from.x, to.y - from.y};
}

Pressed press_area(PanelContext& context, const char* id, ImVec2 size, bool enabled, KeyboardFocus::Kind kind) {
  Pressed area;
  size = {std::max(size.x, 1.0f), std::max(size.y, 1.0f)};
  area.clicked = ImGui::InvisibleButton(id, size) && enabled;
  area.rect = last_item();
  area.hovered = ImGui::IsItemHovered() && enabled;
  area.held = ImGui::IsItemActive() && enabled;
  if (!enabled) return area;
  area.asked = focus_stop(context, ImGui::GetID(id), area.rect, kind);
  if (area.clicked && context.focus != nullptr) context.focus->start_here();
  area.clicked = area.clicked || area.asked.is_pressed;
  return area;
}

void fill(const PanelContext& context, const Rect& rect, Colour colour, float radius) {
  if (colour >> 24 == 0) return;
  context.painter.rect({rect.x, rect.y}, {rect.right(), rect.bottom()}, colour, radius);
}

void draw_line(const PanelContext& context, ImFont* font, Colour colour, ImVec2 place, std::string_view words) {
  place = snapped(place);
  context.painter.text({font, font_size(font)}, place, colour, words);
}

void draw_centred(const PanelContext& context, ImFont* font, Colour colour, const Rect& rect, std::string_view words,
                  float inset) {
  const std::string shown = shortened(font, words, rect.width - 2 * inset);
  const ImVec2 size = text_size(font, shown);
  draw_line(context, font, colour, {rect.x + (rect.width - size.x) / 2, rect.y + (rect.height - size.y) / 2}, shown);
}

}  // namespace bankloom::ui
