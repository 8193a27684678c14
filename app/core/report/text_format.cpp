#include "core/report/text_format.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/csv.h"

namespace bankloom::report {
namespace {

/// SGR parameters (ECMA-48, "Select Graphic Rendition") of an emphasis.
std::string_view sgr(Emphasis emphasis) {
  switch (emphasis) {
    case Emphasis::none:
      return "";
    case Emphasis::heading:
      return "1";
    case Emphasis::faint:
      return "2";
    case Emphasis::good:
      return "32";
    case Emphasis::bad:
      return "31";
  }
  return "";
}

}  // namespace

std::string emphasize(const TextStyle& style, Emphasis emphasis, std::string_view text) {
  if (!style.colour || emphasis == Emphasis::none || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", sgr(emphasis), text);
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
  cells.resize(columns_.size());
  rows_.push_back({std::move(cells), emphasis});
}

std::string TextTable::render(const TextStyle& style, unsigned indent) const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    std::size_t width = display_width(columns_[i].heading);
    for (const auto& row : rows_) width = std::max(width, display_width(row.cells[i]));
    widths.push_back(width);
  }
  const auto line = [&](const auto& cell_of, Emphasis emphasis) {
    std::string text;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const std::string& cell = cell_of(i);
      const std::string fill(widths[i] - display_width(cell), ' ');
      if (i != 0) text += "  ";
      text += columns_[i].align == Align::right ? fill + cell : cell + fill;
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return std::string(indent, ' ') + emphasize(style, emphasis, text) + '\n';
  };
  std::string text = line([&](std::size_t i) -> const std::string& { return columns_[i].heading; }, Emphasis::faint);
  for (const auto& row : rows_) {
    text += line([&](std::size_t i) -> const std::string& { return row.cells[i]; }, row.emphasis);
  }
  return text;
}

std::string csv_record(const std::vector<std::string>& fields) {
  std::string record;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i != 0) record += ',';
    record += csv_cell(fields[i]);
  }
  return record + '\n';
}

}  // namespace bankloom::report
