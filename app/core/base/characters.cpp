#include "core/base/characters.h"

#include <algorithm>
#include <array>
#include <bit>

namespace bankloom {
namespace {

struct CharacterRange {
  char32_t first, last;
};
/// Unicode's East Asian Width W and F (UAX #11), and the enclosed numbers, which Chinese fonts draw as wide.
constexpr std::array kWideRanges{
    CharacterRange{0x1100, 0x115F}, CharacterRange{0x2460, 0x24FF}, CharacterRange{0x2E80, 0x303E},
    CharacterRange{0x3041, 0xA4CF}, CharacterRange{0xA960, 0xA97C}, CharacterRange{0xAC00, 0xD7A3},
    CharacterRange{0xF900, 0xFAFF}, CharacterRange{0xFE30, 0xFE6F}, CharacterRange{0xFF01, 0xFF60},
    CharacterRange{0xFFE0, 0xFFE6},
};

/// No line ends after one of these, or begins with one of those.
constexpr std::u32string_view kOpening = U"（《【「『〈〔［｛“‘([{¥￥$";
constexpr std::u32string_view kClosing = U" ，。、；：！？）》】」』〉〕］｝”’…—～％·,.;:!?)]}%/°";
/// Either, depending on what is around them.
constexpr std::u32string_view kQuotes = U"\"'`";

bool is_one_of(std::u32string_view all, char32_t character) { return all.find(character) != std::u32string_view::npos; }

}  // namespace

Character long_character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t place) { return static_cast<unsigned char>(text[place]); };
  const auto length = static_cast<std::size_t>(std::countl_one(byte(at)));
  bool is_whole = length >= 2 && length <= 4 && at + length <= text.size();
  char32_t code = byte(at) & (0x7Fu >> length);
  for (std::size_t i = 1; i < length && is_whole; ++i) {
    is_whole = (byte(at + i) & 0xC0u) == 0x80u;
    code = code << 6 | (byte(at + i) & 0x3Fu);
  }
  return is_whole ? Character{code, at + length} : Character{0xFFFD, at + 1};
}

bool is_wide(char32_t character) {
  return character >= kWideRanges.front().first && std::ranges::any_of(kWideRanges, [&](const CharacterRange& range) {
           return character >= range.first && character <= range.last;
         });
}

bool has_wide(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto [code, end] = character_at(text, at);
    if (is_wide(code)) return true;
    at = end;
  }
  return false;
}

char32_t last_character(std::string_view text) {
  char32_t last = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto [code, end] = character_at(text, at);
    last = code;
    at = end;
  }
  return last;
}

bool may_break_between(char32_t before, char32_t after) {
  if (!is_wide(before) && !is_wide(after)) return false;
  if (is_one_of(kOpening, before) || is_one_of(kClosing, after)) return false;
  return !is_one_of(kQuotes, before) && !is_one_of(kQuotes, after);
}

std::size_t end_of_piece(std::string_view text, std::size_t from) {
  char32_t before = 0;
  for (std::size_t at = from; at < text.size();) {
    const auto [code, end] = character_at(text, at);
    // "98 %" stays together.
    const bool is_before_percent = code == ' ' && at > from && text.substr(end).starts_with('%');
    if ((code == ' ' && !is_before_percent) || code == '\n' || (at > from && may_break_between(before, code)))
      return at;
    before = code;
    at = end;
  }
  return text.size();
}

std::size_t display_width(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto [code, end] = character_at(text, at);
    columns += is_wide(code) ? 2U : 1U;
    at = end;
  }
  return columns;
}

}  // namespace bankloom
