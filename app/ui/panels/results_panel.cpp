// The table of all kernels of the lesson with the present options.
#include <algorithm>

#include "core/wording/fault_text.h"
#include "core/wording/glossary.h"
#include "core/wording/numbers.h"
#include "ui/figures.h"
#include "ui/layout/controls.h"
#include "ui/layout/table.h"
#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/overlays.h"
#include "ui/panel.h"
#include "ui/panels/shown_rows.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// In the order of the columns; also the sort keys of the rows.
enum ResultColumn : int { kKernel, kStore, kLoad, kWavefronts, kConflicts, kShared, kOutput, kTime };

struct ColumnText {
  Fit heading;
  const char* meaning;
  int leaves;  ///< order in which columns are left out for lack of room; the row's tooltip has everything
};
/// By ResultColumn.
const ColumnText kTexts[] = {
    {"kernel", "Click a row to show that kernel.", 0},
    {{"store/req", "store"},
     "Wavefronts that a store request to shared memory takes, on average. For a kernel without shared memory, "
     "sectors of global memory: the number then says so.",
     0},
    {{"load/req", "load"},
     "Wavefronts that a load request to shared memory takes, on average; 1.0 is the least for words of 4 bytes. For "
     "a kernel without shared memory, sectors of global memory: the number then says so.",
     0},
    {"wavefronts", "All wavefronts of shared memory in the whole run, atomics too.", 3},
    {"conflicts", "Wavefronts beyond what the requests would take without bank conflicts.", 1},
    {"shared B", "Bytes of shared memory a block has, static and dynamic.", 2},
    {"output", "Whether the matrix that the kernel wrote is what is expected of it.", 0},
    {{"µs, 1 launch", "µs"},
     "Measured time of one launch as the kernel's options have it, in microseconds: the median of many, and in "
     "brackets the quartiles, between which half of them lie. A row's tooltip says where it was measured.",
     0},
};
/// The sort values and contents of a row.
struct RowFigures {
  const ShownRow* shown = nullptr;
  const LessonRow* row = nullptr;
  const RunSummary* run = nullptr;    ///< null: there is none
  std::optional<RunFigures> figures;  ///< nothing: there are none, or they are hidden
  TimeCell time;
};

double sort_value(const RowFigures& row, int column) {
  if (column == kTime) return row.time.value;
  const RunSummary* output = row.row->facts().output();
  if (column == kShared && row.run != nullptr) return static_cast<double>(row.run->shared_bytes);
  if (column == kOutput && output != nullptr) return static_cast<double>(output->different);
  if (!row.figures || column < kStore || column > kConflicts) return -1;
  const RunFigures& figures = *row.figures;
  const double values[] = {figures.store.value(), figures.load.value(), static_cast<double>(figures.wavefronts),
                           static_cast<double>(figures.conflicts)};
  return values[column - kStore];
}

class ResultsPanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    const std::vector<ShownRow> lesson = shown_rows(context.session);
    std::vector<RowFigures> rows = figures_of(context, lesson);
    sort(rows);
    offer_table(context, [&rows] { return text_of(rows); });
    Table table =
        Table().scrolls("results", true).keep_in_view(in_view_).sorted(sorting_).rules().padding(2).drops_first();
    add_columns(table, times_of(rows));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const bool is_below_a = i > 0 && rows[i - 1].shown->is_a;
      add_row(context, table, rows[i], rows[i].shown->is_a || (rows[i].shown->is_b && is_below_a));
    }
    add_foot(context, table, rows);
    show(context, table);
  }

 private:
  /// The origin of all rows' times.
  enum class Times : std::uint8_t { none, recorded, here, both };
  static Times times_of(const std::vector<RowFigures>& rows) {
    Times all = Times::none;
    for (const RowFigures& row : rows) {
      if (row.time.value < 0) continue;
      const Times own = row.time.recorded() ? Times::recorded : Times::here;
      all = all == Times::none || all == own ? own : Times::both;
    }
    return all;
  }

  static std::vector<RowFigures> figures_of(PanelContext& context, const std::vector<ShownRow>& lesson) {
    std::vector<RowFigures> rows;
    for (const ShownRow& shown : lesson) {
      const LessonRow& row = shown.row;
      RowFigures figures{&shown, &row, row.outcome ? row.outcome->figures() : nullptr, {}, {}};
      if (context.measures != nullptr) {
        figures.time = time_cell(context.measures->status(row.key), context.measures->no_gpu());
      } else {
        figures.time.tooltip = "Not measured: there is neither a GPU nor a recording here.";
      }
      if (const KernelCost* cost = row.facts().kernel_cost()) figures.figures = run_figures(*cost);
      rows.push_back(figures);
    }
    return rows;
  }

  void sort(std::vector<RowFigures>& rows) const {
    if (sorting_.key < 0) return;
    std::ranges::stable_sort(rows, [&](const RowFigures& one, const RowFigures& other) {
      const RowFigures& a = sorting_.ascending ? one : other;
      const RowFigures& b = sorting_.ascending ? other : one;
      if (sorting_.key == kKernel) return a.row->kernel->name < b.row->kernel->name;
      return sort_value(a, sorting_.key) < sort_value(b, sorting_.key);
    });
  }

  /// The heading of the times gives their origin.
  static Fit time_heading(Times times) {
    switch (times) {
      case Times::none:
        break;
      case Times::recorded:
        return {"µs, recorded", "µs, rec."};
      case Times::here:
        return {"µs, measured", "µs"};
      case Times::both:
        return "µs, grey: rec.";
    }
    return kTexts[kTime].heading;
  }

  static void add_columns(Table& table, Times times) {
    for (int column = kKernel; column <= kTime; ++column) {
      const ColumnText& text = kTexts[column];
      const bool is_number = column != kKernel && column != kOutput;
      table.column({column == kTime ? time_heading(times) : text.heading, meaning_of(column),
                    is_number ? Align::right : Align::left, column == kKernel ? share() : fit().if_room(text.leaves),
                    column, is_number});
    }
  }

  /// The contents of a column, and the meaning of a term.
  static std::string meaning_of(int column) {
    const bankloom::Text meaning(kTexts[column].meaning);
    if (column != kWavefronts && column != kConflicts) return meaning.str();
    const auto& term = glossary_term(column == kWavefronts ? "wavefront" : "bank conflict");
    return say("{meaning}\n\n{term}", "meaning"_a = meaning, "term"_a = glossary_text(term)).str();
  }

  static void add_row(PanelContext& context, Table& table, const RowFigures& row, bool is_kept) {
    const std::string id = row.row->kernel->id();
    const bool is_b = row.shown->is_b, is_own = row.row->key.own != nullptr;
    Table::Line line = table.row(cells_of(context, row));
    if (is_kept) line.keep_in_view(id);
    line.chosen(row.shown->is_a || is_b)
        .tooltip(row_tooltip(row))
        // An own text is already chosen, and so is B.
        .on_click(is_b ? id + " B" : id, [&context, id, is_b, is_own] {
          if (is_own || is_b) return;
          say_problem(context, context.session.change(context.session.selection().with_kernel(Side::a, id)));
        });
  }

  static std::vector<Box> cells_of(const PanelContext& context, const RowFigures& row) {
    const Theme& theme = context.theme;
    std::vector<Box> cells(kTime + 1);
    cells[kKernel] = name_of(context, *row.shown);
    if (row.run == nullptr) {
      const Error* failure = row.row->outcome ? row.row->outcome->failure.get() : nullptr;
      cells[kOutput] = failure == nullptr
                           ? Text("…").faint()
                           : Text(no_run_text(*failure)).colour(failure->is_cancelled() ? theme.text_muted : theme.bad);
      return cells;
    }
    const bool is_in_sectors = row.figures && row.figures->sectors;
    const auto ratio = [&](const Ratio& one, bool is_fine) {
      const std::string number = ratio_text(one);
      const Text words = is_in_sectors && one.any() ? Text({say("{number} sectors", "number"_a = number).str(),
                                                            say("{number} sect.", "number"_a = number).str()})
                                                    : Text(number);
      return Text(words).colour(!one.any() ? theme.text_faint : (is_fine ? theme.good : theme.bad));
    };
    const Facts facts = row.row->facts();
    if (row.figures) {
      const RunFigures& figures = *row.figures;
      cells[kLoad] = ratio(figures.load, figures.load_fine);
      cells[kStore] = ratio(figures.store, figures.store_fine);
      cells[kWavefronts] = Text(grouped(figures.wavefronts));
      cells[kConflicts] =
          Text(grouped(figures.conflicts)).colour(figures.conflicts == 0 ? theme.text_muted : theme.bad);
    }
    cells[kShared] = Text(grouped(row.run->shared_bytes)).muted();
    // An output that happens to be right proves nothing if the kernel has faults.
    const RunSummary* checked = facts.output();
    if (!facts.faults().empty()) {
      cells[kOutput] = Text(plural(facts.faults().size(), "# fault|# faults")).colour(theme.bad);
    } else if (checked != nullptr && checked->different != 0) {
      cells[kOutput] = Text(differ_text(checked->different)).colour(theme.bad);
    } else if (checked != nullptr) {
      cells[kOutput] = checked->has_rule ? Text("right").colour(theme.good) : Text("no rule").muted();
    }
    cells[kTime] = time_of(row.time);
    return cells;
  }

  /// The kernel, its side, and its options if they distinguish it from another row; the middle of a long name is left
  /// out.
  static Text name_of(const PanelContext& context, const ShownRow& shown) {
    std::string suffix = shown.sides(context.session);
    if (!suffix.empty()) suffix = "  " + suffix.substr(0, suffix.size() - 1);
    if (!shown.options.empty()) suffix += (suffix.empty() ? "  " : " · ") + shown.options;
    Text name(bankloom::Text::verbatim(shown.row.kernel->name + suffix));
    return shown.is_a || shown.is_b ? name.keep_ends().strong() : name.keep_ends();
  }

  /// The median with its quartiles; the row's tooltip and the top bar give its origin.
  static Text time_of(const TimeCell& time) {
    if (time.value < 0) return Text({time.words, "–"}).faint();
    const std::string median = figure_text(time.value);
    Text text = time.quartiles.empty() ? Text(median) : Text({median + " " + time.quartiles, median});
    return time.recorded() ? text.muted() : text;
  }

  static std::string row_tooltip(const RowFigures& row) {
    const LessonRow& one = *row.row;
    std::vector<bankloom::Text> lines{bankloom::Text(one.kernel->title), bankloom::Text(one.kernel->summary)};
    if (!one.key.options.empty()) lines.push_back(options_text(one.key.options));
    if (one.outcome && one.outcome->failure) lines.emplace_back("\n" + one.outcome->failure->message);
    const Facts facts = one.facts();
    if (row.figures) lines.push_back(figures_text(*row.figures, row.run->shared_bytes));
    if (facts.output() != nullptr)
      lines.push_back(say("Output: {output}", "output"_a = output_text(*facts.output(), facts.faults().size())));
    for (const simt::Fault& fault : facts.faults()) lines.push_back(fault_mark_text(fault));
    lines.push_back(say("\nTime: {time}", "time"_a = row.time.tooltip));
    return lines_text(lines).str();
  }

  static std::string text_of(const std::vector<RowFigures>& rows) {
    std::vector<LessonRow> shown;
    std::vector<TimeCell> times;
    for (const RowFigures& row : rows) {
      shown.push_back(*row.row);
      times.push_back(row.time);
    }
    return results_text(shown, times);
  }

  /// The last row: the table as text.
  static void add_foot(PanelContext& context, Table& table, const std::vector<RowFigures>& rows) {
    const auto copy = [&context, &rows] { copy_table(context, text_of(rows)); };
    // No higher than a row, so that it is wholly visible.
    table.across(Row().add(
        Button("copy", "Copy as text", copy, ButtonStyle::normal, true).tooltip("Copies the table as aligned text.")));
  }

  Sorting sorting_;
  InView in_view_;
};

}  // namespace

PanelEntry results_panel() {
  return {.id = "results",
          .title = "Results",
          .help =
              "All kernels of the lesson with the current options: wavefronts per request, conflicts, output, "
              "measured times. Click a heading to sort.",
          .slot = Slot::details,
          .order = 10,
          .maker = maker_of<ResultsPanel>()};
}

}  // namespace bankloom::ui
