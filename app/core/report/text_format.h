// Building blocks of reports in text, CSV and JSON form: aligned tables, wrapped sentences, emphasis, fields.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/wording/text.h"

namespace bankloom::report {

/// How text is set: for a terminal or for a file.
struct TextStyle {
  bool colour = false;   ///< ANSI escape sequences; they emphasise and never carry meaning alone
  unsigned width = 100;  ///< columns to fill
};

enum class Emphasis : unsigned char { none, heading, faint, good, bad };

/// The text in the style of an emphasis (core/base/readable.h), or as it is where the style has no colour.
[[nodiscard]] std::string emphasize(const TextStyle& style, Emphasis emphasis, std::string_view text);

/// A heading on a line of its own. It, paragraphs and the headings of tables are shown in the language that is chosen.
[[nodiscard]] std::string heading(const TextStyle& style, std::string_view text);

/// Breaks text at spaces and between Chinese characters into lines of at most style.width columns, each indented by
/// `indent` and ended by a newline.
[[nodiscard]] std::string wrap(const TextStyle& style, const std::string& given, unsigned indent);
/// The same, by two columns, of a text from a template: paragraph(style, "{} blocks", count).
template <class... Args>
[[nodiscard]] std::string paragraph(const TextStyle& style, fmt::format_string<Args...> whole, Args&&... args) {
  return wrap(style, say(whole, std::forward<Args>(args)...), 2);
}

/// "a; b; c" in the language's form, each in the language that is chosen.
[[nodiscard]] std::string clauses(const std::vector<std::string>& texts);

/// A table as a part of other documents.
enum class TableFormat : unsigned char { markdown, latex, csv };

/// A table with a line of headings, columns as wide as their longest cell, two spaces between them.
class TextTable {
 public:
  /// Columns are right-aligned, or left-aligned if their headings begin with '<', which is not shown.
  explicit TextTable(std::vector<std::string> headings) : headings_(std::move(headings)) {}
  /// One cell for each column; `emphasis` is that of the whole row.
  void add_row(std::vector<std::string> cells, Emphasis emphasis = Emphasis::none);
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  /// The table, every line indented and ended by a newline.
  [[nodiscard]] std::string render(const TextStyle& style, unsigned indent) const;
  /// The same for a document, without emphasis: a table of GitHub's Markdown, a tabular of LaTeX, records of CSV.
  [[nodiscard]] std::string render(TableFormat format) const;

 private:
  [[nodiscard]] bool is_left(std::size_t column) const { return headings_[column].starts_with('<'); }
  [[nodiscard]] std::vector<std::string> shown_headings() const;

  struct Row {
    std::vector<std::string> cells;
    Emphasis emphasis;
  };
  std::vector<std::string> headings_;
  std::vector<Row> rows_;
};

/// Text in a paragraph of LaTeX: characters with a meaning there are escaped.
[[nodiscard]] std::string latex_text(std::string_view text);

/// A CSV record of these fields, ended by a newline.
[[nodiscard]] std::string csv_record(const std::vector<std::string>& fields);
template <class... Fields>
[[nodiscard]] std::string csv_row(const Fields&... fields) {
  return csv_record({fmt::format("{}", fields)...});
}

}  // namespace bankloom::report
