#include "core/base/po_file.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "core/base/text_lines.h"

namespace bankloom {
namespace {

/// The characters of a quoted string; nothing where it is none.
std::optional<std::string> unquoted(std::string_view quoted) {
  if (quoted.size() < 2 || quoted.front() != '"' || quoted.back() != '"') return std::nullopt;
  quoted = quoted.substr(1, quoted.size() - 2);
  std::string text;
  for (std::size_t i = 0; i < quoted.size(); ++i) {
    if (quoted[i] == '"') return std::nullopt;
    if (quoted[i] != '\\') {
      text += quoted[i];
      continue;
    }
    static constexpr std::string_view kEscapes = "nt\"\\", kMeanings = "\n\t\"\\";
    const std::size_t found = ++i < quoted.size() ? kEscapes.find(quoted[i]) : std::string_view::npos;
    if (found == std::string_view::npos) return std::nullopt;
    text += kMeanings[found];
  }
  return text;
}

}  // namespace

Result<std::vector<PoEntry>> read_po(std::string_view text, const std::string& file) {
  std::vector<PoEntry> entries;
  std::set<std::pair<std::string, std::string>> known;
  PoEntry entry;
  std::string* open = nullptr;  // what a further quoted line is a part of
  bool is_whole = false;
  unsigned number = 0;
  const auto finish = [&]() -> Result<void> {
    if (!is_whole) return {};
    if (!known.emplace(entry.context, entry.english).second) {
      return fail("{}:{}: the text '{}' is there twice; keep one", file, entry.line, excerpt(entry.english));
    }
    entries.push_back(std::move(entry));
    entry = {};
    open = nullptr;
    is_whole = false;
    return {};
  };
  for (const std::string& whole : split_lines(text)) {
    ++number;
    const std::string_view line = trim(whole);
    if (line.empty()) continue;
    if (line.front() == '#') {
      TRY(finish());
      if (line.starts_with("#,") && line.find("fuzzy") != std::string_view::npos) entry.is_fuzzy = true;
      continue;
    }
    const std::size_t end = std::min(line.find_first_of(" \t\""), line.size());
    const std::string_view word = line.substr(0, end);
    if (word == "msgctxt" || word == "msgid") {
      TRY(finish());
    }
    if (word == "msgctxt") {
      open = &entry.context;
    } else if (word == "msgid") {
      open = &entry.english;
      entry.line = number;
    } else if (word == "msgstr") {
      open = &entry.translation;
      is_whole = true;
    } else if (!word.empty()) {
      return fail("{}:{}: '{}' is not a word of a .po file here; there are msgctxt, msgid and msgstr", file, number,
                  excerpt(word));
    }
    const auto part = unquoted(trim(line.substr(end)));
    if (!part || open == nullptr) {
      return fail(R"({}:{}: a text between quotation marks is missing; within it write \" and \\)", file, number);
    }
    *open += *part;
  }
  TRY(finish());
  if (open != nullptr) return fail("{}:{}: the last text has no msgstr", file, number);
  return entries;
}

std::string po_header(std::string_view header, std::string_view name) {
  for (const std::string& line : split_lines(header)) {
    const std::string_view field = line;
    if (field.starts_with(name) && field.substr(name.size()).starts_with(':')) {
      return std::string(trim(field.substr(name.size() + 1)));
    }
  }
  return {};
}

}  // namespace bankloom
