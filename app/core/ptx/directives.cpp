#include "core/ptx/directives.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/readable.h"
#include "core/ptx/constant_expression.h"

namespace bankloom::ptx {
namespace {

Result<void> parse_source_place(TokenCursor& cursor, SourcePlace& place) {
  for (std::uint32_t* const field : {&place.file, &place.line, &place.column}) {
    const Token& token = cursor.take();
    if (token.kind != Token::Kind::integer || token.bits > 0xffffffffu) {
      return fail_at(token.line, ".loc needs file, line and column as integers, not {}", describe(token));
    }
    *field = static_cast<std::uint32_t>(token.bits);
  }
  return {};
}

}  // namespace

Result<void> skip_pragma(TokenCursor& cursor) {
  do {
    if (cursor.peek().kind != Token::Kind::string) return fail_at(cursor.line(), ".pragma needs a string");
    cursor.take();
  } while (cursor.accept(","));
  return cursor.expect(";", "after .pragma");
}

Result<void> skip_section(TokenCursor& cursor) {
  const std::uint32_t line = cursor.line();
  if (cursor.peek().kind == Token::Kind::word || cursor.peek().kind == Token::Kind::identifier) cursor.take();
  TRY(cursor.expect("{", "after .section"));
  std::size_t depth = 1;
  while (depth > 0) {
    if (cursor.at_end()) return fail_at(line, "a .section does not end");
    const Token& token = cursor.take();
    depth += token.is("{") ? 1u : 0u;
    depth -= token.is("}") ? 1u : 0u;
  }
  return {};
}

Result<void> skip_attribute(TokenCursor& cursor, bool* is_managed) {
  const std::uint32_t line = cursor.line();
  TRY(cursor.expect("(", "after .attribute"));
  std::size_t depth = 1;
  while (depth > 0) {
    if (cursor.at_end()) return fail_at(line, "an .attribute does not end");
    const Token& token = cursor.take();
    if (is_managed != nullptr && token.is_word(".managed")) *is_managed = true;
    depth += token.is("(") ? 1u : 0u;
    depth -= token.is(")") ? 1u : 0u;
  }
  return {};
}

Result<void> LineDirectives::parse_file(TokenCursor& cursor, Module& module) {
  const std::uint32_t line = cursor.line();
  TRY(const std::uint64_t index, parse_integer(cursor, "the index of .file"));
  constexpr std::uint64_t kMostFiles = 1 << 16;
  if (index >= kMostFiles) return fail_at(line, "the index {} of .file is too large", index);
  if (cursor.peek().kind != Token::Kind::string) return fail_at(cursor.line(), ".file needs a name in quotes");
  if (module.files.size() <= index) module.files.resize(index + 1);
  // It is shown to people, and a text names its files as it likes (#line).
  module.files[index] = readable(cursor.take().text);
  while (cursor.accept(",")) {
    TRY(parse_integer(cursor, "an attribute of .file"));
  }
  return {};
}

Result<void> LineDirectives::parse_loc(TokenCursor& cursor) {
  SourcePlace place;
  TRY(parse_source_place(cursor, place));
  bool inlined = false;
  SourcePlace inlined_at;
  while (cursor.accept(",")) {
    TRY(const std::string_view attribute, cursor.expect_name("an attribute of .loc"));
    if (attribute == "inlined_at") {
      inlined = true;
      TRY(parse_source_place(cursor, inlined_at));
    } else if (attribute == "function_name") {
      TRY(cursor.expect_name("a label"));
      if (cursor.accept("+")) {
        TRY(parse_integer(cursor, "the offset of function_name"));
      }
    } else {
      return fail_at(cursor.line(), "'{}' is not an attribute of .loc", attribute);
    }
  }
  // Compilers give line 0 to code that they added; it belongs to the line before.
  if (place.line == 0 && !inlined && current_loc_ != 0) return {};
  current_loc_ = (inlined ? source_lines_.add_inlined(place, inlined_at) : source_lines_.add(place)) + 1;
  return {};
}

void LineDirectives::resolve(Module& module, LinesOf lines_of) const {
  const std::uint32_t main_file = SourceLines::main_file_of(module.files);
  std::set<std::uint32_t> entry_files;
  for (Function& function : module.functions) {
    function.source_file = main_file;
    const auto first = std::ranges::find_if(function.body, [](const auto& one) { return one.source_line != 0; });
    if (lines_of != LinesOf::each_entry || !function.is_entry || first == function.body.end()) continue;
    function.source_file = source_lines_.file_of(first->source_line - 1);
    entry_files.insert(function.source_file);
  }
  std::map<std::uint32_t, std::vector<std::uint32_t>> lines;
  for (Function& function : module.functions) {
    if (!function.is_entry && entry_files.size() == 1) function.source_file = *entry_files.begin();
    auto [known, is_new] = lines.try_emplace(function.source_file);
    if (is_new) known->second = source_lines_.lines_in(function.source_file);
    for (Instruction& instruction : function.body) {
      if (instruction.source_line != 0) instruction.source_line = known->second[instruction.source_line - 1];
    }
  }
}

}  // namespace bankloom::ptx
