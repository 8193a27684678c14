// What the parsers of a module's parts share. Together they are a recursive descent over the tokens, in one pass:
//   parser.cpp              module-level directives
//   directives.h            those that stand anywhere: source lines, what is skipped
//   declaration.h           heads of declarations, parameters
//   variable_parser.h       variables and their initialisers
//   function_parser.h       function heads and bodies: scopes, labels, registers
//   instruction_parser.h    instructions: opcode, modifiers, guard
//   operand_parser.h        their operands
//   instruction_expander.h  instructions that become several
//
// If the text is wrong, a function returns an Error, whose sentence begins with the line.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/ptx/directives.h"
#include "core/ptx/form_match.h"
#include "core/ptx/module.h"
#include "core/ptx/scope.h"
#include "core/ptx/token_cursor.h"

namespace bankloom::ptx {

struct ParserState {
  Module& module;
  TokenCursor cursor;
  ModuleNames names{};
  LineDirectives lines{};
  std::uint64_t register_count = 0;  ///< of the whole module, as the two that follow
  std::uint64_t variable_bytes = 0;
  std::uint64_t initialized_bytes = 0;
  std::unordered_map<std::string_view, std::vector<Candidate>> candidates{};  ///< by opcode and modifiers as written
};

}  // namespace bankloom::ptx
