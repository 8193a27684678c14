#include "ui/editor/text_places.h"

#include <algorithm>

#include "core/base/characters.h"

namespace bankloom::ui {

std::vector<std::size_t> line_starts(std::string_view text) {
  std::vector<std::size_t> starts{0};
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', end + 1)) {
    starts.push_back(end + 1);
  }
  return starts;
}

std::string_view line_at(std::string_view text, const std::vector<std::size_t>& starts, std::size_t line) {
  if (line >= starts.size()) return {};
  const std::size_t begin = std::min(starts[line], text.size());
  const std::size_t end = line + 1 < starts.size() ? starts[line + 1] - 1 : text.size();
  return text.substr(begin, std::max(end, begin) - begin);
}

std::size_t columns_of(std::string_view text) {
  const auto tabs = static_cast<std::size_t>(std::ranges::count(text, '\t'));
  return display_width(text) + (kTabColumns - 1) * tabs;
}

LineColumn place_of(std::string_view text, const std::vector<std::size_t>& starts, std::size_t byte) {
  byte = std::min(byte, text.size());
  const auto next = std::ranges::upper_bound(starts, byte);
  const auto line = static_cast<std::size_t>(next - starts.begin()) - 1;
  return {line, columns_of(text.substr(starts[line], byte - starts[line]))};
}

std::size_t byte_of(std::string_view text, const std::vector<std::size_t>& starts, unsigned line, unsigned column) {
  const std::size_t index = std::min<std::size_t>(std::max(line, 1u) - 1, starts.size() - 1);
  const std::string_view words = line_at(text, starts, index);
  // Compilers count a tab as one column.
  std::size_t byte = 0;
  for (unsigned at = 1; at < column && byte < words.size(); ++at) {
    ++byte;
    while (byte < words.size() && (static_cast<unsigned char>(words[byte]) & 0xC0u) == 0x80u) ++byte;
  }
  return starts[index] + byte;
}

std::string indent_at(std::string_view text, std::size_t byte) {
  byte = std::min(byte, text.size());
  const std::size_t end = byte == 0 ? std::string_view::npos : text.rfind('\n', byte - 1);
  const std::size_t begin = end == std::string_view::npos ? 0 : end + 1;
  std::size_t last = begin;
  while (last < byte && (text[last] == ' ' || text[last] == '\t')) ++last;
  return std::string(text.substr(begin, last - begin));
}

std::string with_line_feeds(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    result += text[i];
  }
  return result;
}

std::string with_carriage_returns(std::string_view text) {
  std::string result;
  result.reserve(text.size() + text.size() / 16);
  for (const char c : text) {
    if (c == '\n') result += '\r';
    result += c;
  }
  return result;
}

}  // namespace bankloom::ui
