// The ladder: all kernels of a lesson that do the same, with time, bandwidth and their distance from a copy. A bar's
// length is the bandwidth, so that the copies' lines and the time to beat are in the same picture.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "core/base/language.h"
#include "core/measure/ladder.h"
#include "core/report/ladder_report.h"
#include "core/wording/numbers.h"
#include "ui/layout/bar.h"
#include "ui/layout/controls.h"
#include "ui/layout/table.h"
#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/overlays.h"
#include "ui/panel.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// Units: least length of the bars, least width of the sentences in a column, and indent of a sentence below its row.
constexpr float kNarrowestBars = 90, kLeastSentences = 360, kSentenceIndent = 8;

enum RungColumn : int { kRungTime, kRungRate, kOfBaseline, kOfCopy };
struct RungColumnText {
  RungColumn column;
  Fit heading;
  const char* meaning;
};
const RungColumnText kCountedTexts[] = {
    {kRungTime, "µs", "Measured time of one launch, in microseconds: the median of many."},
    {kRungRate, "GFLOP/s",
     "Additions and multiplications that the task needs, divided by the time; 1 GFLOP/s is 1,000,000,000 a second."},
    {kOfBaseline, {"% of naive", "% naive"}, "Percent of the rate of the kernel that it is measured against."},
    {kOfCopy,
     {"% of peak", "% peak"},
     "Percent of what the GPU's arithmetic units can do at its highest clock: two operations a unit and cycle."},
};
const RungColumnText kRungTexts[] = {
    {kRungTime, "µs", "Measured time of one launch, in microseconds: the median of many."},
    {kRungRate, "GB/s",
     "Bytes that the launch reads and writes in global memory, divided by its time; 1 GB is 1,000,000,000 bytes."},
    {kOfBaseline,
     {"% of copy", "% copy"},
     "Percent of the bandwidth of the copy kernel with the same blocks, which reads and writes as much."},
    {kOfCopy,
     {"% of device copy", "% device"},
     "Percent of the bandwidth of the device's own copy, launched alternately with the kernel."},
};

std::string cell_text_of(const LadderRow& row, RungColumn column) {
  switch (column) {
    case kRungTime:
      return row.time ? figure_text(row.time->value).str() : "–";
    case kRungRate:
      return row.bandwidth ? figure_text(row.bandwidth->value).str() : "–";
    case kOfBaseline:
      // The copy that is the baseline of the others.
      if (row.entry.baseline == nullptr) return row.time ? "100" : "–";
      return row.of_baseline ? figure_text(*row.of_baseline * 100, 1).str() : "–";
    default:
      if (row.of_peak) return figure_text(*row.of_peak * 100, 1).str();
      return row.of_copy ? figure_text(*row.of_copy * 100, 1).str() : "–";
  }
}

/// What a rung fixes or, for another kernel, what it shows.
const std::string& sentence_of(const LadderRow& row) {
  const Kernel& kernel = *row.entry.kernel;
  return kernel.fixes.empty() ? kernel.summary : kernel.fixes;
}

/// GB/s of the device's own copy, measured together with a row; 0 if it was not.
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
    const Kernel* kernel = context.session.kernel(Side::a);
    if (kernel == nullptr || context.measures == nullptr || !ladder_applies(context.session)) {
      return show(context,
                  Text("No ladder: none of this lesson's kernels is measured against another.").small().muted().wrap());
    }
    renew(context, kernel->lesson);
    offer_table(context, [&] { return report::to_text(ladder_, context.session.selection().catalog(), {false, 200}); });
    Column page = Column().gap(2).add(head(context)).add(table(context), share());
    show(context, page);
  }

 private:
  /// Makes the ladder again if a measurement may have changed.
  void renew(PanelContext& context, const std::string& lesson) {
    Measures& measures = *context.measures;
    const std::string recording = measures.chosen_recording();
    if (lesson == ladder_.lesson && measures.changes() == changes_ && recording == recording_) return;
    changes_ = measures.changes();
    recording_ = recording;
    const LadderSource source = [&](const Kernel& kernel,
                                    const OptionValues& options) -> Known<std::shared_ptr<const KernelMeasurement>> {
      const MeasureStatus status = measures.status(RunKey{kernel.id(), options});
      if (!status.result) return fail_with(missing_reason(status, measures.no_gpu()));
      return status.result;
    };
    ladder_ = make_ladder(context.session.selection().catalog(), lesson, source, measures.published());
  }

  /// The size of the times, and the meaning of the lines across the bars.
  [[nodiscard]] Row head(const PanelContext& context) const {
    std::string size, here;
    if (!ladder_.rows.empty()) {
      const LadderEntry& entry = ladder_.rows.front().entry;
      OptionValues present = size_of(entry);
      here = options_text(present);
      const OptionValues chosen = context.session.options(Side::a);
      for (auto& [name, value] : present) {
        if (const auto own = chosen.find(name); own != chosen.end()) value = own->second;
      }
      const std::string elsewhere = options_text(present);
      size = here == elsewhere
                 ? here
                 : say("{size} (the other views: {elsewhere})", "size"_a = here, "elsewhere"_a = elsewhere).str();
    }
    std::string longest = size;
    if (const auto origin = ladder_.origin()) {
      longest = say("{size} · {origin}", "size"_a = size, "origin"_a = origin_text(*origin));
    }
    Row row = Row().add(Text({longest, size, here}).small().muted(), share());
    const bool has_copy = std::ranges::any_of(ladder_.rows, [](const LadderRow& one) { return copy_of(one) > 0; });
    if (has_copy) add_line(context, row, context.theme.good, false, {"the device's own copy", "device's copy"});
    if (bar_rate() > 0) add_line(context, row, context.theme.bad, true, {"the time to beat", "to beat"});
    return row;
  }

  /// A line of the bars' picture and its meaning.
  static void add_line(const PanelContext& context, Row& row, Colour colour, bool is_dashed, Fit words) {
    const auto draw = [&context, colour, is_dashed](const Rect& rect) {
      const float x = std::floor(rect.x + rect.width / 2), width = std::max(1.0f, std::round(context.px(2)));
      const auto piece = [&](float from, float to) {
        context.painter.rect({x, std::round(rect.y + rect.height * from)},
                             {x + width, std::round(rect.y + rect.height * to)}, colour);
      };
      if (is_dashed) {
        piece(0, 0.4f);
        piece(0.6f, 1);
      } else {
        piece(0, 1);
      }
    };
    row.add(Drawing(draw), units(6)).add(Text(std::move(words)).small().muted());
  }

  Table table(PanelContext& context) {
    Table table = Table().scrolls("rungs").keep_in_view(in_view_).tooltips_above().padding(0.5f);
    table.column({"", "", Align::left, fit().at_most_part(0.3f)});
    table.column({"", "", Align::left, share().at_least(kNarrowestBars)});
    for (const RungColumnText& text : rung_texts()) {
      table.column({text.heading, text.meaning, Align::right, text.column == kRungRate ? fit().if_room(2) : fit()});
    }
    table.column(
        {"what it improves, or what it shows", "", Align::left, share(1.7f).at_least(kLeastSentences).if_room(1)});
    double most = 0;
    for (const LadderRow& row : ladder_.rows) {
      if (row.bandwidth) most = std::max(most, row.bandwidth->value);
      most = std::max(most, copy_of(row));
    }
    if (ladder_.counts_operations()) most = std::max(most, bar_rate());
    bool was_large = false;
    for (const LadderRow& row : ladder_.rows) {
      add_row(context, table, row, most, row.entry.is_large && !was_large);
      was_large = row.entry.is_large;
    }
    add_foot(context, table);
    return table;
  }

  [[nodiscard]] std::span<const RungColumnText> rung_texts() const {
    return ladder_.counts_operations() ? std::span<const RungColumnText>(kCountedTexts) : kRungTexts;
  }

  /// Of a kernel's rows the one with the chosen options, but for the size.
  static bool is_shown(const PanelContext& context, const LadderRow& row, Side side) {
    if (side == Side::b && !context.session.comparing()) return false;
    const LadderEntry& entry = row.entry;
    if (context.session.kernel(side) != entry.kernel || entry.is_large) return false;
    if (entry.kernel->rungs.empty()) return true;
    const OptionValues chosen = context.session.options(side);
    return std::ranges::all_of(entry.options, [&](const auto& option) {
      const auto found = chosen.find(option.first);
      return entry.kernel->gpu.contains(option.first) || found == chosen.end() || found->second == option.second;
    });
  }

  void add_row(PanelContext& context, Table& table, const LadderRow& row, double most, bool begins_group) const {
    const Theme& theme = context.theme;
    const bool is_a = is_shown(context, row, Side::a), is_b = is_shown(context, row, Side::b);
    const std::string name = row_name(row);
    std::vector<Box> cells{
        Text(bankloom::Text::verbatim(name)).small().keep_ends().colour(is_a || is_b ? theme.text : theme.text_muted)};
    cells.push_back(bar(context, row, most));
    for (const RungColumnText& text : rung_texts()) {
      cells.push_back(Text(cell_text_of(row, text.column)).small().colour(row.time ? theme.text : theme.text_faint));
    }
    const bool says_again = row.entry.is_large || !row.entry.rung.empty();
    cells.push_back(says_again ? Box() : Text(sentence_of(row)).small().muted().wrap());
    auto line = table.row(std::move(cells));
    line.gap(begins_group ? 5 : 0).tooltip(row_text(row)).on_click(name, [&context, &row] {
      const auto& selection = context.session.selection();
      auto changed = context.session.change(selection.with_kernel(Side::a, row.entry.kernel->id()));
      for (const auto& [option, value] : row.entry.rung) {
        if (changed) changed = context.session.change(context.session.selection().with_option(Side::a, option, value));
      }
      say_problem(context, changed);
    });
    if (!is_a) return;
    line.chosen().keep_in_view(name);
    // In a narrow panel the sentence of the shown kernel is below its row.
    line.below_without_last(Row().gap(0).add(Gap(kSentenceIndent)).add(Text(sentence_of(row)).small().wrap(), share()));
  }

  /// The bandwidth as a length, with two marks: a line for the device's own copy, measured in turns with this kernel,
  /// and a dash for the time to beat, if that is of as many bytes.
  [[nodiscard]] Bar bar(const PanelContext& context, const LadderRow& row, double most) const {
    const Theme& theme = context.theme;
    const bool is_a = is_shown(context, row, Side::a), is_b = is_shown(context, row, Side::b);
    const Colour colour =
        is_a ? theme.accent_a
             : (is_b ? theme.accent_b : translucent(theme.neutral, row.entry.baseline == nullptr ? 0.55 : 1));
    const bool has_bar = row.bandwidth && most > 0;
    Bar bar(has_bar ? row.bandwidth->value / most : 0, colour);
    bar.one_line();
    const bool is_hidden = row.no_time.kind == ReasonKind::hidden;
    if (!has_bar) {
      bar.label(Text(is_hidden ? "hidden" : row.no_time ? "not measured" : "no bandwidth").small().faint(), 0);
    }
    if (!(most > 0)) return bar;
    if (const double copy = copy_of(row); copy > 0) bar.mark(copy / most, theme.good);
    const double rate = bar_rate();
    if (rate > 0 && rate <= most && row.entry.traffic_bytes == ladder_.bar->traffic_bytes) {
      bar.mark(rate / most, theme.bad, 0.2f);
    }
    return bar;
  }

  /// GB/s or GFLOP/s at the time to beat; 0 without one.
  [[nodiscard]] double bar_rate() const {
    if (!ladder_.bar || !(ladder_.bar->time.value > 0)) return 0;
    const auto& rows = ladder_.rows;
    const std::uint64_t done = ladder_.counts_operations() ? rows.front().entry.operations : ladder_.bar->traffic_bytes;
    return static_cast<double>(done) / (ladder_.bar->time.value * 1000);
  }

  /// The meaning of the lines, and remedies for missing times.
  void add_foot(PanelContext& context, Table& table) {
    float above = 3;
    const auto tell = [&](const std::string& words) {
      table.across(Text(words).small().muted().wrap()).gap(above);
      above = 2;
    };
    // Of the first row of each size: every kernel has its own turns, which hardly differ.
    std::string copies;
    for (const bool large : {false, true}) {
      for (const LadderRow& row : ladder_.rows) {
        if (row.entry.is_large != large || !(copy_of(row) > 0)) continue;
        copies += copies.empty() ? std::string_view() : list_sign();
        copies += say("{rate} GB/s at {size}", "rate"_a = figure_text(copy_of(row)),
                      "size"_a = options_text(size_of(row.entry)));
        break;
      }
    }
    if (!copies.empty()) {
      tell(say("Bars: GB/s. Green line: the device's own copy, launched alternately with each kernel, {copies}.",
               "copies"_a = copies));
    }
    if (ladder_.bar) {
      const std::string rate = value_text(bar_rate(), ladder_.counts_operations() ? "GFLOP/s" : "GB/s").str();
      tell(say("Red dashes: the time to beat, {time} µs or {rate} (published: {source}).",
               "time"_a = figure_text(ladder_.bar->time.value), "rate"_a = rate,
               "source"_a = translated(ladder_.bar->time.source)));
    }
    for (const LadderRow& row : ladder_.rows) {
      if (row.time) continue;
      const auto count = std::ranges::count_if(ladder_.rows, [](const LadderRow& one) { return !one.time; });
      tell(say("{count} of {rows} without a time; {kernel}: {why}.", "count"_a = count, "rows"_a = ladder_.rows.size(),
               "kernel"_a = row_name(row), "why"_a = reason_text(row.no_time, Length::brief)));
      break;
    }
    add_measure_all(context, table);
  }

  /// Measures kernels that have not been measured here.
  void add_measure_all(PanelContext& context, Table& table) {
    Measures& measures = *context.measures;
    if (context.still || !measures.has_device() || measures.no_gpu()) return;
    std::vector<RunKey> open;
    for (const LadderRow& row : ladder_.rows) {
      const RunKey key{row.entry.kernel->id(), row.entry.options};
      if (measures.status(key).phase == MeasurePhase::idle) open.push_back(key);
    }
    if (open.empty() && !measures.busy()) return;
    const Control all = measures.busy() ? Button("cancel", "cancel measuring", [&measures] { measures.cancel(); })
                                        : Button("all", plural(open.size(), "measure # kernel|measure # kernels").str(),
                                                 [&measures, open] {
                                                   for (std::size_t i = open.size(); i-- > 0;)
                                                     measures.request(open[i]);
                                                 });
    table.across(Row().add(Control(all).tooltip(measure_ladder_text(measures.host())))).gap(4);
  }

  Ladder ladder_;
  std::uint64_t changes_ = 0;
  std::string recording_;
  InView in_view_;
};

}  // namespace

PanelEntry ladder_panel() {
  return {.id = "ladder",
          .title = "Ladder",
          .help =
              "The kernels of the lesson side by side, at the size for a GPU: time, data moved, percent of a copy "
              "with the same blocks and of the device's own copy, what each does better than the one before.",
          .slot = Slot::details,
          .order = 50,
          .applies = [](const PanelContext& context) { return ladder_applies(context.session); },
          .maker = maker_of<LadderPanel>()};
}

}  // namespace bankloom::ui
