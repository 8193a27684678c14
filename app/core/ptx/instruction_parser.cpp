#include "core/ptx/instruction_parser.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "core/base/language.h"
#include "core/ptx/form_match.h"
#include "core/ptx/instruction_expander.h"
#include "core/ptx/operand_parser.h"

namespace bankloom::ptx {
namespace {

// Empty if the arguments of a call fit the parameters.
std::string describe_mismatch(const Function& function, const Operand& list, const std::vector<Parameter>& expected,
                              bool results) {
  if (list.elements.size() != expected.size()) {
    return results ? message("has {} results where {} are declared", list.elements.size(), expected.size())
                   : message("has {} arguments where {} are declared", list.elements.size(), expected.size());
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Operand& element = list.elements[i];
    std::uint64_t bytes = expected[i].size;
    switch (element.kind) {
      case Operand::Kind::reg:
        if (function.registers[element.index].type != Type::pred) {
          bytes = type_bits(function.registers[element.index].type) / 8;
        } else if (expected[i].type != Type::pred) {
          return results ? message("has a predicate as result {}", i + 1)
                         : message("has a predicate as argument {}", i + 1);
        }
        break;
      case Operand::Kind::local_variable:
        if (function.locals[element.index].space != Space::param || element.offset != 0) {
          return results ? message("has as result {} a variable that is not in .param space", i + 1)
                         : message("has as argument {} a variable that is not in .param space", i + 1);
        }
        bytes = function.locals[element.index].size;
        break;
      case Operand::Kind::param:
        bytes = function.params[element.index].size;
        break;
      case Operand::Kind::result:
        bytes = function.returns[element.index].size;
        break;
      case Operand::Kind::sink:
        if (!results) return message("has '_' as argument {}", i + 1);
        break;
      case Operand::Kind::immediate:
        if (results) return message("has a constant as result {}", i + 1);
        break;
      default:
        return results ? message("has something other than a register or a .param variable as result {}", i + 1)
                       : message("has something other than a register or a .param variable as argument {}", i + 1);
    }
    if (bytes != expected[i].size) {
      return results ? message("has {} bytes as result {} where {} are declared", bytes, i + 1, expected[i].size)
                     : message("has {} bytes as argument {} where {} are declared", bytes, i + 1, expected[i].size);
    }
  }
  return {};
}

// {r} is r: compilers write it for loads and stores of one value.
Result<void> unwrap_single_elements(std::string_view opcode, std::span<const std::string_view> words,
                                    Instruction& instruction) {
  static constexpr std::array<std::string_view, 4> kTakeIt{"ld", "ldu", "st", "mov"};
  if (std::ranges::find(kTakeIt, opcode) == kTakeIt.end()) return {};
  // Of mov, those that pack and unpack, which have bits as their type.
  if (opcode == "mov" && !words.empty() && !words.back().starts_with(".b")) return {};
  for (Operand& operand : instruction.operands) {
    if (operand.kind != Operand::Kind::vector || operand.elements.size() != 1) continue;
    if (operand.elements[0].kind == Operand::Kind::sink) {
      return fail_at(instruction.ptx_line, "a vector of '_' alone has no type");
    }
    Operand element = std::move(operand.elements[0]);
    operand = std::move(element);
  }
  return {};
}

// One instruction.
class InstructionParser {
 public:
  InstructionParser(ParserState& state, FunctionScope& scope) : state_(state), cursor_(state.cursor), scope_(scope) {}

  Result<void> parse();

 private:
  Result<void> parse_modifiers(std::string_view opcode, std::uint32_t line, const std::vector<Candidate>*& candidates);
  Result<void> parse_guard(Guard& guard);
  Result<void> parse_label_operand(Operand& operand);
  Result<void> check_call(const Instruction& instruction);

  ParserState& state_;
  TokenCursor& cursor_;
  FunctionScope& scope_;
  std::vector<std::string_view> words_;  // the modifiers
};

Result<void> InstructionParser::parse() {
  const Token& first = cursor_.peek();
  Instruction instruction;
  instruction.ptx_line = first.line;
  instruction.source_line = state_.lines.current();
  if (cursor_.accept("@")) {
    TRY(parse_guard(instruction.guard));
  }
  const std::uint32_t opcode_line = cursor_.line();
  TRY(const std::string_view opcode, cursor_.expect_name("an instruction"));
  const std::vector<Candidate>* candidates = nullptr;
  TRY(parse_modifiers(opcode, opcode_line, candidates));
  OperandParser operands(state_, scope_, opcode, words_);
  if (opcode == "call") {
    TRY(operands.parse_call(instruction));
  } else if (!cursor_.peek().is(";")) {
    const OperandPlace::Kind last = candidates->front().form->places.empty()
                                        ? OperandPlace::Kind::value
                                        : candidates->front().form->places.back().kind;
    if (last == OperandPlace::Kind::label) {
      TRY(parse_label_operand(instruction.operands.emplace_back()));
    } else {
      TRY(operands.parse_operands(instruction, *candidates->front().form));
    }
  }
  const Token& end = cursor_.peek();
  if (!end.is(";")) {
    return fail_at(end.line, "expected ',' or ';', found {}", describe(end));
  }
  cursor_.take();
  const char* const begin = first.text.data();
  instruction.text = std::string_view(begin, static_cast<std::size_t>(end.text.data() - begin));
  instruction.text = instruction.text.substr(0, instruction.text.find_last_not_of(" \t\r\n") + 1);
  TRY(unwrap_single_elements(opcode, words_, instruction));
  InstructionExpander expander(scope_.function, instruction);
  for (const PreparedInstruction& made : operands.prepared()) {
    TRY(expander.append(made.opcode, made.words, made.operands, {}));
  }
  if (Result<void> matched = match_operands(*candidates, scope_.function, instruction); !matched) {
    return fail_at(instruction.ptx_line, "{}", matched.error().message);
  }
  if (opcode == "call") {
    TRY(check_call(instruction));
  }
  TRY(expander.expand());
  if (instruction.form->effect == Effect::expanded) return {};
  scope_.function.body.push_back(std::move(instruction));
  return {};
}

// The modifiers after an opcode, and the rows of the table that have them. A kernel repeats `ld.global.f32` many times,
// so the result is cached.
Result<void> InstructionParser::parse_modifiers(std::string_view opcode, std::uint32_t line,
                                                const std::vector<Candidate>*& candidates) {
  while (cursor_.peek().kind == Token::Kind::word) words_.push_back(cursor_.take().text);
  const char* const end = words_.empty() ? opcode.data() + opcode.size() : words_.back().data() + words_.back().size();
  const char* const begin = opcode.data();
  const std::string_view written(begin, static_cast<std::size_t>(end - begin));
  if (const auto known = state_.candidates.find(written); known != state_.candidates.end()) {
    candidates = &known->second;
    return {};
  }
  Result<std::vector<Candidate>> found = match_modifiers(opcode, words_);
  if (!found) return fail_at(line, "{}", found.error().message);
  candidates = &state_.candidates.emplace(written, std::move(*found)).first->second;
  return {};
}

Result<void> InstructionParser::parse_guard(Guard& guard) {
  guard.present = true;
  guard.negated = cursor_.accept("!");
  const std::uint32_t line = cursor_.line();
  TRY(const std::string_view name, cursor_.expect_name("a predicate"));
  const std::optional<Binding> binding = scope_.names.find(name);
  if (!binding || binding->kind != Operand::Kind::reg) {
    return fail_at(line, "the predicate '{}' is not declared", name);
  }
  if (scope_.function.registers[binding->index].type != Type::pred) {
    return fail_at(line, "the guard '{}' is not a predicate register", name);
  }
  guard.reg = binding->index;
  return {};
}

Result<void> InstructionParser::parse_label_operand(Operand& operand) {
  const std::uint32_t line = cursor_.line();
  TRY(const std::string_view name, cursor_.expect_name("a label"));
  operand.kind = Operand::Kind::label;
  scope_.names.refer_to_label({.name = name,
                               .line = line,
                               .in_table = false,
                               .owner = static_cast<std::uint32_t>(scope_.function.body.size()),
                               .place = 0});
  return {};
}

Result<void> InstructionParser::check_call(const Instruction& instruction) {
  const Operand& callee = instruction.operands[1];
  const std::vector<Parameter>* results = nullptr;
  const std::vector<Parameter>* parameters = nullptr;
  std::string_view name = translated("the callee");
  if (callee.kind == Operand::Kind::function) {
    const Function& function = state_.module.functions[callee.index];
    if (function.is_entry) {
      return fail_at(instruction.ptx_line, "'{}' is a kernel and cannot be called", function.name);
    }
    results = &function.returns;
    parameters = &function.params;
    name = function.name;
  } else if (instruction.operands[3].kind == Operand::Kind::prototype) {
    const Prototype& prototype = scope_.function.prototypes[instruction.operands[3].index];
    results = &prototype.returns;
    parameters = &prototype.params;
  } else {
    const std::vector<std::uint32_t>& targets = scope_.function.call_tables[instruction.operands[3].index];
    results = &state_.module.functions[targets.front()].returns;
    parameters = &state_.module.functions[targets.front()].params;
  }
  const auto check = [&](const Operand& list, const std::vector<Parameter>& expected,
                         bool are_results) -> Result<void> {
    const std::string complaint = describe_mismatch(scope_.function, list, expected, are_results);
    if (!complaint.empty()) return fail_at(instruction.ptx_line, "the call of {} {}", name, complaint);
    return {};
  };
  TRY(check(instruction.operands[0], *results, true));
  return check(instruction.operands[2], *parameters, false);
}

}  // namespace

Result<void> parse_instruction(ParserState& state, FunctionScope& scope) {
  return InstructionParser(state, scope).parse();
}

}  // namespace bankloom::ptx
