#include <algorithm>

#include "complaints.h"
#include "core/analysis/access_table.h"
#include "core/base/csv.h"
#include "core/machine/machine_model.h"

namespace bankloom::fuzz {
namespace {

constexpr const char* kFile = "input.csv";

const std::vector<MachineModel>& machines() {
  static const std::vector<MachineModel> all =
      load_machines(std::filesystem::path(BANKLOOM_SOURCE_DIR) / "assets" / "machines").value();
  return all;
}

std::string written(const CsvTable& table) {
  std::string text;
  const auto write = [&](const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) text += (i == 0 ? "" : ",") + csv_cell(cells[i]);
    // A row of one empty cell is a blank line, which is no row, unless it is quoted.
    if (cells.size() == 1 && cells[0].find_first_not_of(" \t") == std::string::npos) text = text + "\"\"";
    text += '\n';
  };
  write(table.header);
  for (const CsvRow& row : table.rows) write(row.cells);
  return text;
}

Complaint check_table(const CsvTable& table) {
  // Blanks around what one cell holds decide whether a line is blank.
  const bool blanks = table.header.size() == 1;
  if (blanks) return {};
  const auto again = parse_csv(written(table), kFile);
  if (!again) return fmt::format("a table that is written cannot be read: {}", again.error().message);
  if (again->header != table.header) return "a table that is written has another header";
  const bool same = std::equal(table.rows.begin(), table.rows.end(), again->rows.begin(), again->rows.end(),
                               [](const CsvRow& a, const CsvRow& b) { return a.cells == b.cells; });
  return same ? "" : "a table that is written has other rows";
}

}  // namespace

Complaint try_csv(std::string_view text) {
  if (text.size() > kLongestInput) return {};
  const auto table = parse_csv(text, kFile);
  if (!table) return check_error(table.error(), kFile);
  if (Complaint complaint = check_table(*table); !complaint.empty()) return complaint;
  const auto accesses = parse_access_table(text, kFile);
  if (!accesses) return check_error(accesses.error(), kFile);
  const MachineModel& machine = machines()[text.size() % machines().size()];
  const std::string costs = print_access_costs(machine, *accesses);
  const auto rows = parse_csv(costs, kFile);
  if (!rows) return fmt::format("the costs are no table: {}", rows.error().message);
  return rows->rows.size() == accesses->size() ? "" : "not each access has a cost";
}

}  // namespace bankloom::fuzz
