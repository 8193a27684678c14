#include "core/ptx/function_parser.h"

#include <algorithm>
#include <array>

#include "core/ptx/constant_expression.h"
#include "core/ptx/directives.h"
#include "core/ptx/instruction_parser.h"
#include "core/ptx/variable_parser.h"

namespace bankloom::ptx {
namespace {

// Whether a directive after a function's head is the next item of the module, the head being a declaration without `;`.
bool starts_module_item(std::string_view word) {
  static constexpr std::array<std::string_view, 13> kItems{".visible", ".extern",  ".weak",   ".common", ".entry",
                                                           ".func",    ".global",  ".shared", ".const",  ".local",
                                                           ".file",    ".section", ".alias"};
  return std::ranges::find(kItems, word) != kItems.end();
}

// nx [, ny [, nz]]
Result<void> parse_block_size(TokenCursor& cursor, Function& function, bool required) {
  Dim3 size;
  std::uint64_t product = 1;
  for (std::uint32_t* const extent : {&size.x, &size.y, &size.z}) {
    const std::uint32_t line = cursor.line();
    TRY(const std::uint64_t value, parse_integer(cursor, "a block's extent"));
    constexpr std::uint64_t kLargest = 1 << 20;
    if (value == 0 || value > kLargest) return fail_at(line, "{} is not an extent of a block", value);
    *extent = static_cast<std::uint32_t>(value);
    product *= value;
    if (!cursor.accept(",")) break;
  }
  function.max_threads = static_cast<std::uint32_t>(std::min<std::uint64_t>(product, 0xffffffffu));
  if (required) {
    function.has_required_block = true;
    function.required_block = size;
  }
  return {};
}

Result<void> parse_function_attributes(TokenCursor& cursor, Function& function) {
  while (cursor.peek().kind == Token::Kind::word && !starts_module_item(cursor.peek().text)) {
    const Token& token = cursor.take();
    const std::string_view word = token.text;
    if (word == ".maxntid" || word == ".reqntid") {
      TRY(parse_block_size(cursor, function, word == ".reqntid"));
    } else if (word == ".reqnctapercluster") {
      Function cluster;
      TRY(parse_block_size(cursor, cluster, false));
      function.cluster_blocks = cluster.max_threads;
    } else if (word == ".minnctapersm" || word == ".maxnctapersm" || word == ".maxnreg" || word == ".maxclusterrank" ||
               word == ".abi_preserve" || word == ".abi_preserve_control") {
      TRY(parse_integer(cursor, word));
    } else if (word == ".pragma") {
      TRY(skip_pragma(cursor));
    } else if (word == ".attribute") {
      TRY(skip_attribute(cursor));
    } else if (word != ".noreturn" && word != ".explicitcluster" && word != ".blocksareclusters" && word != ".unique") {
      return fail_at(token.line, "the directive '{}' is not supported for a function", word);
    }
  }
  return {};
}

// The body of one function.
class FunctionParser {
 public:
  FunctionParser(ParserState& state, Function& function)
      : state_(state), cursor_(state.cursor), scope_{.function = function, .names = {}} {
    scope_.names.open();
  }

  Result<void> declare_parameters(const std::vector<ParameterDeclaration>& declared, bool results);
  Result<void> parse_body();

 private:
  Result<void> parse_statement();
  Result<void> close_scope();
  Result<void> parse_body_directive();
  Result<void> parse_labelled();
  Result<void> parse_registers();
  Result<void> add_registers(std::string_view name, const Declaration& declaration, std::uint32_t line);
  Result<void> add_register(std::string_view name, Type type, std::uint32_t line, unsigned vector);
  Result<void> parse_branch_targets(std::string_view name, std::uint32_t line);
  Result<void> parse_call_targets(std::string_view name, std::uint32_t line);
  Result<void> parse_prototype(std::string_view name, std::uint32_t line);

  ParserState& state_;
  TokenCursor& cursor_;
  FunctionScope scope_;
};

Result<void> FunctionParser::parse_body() {
  const std::uint32_t line = cursor_.line();
  TRY(cursor_.expect("{", "before a function's body"));
  while (scope_.names.depth() > 0) {
    if (cursor_.at_end()) return fail_at(line, "the body of '{}' does not end", scope_.function.name);
    TRY(parse_statement());
  }
  return {};
}

Result<void> FunctionParser::declare_parameters(const std::vector<ParameterDeclaration>& declared, bool results) {
  Function& function = scope_.function;
  std::vector<std::uint32_t>& registers = results ? function.return_registers : function.param_registers;
  const bool in_registers = std::ranges::any_of(declared, &ParameterDeclaration::is_register);
  for (std::uint32_t i = 0; i < declared.size(); ++i) {
    const ParameterDeclaration& declaration = declared[i];
    if (declaration.is_register != in_registers) {
      return fail_at(declaration.line, "parameters in registers and in .param space cannot be mixed");
    }
    if (in_registers) {
      const auto first = static_cast<std::uint32_t>(function.registers.size());
      for (unsigned element = 0; element < declaration.vector; ++element) registers.push_back(first + element);
      TRY(add_register(declaration.name, declaration.parameter.type, declaration.line, declaration.vector));
    } else {
      const auto kind = results ? Operand::Kind::result : Operand::Kind::param;
      TRY(scope_.names.declare(declaration.name, {.kind = kind, .index = i}, declaration.line));
    }
  }
  return {};
}

Result<void> FunctionParser::parse_statement() {
  const Token& token = cursor_.peek();
  if (cursor_.accept(";")) return {};
  if (cursor_.accept("{")) {
    if (scope_.names.depth() >= ParserLimits::max_scopes) return fail_at(token.line, "scopes are nested too deeply");
    scope_.names.open();
    return {};
  }
  if (cursor_.accept("}")) return close_scope();
  if (token.kind == Token::Kind::word) return parse_body_directive();
  if (token.kind == Token::Kind::identifier && cursor_.peek(1).is(":")) return parse_labelled();
  if (token.kind == Token::Kind::identifier || token.is("@")) return parse_instruction(state_, scope_);
  return fail_at(token.line, "expected an instruction, found {}", describe(token));
}

Result<void> FunctionParser::close_scope() {
  std::vector<ScopeStack::Resolved> resolved;
  std::vector<LabelReference> unresolved;
  scope_.names.close(resolved, unresolved);
  if (!unresolved.empty()) {
    const LabelReference& first = unresolved.front();
    return fail_at(first.line, "the label '{}' is not in this function", first.name);
  }
  for (const auto& [reference, target] : resolved) {
    if (reference.in_table) {
      scope_.function.branch_tables[reference.owner][reference.place] = target;
    } else {
      scope_.function.body[reference.owner].operands[reference.place].index = target;
    }
  }
  return {};
}

Result<void> FunctionParser::parse_body_directive() {
  const Token& token = cursor_.take();
  if (token.text == ".reg") return parse_registers();
  if (token.text == ".loc") return state_.lines.parse_loc(cursor_);
  if (token.text == ".pragma") return skip_pragma(cursor_);
  if (token.text == ".file") return state_.lines.parse_file(cursor_, state_.module);
  if (token.text == ".section") return skip_section(cursor_);
  if (const std::optional<Space> space = space_of_directive(token.text))
    return parse_variables(state_, *space, {}, &scope_);
  if (token.text == ".extern" && cursor_.accept_word(".shared")) {
    return parse_variables(state_, Space::shared, {.is_extern = true}, &scope_);
  }
  return fail_at(token.line, "the directive '{}' is not supported in a function", token.text);
}

// name:  or  name: .branchtargets ...  and the like
Result<void> FunctionParser::parse_labelled() {
  const Token& name = cursor_.take();
  cursor_.take();
  if (cursor_.accept_word(".branchtargets")) return parse_branch_targets(name.text, name.line);
  if (cursor_.accept_word(".calltargets")) return parse_call_targets(name.text, name.line);
  if (cursor_.accept_word(".callprototype")) return parse_prototype(name.text, name.line);
  const auto index = static_cast<std::uint32_t>(scope_.function.body.size());
  return scope_.names.declare(name.text, {.kind = Operand::Kind::label, .index = index}, name.line);
}

// .reg [.v2|.v4] .type name, name<count>, ... ;
Result<void> FunctionParser::parse_registers() {
  Declaration declaration;
  declaration.space = Space::reg;
  TRY(parse_declaration_head(cursor_, declaration));
  TRY(check_register_vector(declaration));
  do {
    const std::uint32_t line = cursor_.line();
    TRY(const std::string_view name, cursor_.expect_name("a register's name"));
    TRY(cursor_.accept("<") ? add_registers(name, declaration, line)
                            : add_register(name, declaration.type, line, declaration.vector));
  } while (cursor_.accept(","));
  return cursor_.expect(";", "after registers");
}

// name<count>, after the name and `<`
Result<void> FunctionParser::add_registers(std::string_view name, const Declaration& declaration, std::uint32_t line) {
  const Token& count = cursor_.take();
  if (count.kind != Token::Kind::integer) return fail_at(line, "'{}<...>' needs a number", name);
  const std::uint64_t most = ParserLimits::max_registers + 1;
  state_.register_count += std::min(count.bits, most) * declaration.vector;
  if (state_.register_count > ParserLimits::max_registers) {
    return fail_at(line, "more than {} registers are declared", ParserLimits::max_registers);
  }
  std::vector<Register>& registers = scope_.function.registers;
  const auto first = static_cast<std::uint32_t>(registers.size());
  registers.reserve(first + count.bits * declaration.vector);
  for (std::uint64_t i = 0; i < count.bits; ++i) {
    for (unsigned element = 0; element < declaration.vector; ++element) {
      const std::string component = declaration.vector == 1 ? "" : fmt::format(".{}", "xyzw"[element]);
      registers.push_back({fmt::format("{}{}{}", name, i, component), declaration.type});
    }
  }
  if (!scope_.names.declare_range(name, first, static_cast<std::uint32_t>(count.bits), declaration.vector)) {
    return fail_at(line, "'{}' is declared twice", name);
  }
  return cursor_.expect(">", "after a number of registers");
}

Result<void> FunctionParser::add_register(std::string_view name, Type type, std::uint32_t line, unsigned vector) {
  if (++state_.register_count > ParserLimits::max_registers) {
    return fail_at(line, "more than {} registers are declared", ParserLimits::max_registers);
  }
  const auto first = static_cast<std::uint32_t>(scope_.function.registers.size());
  if (vector == 1) {
    scope_.function.registers.push_back({std::string(name), type});
    return scope_.names.declare(name, {.kind = Operand::Kind::reg, .index = first}, line);
  }
  for (unsigned i = 0; i < vector; ++i) {
    scope_.function.registers.push_back({fmt::format("{}.{}", name, "xyzw"[i]), type});
  }
  return scope_.names.declare(name, {.kind = Operand::Kind::vector, .index = first, .count = vector}, line);
}

// name: .branchtargets label, ... ;
Result<void> FunctionParser::parse_branch_targets(std::string_view name, std::uint32_t line) {
  const auto table = static_cast<std::uint32_t>(scope_.function.branch_tables.size());
  std::vector<std::uint32_t> targets;
  do {
    const std::uint32_t label_line = cursor_.line();
    TRY(const std::string_view label, cursor_.expect_name("a label"));
    scope_.names.refer_to_label({.name = label,
                                 .line = label_line,
                                 .in_table = true,
                                 .owner = table,
                                 .place = static_cast<std::uint32_t>(targets.size())});
    targets.push_back(0);
  } while (cursor_.accept(","));
  scope_.function.branch_tables.push_back(std::move(targets));
  TRY(scope_.names.declare(name, {.kind = Operand::Kind::branch_targets, .index = table}, line));
  return cursor_.expect(";", "after .branchtargets");
}

// name: .calltargets function, ... ;
Result<void> FunctionParser::parse_call_targets(std::string_view name, std::uint32_t line) {
  std::vector<std::uint32_t> targets;
  do {
    TRY(const std::string_view callee, cursor_.expect_name("a function"));
    const auto found = state_.names.find(callee);
    if (found == state_.names.end() || found->second.kind != Operand::Kind::function)
      return fail_at(line, "'{}' is not a declared function", callee);
    targets.push_back(found->second.index);
  } while (cursor_.accept(","));
  const auto table = static_cast<std::uint32_t>(scope_.function.call_tables.size());
  scope_.function.call_tables.push_back(std::move(targets));
  TRY(scope_.names.declare(name, {.kind = Operand::Kind::call_targets, .index = table}, line));
  return cursor_.expect(";", "after .calltargets");
}

// name: .callprototype (results) _ (params) [.noreturn] ;
Result<void> FunctionParser::parse_prototype(std::string_view name, std::uint32_t line) {
  std::vector<ParameterDeclaration> results;
  std::vector<ParameterDeclaration> parameters;
  TRY(parse_parameter_list(cursor_, results));
  TRY(cursor_.expect_name("'_'"));
  TRY(parse_parameter_list(cursor_, parameters));
  Prototype prototype;
  TRY(lay_out(results, prototype.returns));
  TRY(lay_out(parameters, prototype.params));
  Function attributes;
  TRY(parse_function_attributes(cursor_, attributes));
  const auto index = static_cast<std::uint32_t>(scope_.function.prototypes.size());
  scope_.function.prototypes.push_back(std::move(prototype));
  TRY(scope_.names.declare(name, {.kind = Operand::Kind::prototype, .index = index}, line));
  return cursor_.expect(";", "after .callprototype");
}

}  // namespace

Result<void> parse_function(ParserState& state, bool is_entry, const Linkage& linkage) {
  TokenCursor& cursor = state.cursor;
  Function function{.is_entry = is_entry, .is_extern = true, .ptx_line = cursor.line()};
  std::vector<ParameterDeclaration> results;
  std::vector<ParameterDeclaration> parameters;
  if (cursor.accept_word(".attribute")) {
    TRY(skip_attribute(cursor));
  }
  if (!is_entry && cursor.peek().is("(")) {
    TRY(parse_parameter_list(cursor, results));
  }
  const std::uint32_t line = cursor.line();
  TRY(const std::string_view name, cursor.expect_name("a function's name"));
  TRY(parse_parameter_list(cursor, parameters));
  TRY(lay_out(results, function.returns));
  TRY(lay_out(parameters, function.params));
  if (is_entry && std::ranges::any_of(parameters, &ParameterDeclaration::is_register)) {
    return fail_at(line, "the parameters of an .entry are .param, not .reg");
  }
  function.name = name;
  TRY(parse_function_attributes(cursor, function));

  const auto [at, is_new] = state.names.try_emplace(
      name,
      Binding{.kind = Operand::Kind::function, .index = static_cast<std::uint32_t>(state.module.functions.size())});
  if (!is_new && at->second.kind != Operand::Kind::function) return fail_at(line, "'{}' is declared twice", name);
  const bool has_body = cursor.peek().is("{");
  if (is_new) {
    state.module.functions.push_back(std::move(function));
  } else {
    Function& earlier = state.module.functions[at->second.index];
    if (has_body && !earlier.is_extern) return fail_at(line, "'{}' is defined twice", name);
    if (earlier.params.size() != function.params.size() || earlier.returns.size() != function.returns.size()) {
      return fail_at(line, "'{}' was declared with other parameters in line {}", name, earlier.ptx_line);
    }
    if (has_body) earlier = std::move(function);
  }
  // ptxas 13.0 also accepts the declaration of a .func without `;`, but not that of an .entry.
  if (!has_body && (cursor.accept(";") || !is_entry)) return {};
  if (!has_body) return cursor.expect(";", "after a kernel's declaration");
  if (linkage.is_extern) return fail_at(line, "the .extern function '{}' has a body", name);

  Function& defined = state.module.functions[at->second.index];
  defined.is_extern = false;
  state.lines.start_function();
  FunctionParser parser(state, defined);
  TRY(parser.declare_parameters(results, true));
  TRY(parser.declare_parameters(parameters, false));
  return parser.parse_body();
}

}  // namespace bankloom::ptx
