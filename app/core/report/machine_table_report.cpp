#include "core/report/machine_table_report.h"

#include <fmt/format.h>

#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/report/run_report.h"
#include "core/wording/numbers.h"
#include "core/wording/run_text.h"

namespace bankloom::report {
namespace {

std::string row_name(const MachineTable::Row& row) {
  using namespace wording;
  return say("{access}, {bytes:# byte|# bytes} per lane", "access"_a = access_name(row.space, row.op),
             "bytes"_a = Count{row.width});
}

std::string source_text(const MachinesReport& report, std::uint32_t line) {
  if (line == 0 || line > report.source_lines.size()) return "";
  return std::string(trim(report.source_lines[line - 1]));
}

}  // namespace

MachinesReport machines_report(const KernelRun& run, const std::vector<MachineModel>& machines) {
  MachinesReport report;
  report.kernel = run_name_text(run);
  for (const auto& [name, value] : run.instance.options) report.options.push_back(fmt::format("{} = {}", name, value));
  report.source_lines = run.source_lines;
  report.table = compare_machines(run.trace, machines);
  report.counted_blocks = run.recorded_blocks;
  report.blocks = run.instance.grid.count();
  return report;
}

std::string to_text(const MachinesReport& report, const TextStyle& style) {
  std::string text = heading(style, report.kernel);
  if (!report.options.empty()) text += wrap(style, join(report.options, list_sign()), 2);
  for (const auto& row : report.table.rows) {
    text += message("\n  line {}  {}\n", row.source_line,
                    emphasize(style, Emphasis::heading, source_text(report, row.source_line)));
    text += fmt::format("    {}\n", row_name(row));
    const bool shared = row.space == Space::shared;
    TextTable table(
        {"<machine", "requests", shared ? "wavefronts" : "sectors", "transactions/request", "<the rule is"});
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const MachineCell& cell = row.cells[i];
      table.add_row({report.table.columns[i].name, fmt::format("{}", cell.requests),
                     fmt::format("{}", shared ? cell.wavefronts : cell.sectors),
                     ratio_text(cell.transactions_per_request),
                     std::string(translated(fact_status_name(cell.status)))});
    }
    text += table.render(style, 4);
  }
  TextTable names({"<machine", "<"});
  for (const auto& column : report.table.columns) names.add_row({column.name, std::string(translated(column.title))});
  text += '\n' + names.render(style, 2);
  text +=
      '\n' + wrap(style,
                  "All numbers are modelled: the accesses come from the emulated run, their costs from the rules of "
                  "each machine.",
                  2);
  if (report.counted_blocks < report.blocks) {
    text += paragraph(style, "Only the first {} of {} blocks are counted.", report.counted_blocks, report.blocks);
  }
  return text;
}

nlohmann::ordered_json to_json(const MachinesReport& report) {
  using nlohmann::ordered_json;
  const auto column_to_json = [](const auto& column) -> ordered_json {
    return {{"name", column.name}, {"title", column.title}};
  };
  const auto row_to_json = [&](const MachineTable::Row& row) {
    ordered_json entry = {{"line", row.source_line},
                          {"space", space_name(row.space)},
                          {"op", operation_name(row.op)},
                          {"width", row.width}};
    auto& cells = entry["machines"] = ordered_json::array();
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const MachineCell& cell = row.cells[i];
      ordered_json numbers = {{"machine", report.table.columns[i].name}, {"requests", cell.requests}};
      if (row.space == Space::shared) {
        numbers["wavefronts"] = cell.wavefronts;
        numbers["bank_conflicts"] = cell.bank_conflicts;
      } else {
        numbers["sectors"] = cell.sectors;
      }
      numbers["transactions_per_request"] = cell.transactions_per_request;
      numbers["provenance"] = "modelled";
      numbers["rule"] = fact_status_name(cell.status);
      cells.push_back(std::move(numbers));
    }
    return entry;
  };
  return {{"kernel", report.kernel},
          {"options", report.options},
          {"counted_blocks", report.counted_blocks},
          {"blocks", report.blocks},
          {"machines", json_list(report.table.columns, column_to_json)},
          {"accesses", json_list(report.table.rows, row_to_json)}};
}

std::string to_csv(const MachinesReport& report) {
  std::string csv = csv_record({"line", "space", "op", "width", "machine", "requests", "wavefronts", "bank_conflicts",
                                "sectors", "transactions_per_request", "rule"});
  for (const auto& row : report.table.rows) {
    const bool shared = row.space == Space::shared;
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const MachineCell& cell = row.cells[i];
      csv +=
          csv_row(row.source_line, space_name(row.space), operation_name(row.op), row.width,
                  report.table.columns[i].name, cell.requests, shared ? fmt::format("{}", cell.wavefronts) : "",
                  shared ? fmt::format("{}", cell.bank_conflicts) : "", shared ? "" : fmt::format("{}", cell.sectors),
                  cell.transactions_per_request, fact_status_name(cell.status));
    }
  }
  return csv;
}

}  // namespace bankloom::report
