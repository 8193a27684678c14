// The same request on several machines, side by side: its transactions as bars, and the averages of the kernel's other
// accesses beside them. What is known of a machine only from publications says so.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/machine_table.h"
#include "core/wording/numbers.h"
#include "ui/figures.h"
#include "ui/panel.h"
#include "ui/panels/side_style.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

constexpr float kAccess = 74, kStatus = 92, kLeastBars = 60;

/// "line 9 store".
std::string row_title(const MachineTable::Row& row) {
  return fmt::format("line {} {}{}", row.source_line, row.space == Space::global ? "global " : "",
                     access_op_name(row.op));
}

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

class MachinesPanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    const Rect area = context.area;
    if (area.width < context.px(60) || area.height < context.px(20)) return;
    ImGui::SetCursorScreenPos({area.x, area.y});
    const SideView& view = context.session.side(Side::a);
    if (!view.run) {
      wrapped_text(context, context.fonts.small, context.theme.text_muted, area.width,
                   "The kernel is being compiled and executed.");
      return;
    }
    renew(context.session, view.run);
    begin_child("machines", {area.width, area.height});
    draw_table(context, view);
    ImGui::EndChild();
    context.area = area;
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

  void draw_table(PanelContext& context, const SideView& view) {
    const Theme& theme = context.theme;
    ImFont* small = context.fonts.small;
    const float width = room(context), left = cursor().x;
    const bool has_request =
        view.state && (view.state->access.space == Space::shared || view.state->access.space == Space::global);
    const Space space = has_request ? view.state->access.space : Space::shared;
    std::vector<std::optional<MachineCell>> cells(machines_.size());
    std::uint64_t most = 1;
    for (std::size_t i = 0; i < machines_.size(); ++i) {
      if (!has_request) continue;
      cells[i] = machine_cell(machines_[i], view.state->access);
      most = std::max(most, transactions(*cells[i], space));
    }
    const std::string unit = space == Space::shared ? "wavefronts" : "sectors";
    const std::string head = has_request
                                 ? fmt::format("Warp {}, line {}, {}, in {}; beside it the averages of a warp's access",
                                               view.state->access.warp, view.state->access.source_line,
                                               access_op_name(view.state->access.op), unit)
                                 : std::string("No request of this warp is shown; averages of a warp's access");
    text(context, small, theme.text_muted, shortened(small, head, width));
    gap(context, 2);

    // Columns: name, bars with the number, one for each access that fits, what the numbers rest on.
    float names = 0;
    for (const MachineModel& machine : machines_) names = std::max(names, text_size(small, short_title(machine)).x);
    const float status = context.px(kStatus), access = context.px(kAccess), number = context.px(30);
    names = std::min(names, std::max(width * 0.34f, context.px(60)));
    float rest = width - names - context.px(10) - number - status;
    const auto fitting = static_cast<std::size_t>(std::max(0.0f, (rest - context.px(kLeastBars)) / access));
    const std::size_t shown = std::min(table_.rows.size(), fitting);
    const std::vector<std::size_t> columns = columns_to_show(shown, has_request ? &*view.state : nullptr);
    const float bars_width = std::clamp(rest - access * static_cast<float>(shown), context.px(10), context.px(260));
    const float bars = left + names + context.px(10);
    const float averages = bars + bars_width + number;

    const float line = std::round(font_size(small) + context.px(5));
    float y = cursor().y;
    if (has_request) text_at(context, small, theme.text_faint, {bars, y}, shortened(small, "this access", bars_width));
    for (std::size_t i = 0; i < shown; ++i) {
      const MachineTable::Row& row = table_.rows[columns[i]];
      text_at(context, small, has_request && is_of(row, *view.state) ? theme.text : theme.text_faint,
              {averages + access * static_cast<float>(i + 1), y},
              shortened(small, row_title(row), access - context.px(6)), Align::right);
    }
    if (shown > 0 || has_request) y += line - context.px(2);
    for (std::size_t i = 0; i < machines_.size(); ++i) {
      const MachineModel& machine = machines_[i];
      const bool chosen = machine.name == run_->machine.name;
      ImGui::SetCursorScreenPos({left, y});
      ImGui::PushID(machine.name.c_str());
      if (hit_area(context, "machine", machine.name, {width, line})) {
        if (const auto set = context.session.change(context.session.selection().with_machine(machine.name)); !set)
          context.say(set.error().message);
      }
      ImGui::PopID();
      tooltip(context, words_of(i, cells[i], unit, space));
      if (chosen) {
        ImGui::GetWindowDrawList()->AddRectFilled({left, y}, {left + width, y + line}, faded(theme.selected, 0.6f),
                                                  context.px(3));
      }
      const float text_y = y + (line - font_size(small)) / 2;
      text_at(context, small, chosen ? theme.text : theme.text_muted, {left, text_y},
              shortened(small, short_title(machine), names));
      if (cells[i]) {
        const std::uint64_t count = transactions(*cells[i], space);
        const float length = bars_width * static_cast<float>(static_cast<double>(count) / static_cast<double>(most));
        const bool clean = space == Space::global || cells[i]->bank_conflicts == 0;
        ImGui::GetWindowDrawList()->AddRectFilled({bars, y + context.px(3)}, {bars + length, y + line - context.px(3)},
                                                  clean ? theme.good : theme.bad, context.px(2));
        text_at(context, small, theme.text, {bars + length + context.px(5), text_y}, grouped(count));
      }
      for (std::size_t k = 0; k < shown; ++k) {
        const MachineTable::Row& row = table_.rows[columns[k]];
        const MachineCell& cell = row.cells[i];
        const bool clean = row.space == Space::global || cell.bank_conflicts == 0;
        text_at(context, small, clean ? theme.text : theme.bad, {averages + access * static_cast<float>(k + 1), text_y},
                ratio_text(average_of(row, cell)), Align::right);
      }
      text_at(context, small, theme.text_faint, {left + width, text_y},
              shortened(small, status_words(status_of(i, cells[i])), status - context.px(8)), Align::right);
      y += line;
    }
    ImGui::SetCursorScreenPos({left, y});
    gap(context, 2);
    wrapped_text(context, small, theme.text_faint, width, foot_words());
  }

  static bool is_of(const MachineTable::Row& row, const StepState& state) {
    return row.source_line == state.access.source_line && row.space == state.access.space &&
           row.op == state.access.op && row.width == state.access.width;
  }

  /// The first `count` lines, that of the present request (null: none) always among them.
  [[nodiscard]] std::vector<std::size_t> columns_to_show(std::size_t count, const StepState* state) const {
    std::vector<std::size_t> columns(count);
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    for (std::size_t k = count; state != nullptr && count > 0 && k < table_.rows.size(); ++k) {
      if (is_of(table_.rows[k], *state)) columns.back() = k;
    }
    return columns;
  }

  /// The machine's name and its banks: "Kepler in 8-byte mode · 32 x 8 B".
  static std::string short_title(const MachineModel& machine) {
    std::string title = machine.title.substr(0, machine.title.find(','));
    const std::size_t open = title.find(" (");
    if (open != std::string::npos) title.resize(open);
    return fmt::format("{} · {} × {} B", title, machine.banks, machine.bank_bytes);
  }

  /// Of the request that is shown; where there is none the least sure of all lines.
  [[nodiscard]] FactStatus status_of(std::size_t machine, const std::optional<MachineCell>& cell) const {
    if (cell) return cell->status;
    return table_.rows.empty() ? FactStatus::assumed : table_.rows.front().cells[machine].status;
  }

  [[nodiscard]] std::string words_of(std::size_t index, const std::optional<MachineCell>& cell, const std::string& unit,
                                     Space space) const {
    const MachineModel& machine = machines_[index];
    std::string words = fmt::format("{}: {}", machine.name, machine.title);
    if (cell) {
      words += fmt::format("\nThis request: {} {} in {}{}", transactions(*cell, space), unit,
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
