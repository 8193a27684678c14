#include "core/ptx/variable_parser.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/ptx/constant_expression.h"

namespace bankloom::ptx {
namespace {

// The declarations after one state space, in a function or outside.
class VariableParser {
 public:
  VariableParser(ParserState& state, FunctionScope* function)
      : state_(state), cursor_(state.cursor), function_(function) {}

  Result<void> parse(Space space, const Linkage& linkage);

 private:
  Result<void> finish_variable(const Declaration& declared, const Linkage& linkage);
  Result<void> add_variable(Variable variable, std::string_view name, std::uint32_t line);
  Result<void> add_to_function(Variable variable, std::string_view name, std::uint32_t line);
  Result<void> parse_initializer(Declaration& declaration, Variable& variable);
  Result<void> parse_initializer_list(const Declaration& declaration, Variable& variable, std::size_t level,
                                      std::uint64_t& element);
  Result<void> parse_initial_value(const Declaration& declaration, Variable& variable, std::uint64_t& element);
  Result<void> parse_initial_address(const Declaration& declaration, Variable& variable, std::uint64_t at);
  Result<void> store_initial(const Declaration& declaration, Variable& variable, std::uint64_t at,
                             const Constant& value);

  ParserState& state_;
  TokenCursor& cursor_;
  FunctionScope* const function_;
};

Result<void> VariableParser::parse(Space space, const Linkage& linkage) {
  Declaration declaration;
  declaration.space = space;
  TRY(parse_declaration_head(cursor_, declaration));
  do {
    declaration.line = cursor_.line();
    TRY(declaration.name, cursor_.expect_name("a variable's name"));
    TRY(parse_extents(cursor_, declaration));
    TRY(finish_variable(declaration, linkage));
  } while (cursor_.accept(","));
  return cursor_.expect(";", "after a variable's declaration");
}

Result<void> VariableParser::finish_variable(const Declaration& declared, const Linkage& linkage) {
  Declaration declaration = declared;
  Variable variable{.name = std::string(declaration.name),
                    .space = declaration.space,
                    .type = declaration.type,
                    .align = std::max(declaration.align, type_bytes(declaration.type) * declaration.vector),
                    .is_extern = linkage.is_extern,
                    .is_managed = declaration.is_managed};
  if (declaration.align != 0) variable.align = declaration.align;
  if (cursor_.accept("=")) {
    if (declaration.space != Space::global && declaration.space != Space::constant) {
      return fail_at(declaration.line, "only .global and .const variables can have initial values");
    }
    TRY(parse_initializer(declaration, variable));
  }
  TRY(const std::uint64_t count, element_count(declaration));
  variable.size = count * type_bytes(declaration.type);
  variable.extents = declaration.extents;
  if (variable.size == 0 && !linkage.is_extern) {
    return fail_at(declaration.line, "the extent of the array '{}' is missing", declaration.name);
  }
  if (!variable.initial.empty()) variable.initial.resize(variable.size);
  state_.variable_bytes += variable.size;
  if (state_.variable_bytes > ParserLimits::max_variable_bytes) {
    return fail_at(declaration.line, "the variables of the module are larger than {} bytes",
                   ParserLimits::max_variable_bytes);
  }
  return add_variable(std::move(variable), declaration.name, declaration.line);
}

Result<void> VariableParser::add_variable(Variable variable, std::string_view name, std::uint32_t line) {
  if (function_ != nullptr) return add_to_function(std::move(variable), name, line);
  const auto [at, is_new] = state_.names.try_emplace(
      name,
      Binding{.kind = Operand::Kind::variable, .index = static_cast<std::uint32_t>(state_.module.variables.size())});
  if (is_new) {
    state_.module.variables.push_back(std::move(variable));
    return {};
  }
  // A declaration with .extern may precede or follow the definition.
  if (at->second.kind == Operand::Kind::function) return fail_at(line, "'{}' is declared twice", name);
  Variable& earlier = state_.module.variables[at->second.index];
  if (!earlier.is_extern && !variable.is_extern) return fail_at(line, "'{}' is declared twice", name);
  if (earlier.is_extern) earlier = std::move(variable);
  return {};
}

Result<void> VariableParser::add_to_function(Variable variable, std::string_view name, std::uint32_t line) {
  const bool is_static = variable.space == Space::global || variable.space == Space::constant;
  std::vector<Variable>& variables = is_static ? state_.module.variables : function_->function.locals;
  const auto kind = is_static ? Operand::Kind::variable : Operand::Kind::local_variable;
  variables.push_back(std::move(variable));
  const auto index = static_cast<std::uint32_t>(variables.size() - 1);
  return function_->names.declare(name, {.kind = kind, .index = index}, line);
}

Result<void> VariableParser::parse_initializer(Declaration& declaration, Variable& variable) {
  TRY(const std::uint64_t count, element_count(declaration));
  const std::uint64_t bytes = type_bytes(declaration.type);
  state_.initialized_bytes += count * bytes;
  if (state_.initialized_bytes > ParserLimits::max_initialized_bytes) {
    return fail_at(declaration.line, "the variables with initial values are larger than {} bytes",
                   ParserLimits::max_initialized_bytes);
  }
  variable.initial.assign(count * bytes, std::byte{0});
  std::uint64_t element = 0;
  if (!cursor_.peek().is("{")) {
    if (declaration.is_array() || declaration.vector > 1) {
      return fail_at(cursor_.line(), "the initial values of an array must be in braces");
    }
    return parse_initial_value(declaration, variable, element);
  }
  TRY(parse_initializer_list(declaration, variable, 0, element));
  if (count == 0) {
    // The initialiser gives the size of the omitted extent.
    std::uint64_t row = declaration.vector;
    for (std::size_t i = 1; i < declaration.extents.size(); ++i) row *= declaration.extents[i];
    declaration.extents[0] = std::max<std::uint64_t>(1, round_up(element, row) / row);
  }
  return {};
}

// { value or list, ... }: the values of inner lists are consecutive without a gap, and missing values at the end stay
// zero. The manual is silent on incomplete inner lists; this is what ptxas 13.0 makes of them, as read back on an H200.
Result<void> VariableParser::parse_initializer_list(const Declaration& declaration, Variable& variable,
                                                    std::size_t level, std::uint64_t& element) {
  const std::size_t levels = declaration.extents.size() + (declaration.vector > 1 ? 1 : 0);
  if (level >= std::max<std::size_t>(levels, 1)) {
    return fail_at(cursor_.line(), "the braces of an initialiser are nested deeper than the array");
  }
  TRY(cursor_.expect("{", "before initial values"));
  std::uint64_t inner = declaration.vector;  // values in one element of this level
  for (std::size_t i = level + 1; i < declaration.extents.size(); ++i) inner *= declaration.extents[i];
  if (level + 1 > declaration.extents.size()) inner = 1;
  while (!cursor_.peek().is("}")) {
    if (cursor_.peek().is("{")) {
      const std::uint64_t start = element;
      TRY(parse_initializer_list(declaration, variable, level + 1, element));
      if (element > start + inner) return fail_at(cursor_.line(), "an initialiser has more values than its array");
    } else {
      TRY(parse_initial_value(declaration, variable, element));
    }
    if (!cursor_.accept(",")) break;
  }
  return cursor_.expect("}", "after initial values");
}

Result<void> VariableParser::parse_initial_value(const Declaration& declaration, Variable& variable,
                                                 std::uint64_t& element) {
  const std::uint64_t bytes = type_bytes(declaration.type);
  const std::uint64_t at = element * bytes;
  const bool open_ended = declaration.is_array() && declaration.extents[0] == 0;
  if (open_ended && variable.initial.size() < at + bytes) {
    state_.initialized_bytes += bytes;
    if (state_.initialized_bytes > ParserLimits::max_initialized_bytes) {
      return fail_at(cursor_.line(), "the variables with initial values are too large");
    }
    variable.initial.resize(at + bytes);
  }
  if (at + bytes > variable.initial.size()) {
    return fail_at(cursor_.line(), "the initialiser of '{}' has more values than the array", declaration.name);
  }
  ++element;
  if (!starts_constant(cursor_.peek())) return parse_initial_address(declaration, variable, at);
  TRY(const Constant value, parse_constant(cursor_));
  if (cursor_.peek().is("(")) {
    return fail_at(cursor_.line(), "initial values that are a byte of an address, like 0xFF(name), are not supported");
  }
  return store_initial(declaration, variable, at, value);
}

// name, name + offset, generic(name), generic(name) + offset
Result<void> VariableParser::parse_initial_address(const Declaration& declaration, Variable& variable,
                                                   std::uint64_t at) {
  const std::uint32_t line = cursor_.line();
  TRY(std::string_view name, cursor_.expect_name("an initial value"));
  Variable::Relocation relocation{.at = at, .bytes = static_cast<unsigned>(type_bytes(declaration.type))};
  if (name == "generic" && cursor_.accept("(")) {
    relocation.generic = true;
    TRY(name, cursor_.expect_name("a variable"));
    TRY(cursor_.expect(")", "after generic("));
  }
  if (cursor_.peek().is("(")) return fail_at(line, "'{}(...)' is not supported as an initial value", name);
  if (cursor_.peek().is("+") || cursor_.peek().is("-")) {
    TRY(const Constant offset, parse_constant(cursor_));
    relocation.addend = static_cast<std::int64_t>(offset.bits);
  }
  const auto target = state_.names.find(name);
  if (target == state_.names.end()) return fail_at(line, "'{}' is not declared", name);
  if (!is_integer(declaration.type) || relocation.bytes < 4 || relocation.bytes > 8) {
    return fail_at(line, "the address of '{}' does not fit into {}", name, type_name(declaration.type));
  }
  relocation.variable = target->second.index;
  relocation.is_function = target->second.kind == Operand::Kind::function;
  variable.relocations.push_back(relocation);
  return {};
}

Result<void> VariableParser::store_initial(const Declaration& declaration, Variable& variable, std::uint64_t at,
                                           const Constant& value) {
  std::uint64_t bits = value.bits;
  const Type type = declaration.type;
  if (type == Type::f32 || type == Type::f64) {
    const double number = as_double(value);
    // A 0f literal keeps its bits, NaN patterns included.
    if (type == Type::f64) {
      bits = std::bit_cast<std::uint64_t>(number);
    } else if (value.kind != Constant::Kind::float32) {
      bits = std::bit_cast<std::uint32_t>(static_cast<float>(number));
    }
  } else if (value.is_float()) {
    const bool same_size = is_integer(type) && type_bits(type) == (value.kind == Constant::Kind::float32 ? 32u : 64u);
    if (!same_size) return fail_at(cursor_.line(), "{} cannot hold a floating-point value", type_name(type));
  }
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(type_bytes(type), 8); ++i) {
    variable.initial[at + i] = static_cast<std::byte>(bits >> (8 * i) & 0xff);
  }
  // The upper half of a 128-bit value is its sign.
  if (type == Type::b128 && value.kind == Constant::Kind::signed_integer && (bits >> 63) != 0) {
    std::fill_n(variable.initial.begin() + static_cast<std::ptrdiff_t>(at) + 8, 8, std::byte{0xff});
  }
  return {};
}

}  // namespace

Result<void> parse_variables(ParserState& state, Space space, const Linkage& linkage, FunctionScope* function) {
  return VariableParser(state, function).parse(space, linkage);
}

}  // namespace bankloom::ptx
