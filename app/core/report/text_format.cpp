#include "core/report/text_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "core/base/characters.h"
#include "core/base/csv.h"
#include "core/base/language.h"
#include "core/base/readable.h"
#include "core/base/text_lines.h"

namespace bankloom::report {
namespace {

/// SGR parameters (ECMA-48, "Select Graphic Rendition") of an emphasis.
constexpr std::string_view kSgr[] = {"", "1", "2", "32", "31"};

/// Text in a cell of a Markdown table.
std::string markdown_text(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (std::string_view("|*_<`\\[").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace

std::string emphasize(const TextStyle& style, Emphasis emphasis, std::string_view text) {
  if (!style.colour || emphasis == Emphasis::none || text.empty()) return std::string(text);
  return styled(kSgr[static_cast<std::size_t>(emphasis)], text);
}

std::string heading(const TextStyle& style, std::string_view text) {
  return emphasize(style, Emphasis::heading, translated(text)) + '\n';
}

std::string wrap(const TextStyle& style, const std::string& given, unsigned indent) {
  const std::string text(translated(given));
  const std::size_t room = style.width > indent + 20 ? style.width - indent : 20;
  std::string result;
  std::string line;
  const auto flush = [&] {
    if (!line.empty()) result += std::string(indent, ' ') + line + '\n';
    line.clear();
  };
  bool has_blank = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = end_of_piece(text, at);
    if (end == at) {
      has_blank = true;
      ++at;
      continue;
    }
    const std::string_view piece = std::string_view(text).substr(at, end - at);
    if (!line.empty() && display_width(line) + (has_blank ? 1U : 0U) + display_width(piece) > room) flush();
    if (!line.empty() && has_blank) line += ' ';
    line += piece;
    has_blank = false;
    at = end;
  }
  flush();
  return result;
}

std::string clauses(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) {
    all = all.empty() ? std::string(translated(text)) : message("{}; {}", all, translated(text));
  }
  return all;
}

void TextTable::add_row(std::vector<std::string> cells, Emphasis emphasis) {
  cells.resize(headings_.size());
  rows_.push_back({std::move(cells), emphasis});
}

std::string TextTable::render(const TextStyle& style, unsigned indent) const {
  std::vector<Row> rows{{shown_headings(), Emphasis::faint}};
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
      line += is_left(i) ? row.cells[i] + fill : fill + row.cells[i];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += std::string(indent, ' ') + emphasize(style, row.emphasis, line) + '\n';
  }
  return text;
}

std::vector<std::string> TextTable::shown_headings() const {
  std::vector<std::string> shown = headings_;
  for (std::string& heading : shown) {
    heading.erase(0, heading.starts_with('<') ? 1 : 0);
    heading = std::string(translated(heading));
  }
  return shown;
}

std::string TextTable::render(TableFormat format) const {
  struct Form {
    std::string_view begin, between, end;
    std::string (*cell)(std::string_view);
  };
  static constexpr std::array kForms{Form{"| ", " | ", " |\n", markdown_text}, Form{"  ", " & ", " \\\\\n", latex_text},
                                     Form{"", ",", "\n", csv_cell}};
  const Form& form = kForms.at(static_cast<std::size_t>(format));
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text(form.begin);
    for (std::size_t i = 0; i < cells.size(); ++i) text += (i == 0 ? "" : form.between), text += form.cell(cells[i]);
    return text.append(form.end);
  };
  std::string head, columns;
  for (std::size_t i = 0; i < headings_.size(); ++i) {
    columns += is_left(i) ? 'l' : 'r';
    head += is_left(i) ? "| --- " : "| ---: ";
  }
  std::string text = line(shown_headings());
  if (format == TableFormat::markdown) text += head + "|\n";
  if (format == TableFormat::latex) {
    text = "\\begin{tabular}{" + columns + "}\n  \\hline\n" + text + "  \\hline\n";
  }
  for (const Row& row : rows_) text += line(row.cells);
  return format == TableFormat::latex ? text + "  \\hline\n\\end{tabular}\n" : text;
}

std::string latex_text(std::string_view text) {
  static constexpr std::string_view kEscaped = "&%$#_{}";
  static const std::map<std::string, std::string_view, std::less<>> kSpelled{{"\\", "\\textbackslash{}"},
                                                                             {"~", "\\textasciitilde{}"},
                                                                             {"^", "\\textasciicircum{}"},
                                                                             {"<", "\\textless{}"},
                                                                             {">", "\\textgreater{}"},
                                                                             {"µ", "\\textmu{}"},
                                                                             {"×", "\\texttimes{}"},
                                                                             {"–", "--"},
                                                                             {"→", "$\\to$"},
                                                                             {"≥", "$\\ge$"},
                                                                             {"≤", "$\\le$"},
                                                                             {"·", "\\textperiodcentered{}"}};
  std::string escaped;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t bytes = 1;
    while (at + bytes < text.size() && (static_cast<unsigned char>(text[at + bytes]) & 0xC0) == 0x80) ++bytes;
    const std::string_view character = text.substr(at, bytes);
    const auto spelled = kSpelled.find(character);
    if (kEscaped.find(character) != std::string_view::npos) escaped += '\\';
    escaped += spelled != kSpelled.end() ? spelled->second : character;
    at += bytes;
  }
  return escaped;
}

std::string csv_record(const std::vector<std::string>& fields) {
  std::vector<std::string> cells;
  cells.reserve(fields.size());
  for (const std::string& field : fields) cells.push_back(csv_cell(field));
  return join(cells, ",") + '\n';
}

}  // namespace bankloom::report
