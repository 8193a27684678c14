// Instructions that stand for several: operands that are a sum, moves of vectors. What they stand for is appended to
// the function's body in their place, with their line and guard.
#include <algorithm>
#include <array>
#include <utility>

#include "core/ptx/module_parser.h"

namespace bankloom::ptx {

// A register that no name stands for.
Operand ModuleParser::hidden_register(std::string name, Type type) {
  Operand operand;
  operand.kind = Operand::Kind::reg;
  operand.index = static_cast<std::uint32_t>(function_->registers.size());
  function_->registers.push_back({std::move(name), type});
  return operand;
}

// r + constant as a value: no manual has it, ptxas 13.0 adds (seen on an H200 for .u32 and .u64 registers). Where the
// register holds no integer it is refused.
bool ModuleParser::parse_register_sum(Operand& operand) {
  const std::uint32_t line = cursor_.line();
  if (operand.kind != Operand::Kind::reg || operand.negated) return true;
  const Register reg = function_->registers[operand.index];
  const bool is_whole = reg.type >= Type::b8 && reg.type <= Type::s64;
  const unsigned bits = type_bits(reg.type);
  if (!is_whole || bits < 16 || bits > 64) {
    return fail_at(line,
                   fmt::format("'{} + constant' needs a register with an integer of 16, 32 or 64 bits", reg.name));
  }
  RegisterSum sum;
  sum.source = operand;
  if (!parse_offset(sum.source)) return false;
  sum.addend.kind = Operand::Kind::immediate;
  sum.addend.type = Type::s64;
  sum.addend.bits = static_cast<std::uint64_t>(std::exchange(sum.source.offset, 0));
  operand = sum.target = hidden_register(fmt::format("{} + constant", reg.name), reg.type);
  sums_.push_back(std::move(sum));
  return true;
}

// {r} is r: compilers write it for loads and stores of one value.
bool ModuleParser::unwrap_single_elements(std::string_view opcode, Instruction& instruction) {
  static constexpr std::array<std::string_view, 4> kTakeIt{"ld", "ldu", "st", "mov"};
  if (std::ranges::find(kTakeIt, opcode) == kTakeIt.end()) return true;
  // Of mov those that pack and unpack, which have bits as their type.
  if (opcode == "mov" && !words_.empty() && !words_.back().starts_with(".b")) return true;
  for (Operand& operand : instruction.operands) {
    if (operand.kind != Operand::Kind::vector || operand.elements.size() != 1) continue;
    if (operand.elements[0].kind == Operand::Kind::sink) {
      return fail_at(instruction.ptx_line, "a vector of '_' alone has no type");
    }
    Operand element = std::move(operand.elements[0]);
    operand = std::move(element);
  }
  return true;
}

// An instruction that `whole` stands for.
bool ModuleParser::append_made(const Instruction& whole, std::string_view opcode,
                               std::initializer_list<std::string_view> words, std::vector<Operand> operands) {
  return append_made(whole, opcode, words, std::move(operands), whole.guard);
}

bool ModuleParser::append_made(const Instruction& whole, std::string_view opcode,
                               std::initializer_list<std::string_view> words, std::vector<Operand> operands,
                               const Guard& guard) {
  Instruction made;
  made.guard = guard;
  made.ptx_line = whole.ptx_line;
  made.source_line = whole.source_line;
  made.text = whole.text;
  made.operands = std::move(operands);
  Result<std::vector<Candidate>> candidates = match_modifiers(opcode, std::span(words.begin(), words.size()));
  if (!candidates) return fail_at(whole.ptx_line, std::move(candidates.error().message));
  if (Result<void> matched = match_operands(*candidates, *function_, made); !matched) {
    return fail_at(whole.ptx_line, std::move(matched.error().message));
  }
  function_->body.push_back(std::move(made));
  return true;
}

bool ModuleParser::append_sums(const Instruction& whole) {
  for (RegisterSum& sum : std::exchange(sums_, {})) {
    const unsigned bits = type_bits(function_->registers[sum.target.index].type);
    const std::string_view type = bits == 16 ? ".s16" : bits == 32 ? ".s32" : ".s64";
    if (!append_made(whole, "add", {type}, {sum.target, sum.source, sum.addend})) return false;
  }
  return true;
}

// mov.v2, mov.v4: all elements are read before one is written, and written in their order (as on an H200).
bool ModuleParser::append_vector_move(const Instruction& move) {
  const std::string_view type = move.modifier(".type");
  const std::vector<Operand>& to = move.operands[0].elements;
  std::vector<Operand> from = move.operands[1].elements;
  const auto is_read_later = [&](std::size_t written) {
    return to[written].kind == Operand::Kind::reg &&
           std::any_of(from.begin() + static_cast<std::ptrdiff_t>(written) + 1, from.end(), [&](const Operand& read) {
             return read.kind == Operand::Kind::reg && read.index == to[written].index;
           });
  };
  bool overlaps = false;
  for (std::size_t i = 0; i < to.size(); ++i) overlaps = overlaps || is_read_later(i);
  if (overlaps) {
    for (Operand& source : from) {
      const Operand copy = hidden_register(fmt::format("element of {}", move.text), type_from_name(type));
      if (!append_made(move, "mov", {type}, {copy, std::exchange(source, copy)})) return false;
    }
  }
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (to[i].kind == Operand::Kind::sink) continue;
    if (!append_made(move, "mov", {type}, {to[i], from[i]})) return false;
  }
  return true;
}

}  // namespace bankloom::ptx
