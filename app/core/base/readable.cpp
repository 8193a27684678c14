#include "core/base/readable.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <utility>

#include "core/base/characters.h"

namespace bankloom {
namespace {

/// The character at the beginning of a text, and whether a terminal may take it for a command or show the text behind
/// it otherwise.
struct First {
  std::size_t bytes = 1;  ///< 1 of what is no UTF-8
  bool is_control = false;
};

First first_of(std::string_view text) {
  const auto [code, bytes] = character_at(text, 0);
  const auto byte = static_cast<unsigned char>(text.front());
  const auto is_in = [code = code](char32_t from, char32_t to) { return code >= from && code <= to; };
  const bool is_command = code < 0x20 || is_in(0x7f, 0x9f);
  // Of Latin-1, not UTF-8.
  const bool is_lone_command = bytes == 1 && byte >= 0x80 && byte <= 0x9f;
  const bool is_direction = code == 0x61c || is_in(0x200e, 0x200f) || is_in(0x202a, 0x202e) || is_in(0x2066, 0x2069);
  const bool is_line_end = is_in(0x2028, 0x2029);
  return {bytes, is_command || is_lone_command || is_direction || is_line_end};
}

/// Begins a style of ours: no text of a stranger's has this number.
const std::string& style_mark() {
  static const std::string mark = [] {
    std::random_device random;
    return fmt::format("\x1b\x1f{:08x}{:08x}", random(), random());
  }();
  return mark;
}

/// The bytes of a style behind its mark, without the escape character: "[31m".
std::size_t style_bytes(std::string_view text) { return text.find('m') + 1; }

}  // namespace

std::string readable(std::string_view text) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const First first = first_of(rest);
    shown += first.is_control ? "?" : rest.substr(0, first.bytes);
    at += first.bytes;
  }
  return shown;
}

std::string styled(std::string_view parameters, std::string_view text) {
  return fmt::format("{0}[{1}m{2}{0}[0m", style_mark(), parameters, text);
}

std::string terminal_text(std::string_view text, bool keeps_styles) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (keeps_styles && rest.starts_with(style_mark())) {
      const std::string_view style = rest.substr(style_mark().size());
      shown += '\x1b';
      shown += style.substr(0, style_bytes(style));
      at += style_mark().size() + style_bytes(style);
      continue;
    }
    const First first = first_of(rest);
    const char letter = rest.front();
    at += first.bytes;
    if (!first.is_control || letter == '\n' || letter == '\t') {
      shown += rest.substr(0, first.bytes);
    } else if (static_cast<unsigned char>(letter) >= 0x80) {
      shown += '?';
    } else if (letter != '\r') {
      shown += '^';
      shown += static_cast<char>(letter ^ 0x40);
    } else if (!rest.substr(1).starts_with('\n')) {
      // A line that overwrites another one stands below it.
      shown += '\n';
    }
  }
  return shown;
}

std::string TerminalStream::add(std::string_view part) {
  rest_ += part;
  // The last character if it is not complete, or may be the first of two.
  std::size_t end = rest_.size();
  constexpr std::size_t kLongest = 4;
  for (std::size_t back = 1; back <= std::min(kLongest, rest_.size()); ++back) {
    const auto first = static_cast<unsigned char>(rest_[rest_.size() - back]);
    if ((first & 0xc0U) == 0x80) continue;
    const std::size_t needed = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 || first == '\r' ? 2 : 1;
    if (needed > back) end -= back;
    break;
  }
  std::string shown = terminal_text(std::string_view(rest_).substr(0, end));
  rest_.erase(0, end);
  return shown;
}

std::string TerminalStream::finish() { return terminal_text(std::exchange(rest_, {})); }

}  // namespace bankloom
