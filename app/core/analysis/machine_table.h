// MachineTable: the costs of the same accesses on several machines, for comparison.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis/kernel_cost.h"
#include "core/machine/machine_model.h"
#include "core/trace/trace.h"

namespace bankloom {

/// The cost of accesses on one machine.
struct MachineCell {
  std::uint64_t requests = 0;  ///< a warp's access is several requests on machines that serve fewer lanes at a time
  std::uint64_t wavefronts = 0, bank_conflicts = 0;  ///< shared memory
  std::uint64_t sectors = 0;                         ///< global memory
  double transactions_per_request = 0;               ///< wavefronts or sectors of requests
  /// How the rule behind the numbers is known; the modelled numbers are no more certain.
  FactStatus status = FactStatus::assumed;

  /// Wavefronts of shared, sectors of global memory.
  [[nodiscard]] std::uint64_t transactions(Space space) const { return space == Space::shared ? wavefronts : sectors; }
};

struct MachineTable {
  struct Column {
    std::string name, title;  ///< as in MachineModel
  };
  /// All accesses of one source line with the same space, operation and width, as in AccessSummary.
  struct Row {
    std::uint32_t source_line = 0;
    Space space = Space::shared;
    AccessOp op = AccessOp::load;
    unsigned width = 4;
    std::vector<MachineCell> cells;  ///< one for each column
    std::uint64_t accesses = 0;      ///< as in AccessSummary
    /// Transactions per access of a warp, however many requests the machine makes of it.
    [[nodiscard]] double transactions_per_access(const MachineCell& cell) const;
  };
  std::vector<Column> columns;
  std::vector<Row> rows;  ///< by source line; only shared and global memory
};

/// The machines that are compared by default, in their order (MachineModel::comparison).
[[nodiscard]] std::vector<MachineModel> comparison_machines(const std::vector<MachineModel>& models);

/// One access on one machine.
[[nodiscard]] MachineCell machine_cell(const MachineModel& machine, const MemoryAccess& access);
/// The accesses of a trace on each machine; of a large grid, those of the recorded blocks.
[[nodiscard]] MachineTable compare_machines(const Trace& trace, const std::vector<MachineModel>& machines);

}  // namespace bankloom
