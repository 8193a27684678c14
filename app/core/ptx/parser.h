// PTX text -> Module.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/ptx/module.h"

namespace bankloom::ptx {

/// The file whose lines Instruction::source_line counts.
enum class LinesOf : std::uint8_t {
  main_text,   ///< the compiled text; code of included files has the line that uses it, or none
  each_entry,  ///< the file that defines a kernel; of other functions that of all kernels, if it is the same
};

/// Parses a whole PTX module. The error names the line ("line 12: ...") and, for an instruction that is
/// not in the table, the instruction as written. A Module must not be moved after parsing (its instructions
/// point into its text), hence the pointer.
[[nodiscard]] Result<std::shared_ptr<const Module>> parse(std::string text, LinesOf lines = LinesOf::main_text);

}  // namespace bankloom::ptx
