// The table of all kernels of the lesson at the present options.
#include <algorithm>
#include <cmath>

#include "ui/figures.h"
#include "ui/panels/panels.h"
#include "ui/panels/side_style.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

enum Column : int { kKernel, kLoad, kStore, kWavefronts, kConflicts, kShared, kOutput, kTime, kColumns };

struct ColumnText {
  const char* heading;
  const char* meaning;
  float units;  ///< least width
  bool numbers;
};
constexpr ColumnText kTexts[kColumns] = {
    {"kernel", "Click a row to show that kernel.", 150, false},
    {"load/req",
     "Shared memory: wavefronts a load request takes, on the average. 1.0 is the least for words of 4 bytes.", 62,
     true},
    {"store/req", "Shared memory: wavefronts a store request takes, on the average.", 64, true},
    {"wavefronts", "All wavefronts of shared memory in the whole run, atomics too.", 76, true},
    {"conflicts", "Wavefronts beyond what the requests would take without bank conflicts.", 66, true},
    {"shared", "Bytes of shared memory a block has, static and dynamic.", 58, true},
    {"output", "Whether the matrix that the kernel wrote is what its rule says.", 62, false},
    {"time", "Measured time of the kernel alone.", 88, false},
};

/// What a row is sorted by and shows.
struct RowFigures {
  const LessonRow* row = nullptr;
  const KernelRun* run = nullptr;
  RunFigures figures;
};

double sort_value(const RowFigures& row, int column) {
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
  void draw(PanelContext& context, Side) override {
    const std::vector<LessonRow> lesson = context.session.lesson_rows();
    const float foot = control_height(context) + context.px(6);
    const Rect area{context.area.x, context.area.y, context.area.width, context.area.height - foot};
    ImGui::SetCursorScreenPos({area.x, area.y});
    if (area.height > context.px(40)) draw_table(context, lesson, area);
    draw_foot(context, lesson, context.area.bottom() - control_height(context));
  }

 private:
  static std::vector<RowFigures> figures_of(const std::vector<LessonRow>& lesson) {
    std::vector<RowFigures> rows;
    for (const LessonRow& row : lesson) {
      RowFigures figures{&row, nullptr, {}};
      if (row.outcome && row.outcome->run) {
        figures.run = row.outcome->run.get();
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

  void draw_table(PanelContext& context, const std::vector<LessonRow>& lesson, const Rect& area) {
    float least = 0;
    for (const ColumnText& column : kTexts) least += context.px(column.units);
    const bool fits = least + ImGui::GetStyle().ScrollbarSize + context.px(16) <= area.width;
    const ImGuiTableFlags flags =
        ImGuiTableFlags_Sortable | ImGuiTableFlags_SortTristate | ImGuiTableFlags_ScrollY |
        ImGuiTableFlags_BordersInnerH |
        (fits ? ImGuiTableFlags_SizingStretchProp : ImGuiTableFlags_ScrollX | ImGuiTableFlags_SizingFixedFit);
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {context.px(5), context.px(3)});
    ImGui::PushStyleColor(ImGuiCol_TableHeaderBg, context.theme.surface);
    ImGui::PushStyleColor(ImGuiCol_TableBorderLight, context.theme.line);
    ImGui::PushStyleColor(ImGuiCol_HeaderHovered, context.theme.raised);
    ImGui::PushStyleColor(ImGuiCol_HeaderActive, context.theme.raised_hover);
    if (ImGui::BeginTable(fits ? "results" : "results, narrow", kColumns, flags, {area.width, area.height})) {
      ImGui::TableSetupScrollFreeze(1, 1);
      for (const ColumnText& column : kTexts) {
        const bool stays = column.heading == kTexts[kTime].heading;
        ImGui::TableSetupColumn(column.heading,
                                (fits ? ImGuiTableColumnFlags_WidthStretch : ImGuiTableColumnFlags_WidthFixed) |
                                    (stays ? ImGuiTableColumnFlags_NoSort : 0) |
                                    (column.numbers ? ImGuiTableColumnFlags_PreferSortDescending : 0),
                                fits ? column.units : context.px(column.units));
      }
      draw_headings(context);
      read_sorting();
      std::vector<RowFigures> rows = figures_of(lesson);
      sort(rows, sorted_by_, ascending_);
      for (const RowFigures& row : rows) draw_row(context, row);
      ImGui::EndTable();
    }
    ImGui::PopStyleColor(4);
    ImGui::PopStyleVar();
  }

  void draw_headings(PanelContext& context) const {
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    push_font(context.fonts.small);
    ImGui::PushStyleColor(ImGuiCol_Text, context.theme.text_muted);
    for (int column = 0; column < kColumns; ++column) {
      if (!ImGui::TableSetColumnIndex(column)) continue;
      const ColumnText& entry = kTexts[column];
      const float x = ImGui::GetCursorScreenPos().x, y = ImGui::GetCursorScreenPos().y;
      const float width = ImGui::GetContentRegionAvail().x;
      ImGui::TableHeader(fmt::format("##{}", entry.heading).c_str());
      tooltip(context, entry.meaning);
      // Headings stand as their columns do: numbers at the right. Room for the arrow of sorting is left where it is
      // shown.
      const float arrow = sorted_by_ == column ? context.px(13) : 0;
      const float words_width = text_size(context.fonts.small, entry.heading).x;
      text_at(context, context.fonts.small, sorted_by_ == column ? context.theme.text : context.theme.text_muted,
              {entry.numbers ? std::max(x, x + width - words_width - arrow) : x, y}, entry.heading);
    }
    ImGui::PopStyleColor();
    ImGui::PopFont();
  }

  void read_sorting() {
    ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
    if (specs == nullptr || !specs->SpecsDirty) return;
    sorted_by_ = specs->SpecsCount > 0 ? specs->Specs[0].ColumnIndex : -1;
    ascending_ = specs->SpecsCount == 0 || specs->Specs[0].SortDirection == ImGuiSortDirection_Ascending;
    specs->SpecsDirty = false;
  }

  static void cell(PanelContext& context, int column, Colour colour, std::string_view words, ImFont* font = nullptr) {
    if (!ImGui::TableSetColumnIndex(column)) return;
    font = font == nullptr ? context.fonts.body : font;
    const ImVec2 place = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const std::string shown = shortened(font, words, width);
    const ImVec2 size = text_size(font, shown);
    ImGui::Dummy({std::min(size.x, width), size.y});
    text_at(context, font, colour, {kTexts[column].numbers ? place.x + width - size.x : place.x, place.y}, shown);
  }

  static void draw_row(PanelContext& context, const RowFigures& row) {
    Session& session = context.session;
    const Theme& theme = context.theme;
    const std::string id = row.row->kernel->id();
    ImGui::TableNextRow();
    ImGui::TableSetColumnIndex(kKernel);
    const bool is_a = session.kernel(Side::a) == row.row->kernel;
    const bool is_b = session.comparing() && session.kernel(Side::b) == row.row->kernel;
    const ImVec2 place = ImGui::GetCursorScreenPos();
    ImGui::PushStyleColor(ImGuiCol_Header, theme.selected);
    const bool clicked = ImGui::Selectable(fmt::format("##{}", id).c_str(), is_a || is_b,
                                           ImGuiSelectableFlags_SpanAllColumns, {0, font_size(context.fonts.body)});
    ImGui::PopStyleColor();
    if (clicked) {
      if (const auto chosen = session.choose_kernel(Side::a, id); !chosen) context.say(chosen.error().message);
    }
    tooltip(context, row_words(row));
    ImGui::SetCursorScreenPos(place);
    std::string name = row.row->kernel->name;
    if (session.comparing() && (is_a || is_b)) name += is_a && is_b ? "  A B" : (is_a ? "  A" : "  B");
    cell(context, kKernel, theme.text, name, is_a || is_b ? context.fonts.strong : nullptr);
    if (row.run == nullptr) {
      const bool failed = row.row->outcome && row.row->outcome->failure;
      cell(context, kOutput, failed ? theme.bad : theme.text_faint, failed ? "no run" : "…");
      return;
    }
    const auto good_or_bad = [&](const Ratio& ratio) {
      return !ratio.any() ? theme.text_faint : (ratio.conflicts == 0 ? theme.good : theme.bad);
    };
    const RunFigures& figures = row.figures;
    cell(context, kLoad, good_or_bad(figures.load), figures.load.words());
    cell(context, kStore, good_or_bad(figures.store), figures.store.words());
    cell(context, kWavefronts, theme.text, grouped(figures.wavefronts));
    cell(context, kConflicts, figures.conflicts == 0 ? theme.text_muted : theme.bad, grouped(figures.conflicts));
    cell(context, kShared, theme.text_muted, grouped(row.run->shared_bytes));
    const bool right = row.run->different == 0;
    cell(context, kOutput, right ? theme.good : theme.bad,
         right ? "right" : fmt::format("{} differ", grouped(row.run->different)));
    const TimeCell time = time_cell(*row.row);
    cell(context, kTime, theme.text_faint, time.words);
  }

  static std::string row_words(const RowFigures& row) {
    std::string words = row.row->kernel->title + "\n" + row.row->kernel->summary;
    for (const auto& [name, value] : row.row->key.options) words += fmt::format("\n{} = {}", name, value);
    if (row.row->outcome && row.row->outcome->failure) words += "\n\n" + row.row->outcome->failure->error.message;
    if (row.run != nullptr) {
      words += "\n\nOutput: " + output_verdict(*row.run).words;
      for (const simt::Fault& fault : row.run->faults) words += "\n" + fault.message;
    }
    return words + "\n\nTime: " + time_cell(*row.row).tooltip;
  }

  static void draw_foot(PanelContext& context, const std::vector<LessonRow>& lesson, float y) {
    const float width = text_size(context.fonts.body, "Copy as text").x + context.px(22);
    ImGui::SetCursorScreenPos({context.area.right() - width, y});
    if (button(context, "copy", "Copy as text", ButtonStyle::normal, {width, 0})) {
      ImGui::SetClipboardText(results_text(lesson).c_str());
      context.say("the table is in the clipboard");
    }
    tooltip(context, "Copies the table as aligned text.");
    if (lesson.empty()) return;
    const std::string words =
        fmt::format("modelled for {}, wavefronts of shared memory a request", lesson.front().key.machine);
    ImFont* font = context.fonts.small;
    text_at(context, font, context.theme.text_faint,
            {context.area.x, y + (control_height(context) - font_size(font)) / 2},
            shortened(font, words, context.area.width - width - context.px(10)));
  }

  int sorted_by_ = -1;  ///< column; -1: the lesson's own order
  bool ascending_ = true;
};

}  // namespace

std::unique_ptr<Panel> make_results_panel() { return std::make_unique<ResultsPanel>(); }

}  // namespace bankloom::ui
