// Widgets: the few texts and controls of all panels, so that they look and behave alike.
//
// Each draws at Dear ImGui's cursor (those named _at: at a place) and records in the probe what it drew where, so
// panels make no controls of their own (a test checks this). Lengths are pixels: context.px() makes them from units. A
// tooltip() follows everything that can be clicked (another test).
#pragma once

#include <imgui.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ui/panel.h"
#include "ui/widgets/compatibility.h"

namespace bankloom::ui {

enum class Align : std::uint8_t { left, centre, right };

/// Extent of one line of a text, in pixels.
[[nodiscard]] ImVec2 text_size(ImFont* font, std::string_view words);
/// The text, or its beginning with "…" if it is wider than `width` pixels.
[[nodiscard]] std::string shortened(ImFont* font, std::string_view words, float width);
/// The same with "…" within it, for names that differ at their ends.
[[nodiscard]] std::string shortened_within(ImFont* font, std::string_view words, float width);

/// One line at the cursor, which moves below it (ImGui::SameLine() works).
Rect text(PanelContext& context, ImFont* font, Colour colour, std::string_view words);
/// One line at a place in pixels, which is its top at its left end, middle or right end; the cursor stays. It is no
/// item.
Rect text_at(PanelContext& context, ImFont* font, Colour colour, ImVec2 place, std::string_view words,
             Align align = Align::left);
/// A number in a cell: centred, shortened to fit, on a background if that has alpha. Not recorded in the probe.
void centred_text(PanelContext& context, ImFont* font, Colour colour, const Rect& cell, std::string_view words,
                  Colour ground = 0);
/// The width of a character of code in a font of so many pixels.
[[nodiscard]] float character_width(const PanelContext& context, float size);
/// Lines at most `width` pixels wide at the cursor; returns their height.
float wrapped_text(PanelContext& context, ImFont* font, Colour colour, float width, std::string_view words);
/// The text with line ends where it is broken at `width` pixels: at blanks, where Dear ImGui would break a number at
/// its point or comma, and between Chinese characters, where it looks for blanks.
[[nodiscard]] std::string broken_lines(ImFont* font, std::string_view words, float width);
/// The height of wrapped_text().
[[nodiscard]] float wrapped_text_height(ImFont* font, float width, std::string_view words);
/// A rounded rectangle behind what follows, filled and with a line around it if the colours have alpha.
void card(PanelContext& context, const Rect& rect, Colour fill, Colour line = 0, float radius_units = 6);

/// The cursor, and the room from it to the right end of the panel's area, in pixels.
[[nodiscard]] ImVec2 cursor();
[[nodiscard]] float room(const PanelContext& context);
/// Moves the cursor down by so many units.
void gap(PanelContext& context, float units);

enum class ButtonStyle : std::uint8_t {
  normal,    ///< raised
  quiet,     ///< without a background until the mouse is on it
  selected,  ///< the chosen one of several
  accent_a,  ///< chosen, for side A
  accent_b,
  disabled,  ///< cannot be clicked
};

/// The height of all controls at the present scale, in pixels.
[[nodiscard]] float control_height(const PanelContext& context);

/// Returns true when clicked. A size of 0 fits the label; labels that do not fit are set smaller, then shortened. `id`
/// need only be unique in the panel.
bool button(PanelContext& context, const char* id, std::string_view label, ButtonStyle style = ButtonStyle::normal,
            ImVec2 size = {0, 0});
/// Buttons in a row, `width` pixels wide together (0: to the end of the area), one item for tooltip(). Returns the
/// index clicked, also of the selected one. `selected` -1: none.
std::optional<int> segmented(PanelContext& context, const char* id, std::span<const std::string_view> labels,
                             int selected, ButtonStyle chosen = ButtonStyle::selected, float width = 0);
/// The width that segmented() needs for all labels in the small font.
[[nodiscard]] float least_width(const PanelContext& context, std::span<const std::string_view> labels);
struct ListLine {
  std::string label, right;  ///< text at the left and at the right
  Colour right_colour = 0;
  bool is_selected = false;
  std::vector<Colour> marks{};           ///< adjacent bars at its left end, e.g. of its sides; 0: none there
  std::array<std::string, 2> longest{};  ///< longest label and right text of the whole list, whose rows have one size
};
/// A row of a list, `width` pixels wide; returns true when clicked.
bool list_row(PanelContext& context, const char* id, const ListLine& line, float width);
[[nodiscard]] float list_row_height(const PanelContext& context);

enum class Icon : std::uint8_t {
  play,
  pause,
  step_forward,
  step_back,
  to_start,
  to_end,
  next_request,
  previous_request,
  next_warp,
  previous_warp,
  settings,
  picture,
  help,
  close,
  again,  ///< an arrow in a circle
  back,   ///< arrows to the left and the right
  forward,
};
/// A square button with a picture; returns true when clicked. `words` is its tooltip and its name for the probe.
bool icon_button(PanelContext& context, const char* id, Icon icon, std::string_view words,
                 ButtonStyle style = ButtonStyle::normal);

/// Place of a tooltip, in pixels, and which point of it that is: {0, 0} its top left corner, {1, 1} the other one.
struct TooltipPlace {
  ImVec2 at, pivot;
};
/// Text that appears while the mouse rests on the last item. Without a place it is beside the row of a list, above
/// smaller items, and at the mouse over larger ones: the next click stays free.
void tooltip(PanelContext& context, std::string_view words, const TooltipPlace* place = nullptr);
/// Small text on a rounded background, an item (tooltip() and IsItemClicked() work on it); after a dot, if a colour is
/// given.
Rect chip(PanelContext& context, std::string_view words, Colour dot);
/// Text that must not be overlooked, in a frame after a triangle with an exclamation mark; an item, at most `width`
/// pixels wide (0: as wide as its text).
Rect warning(PanelContext& context, std::string_view words, float width = 0);
/// A key drawn as on a keyboard.
Rect key_hint(PanelContext& context, std::string_view key);

/// Registers the item `id` of the present window for the keyboard's focus, and brings it into view when it gets the
/// focus. All controls do this once per frame.
KeyboardFocus::Asked focus_stop(PanelContext& context, ImGuiID id, const Rect& rect,
                                KeyboardFocus::Kind kind = KeyboardFocus::Kind::pressed);
/// The frame around the control with the focus, above everything.
void draw_focus(PanelContext& context);

/// An item of `size` pixels at the cursor; it counts as the last item. Returns true when clicked.
bool hit_area(PanelContext& context, const char* id, std::string_view words, ImVec2 size);
/// The position in a picture that is pointed at: by the mouse over it, otherwise by the arrow keys with the keyboard's
/// focus.
struct Pointed {
  bool clicked = false;      ///< or Return or Space
  std::optional<ImVec2> at;  ///< pixels; none: nothing in it
};
/// The same for a picture of `cells`, each of a size, for the arrow keys.
Pointed picture_area(PanelContext& context, const char* id, std::string_view words, ImVec2 size, const Rect& cells,
                     ImVec2 cell);
/// The same for a slider between two ends: -1 or 1 for an arrow key.
int slider_area(PanelContext& context, const char* id, std::string_view words, ImVec2 size);
/// Actions on the strip that resizes a panel.
struct SplitterUse {
  bool is_taken = false;              ///< the mouse went down on it
  std::optional<float> dragged_to{};  ///< new size of the panel in pixels
  bool is_clicked = false;            ///< without a move
  bool is_reset = false;              ///< clicked twice, or Return or Space
  int steps = 0;                      ///< by arrow keys; more than 0: larger
};
SplitterUse splitter_area(PanelContext& context, const Splitter& splitter, const std::string& words);
/// The same for an area that only has a tooltip.
void hover_area(const char* id, ImVec2 size);

}  // namespace bankloom::ui
