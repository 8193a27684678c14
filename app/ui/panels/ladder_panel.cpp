// The ladder: all kernels of a lesson that do the same, with time, bandwidth and how near they come to a copy. A bar's
// length is the bandwidth, so that the copies' lines and the lesson's bar stand in the same picture.
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/measure/ladder.h"
#include "core/wording/numbers.h"
#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/panel.h"
#include "ui/panels/side_style.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

/// Widths in units: of a column of numbers, and of a panel from which on the sentences are a column.
constexpr float kNumber = 46, kWithSentences = 900;

enum RungColumn : int { kRungTime, kRungRate, kOfBaseline, kOfCopy, kRungColumns };
struct RungColumnText {
  const char* heading;
  const char* meaning;
};
constexpr RungColumnText kRungTexts[kRungColumns] = {
    {"µs", "Measured time of one launch, in microseconds: the median of many."},
    {"GB/s", "Bytes that the launch reads and writes in global memory, by its time; 1 GB is 1,000,000,000 bytes."},
    {"% copy", "Percent of the bandwidth of the copy kernel with the same blocks, which reads and writes as much."},
    {"% device", "Percent of the bandwidth of the device's own copy, launched in turns with the kernel."},
};

/// Where everything stands, in pixels from the left end of the panel.
struct RungColumns {
  float names = 0;  ///< width of the kernels' names
  float bars = 0, bars_width = 0;
  std::vector<RungColumn> numbers;  ///< that fit
  float numbers_end = 0;
  float sentences = 0, sentences_width = 0;  ///< 0: no room
};

std::string words_of(const LadderRow& row, RungColumn column) {
  switch (column) {
    case kRungTime:
      return row.time ? figure_text(row.time->value).str() : "–";
    case kRungRate:
      return row.bandwidth ? figure_text(row.bandwidth->value).str() : "–";
    case kOfBaseline:
      if (row.entry.baseline == nullptr) return row.time ? "line" : "–";
      return row.of_baseline ? fmt::format("{:.1f}", *row.of_baseline * 100) : "–";
    default:
      return row.of_copy ? fmt::format("{:.1f}", *row.of_copy * 100) : "–";
  }
}

std::string name_of(const LadderRow& row) {
  return row.entry.is_large ? fmt::format("{}, {}", row.entry.kernel->name, options_text(size_of(row.entry)))
                            : row.entry.kernel->name;
}

/// What a rung mends, or, of a kernel that is none, what it is there to show.
const std::string& sentence_of(const LadderRow& row) {
  const Kernel& kernel = *row.entry.kernel;
  return kernel.fixes.empty() ? kernel.summary : kernel.fixes;
}

/// All that is known of a row, for its tooltip.
std::string all_words(const LadderRow& row) {
  std::string words =
      fmt::format("{}, {}\n{}", row.entry.kernel->id(), options_text(row.entry.options), row.entry.kernel->title);
  words += "\n" + sentence_of(row);
  words += "\n";
  if (row.time) {
    words += fmt::format("\n{}, {}; {}.", spread_text(*row.time), origin_text(row.measured->origin()),
                         sampling_text(*row.time));
  }
  if (row.bandwidth) {
    words += fmt::format("\n{} of {} bytes read and written.", spread_text(*row.bandwidth),
                         grouped(row.entry.traffic_bytes));
  }
  if (row.of_baseline) {
    words += fmt::format("\n{} of {}.", percent_text(*row.of_baseline), row.entry.baseline->id());
  }
  if (row.of_copy) words += fmt::format("\n{} of the device's own copy.", percent_text(*row.of_copy));
  for (const auto& missing : missing_texts(row)) words += fmt::format("\nMissing: {}.", missing);
  if (row.measured != nullptr) {
    for (const auto note : row.measured->notes) words += fmt::format("\nNote: {}.", note_text(*row.measured, note));
  }
  return words;
}

/// GB/s of the device's own copy, beside which a row was measured; 0 where it was not.
double copy_of(const LadderRow& row) {
  if (row.measured == nullptr || !row.measured->own.bandwidth) return 0;
  const auto& copy = row.measured->own.bandwidth->copy.measurement;
  return copy ? copy->value : 0;
}

/// Whether A's lesson is a ladder.
bool ladder_applies(const Session& session) {
  const Kernel* kernel = session.kernel(Side::a);
  return kernel != nullptr && has_ladder(session.selection().catalog(), kernel->lesson);
}

class LadderPanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    const Rect area = context.area;
    if (area.width < context.px(60) || area.height < context.px(20)) return;
    ImGui::SetCursorScreenPos({area.x, area.y});
    const Kernel* kernel = context.session.kernel(Side::a);
    if (kernel == nullptr || context.measures == nullptr || !ladder_applies(context.session)) {
      wrapped_text(context, context.fonts.small, context.theme.text_muted, area.width,
                   "No ladder: none of this lesson's kernels is measured against another.");
      return;
    }
    renew(context, kernel->lesson);
    draw_table(context);
    context.area = area;
  }

 private:
  /// The ladder is made anew where a measurement may be another.
  void renew(PanelContext& context, const std::string& lesson) {
    Measures& measures = *context.measures;
    const std::string recording = measures.chosen_recording();
    if (lesson == ladder_.lesson && measures.changes() == changes_ && recording == recording_) return;
    changes_ = measures.changes();
    recording_ = recording;
    const LadderSource source = [&](const Kernel& kernel,
                                    const OptionValues& options) -> Known<std::shared_ptr<const KernelMeasurement>> {
      const MeasureStatus status = measures.status(RunKey{kernel.id(), options});
      if (!status.result) return tl::unexpected(missing_reason(status, measures.no_gpu()));
      return status.result;
    };
    ladder_ = make_ladder(context.session.selection().catalog(), lesson, source, measures.published());
  }

  [[nodiscard]] RungColumns columns_for(const PanelContext& context, float width) const {
    ImFont* small = context.fonts.small;
    RungColumns columns;
    for (const LadderRow& row : ladder_.rows) columns.names = std::max(columns.names, text_size(small, name_of(row)).x);
    columns.names = std::min(columns.names, width * 0.3f);
    columns.numbers = {kRungTime, kRungRate, kOfBaseline, kOfCopy};
    if (width < context.px(420)) columns.numbers = {kRungTime, kOfBaseline, kOfCopy};
    const float numbers = context.px(kNumber) * static_cast<float>(columns.numbers.size());
    columns.bars = columns.names + context.px(8);
    float rest = width - columns.bars - numbers - context.px(6);
    if (width >= context.px(kWithSentences)) {
      columns.sentences_width = std::floor(rest * 0.62f);
      rest -= columns.sentences_width + context.px(18);
    }
    columns.bars_width = std::max(rest, context.px(10));
    columns.numbers_end = columns.bars + columns.bars_width + context.px(6) + numbers;
    columns.sentences = columns.numbers_end + context.px(18);
    return columns;
  }

  void draw_table(PanelContext& context) {
    const Rect area = context.area;
    ImFont* small = context.fonts.small;
    // The rows scroll, their headings do not; room for the scroll bar is kept, so that both stand in the same columns.
    const float width = area.width - ImGui::GetStyle().ScrollbarSize;
    const RungColumns columns = columns_for(context, width);
    const float numbers = context.px(kNumber) * static_cast<float>(columns.numbers.size());
    std::string head;
    if (!ladder_.rows.empty()) head = options_text(size_of(ladder_.rows.front().entry));
    if (const auto origin = ladder_.origin()) head += fmt::format(" · {}", origin_text(*origin));
    // In one line with the headings where it fits: the rows need the height.
    const bool one_line = text_size(small, head).x <= columns.numbers_end - numbers;
    if (one_line) {
      text_at(context, small, context.theme.text_muted, {area.x, area.y}, head);
    } else {
      text(context, small, context.theme.text_muted, shortened(small, head, width));
    }
    draw_headings(context, columns);
    table_top_ = area.y;
    const float top = cursor().y;
    if (area.bottom() - top < 1) return;
    begin_child("rungs", {area.width, area.bottom() - top});
    draw_rows(context, columns, width);
    ImGui::EndChild();
  }

  void draw_rows(PanelContext& context, const RungColumns& columns, float width) {
    double most = 0;
    for (const LadderRow& row : ladder_.rows) {
      if (row.bandwidth) most = std::max(most, row.bandwidth->value);
      most = std::max(most, copy_of(row));
    }
    bool was_large = false;
    std::vector<float> tops;
    std::optional<Rect> chosen;
    for (std::size_t i = 0; i < ladder_.rows.size(); ++i) {
      const LadderRow& row = ladder_.rows[i];
      if (row.entry.is_large && !was_large) gap(context, 5);
      was_large = row.entry.is_large;
      const ImVec2 from = cursor();
      tops.push_back(from.y);
      draw_row(context, columns, i, most, width);
      if (is_shown(context, row, Side::a)) chosen = Rect{from.x, from.y, width, cursor().y - from.y};
    }
    gap(context, 3);
    draw_foot(context, width);
    if (chosen) bring_into_view(context, *chosen, tops);
  }

  static bool is_shown(const PanelContext& context, const LadderRow& row, Side side) {
    if (side == Side::b && !context.session.comparing()) return false;
    return context.session.kernel(side) == row.entry.kernel && !row.entry.is_large;
  }

  /// Scrolls to the row of what is shown when that, or the room, becomes another; from then on it is the user's.
  void bring_into_view(PanelContext& context, const Rect& chosen, const std::vector<float>& tops) {
    const Rect view{ImGui::GetWindowPos().x, ImGui::GetWindowPos().y, ImGui::GetWindowWidth(),
                    ImGui::GetWindowHeight()};
    const std::string key = fmt::format("{} {} {}", context.session.kernel(Side::a)->id(), view.height, chosen.height);
    if (key != in_view_) turns_ = kTurnsToScroll;
    in_view_ = key;
    if (turns_ == 0) return;
    // Dear ImGui knows how far it can scroll only once all rows have been drawn.
    --turns_;
    context.redraw_within(0);
    float scroll = ImGui::GetScrollY();
    if (chosen.y < view.y || chosen.height > view.height) {
      scroll += chosen.y - view.y;
    } else if (chosen.bottom() > view.bottom()) {
      // A whole row at the top.
      float top = chosen.y;
      for (const float one : tops) {
        if (one >= chosen.bottom() - view.height) top = std::min(top, one);
      }
      scroll += top - view.y;
    }
    ImGui::SetScrollY(scroll);
  }

  static void draw_headings(PanelContext& context, const RungColumns& columns) {
    const ImVec2 from = cursor();
    ImFont* small = context.fonts.small;
    const float line = std::round(font_size(small) + context.px(3)), step = context.px(kNumber);
    float right = from.x + columns.numbers_end - step * static_cast<float>(columns.numbers.size());
    for (const RungColumn column : columns.numbers) {
      right += step;
      ImGui::SetCursorScreenPos({right - step, from.y});
      ImGui::PushID(column);
      hover_area("heading", {step, line});
      ImGui::PopID();
      tooltip(context, kRungTexts[column].meaning);
      const bool narrow = text_size(small, kRungTexts[column].heading).x > step - context.px(2);
      text_at(context, small, context.theme.text_faint, {right, from.y}, narrow ? "% dev" : kRungTexts[column].heading,
              Align::right);
    }
    if (columns.sentences_width > 0) {
      text_at(context, small, context.theme.text_faint, {from.x + columns.sentences, from.y},
              "what it improves, or what it shows");
    }
    ImGui::SetCursorScreenPos({from.x, from.y + line});
  }

  void draw_row(PanelContext& context, const RungColumns& columns, std::size_t index, double most, float width) const {
    const LadderRow& row = ladder_.rows[index];
    const Theme& theme = context.theme;
    ImFont* small = context.fonts.small;
    const bool is_a = is_shown(context, row, Side::a), is_b = is_shown(context, row, Side::b);
    const ImVec2 from = cursor();
    const float words_line = std::round(font_size(small) + context.px(1));
    const std::string& sentence = sentence_of(row);
    const bool beside = columns.sentences_width > 0 && !row.entry.is_large;
    const float line =
        beside ? std::max(words_line, wrapped_text_height(small, columns.sentences_width, sentence)) : words_line;
    // In a narrow panel the sentence of what is shown stands below its row.
    const bool below = is_a && columns.sentences_width == 0;
    const float indent = context.px(8);
    const float height = line + (below ? wrapped_text_height(small, width - indent, sentence) + context.px(3) : 0);
    if (is_a) {
      ImGui::GetWindowDrawList()->AddRectFilled(from, {from.x + width, from.y + height}, faded(theme.selected, 0.6f),
                                                context.px(3));
    }
    const std::string name = name_of(row);
    ImGui::PushID(static_cast<int>(index));
    if (hit_area(context, "row", name, {width, line})) {
      if (const auto chosen =
              context.session.change(context.session.selection().with_kernel(Side::a, row.entry.kernel->id()));
          !chosen) {
        context.say(chosen.error().message);
      }
    }
    ImGui::PopID();
    tooltip_above(context, all_words(row));
    const float text_y = from.y + (words_line - font_size(small)) / 2;
    text_at(context, small, is_a || is_b ? theme.text : theme.text_muted, {from.x, text_y},
            shortened_within(small, name, columns.names));
    const float bars = from.x + columns.bars;
    if (row.bandwidth && most > 0) {
      const float length = columns.bars_width * static_cast<float>(row.bandwidth->value / most);
      const Colour colour =
          is_a ? theme.accent_a
               : (is_b ? theme.accent_b : faded(theme.neutral, row.entry.baseline == nullptr ? 0.55f : 1.0f));
      ImGui::GetWindowDrawList()->AddRectFilled(
          {bars, from.y + context.px(3)}, {bars + length, from.y + words_line - context.px(3)}, colour, context.px(2));
    } else {
      text_at(context, small, theme.text_faint, {bars, text_y},
              shortened(small, row.no_time ? "not measured" : "no bandwidth", columns.bars_width));
    }
    draw_marks(context, row, {bars, from.y, columns.bars_width, line}, most);
    const float step = context.px(kNumber);
    float right = from.x + columns.numbers_end - step * static_cast<float>(columns.numbers.size());
    for (const RungColumn column : columns.numbers) {
      right += step;
      text_at(context, small, row.time ? theme.text : theme.text_faint, {right, text_y}, words_of(row, column),
              Align::right);
    }
    if (beside) {
      ImGui::SetCursorScreenPos({from.x + columns.sentences, from.y});
      wrapped_text(context, small, theme.text_muted, columns.sentences_width, sentence);
    }
    if (below) {
      ImGui::SetCursorScreenPos({from.x + indent, from.y + line});
      wrapped_text(context, small, theme.text, width - indent, sentence);
    }
    ImGui::SetCursorScreenPos({from.x, from.y + height});
  }

  /// A row's tooltip stands above the table: at the mouse it would lie on the headings.
  void tooltip_above(PanelContext& context, const std::string& words) const {
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) {
      ImGui::SetNextWindowPos({context.area.right(), table_top_ - context.px(4)}, ImGuiCond_Always, {1, 1});
    }
    tooltip(context, words);
    // It may not have been time for it yet.
    if (hovered) ImGui::GetCurrentContext()->NextWindowData.ClearFlags();
  }

  /// In a row's bars: the device's own copy, as it was measured in turns with this kernel, as a line, and what takes as
  /// long as the lesson's bar, where that is of as many bytes, as a dash. From row to row they are lines that leave the
  /// sentence of the chosen one free.
  void draw_marks(const PanelContext& context, const LadderRow& row, const Rect& bars, double most) const {
    if (!(most > 0)) return;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float thick = std::max(1.0f, std::round(context.px(1.5f)));
    const auto mark = [&](double rate, Colour colour, float inset) {
      const float x = std::round(bars.x + bars.width * static_cast<float>(rate / most));
      list->AddRectFilled({x, bars.y + inset}, {x + thick, bars.bottom() - inset}, colour);
    };
    if (const double copy = copy_of(row); copy > 0) mark(copy, context.theme.good, 0);
    const double rate = bar_rate();
    if (rate > 0 && rate <= most && row.entry.traffic_bytes == ladder_.bar->traffic_bytes) {
      mark(rate, context.theme.bad, std::round(bars.height * 0.2f));
    }
  }

  /// GB/s of what takes as long as the lesson's bar; 0 without one.
  [[nodiscard]] double bar_rate() const {
    if (!ladder_.bar || !(ladder_.bar->time.value > 0)) return 0;
    return static_cast<double>(ladder_.bar->traffic_bytes) / (ladder_.bar->time.value * 1000);
  }

  /// What the lines are, and what can be done about what is missing.
  void draw_foot(PanelContext& context, float width) {
    const Theme& theme = context.theme;
    ImFont* small = context.fonts.small;
    // Of the first row of each size: every kernel has its own turns, which hardly differ.
    std::string copies;
    for (const bool large : {false, true}) {
      for (const LadderRow& row : ladder_.rows) {
        if (row.entry.is_large != large || !(copy_of(row) > 0)) continue;
        copies += fmt::format("{}{} GB/s at {}", copies.empty() ? "" : ", ", figure_text(copy_of(row)),
                              options_text(size_of(row.entry)));
        break;
      }
    }
    if (!copies.empty()) {
      wrapped_text(context, small, theme.text_muted, width,
                   fmt::format("Bars: GB/s. Green line: the device's own copy, launched in turns with each kernel, {}.",
                               copies));
    }
    if (ladder_.bar) {
      wrapped_text(
          context, small, theme.text_muted, width,
          fmt::format("Red dashes: the bar of the lesson, {} µs or {} GB/s (published: {}).",
                      figure_text(ladder_.bar->time.value), figure_text(bar_rate()), ladder_.bar->time.source));
    }
    for (const LadderRow& row : ladder_.rows) {
      if (row.time) continue;
      const auto count =
          std::count_if(ladder_.rows.begin(), ladder_.rows.end(), [](const LadderRow& one) { return !one.time; });
      wrapped_text(context, small, theme.text_muted, width,
                   fmt::format("{} of {} without a time; {}: {}.", count, ladder_.rows.size(), name_of(row),
                               reason_text(row.no_time, Length::brief)));
      break;
    }
    draw_measure_all(context);
  }

  /// Measures what has not been measured here.
  void draw_measure_all(PanelContext& context) {
    Measures& measures = *context.measures;
    if (context.still || !measures.has_device() || measures.no_gpu()) return;
    std::vector<RunKey> open;
    for (const LadderRow& row : ladder_.rows) {
      const RunKey key{row.entry.kernel->id(), row.entry.options};
      if (measures.status(key).phase == MeasurePhase::idle) open.push_back(key);
    }
    if (open.empty() && !measures.busy()) return;
    gap(context, 4);
    if (measures.busy()) {
      if (button(context, "cancel", "cancel measuring")) measures.cancel();
    } else if (button(context, "all", fmt::format("measure {}", plural(open.size(), "# kernel|# kernels")))) {
      for (std::size_t i = open.size(); i-- > 0;) measures.request(open[i]);
    }
    tooltip(context, "Measures the ladder's kernels on this machine's GPU, at the size shown; each is emulated first.");
  }

  Ladder ladder_;
  std::uint64_t changes_ = 0;
  std::string recording_;
  static constexpr int kTurnsToScroll = 3;
  std::string in_view_;  ///< what was brought into view, and in how much room
  int turns_ = 0;        ///< frames in which that is still done
  float table_top_ = 0;
};

}  // namespace

PanelEntry ladder_panel() {
  return {.id = "ladder",
          .title = "Ladder",
          .help =
              "The kernels of the lesson side by side, at the size for a GPU: time, data moved in it, percent of a "
              "copy with the same blocks and of the device's own copy, what each does better than the one before.",
          .slot = Slot::details,
          .order = 50,
          .applies = ladder_applies,
          .maker = maker_of<LadderPanel>()};
}

}  // namespace bankloom::ui
