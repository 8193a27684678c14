// Labels and tooltips of the picture's parts: requests, banks, sectors, cells and machines.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/analysis/machine_table.h"
#include "core/run/run_service.h"
#include "core/session/coalescing_figures.h"
#include "core/session/matrix_places.h"
#include "core/session/stages.h"
#include "core/session/step_state.h"
#include "core/wording/text.h"

namespace bankloom {

// ---- the kernel and its launch

/// "one block of 32 × 32 threads, i32".
[[nodiscard]] Text launch_text(const RunSummary& run);
/// "modelled for cc9.0 · emulated", and what that means.
[[nodiscard]] Text modelled_text(const MachineModel& machine);
[[nodiscard]] Text modelled_meaning_text(const MachineModel& machine);
/// "first 64 of 16,384 blocks recorded"; empty where all are.
[[nodiscard]] Text recorded_text(const RunSummary& run);
/// "4 of 1,024 blocks so far": for a launch whose other blocks are being executed; and what that means.
[[nodiscard]] Text part_text(const RunSummary& run);
[[nodiscard]] Text part_meaning_text();
[[nodiscard]] Text recorded_meaning_text(const RunSummary& run);
/// Progress of the run `name`: "Executing transpose/tilePad", "5,210 of 16,384 blocks · 1.2 s".
struct RunProgressText {
  Text title, detail;
};
[[nodiscard]] RunProgressText run_progress_text(const RunService::Progress& progress, const std::string& name);
/// The state of a choice: "compiling …", "executing …".
[[nodiscard]] Text making_text(bool executes);
/// Whose picture is shown where it is not the choice's: "shown: race.cu, the last that worked", or meanwhile "compiling
/// … shown: race.cu"; `last` may be empty.
[[nodiscard]] Text last_text(const std::string& last);
[[nodiscard]] Text making_text(bool executes, const std::string& last);
[[nodiscard]] Text failed_text(bool was_cancelled, const std::string& last);
/// "block 3 of 1,024 (3, 0), first 64 recorded · warp 2", with the number of its requests that are shown if not all
/// are.
[[nodiscard]] Text block_text(const RunSummary& run, std::uint64_t block, std::uint32_t warp, bool is_clipped);
/// "tile[32][32 + 1]"; for an unknown array "1,024 words of shared memory".
[[nodiscard]] Text tile_text(const TileGeometry& tile, bool is_array = true);
/// "in: 1,024 × 1,024, read".
[[nodiscard]] Text matrix_text(const RunSummary& run, const MatrixPlaces& matrix, Length length = Length::full);
/// The meaning of the frames over a matrix.
[[nodiscard]] Text matrix_meaning_text(const RunSummary& run, const MatrixPlaces& matrix, std::uint64_t block,
                                       std::uint32_t warp);

// ---- requests

/// "shared load", "global store".
[[nodiscard]] Text access_text(Space space, AccessOp op);
/// "How many wavefronts does the load of warp 0 in line 9 take?"
[[nodiscard]] Text request_question_text(const StepState& state);
/// A request and, where not hidden, its cost: several lines.
[[nodiscard]] Text request_text(const TimelineRequest& request, bool with_cost);
/// "shared load, 32 wavefronts" in all lengths, the last one empty.
[[nodiscard]] Wordings request_wordings(const TimelineRequest& request, bool with_cost = true);
/// The steps of both sides: place_text() of A and B's step, or at the end of both what each took.
[[nodiscard]] Text places_text(const StepState& a, const StepState& b, bool tells_cost = true);
[[nodiscard]] Text no_access_text(std::uint32_t warp);
[[nodiscard]] Text no_access_text(std::uint32_t warp, std::uint32_t line);
/// A step that touches nothing in the tile: "this step reads from global memory: 4 sectors"; without the sectors where
/// `cost` is null, and in brief.
[[nodiscard]] Wordings elsewhere_wordings(const MemoryAccess& access, const RequestCost* cost);
/// A step that touches shared memory, but none of the shown array.
[[nodiscard]] Text outside_text();
/// All facts of a stage, with its lines, for the tooltip of its card.
[[nodiscard]] Text stage_meaning_text(const Stage& stage);

// ---- banks, words and lanes

/// "phase 1 of 4 · lanes 0-7" in all lengths, the last one empty; `numbers` are the lanes' alone: "0-7".
[[nodiscard]] Wordings phase_wordings(AccessOp op, std::size_t phase, std::size_t phases, LaneMask lanes,
                                      std::string_view numbers);
/// "phase 2 of 4", down to the number alone and nothing; ASCII, as all text among tokens.
[[nodiscard]] Wordings phase_count_wordings(AccessOp op, std::size_t phase, std::size_t phases);
/// Beside a bank's queue: "25 waiting", for atomics with the reason.
[[nodiscard]] Wordings waiting_wordings(std::size_t lanes, bool is_atomic);
/// What a whole request of shared memory was: "32 words in one bank:" and "32 wavefronts, 31 of them conflicts".
struct EndText {
  Text what, so;
};
[[nodiscard]] EndText end_text(const MachineModel& machine, const MemoryAccess& access, const RequestCost& cost);
/// A token's value on the way to or from shared memory: "tile[6][0] = 192", the value alone, nothing. `tile`: null
/// where the array has no name; `value` may be empty; `brief` is the same with fewer digits.
[[nodiscard]] Wordings carried_wordings(const TileGeometry* tile, std::uint64_t address, std::string_view value,
                                        std::string_view brief);
/// The words that a bank serves in a phase, a line each, at most eight; for one lane only its words. `load` is null
/// where no lane accesses the bank.
[[nodiscard]] Text bank_text(unsigned bank, const BankLoad* load, std::optional<unsigned> lane);
/// What a lane of a global request accesses.
[[nodiscard]] Text lane_text(const MemoryAccess& access, unsigned lane);
/// "sector at 0x1000: 4 of 32 bytes used, lanes 0-7".
[[nodiscard]] Text sector_text(std::uint64_t address, unsigned used, unsigned bytes, LaneMask lanes);

// ---- lines of global memory

/// "this request", "line 9", "all loads"; brief "loads".
[[nodiscard]] Text scope_text(const CoalescingFigure& figure, Length length = Length::full);
/// "4 sectors" of one request, "4.0 sectors" of several.
[[nodiscard]] Text sectors_text(const CoalescingFigure& figure);
/// "12.5 % used".
[[nodiscard]] Text used_text(const CoalescingFigure& figure);
[[nodiscard]] Text figure_meaning_text(const CoalescingFigure& figure);
/// The legend of lines and sectors; `left_out` lines had no room. Brief without the unused bytes.
[[nodiscard]] Wordings lines_wordings(const MachineModel& machine, std::size_t left_out);
/// The same with the kernel's figures, for where these are not shown elsewhere.
[[nodiscard]] Wordings lines_wordings(const MachineModel& machine, std::size_t left_out,
                                      std::span<const CoalescingFigure> figures);

// ---- cells of the tile

/// The place of a cell of the tile.
struct CellPlace {
  TileGeometry::Element element;
  bool is_padding = false;
  std::uint64_t address = 0, word = 0;  ///< of the part under the mouse
  unsigned bank = 0;
};
/// What a cell holds, as far as known.
enum class CellContent : std::uint8_t { unknown, empty, atomic, value };
/// Row and column, byte, word and bank, and what is stored there: several lines.
[[nodiscard]] Text cell_text(const TileGeometry& tile, const CellPlace& place, CellContent content,
                             std::string_view value);
/// "lanes 0 and 4 waiting"; empty for no lanes.
[[nodiscard]] Text lanes_state_text(LaneMask lanes, LaneState state);
/// Where an access outside of the tile goes, of one lane and `others` more.
[[nodiscard]] Text beyond_text(const TileGeometry& tile, std::uint64_t address, unsigned others);

// ---- machines

/// How reliable a machine's number is, a clause: "rule measured".
[[nodiscard]] Text status_text(FactStatus status);
/// "line 9 store", "line 9 global load".
[[nodiscard]] Text access_line_text(const MachineTable::Row& row);
/// The same in all lengths.
[[nodiscard]] Wordings access_line_wordings(const MachineTable::Row& row);
/// "Kepler · 32 × 8 B".
[[nodiscard]] Text machine_text(const MachineModel& machine);
/// Why a machine cannot run a block.
[[nodiscard]] Text too_many_threads_text(const MachineModel& machine);
/// The effect of choosing a machine.
[[nodiscard]] Text machine_choice_text(const MachineModel& machine);
/// What the comparison's bars show; `access` is null where no request is shown.
[[nodiscard]] Wordings comparison_head_wordings(const MemoryAccess* access);
/// A machine's cost of the present request, in state space `space`, and of each line.
[[nodiscard]] Text machine_meaning_text(const MachineModel& machine, const MachineCell* cell, Space space,
                                        std::span<const MachineTable::Row> rows, std::size_t column);
[[nodiscard]] Text comparison_foot_text(const RunSummary& run);

}  // namespace bankloom
