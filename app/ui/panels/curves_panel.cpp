// The curves of a lesson: measured numbers over one option, a line a kernel or a choice. Each line has a number, which
// stands at its right end and in the legend, so that colours are not needed to tell lines apart; hollow points are the
// model's. The point of what is chosen has a ring.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/language.h"
#include "core/measure/curve.h"
#include "core/report/curve_report.h"
#include "core/wording/measurement.h"
#include "core/wording/numbers.h"
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

/// Units: half the extent of a point, and of a line's number; the least extent of a plot.
constexpr float kCurvePoint = 3.2f, kLineNumber = 7.5f, kLeastCurves = 50;
/// Part of the width for the legend.
constexpr float kLineNames = 0.34f;
/// From this ratio of the largest to the smallest number on, equal distances are equal factors.
constexpr double kWideRange = 12;

bool curves_apply(const Session& session) {
  const Kernel* kernel = session.kernel(Side::a);
  return kernel != nullptr && has_curves(session.selection().catalog(), kernel->lesson);
}

/// Numbers along an axis.
struct AxisScale {
  double low = 0, high = 1;
  bool by_factors = false;
  std::vector<double> ticks;

  /// 0 to 1.
  [[nodiscard]] float part(double value) const {
    if (by_factors) return static_cast<float>(std::log(value / low) / std::log(high / low));
    return static_cast<float>((value - low) / (high - low));
  }
};

AxisScale value_scale(double least, double most) {
  AxisScale scale;
  scale.by_factors = least > 0 && most / least > kWideRange;
  if (scale.by_factors) {
    scale.low = std::pow(10, std::floor(std::log10(least)));
    scale.high = most * 1.1;
    for (double tick = scale.low; tick <= scale.high; tick *= 10) {
      scale.ticks.push_back(tick);
      if (tick * 3 <= scale.high) scale.ticks.push_back(tick * 3);
    }
    return scale;
  }
  const double step = std::pow(10, std::floor(std::log10(std::max(most, 1e-9))));
  const double unit = most / step > 5 ? step * 2 : (most / step > 2 ? step : step / 2);
  scale.high = std::ceil(most / unit) * unit;
  for (double tick = 0; tick <= scale.high * 1.001; tick += unit) scale.ticks.push_back(tick);
  return scale;
}

AxisScale place_scale(const Curve& curve) {
  AxisScale scale;
  for (const CurveLine& line : curve.lines) {
    for (const CurvePoint& point : line.points) {
      if (std::ranges::find(scale.ticks, point.at) == scale.ticks.end()) scale.ticks.push_back(point.at);
    }
  }
  std::ranges::sort(scale.ticks);
  if (scale.ticks.empty()) return scale;
  scale.low = scale.ticks.front();
  scale.high = scale.ticks.back();
  scale.by_factors = scale.low > 0 && scale.high / scale.low > kWideRange;
  if (!scale.by_factors) scale.low = 0;
  if (scale.high <= scale.low) scale.high = scale.low + 1;
  return scale;
}

class CurvesPanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    const Kernel* kernel = context.session.kernel(Side::a);
    if (kernel == nullptr || context.measures == nullptr || !curves_apply(context.session)) {
      return show(context, Text("No curves: this lesson has none.").small().muted().wrap());
    }
    renew(context, *kernel);
    offer_table(context, [&] { return report::to_text(curves_, {false, 200}); });
    const Curve& curve = curves_[chosen_];
    Row head = Row().gap(10).add(Text(title(curve)).small().muted(), share());
    if (curves_.size() > 1 && !context.without_controls) head.add(choice());
    const Drawing plot([&context, &curve](const Rect& rect) {
      if (rect.height >= context.px(kLeastCurves)) draw_plot(context, rect, curve);
    });
    show(context,
         Column().gap(3).add(head).add(
             Row().gap(14).add(plot, share(1 - kLineNames)).add(legend(context, curve), share(kLineNames)), share()));
  }

 private:
  /// Makes the curves again if a measurement may have changed, and shows that of the kernel when it is chosen.
  void renew(PanelContext& context, const Kernel& kernel) {
    Measures& measures = *context.measures;
    const std::string recording = measures.chosen_recording();
    if (curves_.empty() || curves_.front().lesson != kernel.lesson || measures.changes() != changes_ ||
        recording != recording_) {
      changes_ = measures.changes();
      recording_ = recording;
      const LadderSource source = [&](const Kernel& one,
                                      const OptionValues& options) -> Known<std::shared_ptr<const KernelMeasurement>> {
        const MeasureStatus status = measures.status(RunKey{one.id(), options});
        if (!status.result) return fail_with(missing_reason(status, measures.no_gpu()));
        return status.result;
      };
      curves_ = make_curves(context.session.selection().catalog(), kernel.lesson, source);
      chosen_ = std::min(chosen_, curves_.size() - 1);
      kernel_.clear();
    }
    if (kernel_ == kernel.id()) return;
    kernel_ = kernel.id();
    for (std::size_t i = 0; i < curves_.size(); ++i) {
      const auto& lines = curves_[i].lines;
      if (std::ranges::any_of(lines, [&](const CurveLine& line) { return line.kernel == &kernel; })) chosen_ = i;
    }
  }

  static Fit title(const Curve& curve) {
    const std::string name(translated(curve.spec->title));
    const auto origin = curve.origin();
    const std::string whole = say("{title}, {unit}", "title"_a = name, "unit"_a = curve.unit).str();
    if (!origin) return {whole, name};
    return {say("{title} · {origin}", "title"_a = whole, "origin"_a = origin_text(*origin)).str(), whole, name};
  }

  Box choice() {
    Row row = Row().gap(3);
    for (std::size_t i = 0; i < curves_.size(); ++i) {
      row.add(Button(
                  curves_[i].spec->name, std::to_string(i + 1), [this, i] { chosen_ = i; },
                  i == chosen_ ? ButtonStyle::selected : ButtonStyle::normal, true)
                  .tooltip(std::string(translated(curves_[i].spec->title))));
    }
    return row;
  }

  static Colour colour_of(const PanelContext& context, std::size_t line, std::size_t lines) {
    return bank_colour(context.theme, Palette::wheel, static_cast<unsigned>(line * 2),
                       static_cast<unsigned>(std::max<std::size_t>(lines, 1) * 2), CellStrength::now);
  }

  /// Whether a point is what is chosen, but for the size.
  static bool is_chosen(const PanelContext& context, const CurveLine& line, const CurvePoint& point, Side side) {
    if (!is_shown(context.session, side) || context.session.kernel(side) != line.kernel) return false;
    return is_point_of(line, point, context.session.options(side));
  }

  static void draw_plot(PanelContext& context, const Rect& rect, const Curve& curve) {
    double least = 0, most = 0;
    for (const CurveLine& line : curve.lines) {
      for (const CurvePoint& point : line.points) {
        if (!point.value) continue;
        least = least == 0 ? point.value->value : std::min(least, point.value->value);
        most = std::max({most, point.value->value, point.modelled.value_or(0)});
      }
    }
    if (most == 0) {
      const bool is_hidden = !context.session.disclosure().shows(FactKind::time);
      text_in(context, rect, Text(is_hidden ? "hidden while this is asked" : "nothing was measured").small().faint());
      return;
    }
    const AxisScale values = value_scale(least, most), places = place_scale(curve);
    const Rect plot = draw_axes(context, rect, curve, values, places);
    const auto at = [&](double place, double value) {
      return ImVec2{plot.x + plot.width * places.part(place), plot.bottom() - plot.height * values.part(value)};
    };
    for (std::size_t i = 0; i < curve.lines.size(); ++i) {
      draw_line(context, curve, curve.lines[i], colour_of(context, i, curve.lines.size()), at);
    }
    draw_numbers(context, plot, curve, at);
  }

  static Rect draw_axes(PanelContext& context, const Rect& rect, const Curve& curve, const AxisScale& values,
                        const AxisScale& places) {
    const Theme& theme = context.theme;
    const auto number = [](double value, Align align) {
      return Text(fmt::format("{:g}", value)).small().faint().align(align);
    };
    float axis = 0;
    for (const double tick : values.ticks) axis = std::max(axis, number(tick, Align::right).width(context));
    axis += context.px(8);
    const float line = number(1, Align::right).height(context, axis) + context.px(1);
    const Rect plot{rect.x + axis, rect.y + line / 2, rect.width - axis - context.px(3 * kLineNumber),
                    rect.height - line * 2.5f - context.px(4)};
    const float thin = std::max(1.0f, std::round(context.scale));
    float above = rect.bottom();
    for (const double tick : values.ticks) {
      const float y = plot.bottom() - plot.height * values.part(tick);
      context.painter.rect({plot.x, y}, {plot.right(), y + thin}, faded(theme.line, 0.6f));
      if (above - y < line) continue;
      text_in(context, {rect.x, y - line / 2, axis - context.px(6), line}, number(tick, Align::right));
      above = y;
    }
    context.painter.rect({plot.x, plot.y}, {plot.x + thin, plot.bottom()}, theme.line);
    context.painter.rect({plot.x, plot.bottom() - thin}, {plot.right(), plot.bottom()}, theme.line);
    float before = rect.x;
    for (const double tick : places.ticks) {
      const float x = plot.x + plot.width * places.part(tick);
      const float reach = number(tick, Align::centre).width(context) / 2 + context.px(2);
      if (x - reach < before) continue;
      text_in(context, {x - reach, plot.bottom() + context.px(3), 2 * reach, line}, number(tick, Align::centre));
      before = x + reach;
    }
    text_in(context, {plot.x, rect.bottom() - line, plot.width, line},
            Text(translated(curve.spec->axis)).small().muted().align(Align::centre));
    return plot;
  }

  static void draw_line(PanelContext& context, const Curve& curve, const CurveLine& line, Colour colour,
                        const auto& at) {
    const float r = context.px(kCurvePoint), thick = std::max(1.0f, context.px(1.6f));
    std::optional<ImVec2> before;
    for (const CurvePoint& point : line.points) {
      if (!point.value) continue;
      const ImVec2 here = at(point.at, point.value->value);
      if (before) context.painter.line(*before, here, colour, thick);
      before = here;
    }
    for (const CurvePoint& point : line.points) {
      if (point.modelled) {
        context.painter.ring(at(point.at, *point.modelled), r * 1.5f, context.theme.text_muted, context.px(1));
      }
      if (!point.value) continue;
      const ImVec2 here = at(point.at, point.value->value);
      context.painter.circle(here, r, colour);
      for (const Side side : {Side::b, Side::a}) {
        if (!is_chosen(context, line, point, side)) continue;
        context.painter.ring(here, r * (side == Side::a ? 2.2f : 2.9f), accent(context.theme, side), context.px(2));
      }
      hover_at({here.x - 2 * r, here.y - 2 * r, 4 * r, 4 * r}, "point");
      tooltip(context, point_text(curve, line, point));
    }
  }

  static std::string point_text(const Curve& curve, const CurveLine& line, const CurvePoint& point) {
    std::string words = say("{line}: {value} at {place} ({axis})", "line"_a = translated(line.label),
                            "value"_a = value_text(point.value->value, curve.unit),
                            "place"_a = fmt::format("{:g}", point.at), "axis"_a = translated(curve.spec->axis))
                            .str();
    if (point.modelled) {
      words += "\n" + say("the model says {value}", "value"_a = value_text(*point.modelled, curve.unit)).str();
    }
    words += "\n" + line.kernel->id() + ", " + options_text(point.options).str();
    return words;
  }

  /// The lines' numbers at their right ends, moved apart where these are close.
  static void draw_numbers(PanelContext& context, const Rect& plot, const Curve& curve, const auto& at) {
    struct End {
      std::size_t line = 0;
      ImVec2 place;
    };
    std::vector<End> ends;
    for (std::size_t i = 0; i < curve.lines.size(); ++i) {
      const auto& points = curve.lines[i].points;
      const auto last = std::find_if(points.rbegin(), points.rend(), [](const CurvePoint& one) { return one.value; });
      if (last != points.rend()) ends.push_back({i, at(last->at, last->value->value)});
    }
    std::ranges::sort(ends, {}, [](const End& end) { return end.place.y; });
    const float r = context.px(kLineNumber);
    float lowest = plot.y - r;
    for (const End& end : ends) {
      const auto below = static_cast<float>(ends.end() - std::ranges::find(ends, end.line, &End::line) - 1);
      const float y = std::max(std::min(end.place.y, plot.bottom() - 2 * r * below), lowest + 2 * r);
      number_mark(context, {end.place.x + 1.8f * r, y}, end.line, curve.lines.size());
      lowest = y;
    }
  }

  static void number_mark(PanelContext& context, ImVec2 middle, std::size_t line, std::size_t lines) {
    const float r = context.px(kLineNumber);
    const Colour colour = colour_of(context, line, lines);
    context.painter.circle(middle, r, colour, 24);
    text_in(context, {middle.x - r, middle.y - r, 2 * r, 2 * r},
            Text(std::to_string(line + 1)).small().colour(text_on(colour)).align(Align::centre));
  }

  static Table legend(PanelContext& context, const Curve& curve) {
    Table table = Table().gap(6).padding(0).row_height(13.5f, 2 * kLineNumber + 4);
    table.column({"", "", Align::left, units(2 * kLineNumber)}).column({"", "", Align::left, share()});
    for (std::size_t i = 0; i < curve.lines.size(); ++i) {
      const CurveLine& line = curve.lines[i];
      const std::size_t lines = curve.lines.size();
      const Drawing own([&context, i, lines](const Rect& rect) {
        number_mark(context, {rect.x + rect.width / 2, rect.y + rect.height / 2}, i, lines);
      });
      const bool is_here = std::ranges::any_of(
          line.points, [&](const CurvePoint& point) { return is_chosen(context, line, point, Side::a); });
      table
          .row({own,
                Text(translated(line.label)).small().colour(is_here ? context.theme.text : context.theme.text_muted)})
          .tooltip(line.kernel->id())
          .on_click(line.label, [&context, &line] {
            const auto& selection = context.session.selection();
            say_problem(context, context.session.change(selection.with_kernel(Side::a, line.kernel->id())));
          });
    }
    if (curve.latency_cycles > 0) {
      table
          .across(Text(say("Rings: the model, from a latency of {cycles} cycles: two more for each further wavefront, "
                           "and one wavefront a cycle for all warps together.",
                           "cycles"_a = figure_text(curve.latency_cycles)))
                      .small()
                      .muted()
                      .wrap())
          .gap(4);
    }
    return table;
  }

  std::vector<Curve> curves_;
  std::size_t chosen_ = 0;
  std::uint64_t changes_ = 0;
  std::string recording_, kernel_;
};

}  // namespace

PanelEntry curves_panel() {
  return {.id = "curves",
          .title = "Curves",
          .help =
              "What was measured of the lesson's kernels over one of their options: bandwidth over warps, time over "
              "conflicts. The ring is what is chosen.",
          .slot = Slot::details,
          .order = 52,
          .applies = [](const PanelContext& context) { return curves_apply(context.session); },
          .maker = maker_of<CurvesPanel>()};
}

}  // namespace bankloom::ui
