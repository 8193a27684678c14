// Function heads and bodies: scopes, labels, directives inside functions.
#pragma once

#include "core/base/result.h"
#include "core/ptx/declaration.h"
#include "core/ptx/parser_state.h"

namespace bankloom::ptx {

/// .entry name (params) attributes { body }
/// .func (results) name (params) attributes { body } or ; each after its first word.
[[nodiscard]] Result<void> parse_function(ParserState& state, bool is_entry, const Linkage& linkage);

}  // namespace bankloom::ptx
