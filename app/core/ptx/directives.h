// Directives that stand both outside and inside of functions and declare nothing.
#pragma once

#include <cstdint>

#include "core/base/result.h"
#include "core/ptx/module.h"
#include "core/ptx/parser.h"
#include "core/ptx/source_lines.h"
#include "core/ptx/token_cursor.h"

namespace bankloom::ptx {

/// Each parses what follows its directive's name.
[[nodiscard]] Result<void> skip_pragma(TokenCursor& cursor);
/// Debug data: `.section .debug_str { ... }`, skipped whatever it holds.
[[nodiscard]] Result<void> skip_section(TokenCursor& cursor);
/// `.attribute(.managed)`: where the driver places a variable, which makes no difference to a kernel.
[[nodiscard]] Result<void> skip_attribute(TokenCursor& cursor, bool* is_managed = nullptr);

/// .file and .loc: the source line of each instruction.
class LineDirectives {
 public:
  [[nodiscard]] Result<void> parse_file(TokenCursor& cursor, Module& module);
  [[nodiscard]] Result<void> parse_loc(TokenCursor& cursor);
  void start_function() { current_loc_ = 0; }
  /// What Instruction::source_line is until resolve(): the last .loc of the function, counted from 1; 0 before its
  /// first.
  [[nodiscard]] std::uint32_t current() const { return current_loc_; }
  /// Makes lines of them, at the end of the text, where the names of the files are.
  void resolve(Module& module, LinesOf lines_of) const;

 private:
  SourceLines source_lines_;
  std::uint32_t current_loc_ = 0;
};

}  // namespace bankloom::ptx
