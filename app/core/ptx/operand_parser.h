// The operands of an instruction.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/ptx/parser_state.h"

namespace bankloom::ptx {

/// An instruction that computes an operand r + 1 or array[r] in a register of its own.
struct PreparedInstruction {
  std::string_view opcode;
  std::vector<std::string_view> words;
  std::vector<Operand> operands;
};

/// Parses the operands of one instruction.
class OperandParser {
 public:
  OperandParser(ParserState& state, FunctionScope& scope, std::string_view opcode,
                std::span<const std::string_view> words);

  [[nodiscard]] Result<void> parse_operands(Instruction& instruction, const CompiledForm& form);
  /// Those of a call: [(results),] callee [, (arguments)] [, prototype]
  [[nodiscard]] Result<void> parse_call(Instruction& instruction);
  /// What precedes the instruction, because of its operands.
  [[nodiscard]] const std::vector<PreparedInstruction>& prepared() const { return prepared_; }

 private:
  Result<void> parse_operand(Operand& operand);
  Result<void> parse_simple_operand(Operand& operand);
  Result<void> parse_vector(Operand& operand);
  Result<void> parse_address(Operand& operand);
  Result<void> parse_address_base(Operand& operand);
  Result<void> parse_offset(Operand& operand);
  Result<void> parse_named_operand(Operand& operand);
  Result<void> parse_index(std::string_view name, Operand& operand);
  Result<void> parse_register_index(Operand& operand, std::uint64_t bytes);
  Result<void> parse_register_sum(Operand& operand);
  [[nodiscard]] std::string_view unwritten_space(const Operand& array) const;
  Result<void> parse_special_register(Operand& operand, const Token& name);
  bool parse_special_component(Operand& operand, std::string_view name);
  Result<void> parse_register_suffix(const Binding& binding, Operand& operand);
  Result<void> parse_argument_list(Operand& list);

  ParserState& state_;
  TokenCursor& cursor_;
  FunctionScope& scope_;
  const std::span<const std::string_view> words_;  // the instruction's modifiers
  const bool takes_index_;                         // it is a load or store, in which array[index] means [array + bytes]
  const bool has_narrow_addresses_;                // an address among its operands goes to a register of 32 bits
  bool indexed_ = false;                           // the last parsed operand is array[index]
  std::vector<PreparedInstruction> prepared_;
};

}  // namespace bankloom::ptx
