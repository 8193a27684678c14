// Widgets: the few texts and controls that all panels are made of, so that they look and behave alike.
//
// Each draws at Dear ImGui's cursor (those named _at: at a place) and tells the probe what it drew where, so panels
// make no controls of their own (a test looks for them). Lengths given to them are pixels: context.px() makes them from
// units. What can be clicked is followed by a tooltip() (another test).
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
/// The text, or its beginning with "…" where it is wider than `width` pixels.
[[nodiscard]] std::string shortened(ImFont* font, std::string_view words, float width);
/// The same with "…" within it, for names that differ at their ends.
[[nodiscard]] std::string shortened_within(ImFont* font, std::string_view words, float width);

/// One line at the cursor, which moves below it (ImGui::SameLine() works).
Rect text(PanelContext& context, ImFont* font, Colour colour, std::string_view words);
/// One line at a place in pixels, which is its top at its left end, middle or right end; the cursor stays. Nothing is
/// an item.
Rect text_at(PanelContext& context, ImFont* font, Colour colour, ImVec2 place, std::string_view words,
             Align align = Align::left);
/// A number in a cell: in the middle of it, shortened to it, on a ground of its own where that has alpha. The probe is
/// not told.
void centred_text(PanelContext& context, ImFont* font, Colour colour, const Rect& cell, std::string_view words,
                  Colour ground = 0);
/// The width of a character of code that is set in so many pixels.
[[nodiscard]] float character_width(const PanelContext& context, float size);
/// Lines at most `width` pixels wide at the cursor; returns their height.
float wrapped_text(PanelContext& context, ImFont* font, Colour colour, float width, std::string_view words);
/// The words with line ends where they are to be broken at `width` pixels: at blanks, where Dear ImGui would break a
/// number at its point or comma.
[[nodiscard]] std::string broken_at_blanks(ImFont* font, std::string_view words, float width);
/// The height that wrapped_text() would take.
[[nodiscard]] float wrapped_text_height(ImFont* font, float width, std::string_view words);
/// A rounded rectangle behind what follows, filled and with a line around it where the colours have alpha.
void card(PanelContext& context, const Rect& rect, Colour fill, Colour line = 0, float radius_units = 6);

/// Where the cursor is and how much room there is from it to the right end of the panel's area, in pixels.
[[nodiscard]] ImVec2 cursor();
[[nodiscard]] float room(const PanelContext& context);
/// Moves the cursor down by so many units.
void gap(PanelContext& context, float units);

enum class ButtonStyle : std::uint8_t {
  normal,    ///< raised
  quiet,     ///< bare until the mouse is on it
  selected,  ///< the chosen one of several
  accent_a,  ///< chosen, for side A
  accent_b,
  disabled,  ///< cannot be clicked
};

/// The height of all controls at the present scale, in pixels.
[[nodiscard]] float control_height(const PanelContext& context);

/// True when clicked. A size of 0 fits the label; labels that do not fit are set smaller, then shortened. `id` need
/// only be unique in the panel.
bool button(PanelContext& context, const char* id, std::string_view label, ButtonStyle style = ButtonStyle::normal,
            ImVec2 size = {0, 0});
/// Buttons in a row, `width` pixels wide together (0: to the end of the area), one item for tooltip(). The index that
/// was clicked, also of the selected one. `selected` -1: none.
std::optional<int> segmented(PanelContext& context, const char* id, std::span<const std::string_view> labels,
                             int selected, ButtonStyle chosen = ButtonStyle::selected, float width = 0);
/// The width that segmented() needs, its words set small, to show them whole.
[[nodiscard]] float least_width(const PanelContext& context, std::span<const std::string_view> labels);
struct ListLine {
  std::string label, right;  ///< words at the left, and others at the right
  Colour right_colour = 0;
  bool is_selected = false;
  std::vector<Colour> marks{};  ///< bars beside each other at its left end, e.g. of the sides that it is; 0: none there
  std::array<std::string, 2> longest{};  ///< label and words at the right of the whole list, whose rows have one size
};
/// A row of a list, `width` pixels wide; true when clicked.
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
};
/// A square button with a drawn picture; true when clicked. `words` is its tooltip and its name for the probe.
bool icon_button(PanelContext& context, const char* id, Icon icon, std::string_view words,
                 ButtonStyle style = ButtonStyle::normal);

/// Where a tooltip stands, in pixels, and which point of it that is: {0, 0} its top left corner, {1, 1} the other one.
struct TooltipPlace {
  ImVec2 at, pivot;
};
/// Words that appear while the mouse rests on the last item. Without a place they stand beside the row of a list, above
/// what is smaller, and at the mouse over what is larger: what is clicked next stays free.
void tooltip(PanelContext& context, std::string_view words, const TooltipPlace* place = nullptr);
/// Small words on a rounded ground, an item (tooltip() and IsItemClicked() work on it); before them a dot, where a
/// colour is given.
Rect chip(PanelContext& context, std::string_view words, Colour dot);
/// Words that must not be overlooked, in a frame behind a triangle with an exclamation mark; an item, at most `width`
/// pixels wide (0: as wide as its words).
Rect warning(PanelContext& context, std::string_view words, float width = 0);
/// A key as it is drawn on a keyboard.
Rect key_hint(PanelContext& context, std::string_view key);

/// Tells the keyboard's focus of the item `id` of the present window, and brings it into view when the focus comes to
/// it. All controls pass through here, once a frame.
KeyboardFocus::Asked focus_stop(PanelContext& context, ImGuiID id, const Rect& rect,
                                KeyboardFocus::Kind kind = KeyboardFocus::Kind::pressed);
/// The frame around the control that has the focus, above everything.
void draw_focus(PanelContext& context);

/// Room for one item of `size` pixels at the cursor; afterwards it counts as the last item. True when clicked.
bool hit_area(PanelContext& context, const char* id, std::string_view words, ImVec2 size);
/// What is pointed at in a picture: by the mouse over it, else by the arrows of the keyboard's focus.
struct Pointed {
  bool clicked = false;      ///< or Return or Space
  std::optional<ImVec2> at;  ///< pixels; none: nothing in it
};
/// The same for a picture of `cells`, each of a size, which the arrows go over.
Pointed picture_area(PanelContext& context, const char* id, std::string_view words, ImVec2 size, const Rect& cells,
                     ImVec2 cell);
/// The same for what slides between two ends: -1 or 1 where an arrow asks for a step.
int slider_area(PanelContext& context, const char* id, std::string_view words, ImVec2 size);
/// What is done with the strip at which a panel is made larger and smaller.
struct SplitterUse {
  bool is_taken = false;            ///< the mouse went down on it
  std::optional<float> dragged_to;  ///< pixels that the panel would take
  bool is_clicked = false;          ///< and not moved
  bool is_reset = false;            ///< clicked twice, or Return or Space
  int steps = 0;                    ///< that arrows ask for; more than 0: larger
};
SplitterUse splitter_area(PanelContext& context, const Splitter& splitter, const std::string& words);
/// The same for what only has a tooltip and does nothing when clicked.
void hover_area(const char* id, ImVec2 size);

}  // namespace bankloom::ui
