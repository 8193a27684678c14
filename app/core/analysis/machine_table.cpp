#include "core/analysis/machine_table.h"

#include <algorithm>

#include "core/analysis/request_cost.h"

namespace bankloom {
namespace {

FactStatus status_of(const MachineModel& machine, Space space, AccessOp op, unsigned width) {
  if (space == Space::shared) return machine.rule(op, width).status;
  const auto sector = std::ranges::find(machine.facts, "bytes of a sector of global memory", &MachineFact::name);
  return sector == machine.facts.end() ? FactStatus::assumed : sector->status;
}

bool is_priced(Space space) { return space == Space::shared || space == Space::global; }

}  // namespace

double MachineTable::Row::transactions_per_access(const MachineCell& cell) const {
  return accesses == 0 ? 0 : static_cast<double>(cell.transactions(space)) / static_cast<double>(accesses);
}

std::vector<MachineModel> comparison_machines(const std::vector<MachineModel>& models) {
  std::vector<MachineModel> chosen;
  std::copy_if(models.begin(), models.end(), std::back_inserter(chosen),
               [](const MachineModel& model) { return model.comparison != 0; });
  std::ranges::stable_sort(chosen, {}, &MachineModel::comparison);
  return chosen;
}

MachineCell machine_cell(const MachineModel& machine, const MemoryAccess& access) {
  const RequestCounts counts = count_request(machine, access);
  MachineCell cell{.requests = counts.requests,
                   .wavefronts = counts.wavefronts,
                   .bank_conflicts = counts.bank_conflicts,
                   .sectors = counts.sectors};
  if (counts.requests != 0) {
    cell.transactions_per_request = static_cast<double>(counts.wavefronts + counts.sectors) / counts.requests;
  }
  cell.status = status_of(machine, access.space, access.op, access.width);
  return cell;
}

MachineTable compare_machines(const Trace& trace, const std::vector<MachineModel>& machines) {
  MachineTable table;
  for (const MachineModel& machine : machines) {
    const bool first = table.columns.empty();
    table.columns.push_back({machine.name, machine.title});
    const KernelCost cost = summarize(machine, trace);
    std::size_t row = 0;
    // On every machine the summaries are of the same accesses in the same order.
    for (const AccessSummary& access : cost.accesses) {
      if (!is_priced(access.space)) continue;
      if (first) table.rows.push_back({access.source_line, access.space, access.op, access.width, {}, access.accesses});
      MachineCell cell{.requests = access.requests,
                       .wavefronts = access.wavefronts,
                       .bank_conflicts = access.bank_conflicts,
                       .sectors = access.sectors,
                       .transactions_per_request = access.requests == 0 ? 0 : access.transactions_per_request(),
                       .status = status_of(machine, access.space, access.op, access.width)};
      table.rows[row++].cells.push_back(cell);
    }
  }
  return table;
}

}  // namespace bankloom
