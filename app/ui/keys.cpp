#include "ui/keys.h"

#include <array>

namespace bankloom::ui {

std::span<const KeyHelp> key_help() {
  static constexpr std::array<KeyHelp, 22> kHelp{{
      {"F1", "this help"},
      {"Space", "play or pause"},
      {"Right", "one wavefront on"},
      {"Left", "one wavefront back"},
      {"Shift+Right", "to the next request"},
      {"Shift+Left", "to the request before"},
      {"Down", "the next warp"},
      {"Up", "the warp before"},
      {"P", "one more element of padding"},
      {"Shift+P", "one less"},
      {"C", "compare with another padding, or end comparing"},
      {"F3", "back to the start"},
      {"F4", "one step back"},
      {"F5", "one step on"},
      {"F6", "play at the chosen pace"},
      {"F8", "to the end"},
      {"F12", "a picture of the window or of one view"},
      {"E, Esc", "type at the kernel's text, and leave it; Ctrl+E while typing too"},
      {"Ctrl+O", "open a .cu file"},
      {"Ctrl+S", "save the text that is edited"},
      {"Ctrl+C, Ctrl+V", "copy the scene as a line of text, and show such a line"},
      {"+, -", "larger or smaller text"},
  }};
  return kHelp;
}

}  // namespace bankloom::ui
