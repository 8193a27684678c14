#include "core/ptx/operand_parser.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/ptx/constant_expression.h"
#include "core/ptx/declaration.h"
#include "core/ptx/instruction_expander.h"

namespace bankloom::ptx {
namespace {

/// Names of a vector's elements, twice four.
constexpr std::string_view kComponents = "xyzwrgba";

// The base of an address that begins with this operand; none if it is no address.
Operand::Base base_of(const Operand& operand) {
  switch (operand.kind) {
    case Operand::Kind::reg:
      return Operand::Base::reg;
    case Operand::Kind::variable:
      return Operand::Base::variable;
    case Operand::Kind::local_variable:
      return Operand::Base::local_variable;
    case Operand::Kind::param:
      return Operand::Base::param;
    case Operand::Kind::result:
      return Operand::Base::result;
    default:
      return Operand::Base::none;
  }
}

// ".b7654" or ".h10" after a register: the parts that a video instruction uses.
bool set_selector(std::string_view word, Operand& operand) {
  if (word.size() < 3 || word.size() > 6 || (word[1] != 'b' && word[1] != 'h')) return false;
  const bool bytes = word[1] == 'b';
  for (const char digit : word.substr(2)) {
    if (digit < '0' || digit > (bytes ? '7' : '3')) return false;
    operand.simd_parts.push_back(static_cast<std::uint8_t>(digit - '0'));
  }
  if (!bytes && operand.simd_parts.size() > 2) return false;
  const unsigned part = operand.simd_parts[0];
  if (operand.simd_parts.size() == 1 && part < (bytes ? 4u : 2u)) {
    const Selector first = bytes ? Selector::b0 : Selector::h0;
    operand.selector = static_cast<Selector>(static_cast<unsigned>(first) + part);
  }
  return true;
}

Result<void> parse_immediate(TokenCursor& cursor, Operand& operand) {
  TRY(const Constant value, parse_constant(cursor));
  operand.kind = Operand::Kind::immediate;
  operand.bits = value.bits;
  operand.type = value.kind == Constant::Kind::float32   ? Type::f32
                 : value.kind == Constant::Kind::float64 ? Type::f64
                                                         : Type::s64;
  return {};
}

}  // namespace

OperandParser::OperandParser(ParserState& state, FunctionScope& scope, std::string_view opcode,
                             std::span<const std::string_view> words)
    : state_(state),
      cursor_(state.cursor),
      scope_(scope),
      words_(words),
      takes_index_(opcode == "ld" || opcode == "ldu" || opcode == "st"),
      has_narrow_addresses_(!takes_index_ && !words.empty() && type_bits(type_from_name(words.back())) == 32) {}

Result<void> OperandParser::parse_operands(Instruction& instruction, const CompiledForm& form) {
  constexpr std::size_t kMost = 16;
  do {
    const std::size_t place = instruction.operands.size();
    if (place == kMost) return fail_at(cursor_.line(), "an instruction has too many operands");
    Operand& operand = instruction.operands.emplace_back();
    TRY(parse_operand(operand));
    if (place >= form.places.size()) continue;
    // `ld.global.u32 r, array[3]`: ptxas accepts it like `[array + 12]`, for these instructions only.
    if (indexed_ && takes_index_ && form.places[place].kind == OperandPlace::Kind::memory) {
      operand.base = base_of(operand);
      operand.kind = Operand::Kind::address;
    }
    if (cursor_.peek().is("+") && !form.places[place].is_destination) {
      TRY(parse_register_sum(operand));
    }
  } while (cursor_.accept(","));
  return {};
}

Result<void> OperandParser::parse_operand(Operand& operand) {
  if (cursor_.peek().is("[")) return parse_address(operand);
  if (cursor_.peek().is("{")) return parse_vector(operand);
  TRY(parse_simple_operand(operand));
  if (!cursor_.accept("|")) return {};
  Operand pair;
  pair.kind = Operand::Kind::pair;
  pair.elements.push_back(std::move(operand));
  TRY(parse_simple_operand(pair.elements.emplace_back()));
  operand = std::move(pair);
  return {};
}

Result<void> OperandParser::parse_simple_operand(Operand& operand) {
  const Token& token = cursor_.peek();
  const Token& next = cursor_.peek(1);
  if ((token.is("!") || token.is("-")) && next.kind == Token::Kind::identifier && next.text != "WARP_SZ") {
    cursor_.take();
    TRY(parse_named_operand(operand));
    if (operand.kind != Operand::Kind::reg) {
      return fail_at(next.line, "'{}' negates {}, which is not a register", token.text, describe(next));
    }
    operand.negated = true;
    return {};
  }
  if (starts_constant(token)) return parse_immediate(cursor_, operand);
  return parse_named_operand(operand);
}

Result<void> OperandParser::parse_vector(Operand& operand) {
  cursor_.take();
  operand.kind = Operand::Kind::vector;
  constexpr std::size_t kMost = 8;
  do {
    if (operand.elements.size() == kMost) return fail_at(cursor_.line(), "a vector has more than 8 elements");
    Operand& element = operand.elements.emplace_back();
    TRY(parse_simple_operand(element));
    if (element.kind == Operand::Kind::vector) return fail_at(cursor_.line(), "a vector cannot be inside a vector");
  } while (cursor_.accept(","));
  return cursor_.expect("}", "after a vector's elements");
}

// [base], [base + constant], [constant]
Result<void> OperandParser::parse_address(Operand& operand) {
  cursor_.take();
  operand.kind = Operand::Kind::address;
  if (starts_constant(cursor_.peek())) {
    Operand absolute;
    TRY(parse_immediate(cursor_, absolute));
    if (absolute.type != Type::s64) return fail_at(cursor_.line(), "an address cannot be a floating-point constant");
    operand.base = Operand::Base::none;
    operand.offset = static_cast<std::int64_t>(absolute.bits);
  } else {
    TRY(parse_address_base(operand));
  }
  return cursor_.expect("]", "after an address");
}

Result<void> OperandParser::parse_address_base(Operand& operand) {
  const Token& token = cursor_.peek();
  Operand base;
  TRY(parse_named_operand(base));
  if (indexed_) {
    return fail_at(token.line, "'{}[...]' is written without further brackets, or as a byte offset: [{} + 4]",
                   token.text, token.text);
  }
  operand.base = base_of(base);
  if (operand.base == Operand::Base::none) return fail_at(token.line, "{} is not an address", describe(token));
  if (operand.base == Operand::Base::reg) {
    const unsigned bits = type_bits(scope_.function.registers[base.index].type);
    if (bits != 32 && bits != 64) {
      return fail_at(token.line, "the address register '{}' has {} bits; it needs 32 or 64", token.text, bits);
    }
    TRY(parse_offset(base));
  }
  operand.index = base.index;
  operand.offset = base.offset;
  return {};
}

// [+ constant | - constant] after a register or variable
Result<void> OperandParser::parse_offset(Operand& operand) {
  if (cursor_.peek().is("+")) {
    cursor_.take();
  } else if (!cursor_.peek().is("-")) {
    return {};
  }
  const std::uint32_t line = cursor_.line();
  TRY(const Constant offset, parse_constant(cursor_));
  if (offset.is_float()) return fail_at(line, "an offset cannot be a floating-point constant");
  operand.offset = static_cast<std::int64_t>(offset.bits);
  return {};
}

// A register, a special register, `_`, or the address of a variable, parameter or function.
Result<void> OperandParser::parse_named_operand(Operand& operand) {
  const Token& token = cursor_.peek();
  indexed_ = false;
  TRY(const std::string_view name, cursor_.expect_name("an operand"));
  if (name == "_") {
    operand.kind = Operand::Kind::sink;
    return {};
  }
  std::optional<Binding> binding = scope_.names.find(name);
  if (!binding) {
    if (const auto of_module = state_.names.find(name); of_module != state_.names.end()) binding = of_module->second;
  }
  if (!binding && name.starts_with('%')) return parse_special_register(operand, token);
  if (!binding) return fail_at(token.line, "'{}' is not declared", name);
  operand.kind = binding->kind;
  operand.index = binding->index;
  switch (binding->kind) {
    case Operand::Kind::reg:
    case Operand::Kind::vector:
      return parse_register_suffix(*binding, operand);
    case Operand::Kind::label:
      return fail_at(token.line, "the label '{}' cannot be an operand here", name);
    case Operand::Kind::branch_targets:
    case Operand::Kind::call_targets:
    case Operand::Kind::prototype:
    case Operand::Kind::function:
      return {};
    default:
      return cursor_.peek().is("[") ? parse_index(name, operand) : parse_offset(operand);
  }
}

// array[index]: the address of that element (PTX ISA, "Arrays as Operands"). The index counts values of the array's
// declared type, even if these are vectors or rows, and the bytes are an unsigned number of 32 bits: both as in ptxas
// 13.0, seen on an H200.
Result<void> OperandParser::parse_index(std::string_view name, Operand& operand) {
  const std::uint32_t line = cursor_.take().line;
  const Variable* array = nullptr;
  if (operand.kind == Operand::Kind::variable) array = &state_.module.variables[operand.index];
  if (operand.kind == Operand::Kind::local_variable) array = &scope_.function.locals[operand.index];
  if (array == nullptr || !array->is_array()) return fail_at(line, "'{}' is not an array to be indexed", name);
  const std::uint64_t bytes = type_bits(array->type) / 8;
  if (!starts_constant(cursor_.peek())) {
    TRY(parse_register_index(operand, bytes));
    indexed_ = true;
    return cursor_.expect("]", "after an index");
  }

  TRY(const Constant index, parse_constant(cursor_));
  if (index.is_float()) return fail_at(line, "an index cannot be a floating-point constant");
  operand.offset = static_cast<std::uint32_t>(index.bits * bytes);
  indexed_ = true;
  return cursor_.expect("]", "after an index");
}

// array[r], array[r + constant], after `[`, with the array in `operand`: the low 32 bits of the index times the bytes
// of a value are an unsigned number of 32 bits, as with a constant.
Result<void> OperandParser::parse_register_index(Operand& operand, std::uint64_t bytes) {
  const std::uint32_t line = cursor_.line();
  Operand index;
  TRY(parse_named_operand(index));
  const Type type = index.kind == Operand::Kind::reg ? scope_.function.registers[index.index].type : Type::none;
  const bool is_whole = (type >= Type::b16 && type <= Type::b64) || (type >= Type::u16 && type <= Type::u64) ||
                        (type >= Type::s16 && type <= Type::s64);
  if (!is_whole) return fail_at(line, "an index is a constant or a register with an integer of 16, 32 or 64 bits");
  TRY(parse_offset(index));
  const Operand addend = integer_operand(static_cast<std::uint64_t>(std::exchange(index.offset, 0)));
  const bool narrow = has_narrow_addresses_;
  const std::string_view from = type_bits(type) == 16 ? ".u16" : type_bits(type) == 32 ? ".u32" : ".u64";
  const std::string_view address = narrow ? ".u32" : ".u64";
  const Operand offset = hidden_register(scope_.function, "offset in an array", Type::u32);
  const Operand wide = narrow ? offset : hidden_register(scope_.function, "offset in an array", Type::u64);
  const Operand base = hidden_register(scope_.function, "address in an array", narrow ? Type::u32 : Type::u64);
  prepared_.push_back({"cvt", {".u32", from}, {offset, index}});
  prepared_.push_back({"add", {".u32"}, {offset, offset, addend}});
  prepared_.push_back({"mul", {".lo", ".u32"}, {offset, offset, integer_operand(bytes)}});
  if (!narrow) prepared_.push_back({"cvt", {".u64", ".u32"}, {wide, offset}});
  prepared_.push_back({"mov", {address}, {base, operand}});
  if (const std::string_view space = unwritten_space(operand); !space.empty()) {
    prepared_.push_back({"cvta", {space, ".u64"}, {base, base}});
  }
  prepared_.push_back({"add", {address}, {base, base, wide}});
  operand = base;
  return {};
}

// r + constant as a value: no manual has it, ptxas 13.0 adds (seen on an H200 for .u32 and .u64 registers). Refused if
// the register holds no integer.
Result<void> OperandParser::parse_register_sum(Operand& operand) {
  const std::uint32_t line = cursor_.line();
  if (operand.kind != Operand::Kind::reg || operand.negated) return {};
  const Register reg = scope_.function.registers[operand.index];
  const unsigned bits = type_bits(reg.type);
  if (!is_integer(reg.type) || bits < 16 || bits > 64) {
    return fail_at(line, "'{} + constant' needs a register with an integer of 16, 32 or 64 bits", reg.name);
  }
  Operand source = operand;
  TRY(parse_offset(source));
  const Operand addend = integer_operand(static_cast<std::uint64_t>(std::exchange(source.offset, 0)));
  operand = hidden_register(scope_.function, fmt::format("{} + constant", reg.name), reg.type);
  prepared_.push_back({"add", {bits == 16 ? ".s16" : bits == 32 ? ".s32" : ".s64"}, {operand, source, addend}});
  return {};
}

// The space of a load or store that names an array and no space: the array's, whose addresses are not generic.
std::string_view OperandParser::unwritten_space(const Operand& array) const {
  static constexpr std::array<std::string_view, 6> kSpaces{".global",          ".shared", ".shared::cta",
                                                           ".shared::cluster", ".local",  ".const"};
  const bool is_written = std::ranges::find_first_of(words_, kSpaces) != words_.end();
  if (is_written || !takes_index_) return {};
  const Variable& variable = array.kind == Operand::Kind::variable ? state_.module.variables[array.index]
                                                                   : scope_.function.locals[array.index];
  return variable.space == Space::shared ? ".shared" : variable.space == Space::local ? ".local" : "";
}

Result<void> OperandParser::parse_special_register(Operand& operand, const Token& name) {
  operand.kind = Operand::Kind::special;
  operand.special = special_from_name(name.text);
  if (operand.special != Special::none || parse_special_component(operand, name.text)) return {};
  return fail_at(name.line, "'{}' is neither a declared register nor a special register that is supported", name.text);
}

// %tid.x, %tid.r; %tid alone is a vector of four, whose last element is 0 (PTX ISA, "Special Registers: %tid").
bool OperandParser::parse_special_component(Operand& operand, std::string_view name) {
  if (special_from_name(fmt::format("{}.x", name)) == Special::none) return false;
  const auto set = [name](Operand& to, std::size_t component) {
    to.kind = component == 3 ? Operand::Kind::immediate : Operand::Kind::special;
    to.type = component == 3 ? Type::s64 : Type::none;
    if (component < 3) to.special = special_from_name(fmt::format("{}.{}", name, "xyz"[component]));
  };
  const Token& suffix = cursor_.peek();
  if (suffix.kind == Token::Kind::word) {
    const std::size_t at = suffix.text.size() == 2 ? kComponents.find(suffix.text[1]) : std::string_view::npos;
    if (at == std::string_view::npos) return false;
    cursor_.take();
    set(operand, at % 4);
    return true;
  }
  operand.kind = Operand::Kind::vector;
  operand.elements.resize(4);
  for (std::size_t i = 0; i < 4; ++i) set(operand.elements[i], i);
  return true;
}

// v.x of a vector register, r.b0 in video instructions
Result<void> OperandParser::parse_register_suffix(const Binding& binding, Operand& operand) {
  const Token& suffix = cursor_.peek();
  const bool has_suffix = suffix.kind == Token::Kind::word;
  if (binding.kind == Operand::Kind::vector) {
    if (!has_suffix) {
      operand.index = 0;
      for (std::uint32_t i = 0; i < binding.count; ++i) {
        Operand& element = operand.elements.emplace_back();
        element.kind = Operand::Kind::reg;
        element.index = binding.index + i;
      }
      return {};
    }
    cursor_.take();
    operand.kind = Operand::Kind::reg;
    const std::size_t at = suffix.text.size() == 2 ? kComponents.find(suffix.text[1]) : std::string_view::npos;
    if (at == std::string_view::npos || at % 4 >= binding.count) {
      return fail_at(suffix.line, "the vector has no component {}", describe(suffix));
    }
    operand.index = binding.index + static_cast<std::uint32_t>(at % 4);
    return {};
  }
  if (!has_suffix) return {};
  cursor_.take();
  if (!set_selector(suffix.text, operand))
    return fail_at(suffix.line, "{} is not part of a register", describe(suffix));
  return {};
}

Result<void> OperandParser::parse_call(Instruction& instruction) {
  instruction.operands.resize(3);
  instruction.operands[0].kind = Operand::Kind::call_arguments;
  instruction.operands[2].kind = Operand::Kind::call_arguments;
  if (cursor_.peek().is("(")) {
    TRY(parse_argument_list(instruction.operands[0]));
    TRY(cursor_.expect(",", "after the results of a call"));
  }
  TRY(parse_named_operand(instruction.operands[1]));
  if (!cursor_.accept(",")) return {};
  if (cursor_.peek().is("(")) {
    TRY(parse_argument_list(instruction.operands[2]));
    if (!cursor_.accept(",")) return {};
  }
  return parse_named_operand(instruction.operands.emplace_back());
}

Result<void> OperandParser::parse_argument_list(Operand& list) {
  cursor_.take();
  if (cursor_.accept(")")) return {};
  do {
    Operand argument;
    TRY(parse_simple_operand(argument));
    // A vector register is passed element by element, in the layout of its parameter.
    if (argument.kind == Operand::Kind::vector) {
      list.elements.insert(list.elements.end(), argument.elements.begin(), argument.elements.end());
    } else {
      list.elements.push_back(std::move(argument));
    }
  } while (cursor_.accept(","));
  return cursor_.expect(")", "after the arguments of a call");
}

}  // namespace bankloom::ptx
