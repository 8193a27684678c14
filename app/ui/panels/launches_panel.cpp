// The launches of a learner's program: the cost of each, now and in the previous run.
#include <algorithm>
#include <set>

#include "core/base/language.h"
#include "core/program/launch_figures.h"
#include "core/wording/glossary.h"
#include "core/wording/numbers.h"
#include "core/wording/program_view_text.h"
#include "ui/layout/controls.h"
#include "ui/layout/table.h"
#include "ui/panel.h"
#include "ui/panels/side_style.h"
#include "ui/programs/open_launch.h"
#include "ui/programs/program_head.h"
#include "ui/programs/programs.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// In the order of the columns; also the sort keys of the rows.
enum LaunchColumn : int {
  kNumber,
  kLaunched,
  kGrid,
  kBlock,
  kRequests,
  kAllWavefronts,
  kBankConflicts,
  kLaunchFaults,
  kWritten
};

struct LaunchColumnText {
  Fit heading;
  const char* meaning;
  const char* term;  ///< of the glossary; null: none
  int leaves;        ///< order in which columns are left out for lack of room
};
/// By LaunchColumn.
const LaunchColumnText kLaunchTexts[] = {
    {"#", "The launches in the order in which the program makes them, from 0.", nullptr, 0},
    {"kernel", "The kernel as the program has it.", nullptr, 0},
    {"grid", "Blocks of the grid. A star: not all of them were executed.", nullptr, 3},
    {"block", "Threads of a block.", nullptr, 2},
    {"requests", "Requests of all warps to shared memory.", "request", 1},
    {"wavefronts", "Wavefronts of shared memory, all requests together.", "wavefront", 4},
    {{"bank conflicts", "conflicts"},
     "Wavefronts beyond what the requests would take without conflicts.",
     "bank conflict",
     0},
    {"faults", "What is wrong in the launch, and in which lines.", nullptr, 0},
    {"output", "Whether the launch wrote the same as in the run before.", nullptr, 1},
};

/// The launches of one row: one, or consecutive ones that are alike.
struct LaunchRow {
  program::LaunchGroup group;
  bool is_member = false;  ///< of the unfolded row above it
};

class LaunchesPanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    if (context.programs == nullptr) return;
    const auto status = context.programs->status();
    take(status);
    Column page = Column().gap(6).add(program_head(context, *status, true));
    if (result_) page.add(table(context), share());
    show(context, page);
  }

 private:
  [[nodiscard]] const std::vector<program::ProgramLaunch>& launches() const { return result_->outcome.run.launches; }

  void take(const std::shared_ptr<const ProgramStatus>& status) {
    if (result_ == status->result && before_ == status->before) return;
    if (result_ == nullptr || status->result == nullptr || result_->plan.file != status->result->plan.file) {
      unfolded_.clear();
    }
    result_ = status->result;
    before_ = status->before;
    groups_.clear();
    counterparts_.clear();
    if (!result_) return;
    groups_ = program::group_launches(launches());
    if (before_) counterparts_ = program::counterparts(launches(), before_->outcome.run.launches);
  }

  [[nodiscard]] const program::ProgramLaunch* earlier(std::size_t launch) const {
    if (launch >= counterparts_.size() || !counterparts_[launch]) return nullptr;
    return &before_->outcome.run.launches[*counterparts_[launch]];
  }

  [[nodiscard]] std::vector<LaunchRow> rows() const {
    std::vector<program::LaunchGroup> groups = groups_;
    if (sorting_.key >= 0) {
      std::ranges::stable_sort(groups, [&](const auto& one, const auto& other) {
        const auto& a = launches()[(sorting_.ascending ? one : other).first];
        const auto& b = launches()[(sorting_.ascending ? other : one).first];
        return sorting_.key == kLaunched ? a.kernel < b.kernel : sort_value(a) < sort_value(b);
      });
    }
    std::vector<LaunchRow> rows;
    for (const program::LaunchGroup& group : groups) {
      rows.push_back({group});
      if (group.size() == 1 || !unfolded_.contains(group.first)) continue;
      for (std::size_t i = group.first; i < group.end; ++i) rows.push_back({{i, i + 1}, true});
    }
    return rows;
  }

  [[nodiscard]] std::uint64_t sort_value(const program::ProgramLaunch& launch) const {
    const auto figures = program::figures_of(launch).value_or(program::LaunchFigures{});
    const auto volume = [](const Dim3& extent) { return std::uint64_t{extent.x} * extent.y * extent.z; };
    switch (sorting_.key) {
      case kGrid:
        return volume(launch.figures.grid);
      case kBlock:
        return volume(launch.figures.block);
      case kRequests:
        return figures.requests;
      case kAllWavefronts:
        return figures.wavefronts;
      case kBankConflicts:
        return figures.bank_conflicts;
      case kLaunchFaults:
        return figures.faults;
      default:
        return launch.index;
    }
  }

  Table table(PanelContext& context) {
    Table table = Table().scrolls("launches", true).sorted(sorting_).rules().padding(2).drops_first();
    for (int column = kNumber; column <= last_column(); ++column) {
      const LaunchColumnText& text = kLaunchTexts[column];
      const bool is_number = column == kNumber || (column >= kRequests && column != kWritten);
      const std::string meaning = text.term == nullptr
                                      ? std::string(text.meaning)
                                      : say("{meaning}\n\n{term}", "meaning"_a = translated(text.meaning),
                                            "term"_a = glossary_text(glossary_term(text.term)))
                                            .str();
      table.column({text.heading, meaning, is_number ? Align::right : Align::left,
                    column == kLaunched ? share() : fit().if_room(text.leaves), column == kWritten ? -1 : column,
                    column >= kGrid});
    }
    for (const LaunchRow& row : rows()) add_row(context, table, row);
    if (launches().empty()) table.across(Text(no_launches_text()).muted().wrap());
    return table;
  }

  /// A picture opens nothing; a refused launch never happened.
  static bool can_open(const PanelContext& context, const program::ProgramLaunch& launch) {
    return context.workbench != nullptr && launch.refusal.empty() && launch.blocks != 0;
  }

  /// Outputs are compared with those of a previous run, if there is one.
  [[nodiscard]] int last_column() const { return before_ ? kWritten : kLaunchFaults; }

  void add_row(PanelContext& context, Table& table, const LaunchRow& row) {
    const std::size_t first = row.group.first;
    const program::ProgramLaunch& launch = launches()[first];
    const auto& places = result_->outcome.launch_places;
    const std::string place = first < places.size() ? place_text(places[first]) : std::string();
    Table::Line line = table.row(cells_of(context, row));
    const bool is_folded = row.group.size() > 1;
    line.tooltip(launch_row_text(launch, place, row.group.size()));
    line.chosen(!is_folded && shows_launch(context, Side::a, launch.index));
    if (!is_folded && can_open(context, launch)) {
      line.on_click(fmt::format("launch {}", launch.index),
                    [&context, index = launch.index] { say_problem(context, open_launch(context, index)); });
    } else if (is_folded) {
      line.on_click(fmt::format("launches {} to {}", launch.index, launches()[row.group.end - 1].index), [this, first] {
        if (unfolded_.erase(first) == 0) unfolded_.insert(first);
      });
    }
  }

  [[nodiscard]] std::vector<Box> cells_of(const PanelContext& context, const LaunchRow& row) const {
    const Theme& theme = context.theme;
    const program::ProgramLaunch& launch = launches()[row.group.first];
    const program::ProgramLaunch* before = earlier(row.group.first);
    std::vector<Box> cells(static_cast<std::size_t>(last_column()) + 1);
    cells[kNumber] = Text(launch_numbers_text(launch.index, row.group.size())).muted();
    Text name(launch_name_text(launch, row.group.size()));
    cells[kLaunched] = name.keep_ends();
    cells[kGrid] = Text(launch_grid_text(launch));
    cells[kBlock] = Text(extent_text(launch.figures.block));
    const auto now = program::figures_of(launch);
    if (!now) {
      cells[kLaunchFaults] = Text(launch_without_figures_text(launch)).colour(theme.bad);
      return cells;
    }
    const auto was = before == nullptr ? std::nullopt : program::figures_of(*before);
    const auto figure = [&](std::uint64_t program::LaunchFigures::*member, Colour usual, Colour wrong) {
      const std::uint64_t value = (*now).*member, old = was ? (*was).*member : value;
      Text text(Fit(changed_wordings(old, value)));
      return text.colour(old == value ? (value == 0 ? usual : wrong) : (value < old ? theme.good : theme.bad));
    };
    cells[kRequests] = figure(&program::LaunchFigures::requests, theme.text_muted, theme.text);
    cells[kAllWavefronts] = figure(&program::LaunchFigures::wavefronts, theme.text_muted, theme.text);
    cells[kBankConflicts] = figure(&program::LaunchFigures::bank_conflicts, theme.text_muted, theme.bad);
    cells[kLaunchFaults] = figure(&program::LaunchFigures::faults, theme.text_muted, theme.bad);
    if (const auto unknown = unknown_faults_text(launch); !unknown.empty())
      cells[kLaunchFaults] = Text(unknown).muted();
    if (before != nullptr && !before->written.empty() && !launch.written.empty()) {
      const bool is_same = before->written == launch.written;
      cells[kWritten] = Text(written_text(is_same)).colour(is_same ? theme.text_muted : theme.text);
    }
    return cells;
  }

  std::shared_ptr<const ProgramResult> result_, before_;  ///< of the following data
  std::vector<program::LaunchGroup> groups_;
  std::vector<std::optional<std::size_t>> counterparts_;
  std::set<std::size_t> unfolded_;  ///< by their first launch
  Sorting sorting_;
};

}  // namespace

PanelEntry launches_panel() {
  return {.id = kLaunchesTab,
          .title = "Launches",
          .help =
              "What each launch of your program costs, and what changed since it ran before. Consecutive launches "
              "that are alike share a row; a click unfolds it.",
          .slot = Slot::details,
          .order = 1,
          .applies = has_program_status,
          .maker = maker_of<LaunchesPanel>()};
}

}  // namespace bankloom::ui
