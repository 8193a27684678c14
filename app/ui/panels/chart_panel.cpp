// Two charts of all kernels of the lesson: measured times, sorted, and measured cycles of a request against its
// modelled wavefronts.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "core/wording/numbers.h"
#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/panel.h"
#include "ui/panels/shown_rows.h"
#include "ui/panels/side_style.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

/// Least extent of two charts side by side; where there is less, one of them is shown at a time.
constexpr float kBesideUnits = 690, kBesideHeight = 150;
/// The bars' part of the width where both are shown, and least room for a bar that is worth drawing.
constexpr float kBarsPart = 0.47f, kLeastBar = 90;
/// Least and largest height of a bar's row beyond its words, which leave room above and below letters; and the least of
/// a plot.
constexpr float kLeastLead = -0.6f, kLargestLead = 16, kLeastPlot = 60;
/// Half the extent of a mark of the plot: a number stands in it.
constexpr float kMark = 8.5f;
/// The part of the plot's width that its legend takes at most.
constexpr float kLegendPart = 0.52f;

/// "A setRowReadCol", "B setRowReadCol, IPAD = 1".
std::string shown_name(const Session& session, const ShownRow& row) { return row.sides(session) + row.name(); }

struct ChartBar {
  const ShownRow* shown = nullptr;
  std::string name;
  TimeCell time;
  std::optional<Measurement> measurement;
  std::uint64_t blocks = 0;  ///< of the measured launch; 0 where there is none
};

/// Requests of one kind with so many wavefronts that took so many cycles.
struct Point {
  std::string op;
  unsigned wavefronts = 0;
  double cycles = 0;
  std::vector<std::string> shown;   ///< names of A and B, A first
  std::vector<std::string> others;  ///< of the lesson's other kernels
  bool is_a = false, is_b = false;
  Origin origin;
  [[nodiscard]] bool recorded() const { return origin.provenance == Provenance::recorded; }
};

class ChartPanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    const Rect area = context.area;
    if (area.width < context.px(60) || area.height < context.px(20)) return;
    ImGui::SetCursorScreenPos({area.x, area.y});
    if (context.measures == nullptr) {
      wrapped_text(context, context.fonts.small, context.theme.text_muted, area.width,
                   "No times: there is neither a GPU nor a recording here.");
      return;
    }
    const std::vector<ShownRow> lesson = shown_rows(context.session);
    if (area.width >= context.px(kBesideUnits) && area.height >= context.px(kBesideHeight)) {
      const float left = std::floor(area.width * kBarsPart), x = area.x + left + context.px(18);
      draw_bars(context, {area.x, area.y, left, area.height}, left, lesson);
      draw_plot(context, {x, area.y, area.right() - x, area.height}, area.right() - x, lesson);
    } else {
      const float head = area.width - draw_switch(context) - context.px(10);
      if (has_plot_) {
        draw_plot(context, area, head, lesson);
      } else {
        draw_bars(context, area, head, lesson);
      }
    }
    context.area = area;
  }

 private:
  /// The height of the line above a chart.
  static float head_height(const PanelContext& context) {
    return std::round(font_size(context.fonts.small) + context.px(3));
  }

  /// Which of the two charts is shown, at the right end of the line above it; returns its width.
  float draw_switch(PanelContext& context) {
    const char* const labels[] = {"bars", "plot"};
    const char* const meanings[] = {"The time of one launch of each kernel.",
                                    "The cycles of a request over its wavefronts."};
    const float height = head_height(context);
    float x = context.area.right(), sum = 0;
    for (const int i : {1, 0}) {
      const float width = std::ceil(text_size(context.fonts.small, labels[i]).x + context.px(16));
      x -= width;
      sum += width;
      ImGui::SetCursorScreenPos({x, context.area.y});
      const bool is_chosen = has_plot_ == (i == 1);
      if (button(context, labels[i], labels[i], is_chosen ? ButtonStyle::selected : ButtonStyle::normal,
                 {width, height})) {
        has_plot_ = i == 1;
      }
      tooltip(context, meanings[i]);
      x -= context.px(3);
      sum += context.px(3);
    }
    return sum;
  }

  static std::vector<ChartBar> bars_of(PanelContext& context, const std::vector<ShownRow>& lesson) {
    std::vector<ChartBar> bars;
    for (const ShownRow& shown : lesson) {
      const MeasureStatus status = context.measures->status(shown.row.key);
      ChartBar bar{&shown, shown_name(context.session, shown), time_cell(status, context.measures->no_gpu()),
                   one_block(status), 0};
      if (bar.measurement) bar.blocks = status.result->own.grid.count();
      bars.push_back(std::move(bar));
    }
    std::stable_sort(bars.begin(), bars.end(),
                     [](const ChartBar& a, const ChartBar& b) { return a.time.value > b.time.value; });
    return bars;
  }

  /// What the bars are of, as long as there is room for it, and where the times come from.
  static std::string bars_head(const PanelContext& context, const std::vector<ChartBar>& bars, bool is_mixed,
                               float width) {
    std::string origin;
    std::set<std::uint64_t> blocks;
    for (const ChartBar& bar : bars) {
      if (bar.time.origin) origin = origin_text(*bar.time.origin);
      if (bar.blocks != 0) blocks.insert(bar.blocks);
    }
    const std::string source = is_mixed ? "pale bars: recorded" : origin;
    std::string brief = "One launch", long_form = "Time of one launch";
    if (blocks.size() == 1) long_form += fmt::format(" of {}", plural(*blocks.begin(), "# block|# blocks"));
    std::string head;
    for (const std::string& subject : {long_form, std::string("Time of one launch"), brief, std::string()}) {
      head = fmt::format("{}{}{}", subject, subject.empty() || source.empty() ? "" : " · ", source);
      if (text_size(context.fonts.small, head).x <= width) break;
    }
    return shortened(context.fonts.small, head, width);
  }

  /// `head`: the width of the line above.
  static void draw_bars(PanelContext& context, const Rect& area, float head, const std::vector<ShownRow>& lesson) {
    const Theme& theme = context.theme;
    ImFont* small = context.fonts.small;
    const std::vector<ChartBar> bars = bars_of(context, lesson);
    std::optional<Origin> origin;
    BarScale scale;
    for (const ChartBar& bar : bars) {
      if (!bar.time.origin) continue;
      scale.is_mixed = scale.is_mixed || (origin && bar.time.origin != origin);
      origin = bar.time.origin;
      scale.longest =
          std::max(scale.longest, bar.measurement && bar.measurement->spread ? bar.measurement->spread->upper_quartile
                                                                             : bar.time.value);
    }
    text_at(context, small, theme.text_muted, {area.x, area.y + context.px(1)},
            bars_head(context, bars, scale.is_mixed, head));
    const float top = area.y + head_height(context) + context.px(2);
    float words = 0, brief = 0;
    for (const ChartBar& bar : bars) {
      scale.names = std::max(scale.names, text_size(small, bar.name).x);
      words = std::max(words, bar.measurement ? text_size(small, bar.time.words).x : 0);
      brief = std::max(brief, bar.measurement ? text_size(small, bar.time.brief).x : 0);
    }
    // Thinner bars before one is left out of sight.
    const float footer = measure_all_height(context, bars);
    const auto count = static_cast<float>(std::max<std::size_t>(bars.size(), 1));
    const float least = font_size(small) + context.px(kLeastLead), most = font_size(small) + context.px(kLargestLead);
    const float height = area.bottom() - top - footer;
    const float line = std::clamp(height / count, least, most);
    const bool scrolls = line * count > height + 1;
    const float width = area.width - (scrolls ? ImGui::GetStyle().ScrollbarSize : 0);
    scale.names = std::min(scale.names, width * 0.42f);
    scale.has_quartiles = width - scale.names - words - context.px(16) >= context.px(kLeastBar);
    scale.values = scale.has_quartiles ? words : brief;
    float y = top;
    const auto is_shown = [](const ChartBar& bar) { return bar.shown->is_a || bar.shown->is_b; };
    if (scrolls) {
      // A and B stand above the others, which scroll.
      for (const ChartBar& bar : bars) {
        if (!is_shown(bar)) continue;
        draw_bar_row(context, {area.x, y, width, line}, bar, scale);
        y += line;
      }
      y += context.px(3);
      ImGui::SetCursorScreenPos({area.x, y});
      // Whole rows: half of one reads as another.
      const float rows = std::max(1.0f, std::floor((area.bottom() - footer - y) / line));
      begin_child("bars", {area.width, rows * line});
      y = cursor().y;
    }
    for (const ChartBar& bar : bars) {
      if (scrolls && is_shown(bar)) continue;
      draw_bar_row(context, {area.x, y, width, line}, bar, scale);
      y += line;
    }
    if (scrolls) {
      ImGui::SetCursorScreenPos({area.x, y});
      ImGui::EndChild();
    }
    if (footer > 0) {
      ImGui::SetCursorScreenPos({area.x, area.bottom() - footer + context.px(4)});
      draw_measure_all(context, bars);
    }
  }

  /// What all bars have in common.
  struct BarScale {
    double longest = 0;
    bool is_mixed = false, has_quartiles = false;
    float names = 0, values = 0;  ///< widths
  };

  static void draw_bar_row(PanelContext& context, const Rect& row, const ChartBar& bar, const BarScale& scale) {
    const Theme& theme = context.theme;
    ImFont* small = context.fonts.small;
    const ShownRow& shown = *bar.shown;
    const bool is_shown = shown.is_a || shown.is_b;
    const float bar_left = row.x + scale.names + context.px(8);
    const float bar_room = std::max(row.right() - scale.values - context.px(8) - bar_left, context.px(10));
    const Colour other = scale.is_mixed && bar.time.recorded() ? faded(theme.neutral, 0.5f) : theme.neutral;
    const Colour colour = shown.is_a ? theme.accent_a : (shown.is_b ? theme.accent_b : other);
    ImGui::SetCursorScreenPos({row.x, row.y});
    ImGui::PushID(bar.name.c_str());
    const bool clicked = hit_area(context, "row", bar.name, {row.width, row.height});
    ImGui::PopID();
    tooltip(context, fmt::format("{}\n{}", shown.row.kernel->id(), bar.time.tooltip));
    if (clicked && !shown.is_b && !shown.row.key.own) {
      if (const auto chosen =
              context.session.change(context.session.selection().with_kernel(Side::a, shown.row.kernel->id()));
          !chosen) {
        context.say(chosen.error().message);
      }
    }
    const float text_y = row.y + (row.height - font_size(small)) / 2;
    text_at(context, small, is_shown ? theme.text : theme.text_muted, {row.x, text_y},
            shortened_within(small, bar.name, scale.names));
    if (!bar.measurement || scale.longest <= 0) {
      text_at(context, small, theme.text_faint, {bar_left, text_y},
              shortened(small, bar.time.words, row.right() - bar_left));
      return;
    }
    const auto at = [&](double value) { return bar_left + bar_room * static_cast<float>(value / scale.longest); };
    const float inset = std::min(context.px(3), row.height * 0.15f);
    const float top = row.y + inset, bottom = row.bottom() - inset, middle = (top + bottom) / 2;
    context.painter.rect({bar_left, top}, {at(bar.measurement->value), bottom}, colour, context.px(2));
    if (bar.measurement->spread && bar.measurement->spread->interquartile_range() > 0) {
      const float thick = std::max(1.0f, context.px(1.5f)), from = at(bar.measurement->spread->lower_quartile),
                  to = at(bar.measurement->spread->upper_quartile);
      context.painter.rect({from, middle - thick / 2}, {to, middle + thick / 2}, theme.text);
      for (const float x : {from, to}) {
        context.painter.rect({x - thick / 2, top + context.px(1)}, {x + thick / 2, bottom - context.px(1)}, theme.text);
      }
    }
    text_at(context, small, theme.text, {at(scale.longest) + context.px(8), text_y},
            scale.has_quartiles ? bar.time.words : bar.time.brief);
  }

  /// Kernels without faults that have not been measured here.
  static std::vector<RunKey> open_kernels(PanelContext& context, const std::vector<ChartBar>& bars) {
    std::vector<RunKey> open;
    for (const ChartBar& bar : bars) {
      const LessonRow& row = bar.shown->row;
      const RunSummary* run = row.outcome ? row.outcome->figures() : nullptr;
      if (run == nullptr || !run->faults.empty() || !run->instance.expected_faults.empty()) continue;
      if (context.measures->status(row.key).phase == MeasurePhase::idle) open.push_back(row.key);
    }
    return open;
  }
  static float measure_all_height(PanelContext& context, const std::vector<ChartBar>& bars) {
    Measures& measures = *context.measures;
    if (context.still || !measures.has_device() || measures.no_gpu()) return 0;
    if (!measures.busy() && open_kernels(context, bars).empty()) return 0;
    return head_height(context) + context.px(4);
  }
  static void draw_measure_all(PanelContext& context, const std::vector<ChartBar>& bars) {
    Measures& measures = *context.measures;
    const std::vector<RunKey> open = open_kernels(context, bars);
    const bool busy = measures.busy();
    const std::string label =
        busy ? "cancel measuring" : fmt::format("measure {}", plural(open.size(), "# kernel|# kernels"));
    const float width = std::ceil(text_size(context.fonts.small, label).x + context.px(18));
    if (button(context, busy ? "cancel" : "all", label, ButtonStyle::normal, {width, head_height(context)})) {
      if (busy) measures.cancel();
      for (const RunKey& key : open) {
        if (!busy) measures.request(key);
      }
    }
    tooltip(context, "Measures the kernels of the lesson that have not been measured here, those without faults.");
  }

  // ---- wavefronts and cycles
  // --------------------------------------------------------------------------------------------

  /// The dearest first.
  static std::vector<Point> points_of(PanelContext& context, const std::vector<ShownRow>& lesson) {
    std::vector<Point> points;
    for (const ShownRow& shown : lesson) {
      const MeasureStatus status = context.measures->status(shown.row.key);
      if (!status.result) continue;
      const bool recorded = status.result->provenance == Provenance::recorded;
      for (const TimedAccess& access : status.result->own.timed_accesses) {
        if (!access.cycles.measurement) continue;
        const double cycles = access.cycles.measurement->value;
        auto found = std::find_if(points.begin(), points.end(), [&](const Point& point) {
          return point.op == access.op && point.wavefronts == access.wavefronts && point.recorded() == recorded &&
                 std::abs(point.cycles - cycles) < 1;
        });
        if (found == points.end()) {
          Point point;
          point.op = access.op;
          point.wavefronts = access.wavefronts;
          point.cycles = cycles;
          point.origin = status.result->origin();
          points.push_back(std::move(point));
          found = points.end() - 1;
        }
        const std::string name = shown_name(context.session, shown);
        std::vector<std::string>& names = shown.is_a || shown.is_b ? found->shown : found->others;
        if (std::find(names.begin(), names.end(), name) == names.end()) {
          names.insert(shown.is_a ? names.begin() : names.end(), name);
        }
        found->is_a = found->is_a || shown.is_a;
        found->is_b = found->is_b || shown.is_b;
      }
    }
    std::stable_sort(points.begin(), points.end(), [](const Point& a, const Point& b) { return a.cycles > b.cycles; });
    return points;
  }

  static double rounded_up(double value) {
    const double step = value > 200 ? 100 : (value > 100 ? 40 : (value > 20 ? 20 : 10));
    return std::max(step, std::ceil(value / step) * step);
  }

  /// Round for loads, square for stores, a triangle for others; A's and B's in their colours, of both B's around A's.
  static void mark(PanelContext& context, ImVec2 middle, const Point& point, int number) {
    const Theme& theme = context.theme;
    const float r = context.px(kMark);
    const Colour colour = point.is_a ? theme.accent_a : (point.is_b ? theme.accent_b : theme.neutral);
    const auto shape = [&](float extent, Colour fill) {
      if (point.op == "load") {
        context.painter.circle(middle, extent, fill, 32);
      } else if (point.op == "store") {
        context.painter.rect({middle.x - extent, middle.y - extent}, {middle.x + extent, middle.y + extent}, fill);
      } else {
        context.painter.triangle({middle.x, middle.y - extent * 1.3f}, {middle.x + extent * 1.2f, middle.y + extent},
                                 {middle.x - extent * 1.2f, middle.y + extent}, fill);
      }
    };
    shape(r, theme.surface);
    shape(r - context.px(1), point.is_a && point.is_b ? theme.accent_b : colour);
    if (point.is_a && point.is_b) shape(r - context.px(3), colour);
    ImFont* font = context.fonts.small;
    text_at(context, font, text_on(colour), {middle.x, std::floor(middle.y - font_size(font) / 2)},
            std::to_string(number), Align::centre);
  }

  /// Where the cycles come from, as long as there is room for it.
  static std::string plot_head(const PanelContext& context, const std::vector<Point>& points, float width) {
    std::set<std::string> origins, briefs;
    for (const Point& point : points) {
      origins.insert(origin_text(point.origin));
      briefs.insert(origin_text(point.origin, Length::brief));
    }
    const std::string source = origins.size() == 1 ? *origins.begin() : fmt::format("{}", fmt::join(briefs, " and "));
    std::string head;
    for (const std::string& form : {fmt::format("Cycles per request, {}", source),
                                    fmt::format("Cycles per request, {}", fmt::join(briefs, " and ")),
                                    fmt::format("Cycles, {}", fmt::join(briefs, " and "))}) {
      head = form;
      if (text_size(context.fonts.small, head).x <= width) break;
    }
    return points.empty() ? "Cycles per request" : head;
  }

  /// `head`: the width of the line above.
  static void draw_plot(PanelContext& context, const Rect& area, float head, const std::vector<ShownRow>& lesson) {
    const Theme& theme = context.theme;
    ImFont* small = context.fonts.small;
    const float line = font_size(small) + context.px(2);
    const std::vector<Point> points = points_of(context, lesson);
    text_at(context, small, theme.text_muted, {area.x, area.y + context.px(1)},
            shortened(small, plot_head(context, points, head), head));
    const float top = area.y + head_height(context) + context.px(3);
    const Rect rect{area.x, top, area.width, area.bottom() - top};
    if (points.empty()) {
      ImGui::SetCursorScreenPos({rect.x, rect.y});
      wrapped_text(context, small, theme.text_faint, rect.width,
                   "No cycles were measured for this lesson's kernels at these options.");
      return;
    }
    if (rect.height < context.px(kLeastPlot)) return;
    double most_cycles = 0;
    unsigned most_wavefronts = 1;
    for (const Point& point : points) {
      most_cycles = std::max(most_cycles, point.cycles);
      most_wavefronts = std::max(most_wavefronts, point.wavefronts);
    }
    most_cycles = rounded_up(most_cycles);
    const unsigned last = std::max(most_wavefronts, 4u);
    const float axis = text_size(small, fmt::format("{:g}", most_cycles)).x + context.px(8);
    const float legend = legend_width(context, points, rect.width * kLegendPart);
    const float r = context.px(kMark);
    // Marks at the ends stand within.
    const Rect plot{rect.x + axis, rect.y + line / 2, rect.width - axis - legend - context.px(14) - r,
                    rect.height - line * 1.5f - context.px(3)};
    const auto x_of = [&](double wavefronts) { return plot.x + plot.width * static_cast<float>(wavefronts / last); };
    const auto y_of = [&](double cycles) {
      return plot.bottom() - plot.height * static_cast<float>(cycles / most_cycles);
    };
    const float thin = std::max(1.0f, std::round(context.scale));
    context.painter.rect({plot.x, plot.y}, {plot.x + thin, plot.bottom()}, theme.line);
    context.painter.rect({plot.x, plot.bottom() - thin}, {plot.right(), plot.bottom()}, theme.line);
    for (const double part : {0.0, 0.5, 1.0}) {
      const double value = most_cycles * part;
      if (part > 0)
        context.painter.rect({plot.x, y_of(value)}, {plot.right(), y_of(value) + thin}, faded(theme.line, 0.6f));
      text_at(context, small, theme.text_faint, {plot.x - context.px(6), y_of(value) - line / 2},
              fmt::format("{:g}", value), Align::right);
    }
    float ticks = plot.x;
    for (const double part : {0.25, 0.5, 0.75, 1.0}) {
      const double value = last * part;
      if (value != std::floor(value)) continue;
      const Rect tick = text_at(context, small, theme.text_faint, {x_of(value), plot.bottom() + context.px(3)},
                                fmt::format("{:g}", value), part == 1.0 ? Align::right : Align::centre);
      if (part == 0.25) ticks = tick.right();
    }
    std::vector<Rect> taken{draw_axis_name(context, plot, ticks)};
    const std::vector<ImVec2> places = mark_places(context, points, plot, x_of, y_of, taken);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const ImVec2 truth{x_of(points[i].wavefronts), y_of(points[i].cycles)};
      if (places[i].x == truth.x && places[i].y == truth.y) continue;
      context.painter.line(truth, places[i], theme.text_muted, std::max(1.0f, context.px(1)));
      context.painter.circle(truth, context.px(2.5f), theme.text, 12);
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
      mark(context, places[i], points[i], static_cast<int>(i) + 1);
      ImGui::SetCursorScreenPos({places[i].x - r, places[i].y - r});
      ImGui::PushID(static_cast<int>(i));
      hover_area("point", {2 * r, 2 * r});
      ImGui::PopID();
      tooltip(context, point_words(points[i]));
    }
    if (legend > 0) {
      const float x = rect.right() - legend;
      draw_legend(context, {x, rect.y, legend, rect.height}, points);
    }
  }

  static std::string point_words(const Point& point) {
    std::string words = fmt::format("{}, {} (modelled): {} cycles per request ({})", point.op,
                                    plural(point.wavefronts, "# wavefront|# wavefronts"), figure_text(point.cycles),
                                    origin_text(point.origin));
    for (const auto* names : {&point.shown, &point.others}) {
      for (const std::string& name : *names) words += "\n" + name;
    }
    return words;
  }

  /// What goes to the right, within the plot where no marks are expected; returns what it covers.
  static Rect draw_axis_name(PanelContext& context, const Rect& plot, float from) {
    ImFont* small = context.fonts.small;
    for (const std::string_view words :
         {"wavefronts per request, modelled →", "wavefronts, modelled →", "wavefronts →"}) {
      const ImVec2 size = text_size(small, words);
      if (plot.right() - size.x < std::max(from, plot.x + context.px(8))) continue;
      const float y = plot.bottom() - size.y - context.px(2);
      text_at(context, small, context.theme.text_muted, {plot.right(), y}, words, Align::right);
      return {plot.right() - size.x, y, size.x, size.y};
    }
    return {};
  }

  static bool meets(const Rect& a, const Rect& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
  }

  /// Where the marks stand: at their points, or where another is there already as near as there is room.
  template <typename X, typename Y>
  static std::vector<ImVec2> mark_places(const PanelContext& context, const std::vector<Point>& points,
                                         const Rect& plot, const X& x_of, const Y& y_of, std::vector<Rect>& taken) {
    const float r = context.px(kMark), extent = r + context.px(0.5f);
    std::vector<ImVec2> places;
    for (const Point& point : points) {
      const ImVec2 truth{x_of(point.wavefronts), y_of(point.cycles)};
      ImVec2 best = truth;
      bool found = false;
      for (int ring = 0; ring < 24 && !found; ++ring) {
        const float distance = static_cast<float>(ring) * context.px(4);
        // To the right first: the marks of few wavefronts stand at the left axis.
        for (int turn = 0; turn < (ring == 0 ? 1 : 12) && !found; ++turn) {
          // 0, -30, 30, -60, ... degrees.
          const int steps = (turn + 1) / 2 * (turn % 2 == 0 ? 1 : -1);
          const float angle = static_cast<float>(steps) * 0.5236f;
          const ImVec2 place{truth.x + distance * std::cos(angle), truth.y + distance * std::sin(angle)};
          const Rect rect{place.x - extent, place.y - extent, 2 * extent, 2 * extent};
          const bool inside = ring == 0 || (rect.x >= plot.x && rect.right() <= plot.right() + r &&
                                            rect.y >= plot.y - r && rect.bottom() <= plot.bottom());
          if (!inside) continue;
          if (std::any_of(taken.begin(), taken.end(), [&](const Rect& other) { return meets(rect, other); })) continue;
          best = place;
          found = true;
        }
      }
      taken.push_back({best.x - extent, best.y - extent, 2 * extent, 2 * extent});
      places.push_back(best);
    }
    return places;
  }

  // ---- the legend of the marks
  // ----------------------------------------------------------------------------------------

  /// "90.3 · load: A setRowReadCol, setRowReadColDyn"; with less room "… +1". A and B are always named.
  static std::string legend_words(const PanelContext& context, const Point& point, bool is_mixed, float width) {
    ImFont* small = context.fonts.small;
    const std::string begin =
        fmt::format("{}{} · {}: ", figure_text(point.cycles), is_mixed && point.recorded() ? " rec." : "", point.op);
    for (std::size_t shown = point.others.size() + 1; shown-- > 0;) {
      std::vector<std::string> names = point.shown;
      names.insert(names.end(), point.others.begin(), point.others.begin() + static_cast<std::ptrdiff_t>(shown));
      if (names.empty()) continue;
      const std::size_t left = point.others.size() - shown;
      std::string words =
          begin + fmt::format("{}", fmt::join(names, ", ")) + (left > 0 ? fmt::format(" +{}", left) : "");
      if (text_size(small, words).x <= width) return words;
    }
    // Without room for whole names the sides alone.
    if (point.is_a && point.is_b) return begin + "A, B";
    const std::size_t more = point.shown.size() + point.others.size() - 1;
    const std::string end = more > 0 ? fmt::format(" +{}", more) : "";
    const std::string& name = point.shown.empty() ? point.others.front() : point.shown.front();
    return begin + shortened_within(small, name, width - text_size(small, begin + end).x) + end;
  }
  static bool mixed(const std::vector<Point>& points) {
    return std::any_of(points.begin(), points.end(),
                       [&](const Point& point) { return point.recorded() != points.front().recorded(); });
  }
  static float legend_mark(const PanelContext& context) { return context.px(2 * kMark + 6); }

  /// As wide as its widest line, `most` at most.
  static float legend_width(const PanelContext& context, const std::vector<Point>& points, float most) {
    float width = 0;
    for (const Point& point : points) {
      const std::string words = legend_words(context, point, mixed(points), most - legend_mark(context));
      width = std::max(width, text_size(context.fonts.small, words).x);
    }
    return std::min(width + legend_mark(context), most);
  }

  static void draw_legend(PanelContext& context, const Rect& rect, const std::vector<Point>& points) {
    ImFont* small = context.fonts.small;
    const float least = font_size(small) + context.px(1), most = context.px(2 * kMark + 3);
    const auto count = static_cast<float>(points.size());
    const float line = std::clamp(rect.height / count, least, most);
    const bool is_mixed = mixed(points);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const float y = rect.y + static_cast<float>(i) * line;
      if (y + line > rect.bottom() + 1) break;
      const Point& point = points[i];
      const float middle = y + line / 2;
      // The mark's colour and shape, and its number, small enough for its line.
      const ImVec2 at{rect.x + context.px(kMark), middle};
      mark(context, at, point, static_cast<int>(i) + 1);
      const std::string words = legend_words(context, point, is_mixed, rect.width - legend_mark(context));
      text_at(context, small, point.is_a || point.is_b ? context.theme.text : context.theme.text_muted,
              {rect.x + legend_mark(context), middle - font_size(small) / 2},
              shortened(small, words, rect.width - legend_mark(context)));
      ImGui::SetCursorScreenPos({rect.x, y});
      ImGui::PushID(static_cast<int>(i));
      hover_area("legend", {rect.width, line});
      ImGui::PopID();
      tooltip(context, point_words(point));
    }
  }

  bool has_plot_ = false;  ///< of the two where there is room for one
};

}  // namespace

PanelEntry chart_panel() {
  return {.id = "chart",
          .title = "Chart",
          .help =
              "The measured times of all kernels of the lesson, sorted, and how many cycles a request takes for its "
              "wavefronts.",
          .slot = Slot::details,
          .order = 40,
          .maker = maker_of<ChartPanel>()};
}

}  // namespace bankloom::ui
