// The table of all kernels of the lesson at the present options.
#include <algorithm>
#include <cmath>

#include "core/wording/numbers.h"
#include "ui/figures.h"
#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/panel.h"
#include "ui/panels/shown_rows.h"
#include "ui/panels/side_style.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

enum ResultColumn : int { kKernel, kLoad, kStore, kWavefronts, kConflicts, kShared, kOutput, kTime, kColumns };

struct ColumnText {
  const char* heading;
  const char* meaning;
  float units;  ///< least width
  bool numbers;
};
constexpr ColumnText kTexts[kColumns] = {
    {"kernel", "Click a row to show that kernel.", 152, false},
    {"load/req",
     "Shared memory: wavefronts a load request takes, on the average. 1.0 is the least for words of 4 bytes.", 50,
     true},
    {"store/req", "Shared memory: wavefronts a store request takes, on the average.", 54, true},
    {"wavefronts", "All wavefronts of shared memory in the whole run, atomics too.", 64, true},
    {"conflicts", "Wavefronts beyond what the requests would take without bank conflicts.", 54, true},
    {"shared B", "Bytes of shared memory a block has, static and dynamic.", 50, true},
    {"output", "Whether the matrix that the kernel wrote is what its rule says.", 52, false},
    {"µs, 1 launch",
     "Measured time of one launch as the kernel's options have it, in microseconds: the median of many, and in "
     "brackets "
     "the quartiles, between which half of them lie. A row's tooltip says where it was measured.",
     98, true},
};
/// What is left out first where the room is narrow; the row's tooltip has it all.
constexpr ResultColumn kDispensable[] = {kConflicts, kShared, kWavefronts, kOutput};
constexpr float kCellPadding = 3;

/// What a row is sorted by and shows.
struct RowFigures {
  const ShownRow* shown = nullptr;
  const LessonRow* row = nullptr;
  const RunSummary* run = nullptr;
  RunFigures figures;
  TimeCell time;
};

double sort_value(const RowFigures& row, int column) {
  if (column == kTime) return row.time.value;
  if (row.run == nullptr) return -1;
  switch (column) {
    case kLoad:
      return row.figures.load.value();
    case kStore:
      return row.figures.store.value();
    case kWavefronts:
      return static_cast<double>(row.figures.wavefronts);
    case kConflicts:
      return static_cast<double>(row.figures.conflicts);
    case kShared:
      return static_cast<double>(row.run->shared_bytes);
    case kOutput:
      return static_cast<double>(row.run->different);
    default:
      return 0;
  }
}

class ResultsPanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    const std::vector<ShownRow> lesson = shown_rows(context.session, context.still);
    ImGui::SetCursorScreenPos({context.area.x, context.area.y});
    if (context.area.height > context.px(20)) draw_table(context, lesson, context.area);
  }

 private:
  /// Where the times of all rows come from.
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
      RowFigures figures{&shown, &row, nullptr, {}, {}};
      if (context.measures != nullptr) {
        figures.time = time_cell(context.measures->status(row.key), context.measures->no_gpu());
      } else {
        figures.time.tooltip = "Not measured: there is neither a GPU nor a recording here.";
      }
      figures.run = row.outcome ? row.outcome->figures() : nullptr;
      if (figures.run != nullptr) {
        figures.figures = run_figures(figures.run->cost);
      }
      rows.push_back(figures);
    }
    return rows;
  }

  static void sort(std::vector<RowFigures>& rows, int column, bool ascending) {
    if (column < 0) return;
    std::stable_sort(rows.begin(), rows.end(), [&](const RowFigures& a, const RowFigures& b) {
      if (column == kKernel) {
        return ascending ? a.row->kernel->name < b.row->kernel->name : b.row->kernel->name < a.row->kernel->name;
      }
      return ascending ? sort_value(a, column) < sort_value(b, column) : sort_value(b, column) < sort_value(a, column);
    });
  }

  /// The columns that fit into a width.
  static std::vector<int> columns_for(const PanelContext& context, float width) {
    std::vector<int> columns;
    float needed = 0;
    for (int column = 0; column < kColumns; ++column) {
      columns.push_back(column);
      needed += kTexts[column].units + 2 * kCellPadding;
    }
    for (const ResultColumn left_out : kDispensable) {
      if (context.px(needed) <= width) break;
      columns.erase(std::find(columns.begin(), columns.end(), left_out));
      needed -= kTexts[left_out].units + 2 * kCellPadding;
    }
    return columns;
  }

  void draw_table(PanelContext& context, const std::vector<ShownRow>& lesson, const Rect& area) {
    columns_ = columns_for(context, area.width - ImGui::GetStyle().ScrollbarSize);
    const ImGuiTableFlags flags = ImGuiTableFlags_Sortable | ImGuiTableFlags_SortTristate | ImGuiTableFlags_ScrollY |
                                  ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingStretchProp |
                                  ImGuiTableFlags_NoPadOuterX;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {context.px(kCellPadding), context.px(2)});
    ImGui::PushStyleColor(ImGuiCol_TableHeaderBg, context.theme.surface);
    ImGui::PushStyleColor(ImGuiCol_TableBorderLight, context.theme.line);
    ImGui::PushStyleColor(ImGuiCol_HeaderHovered, context.theme.raised);
    ImGui::PushStyleColor(ImGuiCol_HeaderActive, context.theme.raised_hover);
    const auto count = static_cast<int>(columns_.size());
    // Whole rows below the heading: half a number reads as another one.
    const float padding = 2 * context.px(2), heading = font_size(context.fonts.small) + padding;
    const float line = font_size(context.fonts.body) + padding;
    const float height = heading + std::max(1.0f, std::floor((area.height - heading) / line)) * line;
    // Each number of columns is a table of its own: Dear ImGui keeps widths by table.
    if (ImGui::BeginTable(fmt::format("results {}", count).c_str(), count, flags, {area.width, height})) {
      ImGui::TableSetupScrollFreeze(0, 1);
      for (const int column : columns_) {
        const ColumnText& entry = kTexts[column];
        ImGui::TableSetupColumn(
            entry.heading,
            ImGuiTableColumnFlags_WidthStretch | (entry.numbers ? ImGuiTableColumnFlags_PreferSortDescending : 0),
            entry.units);
      }
      std::vector<RowFigures> rows = figures_of(context, lesson);
      times_ = times_of(rows);
      draw_headings(context);
      read_sorting();
      sort(rows, sorted_by_, ascending_);
      for (const RowFigures& row : rows) draw_row(context, row);
      draw_foot(context, rows);
      ImGui::EndTable();
    }
    ImGui::PopStyleColor(4);
    ImGui::PopStyleVar();
  }

  /// Words that follow a column of numbers stand apart from them.
  static float indent(const PanelContext& context, int column) { return column == kKernel ? 0 : context.px(6); }

  /// Makes a column the present one; false where it is left out or out of sight.
  [[nodiscard]] bool go_to_column(int column) const {
    const auto found = std::find(columns_.begin(), columns_.end(), column);
    return found != columns_.end() && ImGui::TableSetColumnIndex(static_cast<int>(found - columns_.begin()));
  }

  /// The heading of the times says where they come from.
  [[nodiscard]] std::string heading_of(int column) const {
    if (column != kTime || times_ == Times::none) return kTexts[column].heading;
    return times_ == Times::recorded ? "µs, recorded" : (times_ == Times::here ? "µs, measured" : "µs, grey: rec.");
  }

  void draw_headings(PanelContext& context) const {
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    push_font(context.fonts.small);
    for (const int column : columns_) {
      if (!go_to_column(column)) continue;
      const ColumnText& entry = kTexts[column];
      const ImVec2 place = ImGui::GetCursorScreenPos();
      const float width = ImGui::GetContentRegionAvail().x;
      table_heading(context, entry.heading);
      tooltip(context, entry.meaning);
      // Headings stand as their columns do: numbers at the right, with room for the arrow where it is shown.
      const bool sorted = sorted_by_ == column;
      const float arrow = sorted ? context.px(13) : 0;
      const float room_here = width - arrow - (entry.numbers ? 0 : indent(context, column));
      std::string heading = heading_of(column);
      // "load" rather than "load/r…".
      if (text_size(context.fonts.small, heading).x > room_here)
        heading.resize(std::min(heading.find('/'), heading.size()));
      const std::string words = shortened(context.fonts.small, heading, room_here);
      const float words_width = text_size(context.fonts.small, words).x;
      text_at(context, context.fonts.small, sorted ? context.theme.text : context.theme.text_muted,
              {entry.numbers ? place.x + width - words_width - arrow : place.x + indent(context, column), place.y},
              words);
    }
    ImGui::PopFont();
  }

  void read_sorting() {
    ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
    if (specs == nullptr || !specs->SpecsDirty) return;
    sorted_by_ = specs->SpecsCount > 0 ? columns_[static_cast<std::size_t>(specs->Specs[0].ColumnIndex)] : -1;
    ascending_ = specs->SpecsCount == 0 || specs->Specs[0].SortDirection == ImGuiSortDirection_Ascending;
    specs->SpecsDirty = false;
  }

  void cell(PanelContext& context, int column, Colour colour, std::string_view words, ImFont* font = nullptr) const {
    if (!go_to_column(column)) return;
    font = font == nullptr ? context.fonts.body : font;
    const ImVec2 place = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float room_here = width - (kTexts[column].numbers ? 0 : indent(context, column));
    if (text_size(font, words).x > room_here) font = context.fonts.small;
    const std::string shown = shortened(font, words, room_here);
    const ImVec2 size = text_size(font, shown);
    ImGui::Dummy({std::min(size.x, width), size.y});
    text_at(context, font, colour,
            {kTexts[column].numbers ? place.x + width - size.x : place.x + indent(context, column), place.y}, shown);
  }

  void draw_row(PanelContext& context, const RowFigures& row) const {
    Session& session = context.session;
    const Theme& theme = context.theme;
    const std::string id = row.row->kernel->id();
    ImGui::TableNextRow();
    static_cast<void>(go_to_column(kKernel));
    const bool is_chosen = row.shown->is_a || row.shown->is_b;
    const ImVec2 place = ImGui::GetCursorScreenPos();
    // A text of one's own is chosen already, and so is B.
    const bool clicked = table_row(context, row.shown->is_b ? id + " B" : id, is_chosen);
    if (clicked && !row.row->key.own && !row.shown->is_b) {
      if (const auto chosen = session.change(session.selection().with_kernel(Side::a, id)); !chosen)
        context.say(chosen.error().message);
    }
    tooltip(context, row_words(row));
    ImGui::SetCursorScreenPos(place);
    draw_name(context, *row.shown);
    if (row.run == nullptr) {
      const RunFailure* failure = row.row->outcome ? row.row->outcome->failure.get() : nullptr;
      if (failure == nullptr) {
        cell(context, kOutput, theme.text_faint, "…");
      } else {
        cell(context, kOutput, failure->cancelled ? theme.text_muted : theme.bad, no_run_words(*failure));
      }
      return;
    }
    const auto good_or_bad = [&](const Ratio& ratio, bool fine) {
      return !ratio.any() ? theme.text_faint : (fine ? theme.good : theme.bad);
    };
    const RunFigures& figures = row.figures;
    cell(context, kLoad, good_or_bad(figures.load, figures.load_fine), figures.load.words());
    cell(context, kStore, good_or_bad(figures.store, figures.store_fine), figures.store.words());
    cell(context, kWavefronts, theme.text, grouped(figures.wavefronts));
    cell(context, kConflicts, figures.conflicts == 0 ? theme.text_muted : theme.bad, grouped(figures.conflicts));
    cell(context, kShared, theme.text_muted, grouped(row.run->shared_bytes));
    // An output that happens to be right says nothing where the way to it was wrong.
    std::string output = row.run->has_rule ? "right" : "no rule";
    if (row.run->different != 0) output = fmt::format("{} differ", grouped(row.run->different));
    if (!row.run->faults.empty()) output = plural(row.run->faults.size(), "# fault|# faults");
    const Colour fine = row.run->has_rule ? theme.good : theme.text_muted;
    cell(context, kOutput, row.run->correct() ? fine : theme.bad, output);
    draw_time(context, row);
  }

  /// The kernel, the side that it is, and its options where they tell it from another row; of a long name the middle is
  /// left out rather than these.
  void draw_name(PanelContext& context, const ShownRow& shown) const {
    if (!go_to_column(kKernel)) return;
    const bool is_chosen = shown.is_a || shown.is_b;
    ImFont* font = is_chosen ? context.fonts.strong : context.fonts.body;
    const float width = ImGui::GetContentRegionAvail().x;
    std::string suffix = shown.sides(context.session);
    if (!suffix.empty()) suffix = "  " + suffix.substr(0, suffix.size() - 1);
    if (!shown.options.empty()) suffix += (suffix.empty() ? "  " : " · ") + shown.options;
    const std::string& name = shown.row.kernel->name;
    if (text_size(font, name + suffix).x > width) font = context.fonts.small;
    const float for_name = width - text_size(font, suffix).x;
    cell(context, kKernel, context.theme.text, shortened_within(font, name, for_name) + suffix, font);
  }

  /// The median with its quartiles; the row's tooltip and the top bar say where it comes from.
  void draw_time(PanelContext& context, const RowFigures& row) const {
    const TimeCell& time = row.time;
    if (time.value < 0) {
      cell(context, kTime, context.theme.text_faint, time.words, context.fonts.small);
      return;
    }
    cell(context, kTime, time.recorded() ? context.theme.text_muted : context.theme.text,
         figure_text(time.value).str() + (time.quartiles.empty() ? "" : " " + time.quartiles));
  }

  static std::string row_words(const RowFigures& row) {
    std::string words = row.row->kernel->title + "\n" + row.row->kernel->summary;
    for (const auto& [name, value] : row.row->key.options) words += fmt::format("\n{} = {}", name, value);
    if (row.row->outcome && row.row->outcome->failure) words += "\n\n" + row.row->outcome->failure->error.message;
    if (row.run != nullptr) {
      words += fmt::format("\n\nload {}, store {} {} a request; {} and {} in all; {} of shared memory a block",
                           row.figures.load.words(), row.figures.store.words(),
                           row.figures.sectors ? "sectors of global memory" : "wavefronts",
                           plural(row.figures.wavefronts, "# wavefront|# wavefronts"),
                           plural(row.figures.conflicts, "# bank conflict|# bank conflicts"),
                           plural(row.run->shared_bytes, "# byte|# bytes"));
      words += "\nOutput: " + output_verdict(*row.run).words;
      for (const simt::Fault& fault : row.run->faults) words += "\n" + fault.message;
    }
    return words + "\n\nTime: " + row.time.tooltip;
  }

  /// The last row: the table as text.
  void draw_foot(PanelContext& context, const std::vector<RowFigures>& rows) const {
    ImGui::TableNextRow();
    if (!go_to_column(kKernel)) return;
    std::vector<LessonRow> shown;
    std::vector<TimeCell> times;
    for (const RowFigures& row : rows) {
      shown.push_back(*row.row);
      times.push_back(row.time);
    }
    if (button(context, "copy", "Copy as text", ButtonStyle::normal)) {
      ImGui::SetClipboardText(results_text(shown, times).c_str());
      context.say("the table is in the clipboard");
    }
    tooltip(context, "Copies the table as aligned text.");
  }

  std::vector<int> columns_;  ///< that are shown, in their order
  int sorted_by_ = -1;        ///< column; -1: the lesson's own order
  bool ascending_ = true;
  Times times_ = Times::none;
};

}  // namespace

PanelEntry results_panel() {
  return {.id = "results",
          .title = "Results",
          .help =
              "All kernels of the lesson at the present options: transactions per request, wavefronts, measured times. "
              "Click a heading to sort.",
          .slot = Slot::details,
          .order = 10,
          .maker = maker_of<ResultsPanel>()};
}

}  // namespace bankloom::ui
