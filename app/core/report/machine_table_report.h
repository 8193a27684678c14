// A MachineTable as text, JSON and CSV, with the origin of each machine's rules.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/machine_table.h"
#include "core/base/json.h"
#include "core/report/text_format.h"
#include "core/run/kernel_run.h"

namespace bankloom::report {

struct MachinesReport {
  std::string kernel;                ///< "machines/tenBanks"
  std::vector<std::string> options;  ///< "IPAD = 1"
  std::vector<std::string> source_lines;
  MachineTable table;
  std::uint64_t counted_blocks = 0, blocks = 0;  ///< blocks of the grid whose accesses are counted, of all
};

/// Of all accesses of a run on these machines.
[[nodiscard]] MachinesReport machines_report(const KernelRun& run, const std::vector<MachineModel>& machines);
/// For every access a table with a line for each machine.
[[nodiscard]] std::string to_text(const MachinesReport& report, const TextStyle& style);
[[nodiscard]] nlohmann::ordered_json to_json(const MachinesReport& report);
/// One record for each access and machine, with a header.
[[nodiscard]] std::string to_csv(const MachinesReport& report);

}  // namespace bankloom::report
