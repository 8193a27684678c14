// The same request on several machines, side by side: its transactions as bars, and the averages of the kernel's other
// accesses beside them. What is known of a machine only from publications says so.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/machine_table.h"
#include "core/wording/numbers.h"
#include "core/wording/run_text.h"
#include "ui/figures.h"
#include "ui/layout/bar.h"
#include "ui/layout/table.h"
#include "ui/panel.h"

namespace bankloom::ui {
namespace {

/// Units: of the bars at least and at most, of the number at a bar's end.
constexpr float kLeastMachineBar = 70, kMostMachineBar = 290, kBarNumber = 30;

/// "line 9 store".
std::string row_title(const MachineTable::Row& row) {
  return fmt::format("line {} {}{}", row.source_line, row.space == Space::global ? "global " : "",
                     access_op_name(row.op));
}

std::string_view unit_of(Space space) { return space == Space::shared ? "wavefronts" : "sectors"; }

std::uint64_t transactions(const MachineCell& cell, Space space) {
  return space == Space::shared ? cell.wavefronts : cell.sectors;
}

/// Accesses of whole warps that a row is of: on machines that serve a part of a warp at a time each is several
/// requests.
std::uint64_t accesses_of(const MachineTable::Row& row) {
  std::uint64_t fewest = 0;
  for (const MachineCell& cell : row.cells) {
    if (fewest == 0 || (cell.requests != 0 && cell.requests < fewest)) fewest = cell.requests;
  }
  return fewest;
}

/// Transactions for an access of a warp, as the bars count them, whatever the machine makes of it.
double average_of(const MachineTable::Row& row, const MachineCell& cell) {
  const std::uint64_t accesses = accesses_of(row);
  return accesses == 0 ? 0 : static_cast<double>(transactions(cell, row.space)) / static_cast<double>(accesses);
}

/// How surely a machine's number is known, as a clause.
std::string status_words(FactStatus status) {
  switch (status) {
    case FactStatus::measured:
      return "rule measured";
    case FactStatus::published:
      return "published only";
    case FactStatus::assumed:
      return "rule assumed";
    case FactStatus::didactic:
      break;
  }
  return "didactic";
}

/// What makes a line's column: that of the present request is named in full.
Fit heading_of(const MachineTable::Row& row, bool is_present) {
  if (is_present) return row_title(row);
  const std::string brief = row.space == Space::global ? "global" : std::string(access_op_name(row.op));
  return {row_title(row), fmt::format("line {} {}", row.source_line, brief),
          fmt::format("{} {}", row.source_line, brief)};
}

class MachinesPanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    const SideView& view = context.session.side(Side::a);
    if (!view.run) return show(context, Text("The kernel is being compiled and executed.").small().muted().wrap());
    const Facts facts = view.facts();
    // What a request costs on one machine tells what it costs on another.
    if (!facts.shows(FactKind::request_cost) || !facts.shows(FactKind::kernel_cost)) {
      return show(context, Text(hidden_text()).small().muted().wrap());
    }
    renew(context.session, view.run);
    show(context, Scroll("machines", page(context, view)));
  }

 private:
  void renew(const Session& session, const std::shared_ptr<const KernelRun>& run) {
    if (run == run_) return;
    run_ = run;
    machines_ = comparison_machines(session.selection().machines());
    // The machine that is chosen has a place of its own where it is none of these.
    const auto same = [&](const MachineModel& machine) { return machine.name == run->machine.name; };
    if (std::none_of(machines_.begin(), machines_.end(), same)) machines_.insert(machines_.begin(), run->machine);
    table_ = compare_machines(run->trace, machines_);
  }

  [[nodiscard]] Column page(PanelContext& context, const SideView& view) const {
    const bool has_request =
        view.state && (view.state->access.space == Space::shared || view.state->access.space == Space::global);
    const StepState* state = has_request ? &*view.state : nullptr;
    std::string head = "No request of this warp is shown; averages of a warp's access";
    if (state != nullptr) {
      head = fmt::format("Warp {}, line {}, {}, in {}; beside it the averages of a warp's access", state->access.warp,
                         state->access.source_line, access_op_name(state->access.op), unit_of(state->access.space));
    }
    Column page;
    page.add(Text(head).small().muted()).add(table(context, state)).space(2);
    page.add(Text(foot_words()).small().faint().wrap());
    return page;
  }

  /// A row a machine: its name, the present request as a bar with its number, the average of each line, and what the
  /// numbers rest on. The column of the present line is the last to go.
  [[nodiscard]] Table table(PanelContext& context, const StepState* state) const {
    const Theme& theme = context.theme;
    Table table;
    table.gap(10).padding(2.5f).column({"", "", Align::left, fit().at_most_part(0.34f)});
    table.column({state != nullptr ? "this access" : "", "", Align::left,
                  share().at_least(kLeastMachineBar).at_most(kMostMachineBar)});
    for (std::size_t k = 0; k < table_.rows.size(); ++k) {
      const bool is_present = state != nullptr && is_of(table_.rows[k], *state);
      const int leaves = is_present ? 1000 : static_cast<int>(table_.rows.size() - k);
      TableColumn column{heading_of(table_.rows[k], is_present), "", Align::right, fit().if_room(leaves)};
      if (is_present) column.colour = theme.text;
      table.column(std::move(column));
    }
    table.column({"", "", Align::right});
    std::vector<std::optional<MachineCell>> cells(machines_.size());
    std::uint64_t most = 1;
    const Space space = state != nullptr ? state->access.space : Space::shared;
    for (std::size_t i = 0; state != nullptr && i < machines_.size(); ++i) {
      cells[i] = machine_cell(machines_[i], state->access);
      most = std::max(most, transactions(*cells[i], space));
    }
    for (std::size_t i = 0; i < machines_.size(); ++i) {
      const MachineModel& machine = machines_[i];
      const bool is_chosen = machine.name == run_->machine.name;
      std::vector<Box> row{Text(short_title(machine)).small().colour(is_chosen ? theme.text : theme.text_muted)};
      if (cells[i]) {
        const std::uint64_t count = transactions(*cells[i], space);
        const bool is_clean = space == Space::global || cells[i]->bank_conflicts == 0;
        row.push_back(Bar(static_cast<double>(count) / static_cast<double>(most), is_clean ? theme.good : theme.bad)
                          .label(Text(grouped(count)).small(), kBarNumber));
      } else {
        row.emplace_back();
      }
      for (const MachineTable::Row& line : table_.rows) {
        const MachineCell& cell = line.cells[i];
        const bool is_clean = line.space == Space::global || cell.bank_conflicts == 0;
        row.push_back(Text(ratio_text(average_of(line, cell))).small().colour(is_clean ? theme.text : theme.bad));
      }
      row.push_back(Text(status_words(status_of(i, cells[i]))).small().faint());
      table.row(std::move(row))
          .chosen(is_chosen)
          .tooltip(words_of(i, cells[i], space))
          .on_click(machine.name, [&context, &machine] {
            if (const auto set = context.session.change(context.session.selection().with_machine(machine.name)); !set)
              context.say(set.error().message);
          });
    }
    return table;
  }

  static bool is_of(const MachineTable::Row& row, const StepState& state) {
    return row.source_line == state.access.source_line && row.space == state.access.space &&
           row.op == state.access.op && row.width == state.access.width;
  }

  /// The machine's generation and its banks: "Kepler · 32 × 8 B".
  static std::string short_title(const MachineModel& machine) {
    return fmt::format("{} · {} × {} B", machine.generation, machine.banks, machine.bank_bytes);
  }

  /// Of the request that is shown; where there is none the least sure of all lines.
  [[nodiscard]] FactStatus status_of(std::size_t machine, const std::optional<MachineCell>& cell) const {
    if (cell) return cell->status;
    return table_.rows.empty() ? FactStatus::assumed : table_.rows.front().cells[machine].status;
  }

  [[nodiscard]] std::string words_of(std::size_t index, const std::optional<MachineCell>& cell, Space space) const {
    const MachineModel& machine = machines_[index];
    std::string words = fmt::format("{}: {}", machine.name, machine.title);
    if (cell) {
      words += fmt::format("\nThis request: {} {} in {}{}", transactions(*cell, space), unit_of(space),
                           plural(cell->requests, "# request of the machine|# requests of the machine"),
                           space == Space::shared
                               ? fmt::format(", {}", plural(cell->bank_conflicts, "# bank conflict|# bank conflicts"))
                               : std::string());
      words += fmt::format("\nModelled; {}.", status_words(cell->status));
    }
    for (const MachineTable::Row& row : table_.rows) {
      const MachineCell& one = row.cells[index];
      words += fmt::format("\n{}, {} bytes a lane: {} a warp's access", row_title(row), row.width,
                           ratio_text(average_of(row, one)));
      if (one.requests != accesses_of(row)) {
        words += fmt::format(" in {} requests of the machine, {} each",
                             ratio_text(static_cast<double>(one.requests) / static_cast<double>(accesses_of(row))),
                             ratio_text(one.transactions_per_request));
      }
      if (row.space == Space::shared)
        words += fmt::format(", {}", plural(one.bank_conflicts, "# bank conflict|# bank conflicts"));
    }
    return words + "\n\nA click lets all views follow this machine's rules.";
  }

  [[nodiscard]] std::string foot_words() const {
    std::string words =
        "All modelled by each machine's rules from the same emulated accesses. \"Published only\": the rule comes from "
        "a "
        "publication and was not measured for this program.";
    if (run_->recorded_blocks < run_->instance.grid.count()) {
      words += fmt::format(" Averages are of the first {} of {}.", grouped(run_->recorded_blocks),
                           plural(run_->instance.grid.count(), "# block|# blocks"));
    }
    return words;
  }

  std::shared_ptr<const KernelRun> run_;  ///< that the table is of
  std::vector<MachineModel> machines_;
  MachineTable table_;
};

}  // namespace

PanelEntry machines_panel() {
  return {.id = "machines",
          .title = "Machines",
          .help =
              "The present request on several machines, side by side, and what the kernel's other accesses cost there. "
              "Figures that are known from publications alone say so.",
          .slot = Slot::details,
          .order = 60,
          .maker = maker_of<MachinesPanel>()};
}

}  // namespace bankloom::ui
