// Prose: the sentences of a lesson, read from Markdown: words, code, names that light what they name, terms of the
// glossary, numbers that a run decides.
//
// Not supported, and refused where it stands in a lesson: images, tables, raw HTML, links to anything but a term.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/lane_mask.h"
#include "core/base/result.h"

namespace bankloom::learn {

/// What a code span names, counted as the window counts: lanes, warps, banks, rows from 0, lines from 1. One of them is
/// set, or of a row and a column both.
struct Named {
  LaneMask lanes = 0;
  std::optional<unsigned> line = {}, warp = {}, bank = {}, row = {}, column = {};
  friend bool operator==(const Named&, const Named&) = default;
};
/// Of "line 9", "lane 5", "lanes 0 to 7", "warp 2", "bank 0", "tile[3][0]"; nothing where a span is only code.
[[nodiscard]] std::optional<Named> named_by(std::string_view code);

struct Part;
/// The same of a code span, which in another language has the English behind a bar: `línea 9|line 9`.
[[nodiscard]] std::optional<Named> named_by(const Part& code);

enum class PartKind : std::uint8_t {
  words,
  strong,
  code,
  term,    ///< `about` is the term
  number,  ///< `about` is the fact; `text` its plural forms, "# word|# words", or empty
};
struct Part {
  PartKind kind = PartKind::words;
  std::string text;
  std::string about;
  unsigned line = 0;  ///< of its paragraph in the file; what a part says does not depend on it
  friend bool operator==(const Part& a, const Part& b) {
    return a.kind == b.kind && a.text == b.text && a.about == b.about;
  }
};
using Prose = std::vector<Part>;

/// A mistake in a file: "FILE:LINE: what is wrong".
[[nodiscard]] Error at_line(std::string_view file, unsigned line, std::string_view what);

/// A block of Markdown.
struct Block {
  enum class Kind : std::uint8_t { heading, paragraph, fence, item };
  Kind kind = Kind::paragraph;
  unsigned level = 0;  ///< of a heading, from 1
  unsigned line = 0;   ///< of its text's first line in the file, from 1
  Prose prose{};       ///< of all but a fence; an item is one of a numbered list
  std::string info{};  ///< of a fence: the words behind the backquotes
  std::string text{};  ///< of a fence
};

/// The blocks of a text. `line` is that of its first line in `file`. Errors, with file and line: what Prose does not
/// have.
[[nodiscard]] Result<std::vector<Block>> read_markdown(std::string_view text, std::string_view file, unsigned line = 1);
/// Sentences that stand in one paragraph.
[[nodiscard]] Result<Prose> read_prose(std::string_view text, std::string_view file, unsigned line);

/// The first number that is typed where a run decides it: digits or a number word outside code and names, but for the
/// few that are no run's (32 lanes, 4 bytes).
[[nodiscard]] std::optional<std::string> typed_number(const Prose& prose);

/// Sentences, by their full stops.
[[nodiscard]] unsigned sentence_count(const Prose& prose);

}  // namespace bankloom::learn
