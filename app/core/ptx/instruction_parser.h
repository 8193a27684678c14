// Instructions.
#pragma once

#include "core/base/result.h"
#include "core/ptx/parser_state.h"

namespace bankloom::ptx {

/// [@[!]p] opcode.modifiers operands ; appended to the function's body.
[[nodiscard]] Result<void> parse_instruction(ParserState& state, FunctionScope& scope);

}  // namespace bankloom::ptx
