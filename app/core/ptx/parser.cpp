#include "core/ptx/parser.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

#include "core/ptx/module_parser.h"

namespace bankloom::ptx {

std::string describe(const Token& token) {
  if (token.kind == Token::Kind::end) return "the end of the text";
  constexpr std::size_t kLongest = 60;
  if (token.text.size() > kLongest) return fmt::format("'{}...'", token.text.substr(0, kLongest));
  return fmt::format("'{}'", token.text);
}

Result<std::shared_ptr<const Module>> parse(std::string text, LinesOf lines) {
  auto module = std::make_shared<Module>();
  module->text = std::move(text);
  TRY(const auto tokens, tokenize(module->text));
  TRY(ModuleParser(*module, tokens, lines).run());
  return module;
}

Result<void> ModuleParser::expect(std::string_view punctuation, std::string_view where) {
  if (cursor_.accept(punctuation)) return {};
  return fail_at(cursor_.line(), "'{}' is expected {} where {} stands", punctuation, where, describe(cursor_.peek()));
}

Result<std::string_view> ModuleParser::expect_name(std::string_view what) {
  if (cursor_.peek().kind == Token::Kind::identifier) return cursor_.take().text;
  return fail_at(cursor_.line(), "{} is expected where {} stands", what, describe(cursor_.peek()));
}

Result<std::uint64_t> ModuleParser::parse_integer(std::string_view what) {
  const std::uint32_t line = cursor_.line();
  TRY(const Constant constant, parse_constant(cursor_));
  const bool negative = constant.kind == Constant::Kind::signed_integer && static_cast<std::int64_t>(constant.bits) < 0;
  if (constant.is_float() || negative) return fail_at(line, "{} is to be a positive integer", what);
  return constant.bits;
}

Result<void> ModuleParser::run() {
  while (!cursor_.at_end()) {
    TRY(parse_module_item());
  }
  if (module_.version_major == 0) return fail_at(1, "the text has no .version directive, so it is no PTX module");
  TRY(resolve_aliases());
  resolve_source_lines();
  return {};
}

Result<void> ModuleParser::parse_module_item() {
  const Token& token = cursor_.peek();
  if (cursor_.accept(";")) return {};
  if (token.kind != Token::Kind::word) {
    return fail_at(token.line, "{} stands outside of a function where a directive is expected", describe(token));
  }
  cursor_.take();
  if (module_.version_major == 0 && token.text != ".version") {
    return fail_at(token.line, "a PTX module starts with a .version directive");
  }
  if (token.text == ".version") return parse_version();
  if (token.text == ".target") return parse_target();
  if (token.text == ".address_size") return parse_address_size();
  if (token.text == ".file") return parse_file();
  if (token.text == ".loc") return parse_loc();
  if (token.text == ".section") return skip_section();
  if (token.text == ".pragma") return parse_pragma();
  if (token.text == ".alias") return parse_alias();

  Linkage linkage;
  std::string_view word = token.text;
  while (word == ".visible" || word == ".extern" || word == ".weak" || word == ".common") {
    linkage.is_extern |= word == ".extern";
    linkage.is_weak |= word == ".weak" || word == ".common";
    if (cursor_.peek().kind != Token::Kind::word) {
      return fail_at(cursor_.line(), "a declaration is expected after {}", word);
    }
    word = cursor_.take().text;
  }
  if (word == ".entry") return parse_function(true, linkage);
  if (word == ".func") return parse_function(false, linkage);
  if (const std::optional<Space> space = space_of_directive(word);
      space && *space != Space::param && *space != Space::reg) {
    // PTX ISA, "Local State Space": with the ABI, since version 3.0, such variables must be in functions.
    if (*space == Space::local && module_.version_major >= 3) {
      return fail_at(token.line, "a .local variable outside of functions needs a .version below 3.0");
    }
    return parse_variables(*space, linkage, false);
  }
  return fail_at(token.line, "the directive '{}' is not supported here", word);
}

Result<void> ModuleParser::parse_version() {
  const Token& token = cursor_.take();
  const char* const begin = token.text.data();
  const char* const end = begin + token.text.size();
  const auto major = std::from_chars(begin, end, module_.version_major);
  if (token.kind != Token::Kind::float64 || major.ec != std::errc() || major.ptr == end || *major.ptr != '.' ||
      std::from_chars(major.ptr + 1, end, module_.version_minor).ptr != end || module_.version_major == 0) {
    module_.version_major = 0;
    return fail_at(token.line, ".version needs a number like 8.0, not {}", describe(token));
  }
  return {};
}

Result<void> ModuleParser::parse_target() {
  // Computations that compute capability 1.2 and less, without double precision, did in single precision: ptxas 13.0
  // uses double precision all the same (seen on an H200), and refuses the option for others.
  static constexpr std::array<std::string_view, 3> kWithoutDouble{"sm_10", "sm_11", "sm_12"};
  do {
    const std::uint32_t line = cursor_.line();
    TRY(const std::string_view name, expect_name("a target like sm_90"));
    if (name.starts_with("sm_") || name.starts_with("compute_")) {
      module_.target = name;
    } else if (module_.target.empty()) {
      return fail_at(line, ".target starts with an architecture like sm_90, not '{}'", name);
    } else if (name == "map_f64_to_f32" && std::ranges::find(kWithoutDouble, module_.target) == kWithoutDouble.end()) {
      return fail_at(line, "the target option map_f64_to_f32 is for sm_12 and less");
    } else if (name != "texmode_unified" && name != "texmode_independent" && name != "debug" &&
               name != "map_f64_to_f32") {
      return fail_at(line, "the target '{}' is not supported", name);
    }
  } while (cursor_.accept(","));
  return {};
}

Result<void> ModuleParser::parse_address_size() {
  const std::uint32_t line = cursor_.line();
  TRY(const std::uint64_t size, parse_integer(".address_size"));
  if (size != 64) return fail_at(line, ".address_size {} is not supported: only 64 is", size);
  return {};
}

Result<void> ModuleParser::parse_file() {
  const std::uint32_t line = cursor_.line();
  TRY(const std::uint64_t index, parse_integer("the index of .file"));
  constexpr std::uint64_t kMostFiles = 1 << 16;
  if (index >= kMostFiles) return fail_at(line, "the index {} of .file is too large", index);
  if (cursor_.peek().kind != Token::Kind::string) return fail_at(cursor_.line(), ".file needs a name in quotes");
  if (module_.files.size() <= index) module_.files.resize(index + 1);
  module_.files[index] = cursor_.take().text;
  while (cursor_.accept(",")) {
    TRY(parse_integer("an attribute of .file"));
  }
  return {};
}

Result<void> ModuleParser::parse_source_place(SourcePlace& place) {
  for (std::uint32_t* const field : {&place.file, &place.line, &place.column}) {
    const Token& token = cursor_.take();
    if (token.kind != Token::Kind::integer || token.bits > 0xffffffffu) {
      return fail_at(token.line, ".loc needs file, line and column as integers, not {}", describe(token));
    }
    *field = static_cast<std::uint32_t>(token.bits);
  }
  return {};
}

Result<void> ModuleParser::parse_loc() {
  SourcePlace place;
  TRY(parse_source_place(place));
  bool inlined = false;
  SourcePlace inlined_at;
  while (cursor_.accept(",")) {
    TRY(const std::string_view attribute, expect_name("an attribute of .loc"));
    if (attribute == "inlined_at") {
      inlined = true;
      TRY(parse_source_place(inlined_at));
    } else if (attribute == "function_name") {
      TRY(expect_name("a label"));
      if (cursor_.accept("+")) {
        TRY(parse_integer("the offset of function_name"));
      }
    } else {
      return fail_at(cursor_.line(), "'{}' is no attribute of .loc", attribute);
    }
  }
  // Compilers give line 0 to code that they added; it belongs to the line before.
  if (place.line == 0 && !inlined && current_loc_ != 0) return {};
  current_loc_ = (inlined ? source_lines_.add_inlined(place, inlined_at) : source_lines_.add(place)) + 1;
  return {};
}

Result<void> ModuleParser::parse_pragma() {
  do {
    if (cursor_.peek().kind != Token::Kind::string) return fail_at(cursor_.line(), ".pragma needs a string");
    cursor_.take();
  } while (cursor_.accept(","));
  return expect(";", "after .pragma");
}

Result<void> ModuleParser::parse_alias() {
  Alias alias;
  alias.line = cursor_.line();
  TRY(alias.name, expect_name("a function"));
  TRY(expect(",", "between the names of .alias"));
  TRY(alias.target, expect_name("a function"));
  aliases_.push_back(alias);
  return expect(";", "after .alias");
}

// Debug data: `.section .debug_str { ... }`, skipped whatever it holds.
Result<void> ModuleParser::skip_section() {
  const std::uint32_t line = cursor_.line();
  if (cursor_.peek().kind == Token::Kind::word || cursor_.peek().kind == Token::Kind::identifier) cursor_.take();
  TRY(expect("{", "after .section"));
  std::size_t depth = 1;
  while (depth > 0) {
    if (cursor_.at_end()) return fail_at(line, "a .section does not end");
    const Token& token = cursor_.take();
    depth += token.is("{") ? 1u : 0u;
    depth -= token.is("}") ? 1u : 0u;
  }
  return {};
}

// `.attribute(.managed)`: where the driver places a variable, which makes no difference to a kernel.
Result<void> ModuleParser::skip_attribute(bool* is_managed) {
  const std::uint32_t line = cursor_.line();
  TRY(expect("(", "after .attribute"));
  std::size_t depth = 1;
  while (depth > 0) {
    if (cursor_.at_end()) return fail_at(line, "an .attribute does not end");
    const Token& token = cursor_.take();
    if (is_managed != nullptr && token.is_word(".managed")) *is_managed = true;
    depth += token.is("(") ? 1u : 0u;
    depth -= token.is(")") ? 1u : 0u;
  }
  return {};
}

Result<void> ModuleParser::resolve_aliases() {
  if (aliases_.empty()) return {};
  std::unordered_map<std::uint32_t, std::uint32_t> stands_for;
  for (const Alias& alias : aliases_) {
    const std::optional<ModuleName> name = find_module_name(alias.name);
    const std::optional<ModuleName> target = find_module_name(alias.target);
    if (!name || !target || !name->is_function || !target->is_function) {
      return fail_at(alias.line, ".alias {}, {} needs the names of two declared functions", alias.name, alias.target);
    }
    stands_for[name->index] = target->index;
  }
  const auto redirect = [&](std::uint32_t& function) {
    if (const auto target = stands_for.find(function); target != stands_for.end()) function = target->second;
  };
  for (Function& function : module_.functions) {
    for (Instruction& instruction : function.body) {
      for (Operand& operand : instruction.operands) {
        if (operand.kind == Operand::Kind::function) redirect(operand.index);
      }
    }
    for (std::vector<std::uint32_t>& table : function.call_tables) std::ranges::for_each(table, redirect);
  }
  for (Variable& variable : module_.variables) {
    for (Variable::Relocation& relocation : variable.relocations) {
      if (relocation.is_function) redirect(relocation.variable);
    }
  }
  return {};
}

// Until here Instruction::source_line counted .loc directives: the names of the files are at the end of the text.
void ModuleParser::resolve_source_lines() {
  const std::uint32_t main_file = SourceLines::main_file_of(module_.files);
  std::set<std::uint32_t> entry_files;
  for (Function& function : module_.functions) {
    function.source_file = main_file;
    const auto first = std::ranges::find_if(function.body, [](const auto& one) { return one.source_line != 0; });
    if (lines_of_ != LinesOf::each_entry || !function.is_entry || first == function.body.end()) continue;
    function.source_file = source_lines_.file_of(first->source_line - 1);
    entry_files.insert(function.source_file);
  }
  std::map<std::uint32_t, std::vector<std::uint32_t>> lines;
  for (Function& function : module_.functions) {
    if (!function.is_entry && entry_files.size() == 1) function.source_file = *entry_files.begin();
    auto [known, is_new] = lines.try_emplace(function.source_file);
    if (is_new) known->second = source_lines_.lines_in(function.source_file);
    for (Instruction& instruction : function.body) {
      if (instruction.source_line != 0) instruction.source_line = known->second[instruction.source_line - 1];
    }
  }
}

std::optional<ModuleParser::ModuleName> ModuleParser::find_module_name(std::string_view name) const {
  const auto at = module_names_.find(name);
  if (at == module_names_.end()) return std::nullopt;
  return at->second;
}

}  // namespace bankloom::ptx
