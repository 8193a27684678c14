#include "core/report/machine_table_report.h"

#include <fmt/format.h>

#include "core/base/text_lines.h"
#include "core/report/run_report.h"
#include "core/wording/numbers.h"

namespace bankloom::report {
namespace {

std::string row_name(const MachineTable::Row& row) {
  using namespace wording;
  return say("{space} {op}, {bytes:# byte|# bytes} per lane", "space"_a = space_name(row.space),
             "op"_a = operation_name(row.op), "bytes"_a = Count{row.width});
}

std::string source_text(const MachinesReport& report, std::uint32_t line) {
  if (line == 0 || line > report.source_lines.size()) return "";
  const std::string& text = report.source_lines[line - 1];
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : text.substr(begin);
}

}  // namespace

std::string to_text(const MachinesReport& report, const TextStyle& style) {
  std::string text = emphasize(style, Emphasis::heading, report.kernel) + '\n';
  if (!report.options.empty()) text += wrap(style, join(report.options, ", "), 2);
  for (const auto& row : report.table.rows) {
    text += fmt::format("\n  line {}  {}\n", row.source_line,
                        emphasize(style, Emphasis::heading, source_text(report, row.source_line)));
    text += fmt::format("    {}\n", row_name(row));
    const bool shared = row.space == Space::shared;
    TextTable table({{"machine", TextTable::Align::left},
                     {"requests"},
                     {shared ? "wavefronts" : "sectors"},
                     {"transactions/request"},
                     {"the rule is", TextTable::Align::left}});
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const MachineCell& cell = row.cells[i];
      table.add_row({report.table.columns[i].name, fmt::format("{}", cell.requests),
                     fmt::format("{}", shared ? cell.wavefronts : cell.sectors),
                     ratio_text(cell.transactions_per_request), std::string(fact_status_name(cell.status))});
    }
    text += table.render(style, 4);
  }
  TextTable names({{"machine", TextTable::Align::left}, {"", TextTable::Align::left}});
  for (const auto& column : report.table.columns) names.add_row({column.name, column.title});
  text += '\n' + names.render(style, 2);
  text +=
      '\n' + wrap(style,
                  "All numbers are modelled: the accesses are those of the emulated run, their cost is what the rule "
                  "of each machine makes of them.",
                  2);
  if (report.counted_blocks < report.blocks) {
    text += wrap(style, fmt::format("Counted are the first {} of {} blocks.", report.counted_blocks, report.blocks), 2);
  }
  return text;
}

nlohmann::ordered_json to_json(const MachinesReport& report) {
  nlohmann::ordered_json json;
  json["kernel"] = report.kernel;
  json["options"] = report.options;
  json["counted_blocks"] = report.counted_blocks;
  json["blocks"] = report.blocks;
  auto& machines = json["machines"] = nlohmann::ordered_json::array();
  for (const auto& column : report.table.columns) machines.push_back({{"name", column.name}, {"title", column.title}});
  auto& accesses = json["accesses"] = nlohmann::ordered_json::array();
  for (const auto& row : report.table.rows) {
    nlohmann::ordered_json entry = {{"line", row.source_line},
                                    {"space", space_name(row.space)},
                                    {"op", operation_name(row.op)},
                                    {"width", row.width}};
    auto& cells = entry["machines"] = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const MachineCell& cell = row.cells[i];
      nlohmann::ordered_json numbers = {{"machine", report.table.columns[i].name}, {"requests", cell.requests}};
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
    accesses.push_back(std::move(entry));
  }
  return json;
}

std::string to_csv(const MachinesReport& report) {
  std::string csv = csv_record({"line", "space", "op", "width", "machine", "requests", "wavefronts", "bank_conflicts",
                                "sectors", "transactions_per_request", "rule"});
  for (const auto& row : report.table.rows) {
    const bool shared = row.space == Space::shared;
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const MachineCell& cell = row.cells[i];
      csv += csv_record(
          {fmt::format("{}", row.source_line), std::string(space_name(row.space)), std::string(operation_name(row.op)),
           fmt::format("{}", row.width), report.table.columns[i].name, fmt::format("{}", cell.requests),
           shared ? fmt::format("{}", cell.wavefronts) : "", shared ? fmt::format("{}", cell.bank_conflicts) : "",
           shared ? "" : fmt::format("{}", cell.sectors), fmt::format("{}", cell.transactions_per_request),
           std::string(fact_status_name(cell.status))});
    }
  }
  return csv;
}

}  // namespace bankloom::report
