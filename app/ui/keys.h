// Keys: what the keyboard does. Independent of the window system, whose key codes the application translates.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace bankloom::ui {

enum class Key : std::uint8_t {
  f1,
  f3,
  f4,
  f5,
  f6,
  f8,
  f12,
  space,
  left,
  right,
  up,
  down,
  c,
  e,
  o,
  p,
  s,
  v,
  plus,
  minus,
  escape,
};

struct KeyPress {
  Key key = Key::escape;
  bool shift = false;
  bool control = false;
};

/// A line of the help: the keys as a person reads them, and what they do.
struct KeyHelp {
  std::string_view keys, meaning;
};
[[nodiscard]] std::span<const KeyHelp> key_help();

}  // namespace bankloom::ui
