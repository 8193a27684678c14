#include "ui/keys.h"

#include <cstddef>
#include <string_view>

#include "core/base/language.h"

namespace bankloom::ui {

std::string key_text(const KeyPress& press) {
  /// In the order of Key.
  static constexpr std::string_view kNames[] = {
      "F1",    "F3",   "F4",    "F5", "F6",   "F7",  "F8", "F9", "F10",     "F11",       "F12", "Tab", "Return",
      "Space", "Left", "Right", "Up", "Down", "Esc", "+",  "-",  "Page Up", "Page Down", ".",   "B",   "C",
      "D",     "E",    "F",     "G",  "H",    "L",   "O",  "P",  "R",       "S",         "T",   "V",   "Y",
      "Z",     "0",    "1",     "2",  "3",    "4",   "5",  "6",  "7",       "8",         "9"};
  std::string words = press.control ? "Ctrl+" : "";
  if (press.alt) words += "Alt+";
  if (press.shift) words += "Shift+";
  return words.append(translated(kNames[static_cast<std::size_t>(press.key)]));
}

}  // namespace bankloom::ui
