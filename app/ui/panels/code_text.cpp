#include "ui/panels/code_text.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/text_lines.h"
#include "ui/editor/text_places.h"

namespace bankloom::ui {
namespace {

constexpr std::size_t kLeastColumns = 16;
constexpr std::size_t kIndent = 4;
constexpr std::size_t kNarrow = 40;  ///< columns below which every column counts

std::string without_tabs(const std::string& line) {
  std::string text;
  std::size_t columns = 0;
  for (std::size_t at = 0; at < line.size();) {
    const auto [code, end] = character_at(line, at);
    const std::size_t missing = kIndent - columns % kIndent;
    if (code == '\t') {
      text.append(missing, ' ');
    } else {
      text += line.substr(at, end - at);
    }
    columns += code == '\t' ? missing : is_wide(code) ? 2U : 1U;
    at = end;
  }
  return text;
}

/// The end of the last byte that fits into `columns`, preferably after a blank or between Chinese characters, otherwise
/// before a bracket; more than `from`.
std::size_t break_after(const std::string& line, std::size_t from, std::size_t columns) {
  std::size_t end = from, used = 0, gap = from, bracket = from;
  bool any = false;  // something besides the indent
  char32_t before = ' ';
  while (end < line.size()) {
    const auto [code, next] = character_at(line, end);
    // A break within the first third would leave rows that are mostly empty.
    if (any && used > columns / 3 && may_break_between(before, code)) gap = end;
    used += is_wide(code) ? 2U : 1U;
    if (used > columns) break;
    any = any || code != ' ';
    if (any && used > columns / 3) {
      if (code == ' ') gap = next;
      if (code == '[' || code == '(') bracket = end;
    }
    before = code;
    end = next;
  }
  if (end == line.size()) return end;
  if (gap > from) return gap;
  return bracket > from ? bracket : std::max(end, from + 1);
}

std::vector<Token> cut(const std::vector<Token>& tokens, std::size_t from, std::size_t to) {
  std::vector<Token> part;
  const auto is_before = [from](const Token& token) { return token.begin + token.length <= from; };
  // A line may have a million of them, and tens of thousands of rows.
  auto token = std::partition_point(tokens.begin(), tokens.end(), is_before);
  for (; token != tokens.end() && token->begin < to; ++token) {
    const std::size_t begin = std::max(token->begin, from), end = std::min(token->begin + token->length, to);
    if (begin < end) part.push_back({begin, end - begin, token->kind});
  }
  return part;
}

}  // namespace

CodeText code_text(const Kernel& kernel) {
  CodeText text;
  for (const std::string& line : split_lines(kernel.source)) text.lines.push_back(without_tabs(line));
  std::set<std::string, std::less<>> options;
  for (const Option& option : kernel.options) options.insert(option.name);
  text.tokens = tokenize(text.lines, options);
  for (const std::string& line : text.lines) text.longest = std::max(text.longest, columns_of(line));
  return text;
}

std::vector<CodeRow> code_rows(const CodeText& text, std::size_t columns) {
  columns = std::max(columns, kLeastColumns);
  std::vector<CodeRow> rows;
  for (std::size_t index = 0; index < text.lines.size(); ++index) {
    const std::string& line = text.lines[index];
    const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t indent = std::min(first + (columns < kNarrow ? kIndent / 2 : kIndent), columns / 2);
    std::size_t from = 0;
    do {
      const std::size_t to = break_after(line, from, from == 0 ? columns : columns - indent);
      rows.push_back({static_cast<std::uint32_t>(index + 1), from == 0, from == 0 ? 0 : indent,
                      cut(text.tokens[index], from, to)});
      from = to;
    } while (from < line.size());
  }
  return rows;
}

Colour token_colour(const Theme& theme, TokenKind kind) {
  switch (kind) {
    case TokenKind::keyword:
      return theme.code_keyword;
    case TokenKind::type:
      return theme.code_type;
    case TokenKind::builtin:
      return theme.code_builtin;
    case TokenKind::number:
    case TokenKind::string:
      return theme.code_number;
    case TokenKind::comment:
      return theme.code_comment;
    case TokenKind::macro:
      return theme.code_macro;
    case TokenKind::text:
      break;
  }
  return theme.text;
}

}  // namespace bankloom::ui
