// Instructions and their operands.
#include "core/ptx/module_parser.h"

namespace bankloom::ptx {
namespace {

/// Names of a vector's elements, twice four.
constexpr std::string_view kComponents = "xyzwrgba";

// The immediate for a constant.
Operand immediate(const Constant& value) {
  Operand operand;
  operand.kind = Operand::Kind::immediate;
  operand.bits = value.bits;
  switch (value.kind) {
    case Constant::Kind::float32:
      operand.type = Type::f32;
      break;
    case Constant::Kind::float64:
      operand.type = Type::f64;
      break;
    default:
      operand.type = Type::s64;
      break;
  }
  return operand;
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

}  // namespace

// [@[!]p] opcode.modifiers operands ;
Result<void> ModuleParser::parse_instruction() {
  const Token& first = cursor_.peek();
  Instruction instruction;
  instruction.ptx_line = first.line;
  instruction.source_line = current_loc_;
  if (cursor_.accept("@")) {
    TRY(parse_guard(instruction.guard));
  }
  const std::uint32_t opcode_line = cursor_.line();
  TRY(const std::string_view opcode, expect_name("an instruction"));
  const std::vector<Candidate>* candidates = nullptr;
  TRY(parse_modifiers(opcode, opcode_line, candidates));
  if (opcode == "call") {
    TRY(parse_call(instruction));
  } else if (!cursor_.peek().is(";")) {
    const OperandPlace::Kind last = candidates->front().form->places.empty()
                                        ? OperandPlace::Kind::value
                                        : candidates->front().form->places.back().kind;
    if (last == OperandPlace::Kind::label) {
      TRY(parse_label_operand(instruction.operands.emplace_back(), 0));
    } else {
      TRY(parse_operands(instruction, *candidates->front().form));
    }
  }
  const Token& end = cursor_.peek();
  if (!end.is(";")) {
    return fail_at(end.line, "',' or ';' is expected where {} stands", describe(end));
  }
  cursor_.take();
  const char* const begin = first.text.data();
  instruction.text = std::string_view(begin, static_cast<std::size_t>(end.text.data() - begin));
  instruction.text = instruction.text.substr(0, instruction.text.find_last_not_of(" \t\r\n") + 1);
  TRY(unwrap_single_elements(opcode, instruction));
  TRY(append_prepared(instruction));
  if (Result<void> matched = match_operands(*candidates, *function_, instruction); !matched) {
    return fail_at(instruction.ptx_line, "{}", matched.error().message);
  }
  if (opcode == "call") {
    TRY(check_call(instruction));
  }
  bool is_whole = false;
  TRY(expand(instruction, is_whole));
  if (is_whole) return {};
  function_->body.push_back(std::move(instruction));
  return {};
}

// The modifiers after an opcode, and the rows of the table that have them. A kernel repeats `ld.global.f32` many times,
// so the result is cached.
Result<void> ModuleParser::parse_modifiers(std::string_view opcode, std::uint32_t line,
                                           const std::vector<Candidate>*& candidates) {
  words_.clear();
  while (cursor_.peek().kind == Token::Kind::word) words_.push_back(cursor_.take().text);
  const char* const end = words_.empty() ? opcode.data() + opcode.size() : words_.back().data() + words_.back().size();
  const char* const begin = opcode.data();
  const std::string_view written(begin, static_cast<std::size_t>(end - begin));
  if (const auto known = candidates_.find(written); known != candidates_.end()) {
    candidates = &known->second;
    return {};
  }
  Result<std::vector<Candidate>> found = match_modifiers(opcode, words_);
  if (!found) return fail_at(line, "{}", found.error().message);
  candidates = &candidates_.emplace(written, std::move(*found)).first->second;
  return {};
}

Result<void> ModuleParser::parse_guard(Guard& guard) {
  guard.present = true;
  guard.negated = cursor_.accept("!");
  const std::uint32_t line = cursor_.line();
  TRY(const std::string_view name, expect_name("a predicate"));
  const std::optional<Binding> binding = scopes_.find(name);
  if (!binding || binding->kind != Binding::Kind::reg) {
    return fail_at(line, "the predicate '{}' is not declared", name);
  }
  if (function_->registers[binding->index].type != Type::pred) {
    return fail_at(line, "the guard '{}' is no predicate register", name);
  }
  guard.reg = binding->index;
  return {};
}

Result<void> ModuleParser::parse_operands(Instruction& instruction, const CompiledForm& form) {
  constexpr std::size_t kMost = 16;
  const std::string_view opcode = form.form->opcode;
  takes_index_ = opcode == "ld" || opcode == "ldu" || opcode == "st";
  has_narrow_addresses_ = !takes_index_ && !words_.empty() && type_bits(type_from_name(words_.back())) == 32;
  do {
    const std::size_t place = instruction.operands.size();
    if (place == kMost) return fail_at(cursor_.line(), "an instruction has too many operands");
    Operand& operand = instruction.operands.emplace_back();
    TRY(parse_operand(operand));
    if (place >= form.places.size()) continue;
    // `ld.global.u32 r, array[3]`: ptxas accepts it like `[array + 12]`, for these instructions only.
    if (indexed_ && takes_index_ && form.places[place].kind == OperandPlace::Kind::memory) {
      operand.base = operand.kind == Operand::Kind::reg        ? Operand::Base::reg
                     : operand.kind == Operand::Kind::variable ? Operand::Base::variable
                                                               : Operand::Base::local_variable;

      operand.kind = Operand::Kind::address;
    }
    if (cursor_.peek().is("+") && !form.places[place].is_destination) {
      TRY(parse_register_sum(operand));
    }
  } while (cursor_.accept(","));
  return {};
}

Result<void> ModuleParser::parse_operand(Operand& operand) {
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

Result<void> ModuleParser::parse_simple_operand(Operand& operand) {
  const Token& token = cursor_.peek();
  const Token& next = cursor_.peek(1);
  if ((token.is("!") || token.is("-")) && next.kind == Token::Kind::identifier && next.text != "WARP_SZ") {
    cursor_.take();
    TRY(parse_named_operand(operand));
    if (operand.kind != Operand::Kind::reg) {
      return fail_at(next.line, "'{}' negates {}, which is no register", token.text, describe(next));
    }
    operand.negated = true;
    return {};
  }
  if (starts_constant(token)) return parse_immediate(operand);
  return parse_named_operand(operand);
}

Result<void> ModuleParser::parse_immediate(Operand& operand) {
  TRY(const Constant value, parse_constant(cursor_));
  operand = immediate(value);
  return {};
}

Result<void> ModuleParser::parse_vector(Operand& operand) {
  cursor_.take();
  operand.kind = Operand::Kind::vector;
  constexpr std::size_t kMost = 8;
  do {
    if (operand.elements.size() == kMost) return fail_at(cursor_.line(), "a vector has more than 8 elements");
    Operand& element = operand.elements.emplace_back();
    TRY(parse_simple_operand(element));
    if (element.kind == Operand::Kind::vector) return fail_at(cursor_.line(), "a vector cannot stand in a vector");
  } while (cursor_.accept(","));
  return expect("}", "after a vector's elements");
}

// [base], [base + constant], [constant]
Result<void> ModuleParser::parse_address(Operand& operand) {
  cursor_.take();
  operand.kind = Operand::Kind::address;
  if (starts_constant(cursor_.peek())) {
    Operand absolute;
    TRY(parse_immediate(absolute));
    if (absolute.type != Type::s64) return fail_at(cursor_.line(), "an address cannot be a floating-point constant");
    operand.base = Operand::Base::none;
    operand.offset = static_cast<std::int64_t>(absolute.bits);
  } else {
    TRY(parse_address_base(operand));
  }
  return expect("]", "after an address");
}

Result<void> ModuleParser::parse_address_base(Operand& operand) {
  const Token& token = cursor_.peek();
  Operand base;
  TRY(parse_named_operand(base));
  if (indexed_) {
    return fail_at(token.line, "'{}[...]' stands without further brackets, or as a byte offset: [{} + 4]", token.text,
                   token.text);
  }
  switch (base.kind) {
    case Operand::Kind::reg: {
      operand.base = Operand::Base::reg;
      const unsigned bits = type_bits(function_->registers[base.index].type);
      if (bits != 32 && bits != 64) {
        return fail_at(token.line, "the address register '{}' has {} bits; it needs 32 or 64", token.text, bits);
      }
      TRY(parse_offset(base));
      break;
    }
    case Operand::Kind::variable:
      operand.base = Operand::Base::variable;
      break;
    case Operand::Kind::local_variable:
      operand.base = Operand::Base::local_variable;
      break;
    case Operand::Kind::param:
      operand.base = Operand::Base::param;
      break;
    case Operand::Kind::result:
      operand.base = Operand::Base::result;
      break;
    default:
      return fail_at(token.line, "{} is no address", describe(token));
  }
  operand.index = base.index;
  operand.offset = base.offset;
  return {};
}

// [+ constant | - constant] after a register or variable
Result<void> ModuleParser::parse_offset(Operand& operand) {
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
Result<void> ModuleParser::parse_named_operand(Operand& operand) {
  const Token& token = cursor_.peek();
  indexed_ = false;
  TRY(const std::string_view name, expect_name("an operand"));
  if (name == "_") {
    operand.kind = Operand::Kind::sink;
    return {};
  }
  if (const std::optional<Binding> binding = scopes_.find(name)) {
    operand.index = binding->index;
    switch (binding->kind) {
      case Binding::Kind::reg:
      case Binding::Kind::reg_vector:
        return parse_register_suffix(*binding, operand);
      case Binding::Kind::local_variable:
        operand.kind = Operand::Kind::local_variable;
        break;
      case Binding::Kind::module_variable:
        operand.kind = Operand::Kind::variable;
        break;
      case Binding::Kind::param:
        operand.kind = Operand::Kind::param;
        break;
      case Binding::Kind::result:
        operand.kind = Operand::Kind::result;
        break;
      case Binding::Kind::branch_targets:
        operand.kind = Operand::Kind::branch_targets;
        return {};
      case Binding::Kind::call_targets:
        operand.kind = Operand::Kind::call_targets;
        return {};
      case Binding::Kind::prototype:
        operand.kind = Operand::Kind::prototype;
        return {};
      case Binding::Kind::label:
        return fail_at(token.line, "the label '{}' cannot be an operand here", name);
    }
  } else if (const std::optional<ModuleName> found = find_module_name(name)) {
    operand.kind = found->is_function ? Operand::Kind::function : Operand::Kind::variable;
    operand.index = found->index;
    if (found->is_function) return {};
  } else if (name.starts_with('%')) {
    return parse_special_register(operand, token);
  } else {
    return fail_at(token.line, "'{}' is not declared", name);
  }
  return cursor_.peek().is("[") ? parse_index(name, operand) : parse_offset(operand);
}

// array[index]: the address of that element (PTX ISA, "Arrays as Operands"). The index counts values of the array's
// declared type, even if these are vectors or rows, and the bytes are an unsigned number of 32 bits: both as in ptxas
// 13.0, seen on an H200.
Result<void> ModuleParser::parse_index(std::string_view name, Operand& operand) {
  const std::uint32_t line = cursor_.take().line;
  const Variable* array = nullptr;
  if (operand.kind == Operand::Kind::variable) array = &module_.variables[operand.index];
  if (operand.kind == Operand::Kind::local_variable) array = &function_->locals[operand.index];
  if (array == nullptr || !array->is_array) return fail_at(line, "'{}' is no array to be indexed", name);
  const std::uint64_t bytes = type_bits(array->type) / 8;
  if (!starts_constant(cursor_.peek())) {
    TRY(parse_register_index(operand, bytes));
    indexed_ = true;
    return expect("]", "after an index");
  }

  TRY(const Constant index, parse_constant(cursor_));
  if (index.is_float()) return fail_at(line, "an index cannot be a floating-point constant");
  operand.offset = static_cast<std::uint32_t>(index.bits * bytes);
  indexed_ = true;
  return expect("]", "after an index");
}

Result<void> ModuleParser::parse_special_register(Operand& operand, const Token& name) {
  operand.kind = Operand::Kind::special;
  operand.special = special_from_name(name.text);
  if (operand.special != Special::none || parse_special_component(operand, name.text)) return {};
  return fail_at(name.line, "'{}' is neither a declared register nor a special register that is supported", name.text);
}

// %tid.x, %tid.r; %tid alone is a vector of four, whose last element is 0 (PTX ISA, "Special Registers: %tid").
bool ModuleParser::parse_special_component(Operand& operand, std::string_view name) {
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
Result<void> ModuleParser::parse_register_suffix(const Binding& binding, Operand& operand) {
  operand.kind = Operand::Kind::reg;
  const Token& suffix = cursor_.peek();
  const bool has_suffix = suffix.kind == Token::Kind::word;
  if (binding.kind == Binding::Kind::reg_vector) {
    if (!has_suffix) {
      operand.kind = Operand::Kind::vector;
      operand.index = 0;
      for (std::uint32_t i = 0; i < binding.count; ++i) {
        Operand& element = operand.elements.emplace_back();
        element.kind = Operand::Kind::reg;
        element.index = binding.index + i;
      }
      return {};
    }
    cursor_.take();
    const std::size_t at = suffix.text.size() == 2 ? kComponents.find(suffix.text[1]) : std::string_view::npos;
    if (at == std::string_view::npos || at % 4 >= binding.count) {
      return fail_at(suffix.line, "the vector has no component {}", describe(suffix));
    }
    operand.index = binding.index + static_cast<std::uint32_t>(at % 4);
    return {};
  }
  if (!has_suffix) return {};
  cursor_.take();
  if (!set_selector(suffix.text, operand)) return fail_at(suffix.line, "{} is no part of a register", describe(suffix));
  return {};
}

Result<void> ModuleParser::parse_label_operand(Operand& operand, std::uint32_t place) {
  const std::uint32_t line = cursor_.line();
  TRY(const std::string_view name, expect_name("a label"));
  operand.kind = Operand::Kind::label;
  scopes_.refer_to_label({.name = name,
                          .line = line,
                          .in_table = false,
                          .owner = static_cast<std::uint32_t>(function_->body.size()),
                          .place = place});
  return {};
}

// call [(results),] callee [, (arguments)] [, prototype]
Result<void> ModuleParser::parse_call(Instruction& instruction) {
  instruction.operands.resize(3);
  instruction.operands[0].kind = Operand::Kind::call_arguments;
  instruction.operands[2].kind = Operand::Kind::call_arguments;
  if (cursor_.peek().is("(")) {
    TRY(parse_argument_list(instruction.operands[0]));
    TRY(expect(",", "after the results of a call"));
  }
  TRY(parse_named_operand(instruction.operands[1]));
  if (!cursor_.accept(",")) return {};
  if (cursor_.peek().is("(")) {
    TRY(parse_argument_list(instruction.operands[2]));
    if (!cursor_.accept(",")) return {};
  }
  return parse_named_operand(instruction.operands.emplace_back());
}

Result<void> ModuleParser::parse_argument_list(Operand& list) {
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
  return expect(")", "after the arguments of a call");
}

Result<void> ModuleParser::check_call(const Instruction& instruction) {
  const Operand& callee = instruction.operands[1];
  const std::vector<Parameter>* results = nullptr;
  const std::vector<Parameter>* parameters = nullptr;
  std::string_view name = "the callee";
  if (callee.kind == Operand::Kind::function) {
    const Function& function = module_.functions[callee.index];
    if (function.is_entry) {
      return fail_at(instruction.ptx_line, "'{}' is a kernel and cannot be called", function.name);
    }
    results = &function.returns;
    parameters = &function.params;
    name = function.name;
  } else if (instruction.operands[3].kind == Operand::Kind::prototype) {
    const Prototype& prototype = function_->prototypes[instruction.operands[3].index];
    results = &prototype.returns;
    parameters = &prototype.params;
  } else {
    const std::vector<std::uint32_t>& targets = function_->call_tables[instruction.operands[3].index];
    results = &module_.functions[targets.front()].returns;
    parameters = &module_.functions[targets.front()].params;
  }
  const auto check = [&](const Operand& list, const std::vector<Parameter>& expected,
                         std::string_view what) -> Result<void> {
    const std::string complaint = describe_mismatch(list, expected, what);
    if (!complaint.empty()) return fail_at(instruction.ptx_line, "the call of {} {}", name, complaint);
    return {};
  };
  TRY(check(instruction.operands[0], *results, "result"));
  return check(instruction.operands[2], *parameters, "argument");
}

// Empty if the arguments of a call fit the parameters.
std::string ModuleParser::describe_mismatch(const Operand& list, const std::vector<Parameter>& expected,
                                            std::string_view what) const {
  if (list.elements.size() != expected.size()) {
    return fmt::format("has {} {}s where {} are declared", list.elements.size(), what, expected.size());
  }
  const bool results = what == "result";
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Operand& element = list.elements[i];
    std::uint64_t bytes = expected[i].size;
    switch (element.kind) {
      case Operand::Kind::reg:
        if (function_->registers[element.index].type != Type::pred) {
          bytes = type_bits(function_->registers[element.index].type) / 8;
        } else if (expected[i].type != Type::pred) {
          return fmt::format("has a predicate as {} {}", what, i + 1);
        }
        break;
      case Operand::Kind::local_variable:
        if (function_->locals[element.index].space != Space::param || element.offset != 0) {
          return fmt::format("has as {} {} a variable that is not in .param space", what, i + 1);
        }
        bytes = function_->locals[element.index].size;
        break;
      case Operand::Kind::param:
        bytes = function_->params[element.index].size;
        break;
      case Operand::Kind::result:
        bytes = function_->returns[element.index].size;
        break;
      case Operand::Kind::sink:
        if (!results) return fmt::format("has '_' as argument {}", i + 1);
        break;
      case Operand::Kind::immediate:
        if (results) return fmt::format("has a constant as result {}", i + 1);
        break;
      default:
        return fmt::format("has something else than a register or a .param variable as {} {}", what, i + 1);
    }
    if (bytes != expected[i].size) {
      return fmt::format("has {} bytes as {} {} where {} are declared", bytes, what, i + 1, expected[i].size);
    }
  }
  return {};
}

}  // namespace bankloom::ptx
