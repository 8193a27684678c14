// The ladder: all kernels of a lesson that do the same, with time, bandwidth and how near they come to a copy. A bar's
// length is the bandwidth, so that the copies' lines and the lesson's bar stand in the same picture.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/measure/ladder.h"
#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/panels/panels.h"
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
      return row.time ? number_words(row.time->value) : "–";
    case kRungRate:
      return row.bandwidth ? number_words(row.bandwidth->value) : "–";
    case kOfBaseline:
      if (row.entry.baseline == nullptr) return row.time ? "line" : "–";
      return row.of_baseline ? fmt::format("{:.1f}", *row.of_baseline * 100) : "–";
    default:
      return row.of_copy ? fmt::format("{:.1f}", *row.of_copy * 100) : "–";
  }
}

std::string name_of(const LadderRow& row) {
  return row.entry.is_large ? row.entry.kernel->name + ", " + size_text(row.entry) : row.entry.kernel->name;
}

/// All that is known of a row, for its tooltip.
std::string all_words(const LadderRow& row) {
  std::string words =
      fmt::format("{}, {}\n{}", row.entry.kernel->id(), options_text(row.entry.options), row.entry.kernel->title);
  if (!row.entry.kernel->fixes.empty()) words += "\n" + row.entry.kernel->fixes;
  words += "\n";
  if (row.time) {
    words += fmt::format("\n{}, {}; {}.", value_words(*row.time, true), row_origin(row), how_words(*row.time));
  } else {
    words += fmt::format("\nNo time: {}.", row.no_time);
  }
  if (row.bandwidth) {
    words += fmt::format("\n{} of {} bytes read and written.", value_words(*row.bandwidth, true),
                         grouped(row.entry.traffic_bytes));
  }
  if (row.of_baseline) {
    words += fmt::format("\n{} of {}.", percent_text(*row.of_baseline), row.entry.baseline->id());
  } else if (row.time) {
    words += fmt::format("\nNot compared with a copy kernel: {}.", row.no_of_baseline);
  }
  if (row.of_copy) {
    words += fmt::format("\n{} of the device's own copy.", percent_text(*row.of_copy));
  } else if (row.time) {
    words += fmt::format("\nNot compared with the device's own copy: {}.", row.no_of_copy);
  }
  if (row.measured != nullptr) {
    for (const std::string& note : row.measured->notes) words += "\nNote: " + note + ".";
  }
  return words;
}

/// GB/s of the device's own copy, beside which a row was measured; 0 where it was not.
double copy_of(const LadderRow& row) {
  if (row.measured == nullptr || !row.measured->own.bandwidth) return 0;
  const auto& copy = row.measured->own.bandwidth->copy.measurement;
  return copy ? copy->value : 0;
}

class LadderPanel final : public Panel {
 public:
  void draw(PanelContext& context, Side) override {
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
    begin_child("ladder", {area.width, area.height});
    draw_table(context);
    ImGui::EndChild();
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
    const LadderSource source = [&](const Kernel& kernel, const OptionValues& options, std::string& why) {
      const MeasureStatus status = measures.status(RunKey{kernel.id(), options});
      if (!status.result) why = missing_words(status, measures.no_gpu());
      return status.result;
    };
    ladder_ = make_ladder(context.session.catalog(), lesson, source, measures.published());
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
    const Theme& theme = context.theme;
    ImFont* small = context.fonts.small;
    const float width = room(context), left = cursor().x;
    const std::string origin = ladder_.origin();
    std::string head = ladder_.rows.empty() ? std::string() : size_text(ladder_.rows.front().entry);
    if (!origin.empty()) head += " · " + origin;
    text(context, small, theme.text_muted, shortened(small, head, width));
    const RungColumns columns = columns_for(context, width);
    draw_headings(context, columns);
    double most = 0, copy = 0;
    for (const LadderRow& row : ladder_.rows) {
      if (row.bandwidth) most = std::max(most, row.bandwidth->value);
      // Of the first of them: every kernel has its own turns, which hardly differ.
      if (copy == 0 && !row.entry.is_large) copy = copy_of(row);
    }
    most = std::max(most, copy);
    const float top = cursor().y;
    bool was_large = false;
    for (std::size_t i = 0; i < ladder_.rows.size(); ++i) {
      const LadderRow& row = ladder_.rows[i];
      if (row.entry.is_large && !was_large) gap(context, 5);
      was_large = row.entry.is_large;
      draw_row(context, columns, i, most);
    }
    draw_lines(context, columns, {left, top}, cursor().y, copy, most);
    gap(context, 3);
    draw_foot(context, width, copy);
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
              "what it does better than the one before");
    }
    ImGui::SetCursorScreenPos({from.x, from.y + line});
  }

  void draw_row(PanelContext& context, const RungColumns& columns, std::size_t index, double most) const {
    const LadderRow& row = ladder_.rows[index];
    const Theme& theme = context.theme;
    ImFont* small = context.fonts.small;
    const Session& session = context.session;
    const bool is_a = session.kernel(Side::a) == row.entry.kernel && !row.entry.is_large;
    const bool is_b = session.comparing() && session.kernel(Side::b) == row.entry.kernel && !row.entry.is_large;
    const ImVec2 from = cursor();
    const float words_line = std::round(font_size(small) + context.px(3));
    const std::string& fixes = row.entry.kernel->fixes;
    const bool has_sentence = columns.sentences_width > 0 && !fixes.empty() && !row.entry.is_large;
    const float line =
        has_sentence ? std::max(words_line, wrapped_text_height(small, columns.sentences_width, fixes)) : words_line;
    const float width = room(context);
    const std::string name = name_of(row);
    ImGui::PushID(static_cast<int>(index));
    if (hit_area(context, "row", name, {width, line})) {
      if (const auto chosen = context.session.choose_kernel(Side::a, row.entry.kernel->id()); !chosen) {
        context.say(chosen.error().message);
      }
    }
    ImGui::PopID();
    tooltip(context, all_words(row));
    if (is_a) {
      ImGui::GetWindowDrawList()->AddRectFilled(from, {from.x + width, from.y + line}, faded(theme.selected, 0.6f),
                                                context.px(3));
    }
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
              shortened(small, row.no_time.empty() ? "no bandwidth" : "not measured", columns.bars_width));
    }
    const float step = context.px(kNumber);
    float right = from.x + columns.numbers_end - step * static_cast<float>(columns.numbers.size());
    for (const RungColumn column : columns.numbers) {
      right += step;
      text_at(context, small, row.time ? theme.text : theme.text_faint, {right, text_y}, words_of(row, column),
              Align::right);
    }
    if (has_sentence) {
      ImGui::SetCursorScreenPos({from.x + columns.sentences, from.y});
      wrapped_text(context, small, theme.text_muted, columns.sentences_width, fixes);
    }
    ImGui::SetCursorScreenPos({from.x, from.y + line});
    // In a narrow panel the sentence of what is shown stands below its row.
    if (is_a && columns.sentences_width == 0 && !fixes.empty()) {
      ImGui::SetCursorScreenPos({from.x + context.px(8), from.y + line});
      const float height = wrapped_text(context, small, theme.text_muted, width - context.px(8), fixes);
      ImGui::SetCursorScreenPos({from.x, from.y + line + height});
    }
  }

  /// The device's own copy and the lesson's bar, as lines through all rows.
  void draw_lines(const PanelContext& context, const RungColumns& columns, ImVec2 from, float bottom, double copy,
                  double most) const {
    if (!(most > 0)) return;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float thick = std::max(1.0f, std::round(context.px(1)));
    const auto line_at = [&](double rate, Colour colour) {
      const float x = std::round(from.x + columns.bars + columns.bars_width * static_cast<float>(rate / most));
      list->AddRectFilled({x, from.y}, {x + thick, bottom}, colour);
    };
    if (copy > 0) line_at(copy, context.theme.good);
    if (const double rate = bar_rate(); rate > 0 && rate <= most) line_at(rate, context.theme.bad);
  }

  /// GB/s of what takes as long as the lesson's bar; 0 without one.
  [[nodiscard]] double bar_rate() const {
    if (!ladder_.bar || !(ladder_.bar->time.value > 0)) return 0;
    return static_cast<double>(ladder_.bar->traffic_bytes) / (ladder_.bar->time.value * 1000);
  }

  /// What the lines are, and what can be done about what is missing.
  void draw_foot(PanelContext& context, float width, double copy) {
    const Theme& theme = context.theme;
    ImFont* small = context.fonts.small;
    if (copy > 0) {
      wrapped_text(context, small, theme.text_muted, width,
                   fmt::format("Bars: GB/s. Green line: the device's own copy, {} GB/s.", number_words(copy)));
    }
    if (ladder_.bar) {
      wrapped_text(
          context, small, theme.text_muted, width,
          fmt::format("Red line: the bar of the lesson, {} µs or {} GB/s (published: {}).",
                      number_words(ladder_.bar->time.value), number_words(bar_rate()), ladder_.bar->time.source));
    }
    for (const LadderRow& row : ladder_.rows) {
      if (row.time) continue;
      const auto count =
          std::count_if(ladder_.rows.begin(), ladder_.rows.end(), [](const LadderRow& one) { return !one.time; });
      wrapped_text(
          context, small, theme.text_muted, width,
          fmt::format("{} of {} without a time; {}: {}.", count, ladder_.rows.size(), name_of(row), row.no_time));
      break;
    }
    draw_measure_all(context);
  }

  /// Measures what has not been measured here.
  void draw_measure_all(PanelContext& context) {
    Measures& measures = *context.measures;
    if (context.still || !measures.has_device() || !measures.no_gpu().empty()) return;
    std::vector<RunKey> open;
    for (const LadderRow& row : ladder_.rows) {
      const RunKey key{row.entry.kernel->id(), row.entry.options};
      if (measures.status(key).phase == MeasurePhase::idle) open.push_back(key);
    }
    if (open.empty() && !measures.busy()) return;
    gap(context, 4);
    if (measures.busy()) {
      if (button(context, "cancel", "cancel measuring")) measures.cancel();
    } else if (button(context, "all", fmt::format("measure {}", counted(open.size(), "kernel")))) {
      for (std::size_t i = open.size(); i-- > 0;) measures.request(open[i]);
    }
    tooltip(context, "Measures the ladder's kernels on this machine's GPU, at the size shown; each is emulated first.");
  }

  Ladder ladder_;
  std::uint64_t changes_ = 0;
  std::string recording_;
};

}  // namespace

bool ladder_applies(const Session& session) {
  const Kernel* kernel = session.kernel(Side::a);
  return kernel != nullptr && has_ladder(session.catalog(), kernel->lesson);
}

std::unique_ptr<Panel> make_ladder_panel() { return std::make_unique<LadderPanel>(); }

}  // namespace bankloom::ui
