// The short texts of cells, made without allocation: thousands of them are made per frame.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/lane_mask.h"
#include "core/ptx/module.h"

namespace bankloom::ui {

/// Up to 23 characters, ASCII.
struct ShortText {
  std::array<char, 23> characters{};
  std::uint8_t length = 0;
  [[nodiscard]] std::string_view view() const { return {characters.data(), length}; }
  [[nodiscard]] bool empty() const { return length == 0; }
};

[[nodiscard]] ShortText number_text(std::uint64_t number);
/// "3,7".
[[nodiscard]] ShortText place_text(std::uint64_t row, std::uint64_t column);
/// A set of lanes: "9", "0-31", "0,8,16" or, if that is longer than `longest` characters, their number: "12 lanes",
/// "x12". Empty for no lane.
[[nodiscard]] ShortText lanes_text(LaneMask lanes, std::size_t longest = 23);
/// The value of an element of a type in little-endian bytes; floats with `digits` significant digits, and below ten
/// million all of those before the point: "1152", not "1.15e+03". Empty for types that are no number of up to 8 bytes.
[[nodiscard]] ShortText element_text(ptx::Type type, std::span<const std::byte> bytes, int digits = 3);

/// "L5", "x32": a text with a character before it.
[[nodiscard]] ShortText with_prefix(char prefix, const ShortText& text);

}  // namespace bankloom::ui
