// What a wrong answer can be, in the terms of its question: the other numbers that stand beside the one that is asked
// for.
#pragma once

#include <vector>

#include "core/learn/question.h"

namespace bankloom::learn {

/// The answer of each that applies, wherever it leads: also to the right one, or to that of another.
[[nodiscard]] std::vector<WrongAnswer> mistaken_counts(const Question& question, const RunAt& at);
[[nodiscard]] std::vector<WrongAnswer> mistaken_banks(const Question& question, const RunAt& at);
[[nodiscard]] std::vector<WrongAnswer> mistaken_lanes(const Question& question, const RunAt& at);
[[nodiscard]] std::vector<WrongAnswer> mistaken_cells(const RunAt& at);

/// The bank of a shared address, and its word.
[[nodiscard]] unsigned bank_of(const MachineModel& machine, std::uint64_t address);
/// The lanes of an access that conflict with a lane: another word of its bank in the same phase. Without a lane those
/// of the busiest bank.
[[nodiscard]] LaneMask conflicting_lanes(const MachineModel& machine, const MemoryAccess& access,
                                         std::optional<unsigned> lane);
/// row * row_elements + column of the tile's elements that an access touches.
[[nodiscard]] Answer cells_of(const TileGeometry& tile, const MemoryAccess& access);
[[nodiscard]] Answer lanes_in(LaneMask lanes);

}  // namespace bankloom::learn
