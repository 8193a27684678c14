// Declarations: types, arrays, initialisers, parameters.
#include <algorithm>
#include <bit>
#include <utility>

#include "core/ptx/module_parser.h"

namespace bankloom::ptx {
namespace {

std::uint64_t round_up(std::uint64_t value, std::uint64_t align) { return (value + align - 1) / align * align; }

// Bytes of one value; types of less than a byte do not occur in memory.
std::uint64_t type_bytes(Type type) { return type_bits(type) / 8; }

bool is_integer(Type type) {
  switch (type) {
    case Type::b8:
    case Type::b16:
    case Type::b32:
    case Type::b64:
    case Type::b128:
    case Type::u8:
    case Type::u16:
    case Type::u32:
    case Type::u64:
    case Type::s8:
    case Type::s16:
    case Type::s32:
    case Type::s64:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::optional<Space> ModuleParser::space_of_directive(std::string_view word) {
  if (word == ".global") return Space::global;
  if (word == ".shared") return Space::shared;
  if (word == ".local") return Space::local;
  if (word == ".const") return Space::constant;
  if (word == ".param") return Space::param;
  if (word == ".reg") return Space::reg;
  return std::nullopt;
}

Result<std::uint64_t> ModuleParser::parse_alignment() {
  const std::uint32_t line = cursor_.line();
  TRY(const std::uint64_t align, parse_integer(".align"));
  if (!std::has_single_bit(align) || align > ParserLimits::max_alignment) {
    return fail_at(line, ".align {} is no power of two up to {}", align, ParserLimits::max_alignment);
  }
  return align;
}

Result<Type> ModuleParser::parse_type() {
  const Token& token = cursor_.take();
  const Type type = token.kind == Token::Kind::word ? type_from_name(token.text) : Type::none;
  if (type != Type::none) return type;
  if (token.text == ".texref" || token.text == ".samplerref") return fail_at(token.line, "textures are not emulated");
  if (token.text == ".surfref") return fail_at(token.line, "surfaces are not emulated");

  return fail_at(token.line, "a type is expected where {} stands", describe(token));
}

// [.align N] [.attribute(...)] [.v2|.v4] .type
Result<void> ModuleParser::parse_declaration_head(Declaration& declaration) {
  while (true) {
    if (cursor_.accept_word(".align")) {
      TRY(declaration.align, parse_alignment());
    } else if (cursor_.accept_word(".attribute")) {
      TRY(skip_attribute(&declaration.is_managed));
    } else if (cursor_.accept_word(".v2")) {
      declaration.vector = 2;
    } else if (cursor_.accept_word(".v4")) {
      declaration.vector = 4;
    } else {
      break;
    }
  }
  declaration.line = cursor_.line();
  TRY(declaration.type, parse_type());
  if (declaration.space != Space::reg && type_bits(declaration.type) < 8) {
    return fail_at(declaration.line, "a variable in memory cannot be a predicate");
  }
  return {};
}

// [N][M]...; the first extent may be left out.
Result<void> ModuleParser::parse_extents(Declaration& declaration) {
  declaration.extents.clear();
  declaration.is_array = cursor_.peek().is("[");
  while (cursor_.accept("[")) {
    std::uint64_t extent = 0;
    const std::uint32_t line = cursor_.line();
    if (!cursor_.peek().is("]")) {
      TRY(extent, parse_integer("an array's extent"));
      if (extent == 0 && !declaration.extents.empty()) return fail_at(line, "an array's extent is 0");
    } else if (!declaration.extents.empty()) {
      return fail_at(line, "only the first extent of an array can be left out");
    }
    if (declaration.extents.size() == ParserLimits::max_dimensions) return fail_at(line, "too many array dimensions");
    declaration.extents.push_back(extent);
    TRY(expect("]", "after an array's extent"));
  }
  return {};
}

// Values of the base type in the whole variable; 0 if the first extent is not given.
Result<std::uint64_t> ModuleParser::element_count(const Declaration& declaration) {
  std::uint64_t count = declaration.vector;
  const std::uint64_t most =
      ParserLimits::max_variable_bytes / std::max<std::uint64_t>(type_bytes(declaration.type), 1);
  for (const std::uint64_t extent : declaration.extents) {
    if (extent != 0 && count > most / extent) {
      return fail_at(declaration.line, "the variable '{}' is larger than {} bytes", declaration.name,
                     ParserLimits::max_variable_bytes);
    }
    count *= extent;
  }
  return count;
}

// .space <head> name[extents] [= initialiser] [, ...] ;
Result<void> ModuleParser::parse_variables(Space space, const Linkage& linkage, bool in_function) {
  Declaration declaration;
  declaration.space = space;
  TRY(parse_declaration_head(declaration));
  do {
    declaration.line = cursor_.line();
    TRY(declaration.name, expect_name("a variable's name"));
    TRY(parse_extents(declaration));
    TRY(finish_variable(declaration, linkage, in_function));
  } while (cursor_.accept(","));
  return expect(";", "after a variable's declaration");
}

Result<void> ModuleParser::finish_variable(const Declaration& declared, const Linkage& linkage, bool in_function) {
  Declaration declaration = declared;
  Variable variable;
  variable.name = declaration.name;
  variable.space = declaration.space;
  variable.type = declaration.type;
  variable.is_extern = linkage.is_extern;
  variable.is_managed = declaration.is_managed;
  variable.align = std::max(declaration.align, type_bytes(declaration.type) * declaration.vector);
  if (declaration.align != 0) variable.align = declaration.align;
  if (cursor_.accept("=")) {
    if (declaration.space != Space::global && declaration.space != Space::constant) {
      return fail_at(declaration.line, "only .global and .const variables can have initial values");
    }
    TRY(parse_initializer(declaration, variable));
  }
  TRY(const std::uint64_t count, element_count(declaration));
  variable.size = count * type_bytes(declaration.type);
  variable.is_array = declaration.is_array;
  if (variable.size == 0 && !linkage.is_extern) {
    return fail_at(declaration.line, "the extent of the array '{}' is missing", declaration.name);
  }
  if (!variable.initial.empty()) variable.initial.resize(variable.size);
  variable_bytes_ += variable.size;
  if (variable_bytes_ > ParserLimits::max_variable_bytes) {
    return fail_at(declaration.line, "the variables of the module are larger than {} bytes",
                   ParserLimits::max_variable_bytes);
  }
  return add_variable(std::move(variable), declaration.name, declaration.line, in_function);
}

Result<void> ModuleParser::add_variable(Variable variable, std::string_view name, std::uint32_t line,
                                        bool in_function) {
  const bool is_static = variable.space == Space::global || variable.space == Space::constant;
  if (in_function) {
    if (!is_static) {
      function_->locals.push_back(std::move(variable));
      const auto index = static_cast<std::uint32_t>(function_->locals.size() - 1);
      return declare(name, {.kind = Binding::Kind::local_variable, .index = index}, line);
    }
    module_.variables.push_back(std::move(variable));
    const auto index = static_cast<std::uint32_t>(module_.variables.size() - 1);
    return declare(name, {.kind = Binding::Kind::module_variable, .index = index}, line);
  }
  const auto [at, is_new] = module_names_.try_emplace(
      name, ModuleName{.is_function = false, .index = static_cast<std::uint32_t>(module_.variables.size())});
  if (is_new) {
    module_.variables.push_back(std::move(variable));
    return {};
  }
  // A declaration with .extern may precede or follow the definition.
  if (at->second.is_function) return fail_at(line, "'{}' is declared twice", name);
  Variable& earlier = module_.variables[at->second.index];
  if (!earlier.is_extern && !variable.is_extern) return fail_at(line, "'{}' is declared twice", name);
  if (earlier.is_extern) earlier = std::move(variable);
  return {};
}

Result<void> ModuleParser::parse_initializer(Declaration& declaration, Variable& variable) {
  TRY(const std::uint64_t count, element_count(declaration));
  const std::uint64_t bytes = type_bytes(declaration.type);
  initialized_bytes_ += count * bytes;
  if (initialized_bytes_ > ParserLimits::max_initialized_bytes) {
    return fail_at(declaration.line, "the variables with initial values are larger than {} bytes",
                   ParserLimits::max_initialized_bytes);
  }
  variable.initial.assign(count * bytes, std::byte{0});
  std::uint64_t element = 0;
  if (!cursor_.peek().is("{")) {
    if (declaration.is_array || declaration.vector > 1) {
      return fail_at(cursor_.line(), "the initial values of an array stand in braces");
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
Result<void> ModuleParser::parse_initializer_list(const Declaration& declaration, Variable& variable, std::size_t level,
                                                  std::uint64_t& element) {
  const std::size_t levels = declaration.extents.size() + (declaration.vector > 1 ? 1 : 0);
  if (level >= std::max<std::size_t>(levels, 1)) {
    return fail_at(cursor_.line(), "the braces of an initialiser are nested deeper than the array");
  }
  TRY(expect("{", "before initial values"));
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
  return expect("}", "after initial values");
}

Result<void> ModuleParser::parse_initial_value(const Declaration& declaration, Variable& variable,
                                               std::uint64_t& element) {
  const std::uint64_t bytes = type_bytes(declaration.type);
  const std::uint64_t at = element * bytes;
  const bool open_ended = declaration.is_array && declaration.extents[0] == 0;
  if (open_ended && variable.initial.size() < at + bytes) {
    initialized_bytes_ += bytes;
    if (initialized_bytes_ > ParserLimits::max_initialized_bytes) {
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

Result<void> ModuleParser::store_initial(const Declaration& declaration, Variable& variable, std::uint64_t at,
                                         const Constant& value) {
  std::uint64_t bits = value.bits;
  const Type type = declaration.type;
  if (type == Type::f32 || type == Type::f64) {
    double number = 0;
    if (value.kind == Constant::Kind::float32) {
      number = static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    } else if (value.kind == Constant::Kind::float64) {
      number = std::bit_cast<double>(bits);
    } else {
      number = value.kind == Constant::Kind::signed_integer ? static_cast<double>(static_cast<std::int64_t>(bits))
                                                            : static_cast<double>(bits);
    }
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

// name, name + offset, generic(name), generic(name) + offset
Result<void> ModuleParser::parse_initial_address(const Declaration& declaration, Variable& variable, std::uint64_t at) {
  const std::uint32_t line = cursor_.line();
  TRY(std::string_view name, expect_name("an initial value"));
  Variable::Relocation relocation{.at = at, .bytes = static_cast<unsigned>(type_bytes(declaration.type))};
  if (name == "generic" && cursor_.accept("(")) {
    relocation.generic = true;
    TRY(name, expect_name("a variable"));
    TRY(expect(")", "after generic("));
  }
  if (cursor_.peek().is("(")) return fail_at(line, "'{}(...)' is not supported as an initial value", name);
  if (cursor_.peek().is("+") || cursor_.peek().is("-")) {
    TRY(const Constant offset, parse_constant(cursor_));
    relocation.addend = static_cast<std::int64_t>(offset.bits);
  }
  const std::optional<ModuleName> target = find_module_name(name);
  if (!target) return fail_at(line, "'{}' is not declared", name);
  if (!is_integer(declaration.type) || relocation.bytes < 4 || relocation.bytes > 8) {
    return fail_at(line, "the address of '{}' does not fit into {}", name, type_name(declaration.type));
  }
  relocation.variable = target->index;
  relocation.is_function = target->is_function;
  variable.relocations.push_back(relocation);
  return {};
}

// ( [.param|.reg] [.align N] .type [.ptr ...] name [extent], ... )
Result<void> ModuleParser::parse_parameter_list(std::vector<ParameterDeclaration>& parameters) {
  TRY(expect("(", "before parameters"));
  if (cursor_.accept(")")) return {};
  do {
    TRY(parse_parameter(parameters.emplace_back()));
  } while (cursor_.accept(","));
  return expect(")", "after parameters");
}

Result<void> ModuleParser::parse_parameter(ParameterDeclaration& parameter) {
  Declaration declaration;
  declaration.space = Space::param;
  parameter.is_register = cursor_.accept_word(".reg");
  if (parameter.is_register) {
    declaration.space = Space::reg;
  } else if (!cursor_.accept_word(".param")) {
    return fail_at(cursor_.line(), "a parameter is expected where {} stands", describe(cursor_.peek()));
  }
  TRY(parse_declaration_head(declaration));
  if (cursor_.accept_word(".ptr")) {
    TRY(parse_pointer_attribute());
  }
  declaration.line = cursor_.line();
  TRY(declaration.name, expect_name("a parameter's name"));
  TRY(parse_extents(declaration));
  TRY(std::uint64_t count, element_count(declaration));
  if (parameter.is_register) {
    if (declaration.is_array) return fail_at(declaration.line, "a parameter in registers cannot be an array");
    TRY(check_register_vector(declaration));
    parameter.vector = std::exchange(declaration.vector, 1u);
    count = 1;
  }
  parameter.name = declaration.name;
  parameter.line = declaration.line;
  const std::uint64_t natural = std::max<std::uint64_t>(1, type_bytes(declaration.type) * declaration.vector);
  parameter.parameter = {.name = std::string(declaration.name),
                         .type = declaration.type,
                         .align = declaration.align != 0 ? declaration.align : natural,
                         .size = declaration.type == Type::pred ? 1 : count * type_bytes(declaration.type),
                         .offset = 0};
  return {};
}

// .ptr [.space] [.align N]: what a pointer points to; it has no effect.
Result<void> ModuleParser::parse_pointer_attribute() {
  if (cursor_.peek().kind == Token::Kind::word && space_of_directive(cursor_.peek().text)) cursor_.take();
  if (cursor_.accept_word(".align")) {
    TRY(parse_alignment());
  }
  return {};
}

Result<void> ModuleParser::layout(const std::vector<ParameterDeclaration>& declared,
                                  std::vector<Parameter>& parameters) {
  std::uint64_t offset = 0;
  parameters.clear();
  parameters.reserve(declared.size());
  for (const ParameterDeclaration& declaration : declared) {
    for (unsigned element = 0; element < declaration.vector; ++element) {
      Parameter& parameter = parameters.emplace_back(declaration.parameter);
      parameter.offset = round_up(offset, parameter.align);
      offset = parameter.offset + parameter.size;
    }
    if (offset > ParserLimits::max_parameter_bytes) {
      return fail_at(declaration.line, "the parameters are larger than {} bytes", ParserLimits::max_parameter_bytes);
    }
  }
  return {};
}

}  // namespace bankloom::ptx
