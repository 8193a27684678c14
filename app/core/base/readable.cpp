#include "core/base/readable.h"

#include <algorithm>

namespace bankloom {
namespace {

/// The bytes of a control character at the beginning of a text; 0 if it begins with another one.
std::size_t control_bytes(std::string_view text) {
  const auto at = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  if (at(0) < 0x20 || at(0) == 0x7f) return text.empty() ? 0 : 1;
  // U+0080 to U+009F, which terminals may take for commands.
  if (at(0) == 0xc2 && at(1) >= 0x80 && at(1) <= 0x9f) return 2;
  // U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069: directions; U+2028, U+2029: ends of lines.
  if (at(0) == 0xd8 && at(1) == 0x9c) return 2;
  if (at(0) != 0xe2) return 0;
  const bool is_general = at(1) == 0x80 && (at(2) == 0x8e || at(2) == 0x8f || (at(2) >= 0xa8 && at(2) <= 0xae));
  const bool is_isolate = at(1) == 0x81 && at(2) >= 0xa6 && at(2) <= 0xa9;
  return is_general || is_isolate ? 3 : 0;
}

/// The bytes of a style as emphasize() writes it (core/report/text_format.h); 0 if the text begins with none.
std::size_t style_bytes(std::string_view text) {
  for (const std::string_view style : {"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[32m", "\x1b[31m"}) {
    if (text.starts_with(style)) return style.size();
  }
  return 0;
}

}  // namespace

std::string readable(std::string_view text) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = control_bytes(text.substr(at));
    shown += bytes == 0 ? text[at] : '?';
    at += std::max<std::size_t>(bytes, 1);
  }
  return shown;
}

std::string terminal_text(std::string_view text, bool keeps_styles) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const std::size_t style = keeps_styles ? style_bytes(rest) : 0;
    const std::size_t bytes = control_bytes(rest);
    const bool ends_line = rest.front() == '\r';
    if (style != 0 || bytes == 0 || rest.front() == '\n' || rest.front() == '\t') {
      shown += rest.substr(0, std::max<std::size_t>(style, 1));
    } else if (bytes > 1) {
      shown += '?';
    } else if (!ends_line) {
      shown += '^';
      shown += static_cast<char>(rest.front() ^ 0x40);
    } else if (!rest.substr(1).starts_with('\n')) {
      // A line that overwrites another one stands below it.
      shown += '\n';
    }
    at += std::max({style, bytes, std::size_t{1}});
  }
  return shown;
}

}  // namespace bankloom
