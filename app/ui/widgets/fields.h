// Fields for text and numbers, and lists that open.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ui/panel.h"

namespace bankloom::ui {

/// A field for a whole number, `width` pixels wide. Returns the new one once it is entered, clamped to the range.
std::optional<std::int64_t> int_field(PanelContext& context, const char* id, std::int64_t value, std::int64_t minimum,
                                      std::int64_t maximum, float width);
/// One of several values as a list that opens; returns the index chosen.
std::optional<int> drop_down(PanelContext& context, const char* id, std::span<const std::string_view> labels,
                             int selected, float width);
/// Closes the open lists; false if there is none.
bool close_lists();
/// A line of a menu: a name, and beside it its folder, shortened in the middle for lack of room.
struct MenuLine {
  std::string name, place;
};
/// A list that opens under its own label, not under the chosen line; returns the index chosen.
std::optional<int> menu(PanelContext& context, const char* id, std::string_view label, std::span<const MenuLine> lines,
                        float width);

struct Typed {
  bool changed = false;
  bool entered = false;       ///< with the Enter key
  bool has_keyboard = false;  ///< it has the keyboard
};
/// A text field, `width` pixels wide. `takes_keyboard`: from this frame on.
Typed text_field(PanelContext& context, const char* id, std::string& words, float width, bool takes_keyboard = false);

}  // namespace bankloom::ui
