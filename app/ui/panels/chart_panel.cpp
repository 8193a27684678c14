// Two charts of all kernels of the lesson: measured times, sorted, and measured cycles of a request against its
// modelled wavefronts.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/wording/numbers.h"
#include "ui/layout/bar.h"
#include "ui/layout/controls.h"
#include "ui/layout/table.h"
#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/panel.h"
#include "ui/panels/shown_rows.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// Least extent of two charts beside each other, in units; with less, one of them is shown at a time.
constexpr float kBesideUnits = 690, kBesideHeight = 150;
/// The bars' part of the width if both are shown, and the least room for a useful bar.
constexpr float kBarsPart = 0.483f, kLeastBars = 90;
/// Units: heights of a bar's row, the lowest without room above and below its letters; and least extent of the plot.
constexpr float kLeastBarsRow = 12.4f, kLargestBarRow = 28.5f, kLeastPlot = 60;
/// Half the extent of a mark of the plot, in units: it contains a number.
constexpr float kMark = 8.5f;
/// Largest part of the plot's width for its legend.
constexpr float kLegendPart = 0.52f;

/// "A setRowReadCol", "B setRowReadCol, IPAD = 1".
std::string shown_name(const Session& session, const ShownRow& row) { return row.sides(session) + row.name(); }

struct ChartBar {
  const ShownRow* shown = nullptr;
  std::string name;
  TimeCell time;
  std::optional<Measurement> measurement;
  std::uint64_t blocks = 0;  ///< of the measured launch; 0 if there is none
};

/// Requests of one kind with the same wavefronts and the same cycles.
struct Point {
  AccessOp op = AccessOp::load;
  unsigned wavefronts = 0;
  double cycles = 0;
  std::vector<std::string> shown;   ///< names of A and B, A first
  std::vector<std::string> others;  ///< of the lesson's other kernels
  bool is_a = false, is_b = false;
  Origin origin;
  [[nodiscard]] bool recorded() const { return origin.provenance == Provenance::recorded; }
};

/// The places of the plot's numbers, in pixels.
struct PlotScale {
  Rect plot;
  unsigned wavefronts = 4;  ///< at the right end
  double cycles = 0;        ///< at the upper end
  [[nodiscard]] float x(double at) const { return plot.x + plot.width * static_cast<float>(at / wavefronts); }
  [[nodiscard]] float y(double at) const { return plot.bottom() - plot.height * static_cast<float>(at / cycles); }
  [[nodiscard]] ImVec2 at(const Point& point) const { return {x(point.wavefronts), y(point.cycles)}; }
};

class ChartPanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    if (context.measures == nullptr) {
      return show(context, Text("No times: there is neither a GPU nor a recording here.").small().muted().wrap());
    }
    const std::vector<ShownRow> lesson = shown_rows(context.session);
    const std::vector<ChartBar> bars = bars_of(context, lesson);
    const std::vector<Point> points = points_of(context, lesson);
    const Rect& area = context.area;
    if (area.width >= context.px(kBesideUnits) && area.height >= context.px(kBesideHeight)) {
      show(context, Row()
                        .gap(18)
                        .add(bar_chart(context, bars, {}), share(kBarsPart))
                        .add(plot_chart(context, points, {}), share(1 - kBarsPart)));
    } else {
      show(context, has_plot_ ? plot_chart(context, points, choice()) : bar_chart(context, bars, choice()));
    }
  }

 private:
  /// The choice of one of the charts, at the right end of the line above it.
  Row choice() {
    const auto button = [this](const char* label, const char* meaning, bool is_plot) {
      return Button(
                 label, label, [this, is_plot] { has_plot_ = is_plot; },
                 has_plot_ == is_plot ? ButtonStyle::selected : ButtonStyle::normal, true)
          .tooltip(meaning);
    };
    return Row()
        .gap(3)
        .add(button("bars", "The time of one launch of each kernel.", false))
        .add(button("plot", "The cycles of a request over its wavefronts.", true));
  }

  // ---- the times of launches, sorted

  static std::vector<ChartBar> bars_of(PanelContext& context, const std::vector<ShownRow>& lesson) {
    std::vector<ChartBar> bars;
    for (const ShownRow& shown : lesson) {
      const MeasureStatus status = context.measures->status(shown.row.key);
      ChartBar bar{&shown, shown_name(context.session, shown), time_cell(status, context.measures->no_gpu()),
                   one_block(status), 0};
      if (bar.measurement) bar.blocks = status.result->own.grid.count();
      bars.push_back(std::move(bar));
    }
    std::ranges::stable_sort(bars, [](const ChartBar& a, const ChartBar& b) { return a.time.value > b.time.value; });
    return bars;
  }

  /// What the bars measure, and the origin of the times.
  static Fit bars_head(const std::vector<ChartBar>& bars, bool is_mixed) {
    std::string source;
    std::set<std::uint64_t> blocks;
    for (const ChartBar& bar : bars) {
      if (bar.time.origin) source = is_mixed ? "pale bars: recorded" : origin_text(*bar.time.origin).str();
      if (bar.blocks != 0) blocks.insert(bar.blocks);
    }
    return {launch_times_wordings(blocks.size() == 1 ? std::optional(*blocks.begin()) : std::nullopt, source)};
  }

  static Column bar_chart(PanelContext& context, const std::vector<ChartBar>& bars, const Box& choice) {
    std::optional<Origin> origin;
    bool is_mixed = false;
    double longest = 0;
    for (const ChartBar& bar : bars) {
      if (!bar.time.origin) continue;
      is_mixed = is_mixed || (origin && bar.time.origin != origin);
      origin = bar.time.origin;
      const bool has_spread = bar.measurement && bar.measurement->spread;
      longest = std::max(longest, has_spread ? bar.measurement->spread->upper_quartile : bar.time.value);
    }
    Table table;
    // Bars become thinner before one scrolls out of view; only whole rows: half of one looks like another.
    table.scrolls("bars", true).padding(0).row_height(kLeastBarsRow, kLargestBarRow);
    table.column({"", "", Align::left, fit().at_most_part(0.52f)});
    table.column({"", "", Align::left, share().at_least(kLeastBars)}).column({""});
    for (const ChartBar& bar : bars) add_bar(context, table, bar, longest, is_mixed);
    return Column()
        .gap(1)
        .add(Row().gap(10).add(Text(bars_head(bars, is_mixed)).small().muted(), share()).add(choice))
        .add(table, share())
        .add(measure_all(context, bars));
  }

  static void add_bar(PanelContext& context, Table& table, const ChartBar& bar, double longest, bool is_mixed) {
    const Theme& theme = context.theme;
    const ShownRow& shown = *bar.shown;
    const bool is_shown = shown.is_a || shown.is_b;
    std::vector<Box> cells{
        Text(bankloom::Text::verbatim(bar.name)).small().keep_ends().colour(is_shown ? theme.text : theme.text_muted)};
    const bool has_bar = bar.measurement && longest > 0;
    if (has_bar) {
      const Colour other = is_mixed && bar.time.recorded() ? faded(theme.neutral, 0.5f) : theme.neutral;
      Bar length(bar.measurement->value / longest, shown.is_a ? theme.accent_a : (shown.is_b ? theme.accent_b : other));
      const auto& spread = bar.measurement->spread;
      if (spread && spread->interquartile_range() > 0) {
        length.spread(spread->lower_quartile / longest, spread->upper_quartile / longest);
      }
      cells.push_back(length);
      cells.push_back(Text({bar.time.words, bar.time.brief}).small());
    }
    auto line = table.row(std::move(cells));
    if (!has_bar) line.rest(Text(bar.time.words).small().faint());
    // If the others scroll, A and B stay above them.
    if (is_shown) line.stays();
    line.tooltip(say("{kernel}\n{time}", "kernel"_a = shown.row.kernel->id(), "time"_a = bar.time.tooltip))
        .on_click(bar.name, [&context, &shown] {
          if (shown.is_b || shown.row.key.own) return;
          const std::string id = shown.row.kernel->id();
          say_problem(context, context.session.change(context.session.selection().with_kernel(Side::a, id)));
        });
  }

  /// Measures kernels without faults that have not been measured here.
  static Box measure_all(PanelContext& context, const std::vector<ChartBar>& bars) {
    Measures& measures = *context.measures;
    if (context.still || !measures.has_device() || measures.no_gpu()) return {};
    std::vector<RunKey> open;
    for (const ChartBar& bar : bars) {
      const LessonRow& row = bar.shown->row;
      const RunSummary* run = row.outcome ? row.outcome->figures() : nullptr;
      if (run == nullptr || !row.facts().faults().empty() || !run->instance.expected_faults.empty()) continue;
      if (measures.status(row.key).phase == MeasurePhase::idle) open.push_back(row.key);
    }
    const bool busy = measures.busy();
    if (!busy && open.empty()) return {};
    const std::string label =
        busy ? "cancel measuring" : plural(open.size(), "measure # kernel|measure # kernels").str();
    const auto act = [&measures, open, busy] {
      if (busy) return measures.cancel();
      for (const RunKey& key : open) measures.request(key);
    };
    return Row().add(
        Button(busy ? "cancel" : "all", label, act, ButtonStyle::normal, true)
            .tooltip("Measures the kernels of the lesson that have not been measured here, those without faults."));
  }

  // ---- wavefronts and cycles

  /// The most expensive first.
  static std::vector<Point> points_of(PanelContext& context, const std::vector<ShownRow>& lesson) {
    std::vector<Point> points;
    for (const ShownRow& shown : lesson) {
      const MeasureStatus status = context.measures->status(shown.row.key);
      if (!status.result) continue;
      const bool recorded = status.result->provenance == Provenance::recorded;
      for (const TimedAccess& access : status.result->own.timed_accesses) {
        if (!access.cycles.measurement) continue;
        const double cycles = access.cycles.measurement->value;
        auto found = std::ranges::find_if(points, [&](const Point& point) {
          return point.op == access.op && point.wavefronts == access.wavefronts && point.recorded() == recorded &&
                 std::abs(point.cycles - cycles) < 1;
        });
        if (found == points.end()) {
          points.push_back({access.op, access.wavefronts, cycles, {}, {}, false, false, status.result->origin()});
          found = points.end() - 1;
        }
        const std::string name = shown_name(context.session, shown);
        std::vector<std::string>& names = shown.is_a || shown.is_b ? found->shown : found->others;
        if (std::ranges::find(names, name) == names.end()) {
          names.insert(shown.is_a ? names.begin() : names.end(), name);
        }
        found->is_a = found->is_a || shown.is_a;
        found->is_b = found->is_b || shown.is_b;
      }
    }
    std::ranges::stable_sort(points, std::greater(), &Point::cycles);
    return points;
  }

  static double rounded_up(double value) {
    const double step = value > 200 ? 100 : (value > 100 ? 40 : (value > 20 ? 20 : 10));
    return std::max(step, std::ceil(value / step) * step);
  }

  /// Round for loads, square for stores, a triangle for others; A's and B's in their colours, B's around A's if both.
  static void mark(PanelContext& context, ImVec2 middle, const Point& point, int number) {
    const Theme& theme = context.theme;
    const float r = context.px(kMark);
    const Colour colour = point.is_a ? theme.accent_a : (point.is_b ? theme.accent_b : theme.neutral);
    const auto shape = [&](float extent, Colour fill) {
      if (point.op == AccessOp::load) {
        context.painter.circle(middle, extent, fill, 32);
      } else if (point.op == AccessOp::store) {
        context.painter.rect({middle.x - extent, middle.y - extent}, {middle.x + extent, middle.y + extent}, fill);
      } else {
        context.painter.triangle({middle.x, middle.y - extent * 1.3f}, {middle.x + extent * 1.2f, middle.y + extent},
                                 {middle.x - extent * 1.2f, middle.y + extent}, fill);
      }
    };
    shape(r, theme.surface);
    shape(r - context.px(1), point.is_a && point.is_b ? theme.accent_b : colour);
    if (point.is_a && point.is_b) shape(r - context.px(3), colour);
    text_in(context, {middle.x - r, middle.y - r, 2 * r, 2 * r},
            Text(std::to_string(number)).small().colour(text_on(colour)).align(Align::centre));
  }

  /// The origin of the cycles.
  static Fit plot_head(const std::vector<Point>& points) {
    std::set<std::string> origins, briefs;
    for (const Point& point : points) {
      origins.insert(origin_text(point.origin));
      briefs.insert(origin_text(point.origin, Length::brief));
    }
    const std::string brief = list_text({briefs.begin(), briefs.end()});
    return {cycles_wordings(origins.size() == 1 ? *origins.begin() : brief, brief)};
  }

  static Column plot_chart(PanelContext& context, const std::vector<Point>& points, const Box& choice) {
    Column chart = Column().gap(3).add(Row().gap(10).add(Text(plot_head(points)).small().muted(), share()).add(choice));
    if (points.empty()) {
      return chart.add(
          Text("No cycles were measured for this lesson's kernels with these options.").small().faint().wrap());
    }
    const Drawing plot([&context, &points](const Rect& rect) {
      if (rect.height >= context.px(kLeastPlot)) draw_plot(context, rect, points);
    });
    return chart.add(Drawing([&context, &points, plot](const Rect& rect) {
                       Row().gap(14).add(plot, share()).add(legend(context, points, rect.width)).draw(context, rect);
                     }),
                     share());
  }

  static void draw_plot(PanelContext& context, const Rect& rect, const std::vector<Point>& points) {
    const Theme& theme = context.theme;
    const float r = context.px(kMark);
    std::vector<Rect> taken;
    const PlotScale scale = draw_axes(context, rect, points, taken);
    const std::vector<ImVec2> places = mark_places(context, points, scale, taken);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const ImVec2 truth = scale.at(points[i]);
      if (places[i].x == truth.x && places[i].y == truth.y) continue;
      context.painter.line(truth, places[i], theme.text_muted, std::max(1.0f, context.px(1)));
      context.painter.circle(truth, context.px(2.5f), theme.text, 12);
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
      mark(context, places[i], points[i], static_cast<int>(i) + 1);
      hover_at({places[i].x - r, places[i].y - r, 2 * r, 2 * r}, "point");
      tooltip(context, point_text(points[i]));
    }
  }

  /// Lines, numbers and the text at the right; adds places without marks to `taken`.
  static PlotScale draw_axes(PanelContext& context, const Rect& rect, const std::vector<Point>& points,
                             std::vector<Rect>& taken) {
    const Theme& theme = context.theme;
    PlotScale scale;
    for (const Point& point : points) {
      scale.cycles = std::max(scale.cycles, point.cycles);
      scale.wavefronts = std::max(scale.wavefronts, point.wavefronts);
    }
    scale.cycles = rounded_up(scale.cycles);
    const auto number = [](double value, Align align) {
      return Text(fmt::format("{:g}", value)).small().faint().align(align);
    };
    const Text largest = number(scale.cycles, Align::right);
    const float axis = largest.width(context) + context.px(8);
    const float line = largest.height(context, axis) + context.px(2);
    // Marks at the ends are within.
    scale.plot = {rect.x + axis, rect.y + line / 2, rect.width - axis - context.px(kMark),
                  rect.height - line * 1.5f - context.px(3)};
    const Rect& plot = scale.plot;
    const float thin = std::max(1.0f, std::round(context.scale));
    context.painter.rect({plot.x, plot.y}, {plot.x + thin, plot.bottom()}, theme.line);
    context.painter.rect({plot.x, plot.bottom() - thin}, {plot.right(), plot.bottom()}, theme.line);
    for (const double part : {0.0, 0.5, 1.0}) {
      const double value = scale.cycles * part;
      const float y = scale.y(value);
      if (part > 0) context.painter.rect({plot.x, y}, {plot.right(), y + thin}, faded(theme.line, 0.6f));
      text_in(context, {rect.x, y - line / 2, axis - context.px(6), line}, number(value, Align::right));
    }
    float ticks = plot.x + context.px(8);
    for (const double part : {0.25, 0.5, 0.75, 1.0}) {
      const double value = scale.wavefronts * part;
      if (value != std::floor(value)) continue;
      const float x = scale.x(value), reach = plot.width / 8;
      const Rect room{x - reach, plot.bottom() + context.px(3), part < 1 ? 2 * reach : reach, line};
      const Rect tick = text_in(context, room, number(value, part < 1 ? Align::centre : Align::right), Alignment::top);
      if (part == 0.25) ticks = std::max(ticks, tick.right());
    }
    // Within the plot, where no marks are likely.
    const Rect name{ticks, plot.bottom() - line, plot.right() - ticks, line - context.px(2)};
    const Text words =
        Text({"wavefronts per request, modelled →", "wavefronts, modelled →", "wavefronts →"}).small().muted();
    if (words.least_width(context) <= name.width)
      taken.push_back(text_in(context, name, Text(words).align(Align::right)));
    return scale;
  }

  static std::string point_text(const Point& point) {
    std::string words =
        timed_access_text(translated(access_op_name(point.op)), point.wavefronts, point.cycles, point.origin);
    for (const auto* names : {&point.shown, &point.others}) {
      for (const std::string& name : *names) words += "\n" + name;
    }
    return words;
  }

  /// The places of the marks: at their points, or as close as possible if another is there already.
  static std::vector<ImVec2> mark_places(const PanelContext& context, const std::vector<Point>& points,
                                         const PlotScale& scale, std::vector<Rect> taken) {
    const Rect& plot = scale.plot;
    const float r = context.px(kMark), extent = r + context.px(0.5f);
    const auto square = [extent](ImVec2 middle) {
      return Rect{middle.x - extent, middle.y - extent, 2 * extent, 2 * extent};
    };
    const auto is_free = [&](ImVec2 middle) {
      return std::ranges::none_of(taken, [&](const Rect& other) { return square(middle).intersects(other); });
    };
    std::vector<ImVec2> places;
    for (const Point& point : points) {
      const ImVec2 truth = scale.at(point);
      ImVec2 best = truth;
      constexpr int kTurns = 12, kRings = 23;
      for (int i = 0; i < kRings * kTurns && !is_free(best); ++i) {
        // To the right first, since marks of few wavefronts are at the left axis: 0, -30, 30, -60, ... degrees.
        const int turn = i % kTurns, ring = 1 + i / kTurns, steps = (turn + 1) / 2 * (turn % 2 == 0 ? 1 : -1);
        const float angle = static_cast<float>(steps) * 0.5236f;
        const float distance = context.px(4) * static_cast<float>(ring);
        const ImVec2 place{truth.x + distance * std::cos(angle), truth.y + distance * std::sin(angle)};
        const Rect rect = square(place);
        const bool is_inside = rect.x >= plot.x && rect.right() <= plot.right() + r && rect.y >= plot.y - r &&
                               rect.bottom() <= plot.bottom();
        if (is_inside) best = place;
      }
      if (!is_free(best)) best = truth;
      taken.push_back(square(best));
      places.push_back(best);
    }
    return places;
  }

  /// "90.3 · load: A setRowReadCol, setRowReadColDyn"; with less room "… +1". A and B are always named.
  static Fit legend_text(const Point& point, bool is_mixed) {
    const auto of = [&](const std::string& names, std::size_t others) {
      return say("{cycles}{recorded:| rec.} · {op}: {names}{others}", "cycles"_a = figure_text(point.cycles),
                 "recorded"_a = Case{is_mixed && point.recorded() ? 1U : 0U},
                 "op"_a = translated(access_op_name(point.op)), "names"_a = names,
                 "others"_a = others == 0 ? bankloom::Text() : say(" +{more}", "more"_a = others));
    };
    Wordings wordings;
    std::vector<std::string> names = point.shown;
    names.insert(names.end(), point.others.begin(), point.others.end());
    for (std::size_t shown = names.size(); shown > 0 && shown >= point.shown.size(); --shown) {
      wordings.push_back(
          of(join(std::span<const std::string>(names.data(), shown), list_sign()), names.size() - shown));
    }
    // Without room for whole names, the sides alone.
    if (point.is_a && point.is_b) wordings.push_back(of("A, B", 0));
    return Fit(wordings).fonts({FontUse::small}).keep_ends();
  }

  /// The marks with their meanings, within a part of the chart's width.
  static Table legend(PanelContext& context, const std::vector<Point>& points, float width) {
    const bool is_mixed =
        std::ranges::any_of(points, [&](const Point& point) { return point.recorded() != points.front().recorded(); });
    Table table = Table()
                      .gap(6)
                      .padding(0)
                      .row_height(13.5f, 2 * kMark + 3)
                      .column({"", "", Align::left, units(2 * kMark)})
                      .column({""});
    const float room = width * kLegendPart - context.px(2 * kMark + 6);
    int number = 0;
    for (const Point& point : points) {
      const Drawing own([&context, &point, index = ++number](const Rect& rect) {
        mark(context, {rect.x + rect.width / 2, rect.y + rect.height / 2}, point, index);
      });
      Text words(legend_text(point, is_mixed).choose(context.fonts, room).words);
      words.small().colour(point.is_a || point.is_b ? context.theme.text : context.theme.text_muted);
      table.row({own, words}).tooltip(point_text(point));
    }
    return table;
  }

  bool has_plot_ = false;  ///< if there is room for one of the two
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
