// Parts of widgets, used only by them.
#pragma once

#include "ui/widgets/widgets.h"

namespace bankloom::ui {

/// Never null, which Dear ImGui treats as a text of unknown length.
inline const char* begin_of(std::string_view words) { return words.empty() ? "" : words.data(); }
inline const char* end_of(std::string_view words) { return begin_of(words) + words.size(); }
/// A place on a whole pixel, where text is sharp.
[[nodiscard]] ImVec2 snapped(ImVec2 place);

/// Records text or, as a control, an area that can be pressed, in the probe.
void record(PanelContext& context, std::string_view what, const Rect& rect, bool control = false, bool enabled = true);
void record_control(PanelContext& context, std::string_view what, const Rect& rect, bool enabled = true);
[[nodiscard]] Rect last_item();

/// An item without its text.
struct Pressed {
  Rect rect;
  bool clicked = false, hovered = false, held = false;
  KeyboardFocus::Asked asked;
};

Pressed press_area(PanelContext& context, const char* id, ImVec2 size, bool enabled = true,
                   KeyboardFocus::Kind kind = KeyboardFocus::Kind::pressed);

/// A style's look under the mouse and elsewhere.
struct ButtonLook {
  Colour fill = 0;
  Colour words = 0;
};

[[nodiscard]] ButtonLook look_of(const PanelContext& context, ButtonStyle style, bool hovered, bool held);

void fill(const PanelContext& context, const Rect& rect, Colour colour, float radius);
void draw_line(const PanelContext& context, ImFont* font, Colour colour, ImVec2 place, std::string_view words);
/// Text in the middle of a rectangle, shortened to fit.
void draw_centred(const PanelContext& context, ImFont* font, Colour colour, const Rect& rect, std::string_view words,
                  float inset);

}  // namespace bankloom::ui
