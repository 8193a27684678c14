// PTX text -> Module.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/ptx/module.h"

namespace bankloom::ptx {

/// What Instruction::source_line counts in.
enum class LinesOf : std::uint8_t {
  main_text,   ///< the text that was compiled; what lies in files that it includes has the line that uses it, or none
  each_entry,  ///< the file that a kernel is written in; of other functions that of all kernels, if it is one
};

/// Parses a whole PTX module. The error names the line ("line 12: ...") and, for an instruction that is
/// not in the table, the instruction as written. A Module must not be moved after parsing (its instructions
/// point into its text), hence the pointer.
[[nodiscard]] Result<std::shared_ptr<const Module>> parse(std::string text, LinesOf lines = LinesOf::main_text);

}  // namespace bankloom::ptx
