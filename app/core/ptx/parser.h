// PTX text -> Module.
#pragma once

#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/ptx/module.h"

namespace bankloom::ptx {

/// Parses a whole PTX module. The error names the line ("line 12: ...") and, for an instruction that is
/// not in the table, the instruction as written. A Module must not be moved after parsing (its instructions
/// point into its text), hence the pointer.
[[nodiscard]] Result<std::shared_ptr<const Module>> parse(std::string text);

}  // namespace bankloom::ptx
