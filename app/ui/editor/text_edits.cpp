#include "ui/editor/text_edits.h"

#include <cctype>
#include <iterator>

#include "ui/editor/text_places.h"

namespace bankloom::ui {
namespace {

std::size_t line_begin(std::string_view text, std::size_t at) {
  const std::size_t end = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return end == std::string_view::npos ? 0 : end + 1;
}

/// Bytes that a step to the left removes from a line.
std::size_t step_left(std::string_view line) {
  if (line.starts_with('\t')) return 1;
  const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
  return std::min(blanks, kTabColumns);
}

/// Indents or unindents the lines of the selection by a step.
TextEdit lines_moved(std::string_view text, const TextSelection& selection, bool deeper) {
  const std::size_t first = line_begin(text, selection.begin());
  // A last line without a selected byte does not count.
  std::size_t last = selection.end();
  if (last > selection.begin() && text[last - 1] == '\n') --last;
  const std::size_t end = std::min(text.find('\n', last), text.size());
  TextEdit edit{{first, std::string(text.substr(first, end - first)), {}}, selection};
  for (std::size_t line = first;;) {
    const std::size_t stop = std::min(text.find('\n', line), end);
    const std::string_view words = text.substr(line, stop - line);
    const std::size_t added = deeper && !words.empty() ? kTabColumns : 0, gone = deeper ? 0 : step_left(words);
    edit.change.inserted.append(added, ' ').append(words.substr(gone));
    for (const auto end_of_it : {&TextSelection::cursor, &TextSelection::anchor}) {
      const std::size_t place = selection.*end_of_it;
      if (place > line) edit.after.*end_of_it += added;
      if (place > line) edit.after.*end_of_it -= std::min(gone, place - line);
    }
    if (stop >= end) return edit;
    edit.change.inserted += '\n';
    line = stop + 1;
  }
}

}  // namespace

TextEdit indented(std::string_view text, const TextSelection& selection) {
  const std::string_view chosen = text.substr(selection.begin(), selection.end() - selection.begin());
  if (chosen.find('\n') != std::string_view::npos) return lines_moved(text, selection, true);
  const std::size_t line = line_begin(text, selection.begin());
  const std::size_t column = columns_of(text.substr(line, selection.begin() - line));
  const std::string blanks(kTabColumns - column % kTabColumns, ' ');
  const std::size_t after = selection.begin() + blanks.size();
  return {{selection.begin(), std::string(chosen), blanks}, {after, after}};
}

TextEdit unindented(std::string_view text, const TextSelection& selection) {
  return lines_moved(text, selection, false);
}

std::string indent_after_line(std::string_view text, std::size_t at) {
  const std::size_t end = at > 0 && text[at - 1] == '\n' ? at - 1 : at;
  std::string indent = indent_at(text, end);
  std::size_t last = end;
  while (last > 0 && (text[last - 1] == ' ' || text[last - 1] == '\t')) --last;
  if (last == 0 || text[last - 1] != '{') return indent;
  return indent + (indent.ends_with('\t') ? std::string("\t") : std::string(kTabColumns, ' '));
}

TextChange brace_moved(std::string_view text, std::size_t at) {
  const std::size_t line = line_begin(text, at);
  const std::string_view before = text.substr(line, at - line);
  if (before.find_first_not_of(" \t") != std::string_view::npos) return {};
  std::size_t open = at, depth = 1;
  while (open > 0 && depth > 0) {
    --open;
    if (text[open] == '}') ++depth;
    if (text[open] == '{') --depth;
  }
  if (depth > 0) return {};
  std::string indent(indent_at(text, open));
  return indent == before ? TextChange{} : TextChange{line, std::string(before), std::move(indent)};
}

std::vector<std::size_t> find_all(std::string_view text, std::string_view words) {
  std::vector<std::size_t> found;
  if (words.empty()) return found;
  const auto is_same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  for (const auto* from = text.begin(); from != text.end();) {
    from = std::search(from, text.end(), words.begin(), words.end(), is_same);
    if (from == text.end()) break;
    found.push_back(static_cast<std::size_t>(from - text.begin()));
    from += static_cast<std::ptrdiff_t>(words.size());
  }
  return found;
}

std::size_t next_found(const std::vector<std::size_t>& found, std::size_t present, int by) {
  if (by >= 0) {
    const auto next = std::ranges::lower_bound(found, by > 0 ? present + 1 : present);
    return next == found.end() ? found.front() : *next;
  }
  const auto here = std::ranges::lower_bound(found, present);
  return here == found.begin() ? found.back() : *std::prev(here);
}

}  // namespace bankloom::ui
