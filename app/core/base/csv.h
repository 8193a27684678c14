// Reads comma-separated values (RFC 4180) with a header line.
//
// Cells may be quoted, quotes inside are doubled, and a quoted cell may run over several lines. Line ends are LF or
// CRLF; a byte-order mark and blank lines are skipped.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace bankloom {

struct CsvRow {
  std::size_t line = 0;            ///< 1-based line of the text on which the row begins
  std::vector<std::string> cells;  ///< as many as the header has
};

struct CsvTable {
  std::vector<std::string> header;  ///< column names without surrounding blanks
  std::vector<CsvRow> rows;
  /// Index of the column of that name, or nothing.
  [[nodiscard]] std::optional<std::size_t> column(std::string_view name) const;
};

/// `text` as a table; `file` is its name in messages. Errors, with line: no header, a column named twice, a row with
/// more or fewer cells than the header, a quote that does not end, text after a closing quote.
[[nodiscard]] Result<CsvTable> parse_csv(std::string_view text, const std::string& file);

/// A cell in CSV form, quoted if necessary.
[[nodiscard]] std::string csv_cell(std::string_view text);

}  // namespace bankloom
