// Variables and their initialisers.
#pragma once

#include "core/base/result.h"
#include "core/ptx/declaration.h"
#include "core/ptx/parser_state.h"

namespace bankloom::ptx {

/// .space <head> name[extents] [= initialiser] [, ...] ; after the state space. `function`: where they are declared,
/// null outside of functions.
[[nodiscard]] Result<void> parse_variables(ParserState& state, Space space, const Linkage& linkage,
                                           FunctionScope* function = nullptr);

}  // namespace bankloom::ptx
