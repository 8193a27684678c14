// The same request on several machines, for comparison: its transactions as bars, and the averages of the kernel's
// other accesses beside them. A machine known only from publications is marked.

#include <algorithm>
#include <optional>
#include <vector>

#include "core/analysis/machine_table.h"
#include "core/base/grouped.h"
#include "core/report/machine_table_report.h"
#include "core/wording/numbers.h"
#include "core/wording/picture_text.h"
#include "core/wording/run_text.h"
#include "ui/layout/bar.h"
#include "ui/layout/table.h"
#include "ui/overlays.h"
#include "ui/panel.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {
namespace {

/// Units: least and largest length of the bars, and width of the number at a bar's end.
constexpr float kLeastMachineBar = 70, kMostMachineBar = 290, kBarNumber = 30;

/// The heading of a line's column: that of the present request has its full name.
class MachinesPanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    const SideView& view = context.session.side(Side::a);
    if (!view.run) return show(context, Text("The kernel is being compiled and executed.").small().muted().wrap());
    const Facts facts = view.facts();
    // The cost on one machine reveals the cost on another.
    if (!facts.shows(FactKind::request_cost) || !facts.shows(FactKind::kernel_cost)) {
      return show(context, Text(hidden_text()).small().muted().wrap());
    }
    renew(context.session, view.run);
    offer_table(context, [this] { return report::to_text(report::machines_report(*run_, machines_), {false, 200}); });
    show(context, Scroll("machines", page(context, view)));
  }

 private:
  void renew(const Session& session, const std::shared_ptr<const KernelRun>& run) {
    if (run == run_) return;
    run_ = run;
    machines_ = comparison_machines(session.selection().machines());
    // The chosen machine has a separate place if it is none of these.
    const auto same = [&](const MachineModel& machine) { return machine.name == run->machine.name; };
    if (std::ranges::none_of(machines_, same)) machines_.insert(machines_.begin(), run->machine);
    table_ = compare_machines(run->trace, machines_);
  }

  [[nodiscard]] Column page(PanelContext& context, const SideView& view) const {
    const bool has_request =
        view.state && (view.state->access.space == Space::shared || view.state->access.space == Space::global);
    const StepState* state = has_request ? &*view.state : nullptr;
    Column page = Column()
                      .add(Text(comparison_head_wordings(state != nullptr ? &state->access : nullptr)).small().muted())
                      .add(table(context, state))
                      .space(2);
    page.add(Text(comparison_foot_text(*run_)).small().faint().wrap());
    return page;
  }

  /// A row per machine: its name, the present request as a bar with its number, the average of each line, and the basis
  /// of the numbers. The column of the present line is left out last.
  [[nodiscard]] Table table(PanelContext& context, const StepState* state) const {
    const Theme& theme = context.theme;
    Table table = Table().gap(10).padding(2.5f).column({"", "", Align::left, fit().at_most_part(0.34f)});
    table.column({state != nullptr ? "this access" : "", "", Align::left,
                  share().at_least(kLeastMachineBar).at_most(kMostMachineBar)});
    for (std::size_t k = 0; k < table_.rows.size(); ++k) {
      const bool is_present = state != nullptr && is_of(table_.rows[k], *state);
      const int leaves = is_present ? 1000 : static_cast<int>(table_.rows.size() - k);
      TableColumn column{access_line_wordings(table_.rows[k]), "", Align::right, fit().if_room(leaves)};
      if (is_present) column.colour = theme.text;
      table.column(std::move(column));
    }
    table.column({"", "", Align::right});
    std::vector<std::optional<MachineCell>> cells(machines_.size());
    std::uint64_t most = 1;
    const Space space = state != nullptr ? state->access.space : Space::shared;
    for (std::size_t i = 0; state != nullptr && i < machines_.size(); ++i) {
      cells[i] = machine_cell(machines_[i], state->access);
      most = std::max(most, cells[i]->transactions(space));
    }
    for (std::size_t i = 0; i < machines_.size(); ++i) {
      const MachineModel& machine = machines_[i];
      const bool is_chosen = machine.name == run_->machine.name;
      std::vector<Box> row{Text(machine_text(machine)).small().colour(is_chosen ? theme.text : theme.text_muted)};
      if (cells[i]) {
        const std::uint64_t count = cells[i]->transactions(space);
        const bool is_clean = space == Space::global || cells[i]->bank_conflicts == 0;
        row.push_back(Bar(static_cast<double>(count) / static_cast<double>(most), is_clean ? theme.good : theme.bad)
                          .label(Text(grouped(count)).small(), kBarNumber));
      } else {
        row.emplace_back();
      }
      for (const MachineTable::Row& line : table_.rows) {
        const MachineCell& cell = line.cells[i];
        const bool is_clean = line.space == Space::global || cell.bank_conflicts == 0;
        row.push_back(
            Text(ratio_text(line.transactions_per_access(cell))).small().colour(is_clean ? theme.text : theme.bad));
      }
      row.push_back(Text(status_text(status_of(i, cells[i]))).small().faint());
      table.row(std::move(row))
          .chosen(is_chosen)
          .tooltip(machine_meaning_text(machine, cells[i] ? &*cells[i] : nullptr, space, table_.rows, i))
          .on_click(machine.name, [&context, &machine] {
            say_problem(context, context.session.change(context.session.selection().with_machine(machine.name)));
          });
    }
    return table;
  }

  static bool is_of(const MachineTable::Row& row, const StepState& state) {
    return row.source_line == state.access.source_line && row.space == state.access.space &&
           row.op == state.access.op && row.width == state.access.width;
  }

  /// Of the shown request; without one, the least certain of all lines.
  [[nodiscard]] FactStatus status_of(std::size_t machine, const std::optional<MachineCell>& cell) const {
    if (cell) return cell->status;
    return table_.rows.empty() ? FactStatus::assumed : table_.rows.front().cells[machine].status;
  }

  std::shared_ptr<const KernelRun> run_;  ///< of the table
  std::vector<MachineModel> machines_;
  MachineTable table_;
};

}  // namespace

PanelEntry machines_panel() {
  return {.id = "machines",
          .title = "Machines",
          .help =
              "The current request on several machines, side by side, and what the kernel's other accesses cost "
              "there. Figures known only from publications say so.",
          .slot = Slot::details,
          .order = 60,
          .maker = maker_of<MachinesPanel>()};
}

}  // namespace bankloom::ui
