// Fields: the controls of the editor and of its dialogs that other panels have no use for.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ui/panel.h"

namespace bankloom::ui {

/// A line of a menu: a name, and beside it where it lies, which is shortened within where there is no room.
struct MenuLine {
  std::string name, place;
};
/// A list that opens under its own words, not under the chosen one of its lines; the index that was chosen.
std::optional<int> menu(PanelContext& context, const char* id, std::string_view label, std::span<const MenuLine> lines,
                        float width);

struct Typed {
  bool changed = false;
  bool entered = false;  ///< with the Enter key
};
/// Words to type that Enter ends. `takes_keyboard`: from this frame on.
Typed entry_field(PanelContext& context, const char* id, std::string& words, float width, bool takes_keyboard);

}  // namespace bankloom::ui
