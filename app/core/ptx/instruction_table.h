// The instruction table: every supported form of every instruction, one row each.
//
// A new instruction is a new row in the table_*.cpp file of its family (and its operation in the emulator). An
// instruction without a row is refused by name. notation.h explains the notation of the rows.
#pragma once

#include <span>

#include "core/ptx/module.h"

namespace bankloom::ptx {

/// The rows of one family of instructions; rows of one opcode are adjacent.
using Family = std::span<const InstructionForm>;

// One function for each table_*.cpp.
[[nodiscard]] Family integer_table();
[[nodiscard]] Family logic_table();
[[nodiscard]] Family float_table();
[[nodiscard]] Family half_table();
[[nodiscard]] Family comparison_table();
[[nodiscard]] Family convert_table();
[[nodiscard]] Family memory_table();
[[nodiscard]] Family atomic_table();
[[nodiscard]] Family async_table();
[[nodiscard]] Family control_table();
[[nodiscard]] Family warp_table();
[[nodiscard]] Family video_table();
[[nodiscard]] Family matrix_table();

/// All families, in the order above.
[[nodiscard]] std::span<const Family> instruction_table();

}  // namespace bankloom::ptx
