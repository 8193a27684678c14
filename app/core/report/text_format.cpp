#include "core/report/text_format.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/csv.h"
#include "core/base/text_lines.h"

namespace bankloom::report {
namespace {

/// SGR parameters (ECMA-48, "Select Graphic Rendition") of an emphasis.
constexpr std::string_view kSgr[] = {"", "1", "2", "32", "31"};

}  // namespace

std::string emphasize(const TextStyle& style, Emphasis emphasis, std::string_view text) {
  if (!style.colour || emphasis == Emphasis::none || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", kSgr[static_cast<std::size_t>(emphasis)], text);
}

std::string heading(const TextStyle& style, std::string_view text) {
  return emphasize(style, Emphasis::heading, text) + '\n';
}

std::size_t display_width(std::string_view text) {
  // Continuation bytes of UTF-8 have the form 10xxxxxx.
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0u) != 0x80u; }));
}

std::string wrap(const TextStyle& style, const std::string& text, unsigned indent) {
  const std::size_t room = style.width > indent + 20 ? style.width - indent : 20;
  std::string result;
  std::string line;
  const auto flush = [&] {
    if (!line.empty()) result += std::string(indent, ' ') + line + '\n';
    line.clear();
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find_first_not_of(" \n", at);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
    const std::string_view word = std::string_view(text).substr(begin, end - begin);
    if (!line.empty() && display_width(line) + 1 + display_width(word) > room) flush();
    if (!line.empty()) line += ' ';
    line += word;
    at = end;
  }
  flush();
  return result;
}

void TextTable::add_row(std::vector<std::string> cells, Emphasis emphasis) {
  cells.resize(headings_.size());
  rows_.push_back({std::move(cells), emphasis});
}

std::string TextTable::render(const TextStyle& style, unsigned indent) const {
  std::vector<Row> rows{{headings_, Emphasis::faint}};
  for (std::string& heading : rows.front().cells) heading.erase(0, heading.starts_with('<') ? 1 : 0);
  rows.insert(rows.end(), rows_.begin(), rows_.end());
  std::vector<std::size_t> widths(headings_.size());
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], display_width(row.cells[i]));
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const std::string fill(widths[i] - display_width(row.cells[i]), ' ');
      if (i != 0) line += "  ";
      line += headings_[i].starts_with('<') ? row.cells[i] + fill : fill + row.cells[i];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += std::string(indent, ' ') + emphasize(style, row.emphasis, line) + '\n';
  }
  return text;
}

std::string csv_record(const std::vector<std::string>& fields) {
  std::vector<std::string> cells;
  for (const std::string& field : fields) cells.push_back(csv_cell(field));
  return join(cells, ",") + '\n';
}

}  // namespace bankloom::report
