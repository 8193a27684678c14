#include "core/ptx/parser.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/ptx/constant_expression.h"
#include "core/ptx/function_parser.h"
#include "core/ptx/variable_parser.h"

namespace bankloom::ptx {
namespace {

// The directives of a module.
class ModuleParser {
 public:
  ModuleParser(Module& module, const std::vector<Token>& tokens)
      : state_{.module = module, .cursor = TokenCursor(tokens)} {}

  Result<void> run(LinesOf lines_of);

 private:
  Result<void> parse_item();
  Result<void> parse_declaration(const Token& token);
  Result<void> parse_version();
  Result<void> parse_target();
  Result<void> parse_address_size();
  Result<void> parse_alias();
  Result<void> resolve_aliases();

  ParserState state_;
  Module& module_ = state_.module;
  TokenCursor& cursor_ = state_.cursor;
  struct Alias {
    std::string_view name;
    std::string_view target;
    std::uint32_t line = 0;
  };
  std::vector<Alias> aliases_;
};

Result<void> ModuleParser::run(LinesOf lines_of) {
  while (!cursor_.at_end()) {
    TRY(parse_item());
  }
  if (module_.version_major == 0) return fail_at(1, "the text has no .version directive, so it is not a PTX module");
  TRY(resolve_aliases());
  state_.lines.resolve(module_, lines_of);
  return {};
}

Result<void> ModuleParser::parse_item() {
  const Token& token = cursor_.peek();
  if (cursor_.accept(";")) return {};
  if (token.kind != Token::Kind::word) {
    return fail_at(token.line, "{} is found outside of a function, where a directive is expected", describe(token));
  }
  cursor_.take();
  if (module_.version_major == 0 && token.text != ".version") {
    return fail_at(token.line, "a PTX module starts with a .version directive");
  }
  if (token.text == ".version") return parse_version();
  if (token.text == ".target") return parse_target();
  if (token.text == ".address_size") return parse_address_size();
  if (token.text == ".file") return state_.lines.parse_file(cursor_, module_);
  if (token.text == ".loc") return state_.lines.parse_loc(cursor_);
  if (token.text == ".section") return skip_section(cursor_);
  if (token.text == ".pragma") return skip_pragma(cursor_);
  if (token.text == ".alias") return parse_alias();
  return parse_declaration(token);
}

Result<void> ModuleParser::parse_declaration(const Token& token) {
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
  if (word == ".entry") return parse_function(state_, true, linkage);
  if (word == ".func") return parse_function(state_, false, linkage);
  if (const std::optional<Space> space = space_of_directive(word);
      space && *space != Space::param && *space != Space::reg) {
    // PTX ISA, "Local State Space": with the ABI, since version 3.0, such variables must be in functions.
    if (*space == Space::local && module_.version_major >= 3) {
      return fail_at(token.line, "a .local variable outside of functions needs a .version below 3.0");
    }
    return parse_variables(state_, *space, linkage);
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
    TRY(const std::string_view name, cursor_.expect_name("a target like sm_90"));
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
  TRY(const std::uint64_t size, parse_integer(cursor_, ".address_size"));
  if (size != 64) return fail_at(line, ".address_size {} is not supported: only 64 is", size);
  return {};
}

Result<void> ModuleParser::parse_alias() {
  Alias alias;
  alias.line = cursor_.line();
  TRY(alias.name, cursor_.expect_name("a function"));
  TRY(cursor_.expect(",", "between the names of .alias"));
  TRY(alias.target, cursor_.expect_name("a function"));
  aliases_.push_back(alias);
  return cursor_.expect(";", "after .alias");
}

Result<void> ModuleParser::resolve_aliases() {
  if (aliases_.empty()) return {};
  std::unordered_map<std::uint32_t, std::uint32_t> stands_for;
  const auto is_function = [&](const auto& name) {
    return name != state_.names.end() && name->second.kind == Operand::Kind::function;
  };
  for (const Alias& alias : aliases_) {
    const auto name = state_.names.find(alias.name);
    const auto target = state_.names.find(alias.target);
    if (!is_function(name) || !is_function(target)) {
      return fail_at(alias.line, ".alias {}, {} needs the names of two declared functions", alias.name, alias.target);
    }
    stands_for[name->second.index] = target->second.index;
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

}  // namespace

Result<std::shared_ptr<const Module>> parse(std::string text, LinesOf lines) {
  auto module = std::make_shared<Module>();
  module->text = std::move(text);
  TRY(const auto tokens, tokenize(module->text));
  TRY(ModuleParser(*module, tokens).run(lines));
  return module;
}

}  // namespace bankloom::ptx
