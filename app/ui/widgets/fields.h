// Fields: the controls that are typed at, and the lists that open.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ui/panel.h"

namespace bankloom::ui {

/// A whole number to type, `width` pixels wide. The new one once it is entered, clamped to the range.
std::optional<std::int64_t> int_field(PanelContext& context, const char* id, std::int64_t value, std::int64_t minimum,
                                      std::int64_t maximum, float width);
/// One of several values as a list that opens; the index that was chosen.
std::optional<int> drop_down(PanelContext& context, const char* id, std::span<const std::string_view> labels,
                             int selected, float width);
/// Closes the lists that are open; false where none is.
bool close_lists();
/// A line of a menu: a name, and beside it where it lies, which is shortened within where there is no room.
struct MenuLine {
  std::string name, place;
};
/// A list that opens under its own words, not under the chosen one of its lines; the index that was chosen.
std::optional<int> menu(PanelContext& context, const char* id, std::string_view label, std::span<const MenuLine> lines,
                        float width);

struct Typed {
  bool changed = false;
  bool entered = false;       ///< with the Enter key
  bool has_keyboard = false;  ///< what is typed goes to it
};
/// Words to type, `width` pixels wide. `takes_keyboard`: from this frame on.
Typed text_field(PanelContext& context, const char* id, std::string& words, float width, bool takes_keyboard = false);

}  // namespace bankloom::ui
