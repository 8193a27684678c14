// Function heads and bodies: scopes, labels, directives inside functions.
#include <algorithm>
#include <array>

#include "core/ptx/module_parser.h"

namespace bankloom::ptx {

// .entry name (params) attributes { body }     .func (results) name (params) attributes { body } or ;
Result<void> ModuleParser::parse_function(bool is_entry, const Linkage& linkage) {
  Function function;
  function.is_entry = is_entry;
  function.is_extern = true;
  function.ptx_line = cursor_.line();
  std::vector<ParameterDeclaration> results;
  std::vector<ParameterDeclaration> parameters;
  if (cursor_.accept_word(".attribute")) {
    TRY(skip_attribute());
  }
  if (!is_entry && cursor_.peek().is("(")) {
    TRY(parse_parameter_list(results));
  }
  const std::uint32_t line = cursor_.line();
  TRY(const std::string_view name, expect_name("a function's name"));
  if (cursor_.peek().is("(")) {
    TRY(parse_parameter_list(parameters));
  }
  TRY(layout(results, function.returns));
  TRY(layout(parameters, function.params));
  if (is_entry && std::ranges::any_of(parameters, &ParameterDeclaration::is_register)) {
    return fail_at(line, "the parameters of an .entry are .param, not .reg");
  }
  function.name = name;
  TRY(parse_function_attributes(function));

  const auto [at, is_new] = module_names_.try_emplace(
      name, ModuleName{.is_function = true, .index = static_cast<std::uint32_t>(module_.functions.size())});
  if (!is_new && !at->second.is_function) return fail_at(line, "'{}' is declared twice", name);
  const bool has_body = cursor_.peek().is("{");
  if (is_new) {
    module_.functions.push_back(std::move(function));
  } else {
    Function& earlier = module_.functions[at->second.index];
    if (has_body && !earlier.is_extern) return fail_at(line, "'{}' is defined twice", name);
    if (earlier.params.size() != function.params.size() || earlier.returns.size() != function.returns.size()) {
      return fail_at(line, "'{}' was declared with other parameters in line {}", name, earlier.ptx_line);
    }
    if (has_body) earlier = std::move(function);
  }
  // ptxas 13.0 also accepts the declaration of a .func without `;`, but not that of an .entry.
  if (!has_body && (cursor_.accept(";") || !is_entry)) return {};
  if (!has_body) return expect(";", "after a kernel's declaration");
  if (linkage.is_extern) return fail_at(line, "the .extern function '{}' has a body", name);

  function_ = &module_.functions[at->second.index];
  function_->is_extern = false;
  current_loc_ = 0;
  scopes_ = ScopeStack();
  scopes_.open();
  TRY(declare_parameters(*function_, results, true));
  TRY(declare_parameters(*function_, parameters, false));
  return parse_body(*function_);
}

// Whether a directive after a function's head is the next item of the module, the head being a declaration without `;`.
bool ModuleParser::starts_module_item(std::string_view word) {
  static constexpr std::array<std::string_view, 13> kItems{".visible", ".extern",  ".weak",   ".common", ".entry",
                                                           ".func",    ".global",  ".shared", ".const",  ".local",
                                                           ".file",    ".section", ".alias"};
  return std::ranges::find(kItems, word) != kItems.end();
}

Result<void> ModuleParser::parse_function_attributes(Function& function) {
  while (cursor_.peek().kind == Token::Kind::word && !starts_module_item(cursor_.peek().text)) {
    const Token& token = cursor_.take();
    const std::string_view word = token.text;
    if (word == ".maxntid" || word == ".reqntid") {
      TRY(parse_block_size(function, word == ".reqntid"));
    } else if (word == ".reqnctapercluster") {
      Function cluster;
      TRY(parse_block_size(cluster, false));
      function.cluster_blocks = cluster.max_threads;
    } else if (word == ".minnctapersm" || word == ".maxnctapersm" || word == ".maxnreg" || word == ".maxclusterrank" ||
               word == ".abi_preserve" || word == ".abi_preserve_control") {
      TRY(parse_integer(word));
    } else if (word == ".pragma") {
      TRY(parse_pragma());
    } else if (word == ".attribute") {
      TRY(skip_attribute());
    } else if (word != ".noreturn" && word != ".explicitcluster" && word != ".blocksareclusters" && word != ".unique") {
      return fail_at(token.line, "the directive '{}' is not supported for a function", word);
    }
  }
  return {};
}

// nx [, ny [, nz]]
Result<void> ModuleParser::parse_block_size(Function& function, bool required) {
  Dim3 size;
  std::uint64_t product = 1;
  for (std::uint32_t* const extent : {&size.x, &size.y, &size.z}) {
    const std::uint32_t line = cursor_.line();
    TRY(const std::uint64_t value, parse_integer("a block's extent"));
    constexpr std::uint64_t kLargest = 1 << 20;
    if (value == 0 || value > kLargest) return fail_at(line, "{} is no extent of a block", value);
    *extent = static_cast<std::uint32_t>(value);
    product *= value;
    if (!cursor_.accept(",")) break;
  }
  function.max_threads = static_cast<std::uint32_t>(std::min<std::uint64_t>(product, 0xffffffffu));
  if (required) {
    function.has_required_block = true;
    function.required_block = size;
  }
  return {};
}

Result<void> ModuleParser::declare_parameters(Function& function, const std::vector<ParameterDeclaration>& declared,
                                              bool results) {
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
      const auto kind = results ? Binding::Kind::result : Binding::Kind::param;
      TRY(declare(declaration.name, {.kind = kind, .index = i}, declaration.line));
    }
  }
  return {};
}

Result<void> ModuleParser::declare(std::string_view name, const Binding& binding, std::uint32_t line) {
  if (name == "_") return fail_at(line, "'_' is no name");
  if (!scopes_.declare(name, binding)) return fail_at(line, "'{}' is declared twice", name);
  return {};
}

Result<void> ModuleParser::parse_body(Function& function) {
  const std::uint32_t line = cursor_.line();
  TRY(expect("{", "before a function's body"));
  while (scopes_.depth() > 0) {
    if (cursor_.at_end()) return fail_at(line, "the body of '{}' does not end", function.name);
    TRY(parse_statement());
  }
  function_ = nullptr;
  return {};
}

Result<void> ModuleParser::parse_statement() {
  const Token& token = cursor_.peek();
  if (cursor_.accept(";")) return {};
  if (cursor_.accept("{")) {
    if (scopes_.depth() >= ParserLimits::max_scopes) return fail_at(token.line, "scopes are nested too deeply");
    scopes_.open();
    return {};
  }
  if (cursor_.accept("}")) return close_scope();
  if (token.kind == Token::Kind::word) return parse_body_directive();
  if (token.kind == Token::Kind::identifier && cursor_.peek(1).is(":")) return parse_labelled();
  if (token.kind == Token::Kind::identifier || token.is("@")) return parse_instruction();
  return fail_at(token.line, "an instruction is expected where {} stands", describe(token));
}

Result<void> ModuleParser::close_scope() {
  std::vector<ScopeStack::Resolved> resolved;
  std::vector<LabelReference> unresolved;
  scopes_.close(resolved, unresolved);
  if (!unresolved.empty()) {
    const LabelReference& first = unresolved.front();
    return fail_at(first.line, "the label '{}' is not in this function", first.name);
  }
  for (const auto& [reference, target] : resolved) {
    if (reference.in_table) {
      function_->branch_tables[reference.owner][reference.place] = target;
    } else {
      function_->body[reference.owner].operands[reference.place].index = target;
    }
  }
  return {};
}

Result<void> ModuleParser::parse_body_directive() {
  const Token& token = cursor_.take();
  if (token.text == ".reg") return parse_registers();
  if (token.text == ".loc") return parse_loc();
  if (token.text == ".pragma") return parse_pragma();
  if (token.text == ".file") return parse_file();
  if (token.text == ".section") return skip_section();
  if (const std::optional<Space> space = space_of_directive(token.text)) return parse_variables(*space, {}, true);
  if (token.text == ".extern" && cursor_.accept_word(".shared")) {
    return parse_variables(Space::shared, {.is_extern = true}, true);
  }
  return fail_at(token.line, "the directive '{}' is not supported in a function", token.text);
}

// name:  or  name: .branchtargets ...  and the like
Result<void> ModuleParser::parse_labelled() {
  const Token& name = cursor_.take();
  cursor_.take();
  if (cursor_.accept_word(".branchtargets")) return parse_branch_targets(name.text, name.line);
  if (cursor_.accept_word(".calltargets")) return parse_call_targets(name.text, name.line);
  if (cursor_.accept_word(".callprototype")) return parse_prototype(name.text, name.line);
  const auto index = static_cast<std::uint32_t>(function_->body.size());
  return declare(name.text, {.kind = Binding::Kind::label, .index = index}, name.line);
}

// .reg [.v2|.v4] .type name, name<count>, ... ;
Result<void> ModuleParser::parse_registers() {
  Declaration declaration;
  declaration.space = Space::reg;
  TRY(parse_declaration_head(declaration));
  TRY(check_register_vector(declaration));
  do {
    const std::uint32_t line = cursor_.line();
    TRY(const std::string_view name, expect_name("a register's name"));
    TRY(cursor_.accept("<") ? add_registers(name, declaration, line)
                            : add_register(name, declaration.type, line, declaration.vector));
  } while (cursor_.accept(","));
  return expect(";", "after registers");
}

// PTX ISA, "Vectors": at most 128 bits, and no predicates.
Result<void> ModuleParser::check_register_vector(const Declaration& declaration) {
  constexpr unsigned kMostBits = 128;
  if (declaration.vector == 1) return {};
  if (declaration.type == Type::pred) return fail_at(declaration.line, "a vector cannot have predicates as elements");
  const unsigned bits = declaration.vector * type_bits(declaration.type);
  if (bits > kMostBits)
    return fail_at(declaration.line, "a vector of {} bits; at most {} are possible", bits, kMostBits);
  return {};
}

// name<count>, after the name and `<`
Result<void> ModuleParser::add_registers(std::string_view name, const Declaration& declaration, std::uint32_t line) {
  const Token& count = cursor_.take();
  if (count.kind != Token::Kind::integer) return fail_at(line, "'{}<...>' needs a number", name);
  const std::uint64_t most = ParserLimits::max_registers + 1;
  register_count_ += std::min(count.bits, most) * declaration.vector;
  if (register_count_ > ParserLimits::max_registers) {
    return fail_at(line, "more than {} registers are declared", ParserLimits::max_registers);
  }
  std::vector<Register>& registers = function_->registers;
  const auto first = static_cast<std::uint32_t>(registers.size());
  registers.reserve(first + count.bits * declaration.vector);
  for (std::uint64_t i = 0; i < count.bits; ++i) {
    for (unsigned element = 0; element < declaration.vector; ++element) {
      const std::string component = declaration.vector == 1 ? "" : fmt::format(".{}", "xyzw"[element]);
      registers.push_back({fmt::format("{}{}{}", name, i, component), declaration.type});
    }
  }
  if (!scopes_.declare_range(name, first, static_cast<std::uint32_t>(count.bits), declaration.vector)) {
    return fail_at(line, "'{}' is declared twice", name);
  }
  return expect(">", "after a number of registers");
}

Result<void> ModuleParser::add_register(std::string_view name, Type type, std::uint32_t line, unsigned vector) {
  if (++register_count_ > ParserLimits::max_registers) {
    return fail_at(line, "more than {} registers are declared", ParserLimits::max_registers);
  }
  const auto first = static_cast<std::uint32_t>(function_->registers.size());
  if (vector == 1) {
    function_->registers.push_back({std::string(name), type});
    return declare(name, {.kind = Binding::Kind::reg, .index = first}, line);
  }
  for (unsigned i = 0; i < vector; ++i) {
    function_->registers.push_back({fmt::format("{}.{}", name, "xyzw"[i]), type});
  }
  return declare(name, {.kind = Binding::Kind::reg_vector, .index = first, .count = vector}, line);
}

// name: .branchtargets label, ... ;
Result<void> ModuleParser::parse_branch_targets(std::string_view name, std::uint32_t line) {
  const auto table = static_cast<std::uint32_t>(function_->branch_tables.size());
  std::vector<std::uint32_t> targets;
  do {
    const std::uint32_t label_line = cursor_.line();
    TRY(const std::string_view label, expect_name("a label"));
    scopes_.refer_to_label({.name = label,
                            .line = label_line,
                            .in_table = true,
                            .owner = table,
                            .place = static_cast<std::uint32_t>(targets.size())});
    targets.push_back(0);
  } while (cursor_.accept(","));
  function_->branch_tables.push_back(std::move(targets));
  TRY(declare(name, {.kind = Binding::Kind::branch_targets, .index = table}, line));
  return expect(";", "after .branchtargets");
}

// name: .calltargets function, ... ;
Result<void> ModuleParser::parse_call_targets(std::string_view name, std::uint32_t line) {
  std::vector<std::uint32_t> targets;
  do {
    TRY(const std::string_view callee, expect_name("a function"));
    const std::optional<ModuleName> found = find_module_name(callee);
    if (!found || !found->is_function) return fail_at(line, "'{}' is no declared function", callee);
    targets.push_back(found->index);
  } while (cursor_.accept(","));
  const auto table = static_cast<std::uint32_t>(function_->call_tables.size());
  function_->call_tables.push_back(std::move(targets));
  TRY(declare(name, {.kind = Binding::Kind::call_targets, .index = table}, line));
  return expect(";", "after .calltargets");
}

// name: .callprototype (results) _ (params) [.noreturn] ;
Result<void> ModuleParser::parse_prototype(std::string_view name, std::uint32_t line) {
  std::vector<ParameterDeclaration> results;
  std::vector<ParameterDeclaration> parameters;
  if (cursor_.peek().is("(")) {
    TRY(parse_parameter_list(results));
  }
  TRY(expect_name("'_'"));
  if (cursor_.peek().is("(")) {
    TRY(parse_parameter_list(parameters));
  }
  Prototype prototype;
  TRY(layout(results, prototype.returns));
  TRY(layout(parameters, prototype.params));
  Function attributes;
  TRY(parse_function_attributes(attributes));
  const auto index = static_cast<std::uint32_t>(function_->prototypes.size());
  function_->prototypes.push_back(std::move(prototype));
  TRY(declare(name, {.kind = Binding::Kind::prototype, .index = index}, line));
  return expect(";", "after .callprototype");
}

}  // namespace bankloom::ptx
