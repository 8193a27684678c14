// Keys of the window, independent of the window system, whose codes the application translates. Their actions:
// ui/actions.h.
#pragma once

#include <cstdint>
#include <string>

namespace bankloom::ui {

enum class Key : std::uint8_t {
  f1,
  f3,
  f4,
  f5,
  f6,
  f7,
  f8,
  f9,
  f10,
  f11,
  f12,
  tab,
  enter,
  space,
  left,
  right,
  up,
  down,
  escape,
  plus,
  minus,
  page_up,
  page_down,
  period,
  b,
  c,
  d,
  e,
  f,
  g,
  h,
  l,
  o,
  p,
  r,
  s,
  t,
  v,
  y,
  z,
  zero,
  one,
  two,
  three,
  four,
  five,
  six,
  seven,
  eight,
  nine,
};

/// The key of a digit.
[[nodiscard]] constexpr Key digit_key(int digit) { return static_cast<Key>(static_cast<int>(Key::zero) + digit); }

struct KeyPress {
  Key key = Key::escape;
  bool shift = false;
  bool control = false;
  bool alt = false;
  friend bool operator==(const KeyPress&, const KeyPress&) = default;
};
[[nodiscard]] constexpr KeyPress with_shift(Key key) { return {key, true, false}; }
[[nodiscard]] constexpr KeyPress with_control(Key key) { return {key, false, true}; }
[[nodiscard]] constexpr KeyPress with_alt(Key key) { return {key, false, false, true}; }

/// "Ctrl+C", "Shift+Right", "F5".
[[nodiscard]] std::string key_text(const KeyPress& press);

}  // namespace bankloom::ui
