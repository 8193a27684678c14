// Matches an instruction as written with the rows of the instruction table.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/ptx/module.h"
#include "core/ptx/notation.h"

namespace bankloom::ptx {

/// A row that allows the modifiers of an instruction, and the slot of each of them.
struct Candidate {
  const CompiledForm* form = nullptr;
  std::vector<Modifier> modifiers;
};

/// The rows of an opcode that allow these modifiers (never empty). The error names what no row has: "no such
/// instruction in the table", "has no form with '.foo'".
[[nodiscard]] Result<std::vector<Candidate>> match_modifiers(std::string_view opcode,
                                                             std::span<const std::string_view> words);

/// Chooses the first row whose operands fit, and fills in the instruction's form and modifiers; literals get the type
/// of their place. The error says what does not fit, without the line.
[[nodiscard]] Result<void> match_operands(std::span<const Candidate> candidates, const Function& function,
                                          Instruction& instruction);

}  // namespace bankloom::ptx
