#include "ui/widgets/cell_labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

namespace bankloom::ui {
namespace {

template <class... Values>
ShortText made(std::string_view format, Values... values) {
  ShortText text;
  // Up to 15 characters, as in nearly all cases, need no allocation in a string.
  const std::string words = fmt::vformat(format, fmt::make_format_args(values...));
  text.length = static_cast<std::uint8_t>(words.copy(text.characters.data(), text.characters.size()));
  return text;
}

/// Length of the list "0,8,16-19" and, if `text` is not null, the list.
std::size_t list_lanes(LaneMask lanes, ShortText* text) {
  std::size_t length = 0;
  const auto put = [&](std::string_view words) {
    for (const char character : words) {
      if (text != nullptr && length < text->characters.size()) text->characters[length] = character;
      ++length;
    }
    if (text != nullptr) text->length = static_cast<std::uint8_t>(std::min(length, text->characters.size()));
  };
  for (LaneMask rest = lanes; rest != 0;) {
    const unsigned first = first_lane(rest);
    const auto run = static_cast<unsigned>(std::countr_one(rest >> first));
    if (length != 0) put(",");
    put(number_text(first).view());
    if (run > 1) {
      put(run > 2 ? "-" : ",");
      put(number_text(first + run - 1).view());
    }
    rest &= ~(first_lanes(run) << first);
  }
  return length;
}

/// With so many significant digits; whole if that is no longer, and without an exponent below ten million.
template <class Real>
ShortText real_text(Real value, int digits) {
  const ShortText rounded = made("{:.{}g}", value, digits);
  if (rounded.view().find('e') == std::string_view::npos) return rounded;
  const ShortText whole = made("{}", value);
  if (whole.length <= rounded.length) return whole;
  return std::abs(value) >= 1 && std::abs(value) < Real{1e7} ? made("{:.0f}", value) : rounded;
}

}  // namespace

ShortText number_text(std::uint64_t number) {
  ShortText text;
  const auto result = std::to_chars(text.characters.data(), text.characters.data() + text.characters.size(), number);
  text.length = static_cast<std::uint8_t>(result.ptr - text.characters.data());
  return text;
}

ShortText place_text(std::uint64_t row, std::uint64_t column) { return made("{},{}", row, column); }

ShortText lanes_text(LaneMask lanes, std::size_t longest) {
  if (lanes == 0) return {};
  ShortText text;
  const std::size_t length = list_lanes(lanes, nullptr);
  if (length <= std::min(longest, text.characters.size())) {
    list_lanes(lanes, &text);
    return text;
  }
  const ShortText words = made("{} lanes", lane_count(lanes));
  return words.length <= longest ? words : made("x{}", lane_count(lanes));
}

ShortText element_text(ptx::Type type, std::span<const std::byte> bytes, int digits) {
  if (bytes.empty() || bytes.size() > 8) return {};
  std::uint64_t bits = 0;
  for (std::size_t index = 0; index < bytes.size(); ++index) {
    bits |= std::to_integer<std::uint64_t>(bytes[index]) << (8 * index);
  }
  switch (type) {
    case ptx::Type::f32:
      return real_text(std::bit_cast<float>(static_cast<std::uint32_t>(bits)), digits);
    case ptx::Type::f64:
      return real_text(std::bit_cast<double>(bits), digits);
    case ptx::Type::s8:
    case ptx::Type::s16:
    case ptx::Type::s32:
    case ptx::Type::s64: {
      const auto unused = static_cast<unsigned>(64 - 8 * bytes.size());
      return made("{}", std::bit_cast<std::int64_t>(bits << unused) >> unused);
    }
    case ptx::Type::u8:
    case ptx::Type::u16:
    case ptx::Type::u32:
    case ptx::Type::u64:
    case ptx::Type::b8:
    case ptx::Type::b16:
    case ptx::Type::b32:
    case ptx::Type::b64:
      return made("{}", bits);
    default:
      return {};
  }
}

ShortText with_prefix(char prefix, const ShortText& text) {
  ShortText result;
  const auto length = std::min<std::size_t>(text.length, result.characters.size() - 1);
  result.characters[0] = prefix;
  std::memcpy(result.characters.data() + 1, text.characters.data(), length);
  result.length = static_cast<std::uint8_t>(length + 1);
  return result;
}

}  // namespace bankloom::ui
