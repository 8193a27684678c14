#include "core/base/csv.h"

#include <algorithm>
#include <utility>

#include "core/base/text_lines.h"

namespace bankloom {
namespace {

/// What some programs put in front of a UTF-8 text.
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : text_(text), file_(file) {
    if (text_.starts_with(kByteOrderMark)) text_.remove_prefix(kByteOrderMark.size());
  }

  /// The next row, or nothing at the end of the text.
  Result<std::optional<CsvRow>> next() {
    while (skip_blank_line()) {
    }
    if (text_.empty()) return std::nullopt;
    CsvRow row{line_, {}};
    while (true) {
      TRY(auto cell, read_cell(row.cells.size() + 1));
      row.cells.push_back(std::move(cell));
      if (!text_.starts_with(',')) break;
      text_.remove_prefix(1);
    }
    if (!text_.empty()) skip_line_end();
    return row;
  }

 private:
  [[nodiscard]] bool at_line_end() const { return text_.starts_with('\n') || text_.starts_with("\r\n"); }

  /// Skips a line of blanks, also the last one without line end.
  bool skip_blank_line() {
    const std::size_t first = text_.find_first_not_of(" \t");
    if (first == std::string_view::npos) text_ = {};
    if (text_.empty()) return false;
    const std::string_view rest = text_.substr(first);
    if (!rest.starts_with('\n') && !rest.starts_with("\r\n")) return false;
    text_ = rest;
    skip_line_end();
    return true;
  }

  void skip_line_end() {
    text_.remove_prefix(text_.front() == '\r' ? 2 : 1);
    ++line_;
  }

  Result<std::string> read_cell(std::size_t number) {
    if (text_.starts_with('"')) return read_quoted(number);
    std::size_t end = std::min(text_.find_first_of(",\n"), text_.size());
    const bool before_crlf = end > 0 && text_[end - 1] == '\r' && (end == text_.size() || text_[end] == '\n');
    std::string cell(text_.substr(0, before_crlf ? end - 1 : end));
    text_.remove_prefix(before_crlf && end < text_.size() ? end - 1 : end);
    return cell;
  }

  Result<std::string> read_quoted(std::size_t number) {
    const std::size_t begin_line = line_;
    std::string cell;
    text_.remove_prefix(1);
    while (true) {
      if (text_.empty())
        return fail("{}: line {}: the quote that opens cell {} is not closed", file_, begin_line, number);
      const char next = text_.front();
      text_.remove_prefix(1);
      if (next == '"') {
        if (!text_.starts_with('"')) break;
        text_.remove_prefix(1);
      }
      if (next == '\n') ++line_;
      cell.push_back(next);
    }
    if (!text_.empty() && text_.front() != ',' && !at_line_end()) {
      return fail("{}: line {}: text follows the closing quote of cell {}", file_, line_, number);
    }
    return cell;
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t line_ = 1;
};

}  // namespace

std::optional<std::size_t> CsvTable::column(std::string_view name) const {
  const auto found = std::ranges::find(header, name);
  if (found == header.end()) return std::nullopt;
  return static_cast<std::size_t>(found - header.begin());
}

Result<CsvTable> parse_csv(std::string_view text, const std::string& file) {
  Reader reader(text, file);
  CsvTable table;
  TRY(auto header, reader.next());
  if (!header) return fail("{}: the file is empty; its first line must name the columns", file);
  for (const std::string& cell : header->cells) {
    const std::string_view name = trim(cell);
    if (!name.empty() && table.column(name)) {
      return fail("{}: line {}: the column '{}' is given twice", file, header->line, excerpt(name));
    }
    table.header.emplace_back(name);
  }
  while (true) {
    TRY(auto row, reader.next());
    if (!row) return table;
    const std::size_t cells = row->cells.size();
    const std::size_t columns = table.header.size();
    if (cells < columns) {
      return fail("{}: line {}, column '{}': is missing; the row has {} of {} cells", file, row->line,
                  excerpt(table.header[cells]), cells, columns);
    }
    if (cells > columns) {
      return fail("{}: line {}, column {}: the row has {} cells, the header names {} columns only", file, row->line,
                  columns + 1, cells, columns);
    }
    table.rows.push_back(std::move(*row));
  }
}

std::string csv_cell(std::string_view text) {
  // At the start of a file, a byte-order mark would be read as the file's.
  const bool plain = text.find_first_of(",\"\r\n") == std::string_view::npos && !text.starts_with(kByteOrderMark);
  if (plain) return std::string(text);
  std::string quoted;
  for (const char letter : text) quoted.append(letter == '"' ? 2 : 1, letter);
  return '"' + quoted + '"';
}

}  // namespace bankloom
