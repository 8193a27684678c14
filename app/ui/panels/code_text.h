// The kernel's text prepared for drawing: coloured, and broken if it is wider than its column. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/session/syntax.h"
#include "ui/theme.h"

namespace bankloom::ui {

/// A part of a line in one row.
struct CodeRow {
  std::uint32_t line = 0;     ///< 1-based
  bool begins = true;         ///< the line begins here; otherwise it continues the row before
  std::size_t indent = 0;     ///< columns before the first token, in continued rows
  std::vector<Token> tokens;  ///< of the line's text; all bytes of the row
};

struct CodeText {
  std::vector<std::string> lines;
  std::vector<std::vector<Token>> tokens;
  std::size_t longest = 0;  ///< columns of the longest line
};

/// The text of a kernel, with the names of its options coloured as macros. Tabs become four blanks.
[[nodiscard]] CodeText code_text(const Kernel& kernel);

/// Rows of at most `columns` columns (at least 16): a longer line breaks after a blank or between Chinese characters,
/// otherwise before a bracket, otherwise after the last column, and continues four columns (in narrow rows two) further
/// in than it began.
[[nodiscard]] std::vector<CodeRow> code_rows(const CodeText& text, std::size_t columns);

/// The colour of a token.
[[nodiscard]] Colour token_colour(const Theme& theme, TokenKind kind);

}  // namespace bankloom::ui
