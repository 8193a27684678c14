// Instructions that become several: operands that are a sum, moves of vectors. The replacement is appended to the
// function's body with the line and guard of the original.
#include <algorithm>
#include <array>
#include <utility>

#include "core/ptx/module_parser.h"

namespace bankloom::ptx {

// A register without a name in the text.
Operand ModuleParser::hidden_register(std::string name, Type type) {
  Operand operand;
  operand.kind = Operand::Kind::reg;
  operand.index = static_cast<std::uint32_t>(function_->registers.size());
  function_->registers.push_back({std::move(name), type});
  return operand;
}

// r + constant as a value: no manual has it, ptxas 13.0 adds (seen on an H200 for .u32 and .u64 registers). Refused if
// the register holds no integer.
Result<void> ModuleParser::parse_register_sum(Operand& operand) {
  const std::uint32_t line = cursor_.line();
  if (operand.kind != Operand::Kind::reg || operand.negated) return {};
  const Register reg = function_->registers[operand.index];
  const bool is_whole = reg.type >= Type::b8 && reg.type <= Type::s64;
  const unsigned bits = type_bits(reg.type);
  if (!is_whole || bits < 16 || bits > 64) {
    return fail_at(line, "'{} + constant' needs a register with an integer of 16, 32 or 64 bits", reg.name);
  }
  Operand source = operand;
  TRY(parse_offset(source));
  const Operand addend = integer_operand(static_cast<std::uint64_t>(std::exchange(source.offset, 0)));
  operand = hidden_register(fmt::format("{} + constant", reg.name), reg.type);
  prepared_.push_back({"add", {bits == 16 ? ".s16" : bits == 32 ? ".s32" : ".s64"}, {operand, source, addend}});
  return {};
}

// The space of a load or store that names an array and no space: the array's, whose addresses are not generic.
std::string_view ModuleParser::unwritten_space(const Operand& array) const {
  static constexpr std::array<std::string_view, 6> kSpaces{".global",          ".shared", ".shared::cta",
                                                           ".shared::cluster", ".local",  ".const"};
  const bool is_written = std::ranges::find_first_of(words_, kSpaces) != words_.end();
  if (is_written || !takes_index_) return {};
  const Variable& variable =
      array.kind == Operand::Kind::variable ? module_.variables[array.index] : function_->locals[array.index];
  return variable.space == Space::shared ? ".shared" : variable.space == Space::local ? ".local" : "";
}

// array[r], array[r + constant], after `[`, with the array in `operand`: the low 32 bits of the index times the bytes
// of a value are an unsigned number of 32 bits, as with a constant.
Result<void> ModuleParser::parse_register_index(Operand& operand, std::uint64_t bytes) {
  const std::uint32_t line = cursor_.line();
  Operand index;
  TRY(parse_named_operand(index));
  const Type type = index.kind == Operand::Kind::reg ? function_->registers[index.index].type : Type::none;
  const bool is_whole = (type >= Type::b16 && type <= Type::b64) || (type >= Type::u16 && type <= Type::u64) ||
                        (type >= Type::s16 && type <= Type::s64);
  if (!is_whole) return fail_at(line, "an index is a constant or a register with an integer of 16, 32 or 64 bits");
  TRY(parse_offset(index));
  const Operand addend = integer_operand(static_cast<std::uint64_t>(std::exchange(index.offset, 0)));
  const bool narrow = has_narrow_addresses_;
  const std::string_view from = type_bits(type) == 16 ? ".u16" : type_bits(type) == 32 ? ".u32" : ".u64";
  const std::string_view address = narrow ? ".u32" : ".u64";
  const Operand offset = hidden_register("offset in an array", Type::u32);
  const Operand wide = narrow ? offset : hidden_register("offset in an array", Type::u64);
  const Operand base = hidden_register("address in an array", narrow ? Type::u32 : Type::u64);
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

// {r} is r: compilers write it for loads and stores of one value.
Result<void> ModuleParser::unwrap_single_elements(std::string_view opcode, Instruction& instruction) {
  static constexpr std::array<std::string_view, 4> kTakeIt{"ld", "ldu", "st", "mov"};
  if (std::ranges::find(kTakeIt, opcode) == kTakeIt.end()) return {};
  // Of mov, those that pack and unpack, which have bits as their type.
  if (opcode == "mov" && !words_.empty() && !words_.back().starts_with(".b")) return {};
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

// An instruction that replaces a part of `whole`.
Result<void> ModuleParser::append_made(const Instruction& whole, std::string_view opcode,
                                       std::initializer_list<std::string_view> words, std::vector<Operand> operands) {
  return append_made(whole, opcode, words, std::move(operands), whole.guard);
}

Result<void> ModuleParser::append_made(const Instruction& whole, std::string_view opcode,
                                       std::initializer_list<std::string_view> words, std::vector<Operand> operands,
                                       const Guard& guard) {
  return append_made(whole, opcode, std::span(words.begin(), words.size()), std::move(operands), guard);
}

Result<void> ModuleParser::append_made(const Instruction& whole, std::string_view opcode,
                                       std::span<const std::string_view> words, std::vector<Operand> operands,
                                       const Guard& guard) {
  Instruction made;
  made.guard = guard;
  made.ptx_line = whole.ptx_line;
  made.source_line = whole.source_line;
  made.text = whole.text;
  made.operands = std::move(operands);
  Result<std::vector<Candidate>> candidates = match_modifiers(opcode, words);
  if (!candidates) return fail_at(whole.ptx_line, "{}", candidates.error().message);
  if (Result<void> matched = match_operands(*candidates, *function_, made); !matched) {
    return fail_at(whole.ptx_line, "{}", matched.error().message);
  }
  function_->body.push_back(std::move(made));
  return {};
}

Result<void> ModuleParser::append_prepared(const Instruction& whole) {
  for (const Prepared& made : std::exchange(prepared_, {})) {
    TRY(append_made(whole, made.opcode, made.words, made.operands, {}));
  }
  return {};
}

// mov.v2, mov.v4: all elements are read before one is written, and written in their order (as on an H200).
Result<void> ModuleParser::append_vector_move(const Instruction& move) {
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
      TRY(append_made(move, "mov", {type}, {copy, std::exchange(source, copy)}));
    }
  }
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (to[i].kind == Operand::Kind::sink) continue;
    TRY(append_made(move, "mov", {type}, {to[i], from[i]}));
  }
  return {};
}

}  // namespace bankloom::ptx
