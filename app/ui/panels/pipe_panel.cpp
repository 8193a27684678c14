// Two pipes. Of chains of loads from shared memory: which warp's wavefronts the pipe of shared memory takes in each
// cycle, and where it has none (core/analysis/shared_pipe.h has the model, whose latency was measured). Of kernels that
// read global memory with so many bytes in flight: these bytes, as boxes in a pipe as long as the latency (Little's
// law).
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/analysis/shared_pipe.h"
#include "core/base/grouped.h"
#include "core/base/language.h"
#include "core/measure/curve.h"
#include "core/wording/measurement.h"
#include "core/wording/numbers.h"
#include "ui/layout/controls.h"
#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/panel.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// Loads of a warp that are drawn, warps that have a row of their own, and bytes of a box in the pipe of global memory.
constexpr unsigned kDrawnLoads = 3, kMostWarpRows = 8;
constexpr double kBoxBytes = 1024;
/// Units: the height of a row, at most.
constexpr float kMostPipeRow = 26;

/// The line of the curves, and its point, that a side's choice is.
struct ChosenPoint {
  const Curve* curve = nullptr;
  const CurveLine* line = nullptr;
  const CurvePoint* point = nullptr;
};

class PipePanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    const Kernel* kernel = context.session.kernel(Side::a);
    if (kernel == nullptr || context.measures == nullptr) {
      return show(context, Text("No pipe: there is neither a GPU nor a recording here.").small().muted().wrap());
    }
    if (!context.session.disclosure().shows(FactKind::time)) {
      return show(context, Text("hidden while this is asked").small().faint());
    }
    renew(context, *kernel);
    Column page = Column().gap(6);
    for (const Side side : shown_sides(context.session)) page.add(of_side(context, side), share());
    show(context, page);
  }

 private:
  void renew(PanelContext& context, const Kernel& kernel) {
    Measures& measures = *context.measures;
    const std::string recording = measures.chosen_recording();
    if (lesson_ == kernel.lesson && measures.changes() == changes_ && recording == recording_) return;
    lesson_ = kernel.lesson;
    changes_ = measures.changes();
    recording_ = recording;
    const LadderSource source = [&](const Kernel& one,
                                    const OptionValues& options) -> Known<std::shared_ptr<const KernelMeasurement>> {
      const MeasureStatus status = measures.status(RunKey{one.id(), options});
      if (!status.result) return fail_with(missing_reason(status, measures.no_gpu()));
      return status.result;
    };
    curves_ = make_curves(context.session.selection().catalog(), lesson_, source);
  }

  [[nodiscard]] ChosenPoint chosen(const PanelContext& context, Side side) const {
    const OptionValues options = context.session.options(side);
    for (const Curve& curve : curves_) {
      for (const CurveLine& line : curve.lines) {
        if (line.kernel != context.session.kernel(side)) continue;
        for (const CurvePoint& point : line.points) {
          if (is_point_of(line, point, options)) return {&curve, &line, &point};
        }
      }
    }
    return {};
  }

  [[nodiscard]] Box of_side(PanelContext& context, Side side) const {
    const auto& run = context.session.side(side).run;
    for (const Curve& curve : curves_) {
      const bool is_own = std::ranges::any_of(
          curve.lines, [&](const CurveLine& line) { return line.kernel == context.session.kernel(side); });
      if (!is_own || !run) continue;
      if (curve.spec->is_chain) return chain(context, side, *run, curve);
      if (const auto flight = flight_of(curve)) return stream(context, side, curve, *flight);
    }
    return Text("No pipe is drawn of this kernel.").small().muted().wrap();
  }

  // ---- chains of loads from shared memory

  static Box chain(PanelContext& context, Side side, const KernelRun& run, const Curve& curve) {
    if (!(curve.latency_cycles > 0)) return Text("No latency was measured.").small().muted().wrap();
    const auto warps = static_cast<unsigned>((run.block.count() + kWarpSize - 1) / kWarpSize);
    const KernelCost* const cost = context.session.side(side).facts().kernel_cost();
    if (cost == nullptr) return Text("hidden while this is asked").small().faint();
    unsigned wavefronts = 1;
    for (const AccessSummary& access : cost->accesses) {
      if (access.space != Space::shared || access.op != AccessOp::load || access.requests == 0) continue;
      wavefronts = static_cast<unsigned>((access.wavefronts + access.requests - 1) / access.requests);
    }
    const double cycles = cycles_of_chain_load(warps, wavefronts, curve.latency_cycles);
    const double busy = std::min(1.0, warps * wavefronts / cycles);
    const bankloom::Text words =
        say("The pipe is busy {part} of the time; a load takes {cycles} cycles. {warps:# warp|# warps}, "
            "{wavefronts:# wavefront|# wavefronts} a load.",
            "part"_a = percent_text(busy), "cycles"_a = figure_text(cycles), "warps"_a = Count{warps},
            "wavefronts"_a = Count{wavefronts});
    const Drawing drawing([&context, warps, wavefronts, latency = curve.latency_cycles](const Rect& rect) {
      draw_chain(context, rect, warps, wavefronts, latency);
      hover_at(rect, "pipe");
      tooltip(context, "Each warp waits for its answer before it asks again. Red: it waits for the pipe.");
    });
    Column column = Column().gap(3).add(Text(words).small().colour(accent(context.theme, side))).add(drawing, share());
    // Once, below both.
    if (side == Side::b || !context.session.comparing()) {
      column.add(
          Text("Modelled: a colour a warp; a bar is a load's wavefronts in the pipe, a line the way to its answer.")
              .small()
              .muted()
              .wrap());
    }
    return column;
  }

  static Colour warp_colour(const PanelContext& context, unsigned warp) {
    constexpr unsigned kColours = 8;
    return bank_colour(context.theme, Palette::wheel, warp * 5 % kColours, kColours, CellStrength::now);
  }

  static void draw_chain(PanelContext& context, const Rect& rect, unsigned warps, unsigned wavefronts, double latency) {
    const std::vector<ChainLoad> loads = chain_loads(warps, wavefronts, latency, kDrawnLoads);
    const double length = kDrawnLoads * cycles_of_chain_load(warps, wavefronts, latency);
    const float line = Text("0").small().height(context, rect.width);
    // As many warps as there is room for, beside the pipe itself and the cycles below.
    const auto fit = static_cast<unsigned>(std::max(0.0f, std::floor(rect.height / line) - 2));
    const unsigned rows = std::min({warps, kMostWarpRows, fit});
    const auto row_name = [](unsigned index) {
      return index == 0 ? say("pipe").str() : say("warp {warp}", "warp"_a = index - 1).str();
    };
    float names = 0;
    for (unsigned index = 0; index <= rows; ++index) {
      names = std::max(names, Text(row_name(index)).small().width(context) + context.px(8));
    }
    const float row = std::min((rect.height - line) / static_cast<float>(rows + 1), context.px(kMostPipeRow));
    const auto x = [&](double cycle) {
      return rect.x + names + (rect.width - names) * static_cast<float>(std::min(cycle / length, 1.0));
    };
    for (unsigned index = 0; index <= rows; ++index) {
      text_in(context, {rect.x, rect.y + row * static_cast<float>(index), names, row},
              Text(row_name(index)).small().muted());
    }
    const float gap = std::max(1.0f, context.px(1)), thin = std::max(1.0f, context.px(1.2f));
    context.painter.rect({x(0), rect.y + gap}, {x(length), rect.y + row - gap}, context.theme.raised);
    for (const ChainLoad& load : loads) {
      if (load.begin >= length) continue;
      const Colour colour = warp_colour(context, load.warp);
      context.painter.rect({x(load.begin), rect.y + gap},
                           {std::max(x(load.end), x(load.begin) + thin), rect.y + row - gap}, colour);
      if (load.warp >= rows) continue;
      const float top = rect.y + row * static_cast<float>(load.warp + 1), middle = top + row / 2;
      if (load.begin > load.asked) {
        context.painter.rect({x(load.asked), middle - thin / 2}, {x(load.begin), middle + thin / 2}, context.theme.bad);
      }
      context.painter.rect({x(load.end), middle - thin / 2}, {x(load.answer), middle + thin / 2},
                           context.theme.text_faint);
      context.painter.rect({x(load.begin), top + gap}, {std::max(x(load.end), x(load.begin) + thin), top + row - gap},
                           colour);
    }
    const float below = rect.y + row * static_cast<float>(rows + 1);
    text_in(context, {x(0), below, rect.width - names, line}, Text("0").small().faint(), Alignment::top);
    text_in(context, {x(0), below, rect.width - names, line},
            Text(say("{cycles} cycles", "cycles"_a = figure_text(length))).small().faint().align(Align::right),
            Alignment::top);
  }

  // ---- bytes in flight

  [[nodiscard]] Box stream(PanelContext& context, Side side, const Curve& curve, const Flight& flight) const {
    const ChosenPoint at = chosen(context, side);
    if (at.point == nullptr || at.curve != &curve || !at.point->value) {
      return Text("Nothing was measured with these options.").small().muted().wrap();
    }
    const double in_flight = at.point->in_flight;
    const bankloom::Text words =
        say("{bytes} bytes are in flight on a multiprocessor, and {filling} would fill the pipe; measured: {rate}",
            "bytes"_a = grouped(static_cast<std::uint64_t>(in_flight)),
            "filling"_a = grouped(static_cast<std::uint64_t>(std::lround(flight.filling_bytes))),
            "rate"_a = value_text(at.point->value->value, curve.unit));
    const Drawing drawing([&context, side, in_flight, filling = flight.filling_bytes](const Rect& rect) {
      draw_stream(context, rect, in_flight, filling, accent(context.theme, side));
      hover_at(rect, "pipe");
      tooltip(context,
              "Little's law: what is on its way is what arrives in a second, times how long each is on its way.");
    });
    return Column()
        .gap(3)
        .add(Text(words).small().colour(accent(context.theme, side)))
        .add(drawing, share())
        .add(Text(say("A box is 1,024 bytes. What fills the pipe is bandwidth times latency: {most} on {count} "
                      "multiprocessors, times the {latency} that a byte is on its way.",
                      "most"_a = value_text(flight.most_gb_per_s, "GB/s"), "count"_a = curve.multiprocessors,
                      "latency"_a = value_text(flight.latency_ns, "ns")))
                 .small()
                 .muted()
                 .wrap());
  }

  static void draw_stream(PanelContext& context, const Rect& rect, double in_flight, double filling, Colour colour) {
    const Theme& theme = context.theme;
    const auto boxes = static_cast<unsigned>(std::ceil(in_flight / kBoxBytes));
    const double capacity = filling / kBoxBytes;
    const double most = std::max<double>(capacity, boxes);
    const float height = std::min(rect.height, context.px(2 * kMostPipeRow)), top = rect.y + (rect.height - height) / 2;
    const float size = rect.width / static_cast<float>(most);
    const float gap = std::min(std::max(1.0f, context.px(1)), size / 4), radius = context.px(2);
    const float end = rect.x + size * static_cast<float>(capacity);
    context.painter.rect({rect.x, top}, {end, top + height}, theme.raised, radius);
    for (unsigned i = 0; i < boxes; ++i) {
      const float x = rect.x + size * static_cast<float>(i);
      const ImVec2 from{x + gap, top + 3 * gap}, to{x + size - gap, top + height - 3 * gap};
      const bool is_in = i + 1 <= std::ceil(capacity);
      context.painter.rect(from, to, is_in ? translucent(colour, 0.8) : translucent(theme.neutral, 0.4), radius);
    }
    context.painter.outline({rect.x, top}, {end, top + height}, theme.text_muted, std::max(1.0f, context.px(1.4f)),
                            radius);
  }

  std::vector<Curve> curves_;
  std::uint64_t changes_ = 0;
  std::string lesson_, recording_;
};

/// Whether one of A's lesson's curves has a pipe for the kernel.
bool pipe_applies(const Session& session) {
  const Kernel* kernel = session.kernel(Side::a);
  if (kernel == nullptr) return false;
  const auto& lessons = session.selection().catalog().lessons;
  const auto lesson = std::ranges::find(lessons, kernel->lesson, &Lesson::name);
  if (lesson == lessons.end()) return false;
  return std::ranges::any_of(lesson->curves, [&](const CurveSpec& curve) {
    return std::ranges::any_of(curve.lines, [&](const CurveSpec::Line& line) {
      const bool has_pipe = curve.is_chain || evaluate(line.in_flight, {}).value_or(0) != 0;
      return has_pipe && line.kernel == kernel->name;
    });
  });
}

}  // namespace

PanelEntry pipe_panel() {
  return {.id = "pipe",
          .title = "Pipe",
          .help =
              "Of a chain of loads from shared memory: what the pipe takes in each cycle, and where it has nothing to "
              "do. Of a kernel that reads global memory: how many bytes are in flight, and how many fill the pipe.",
          .slot = Slot::details,
          .order = 53,
          .applies = [](const PanelContext& context) { return pipe_applies(context.session); },
          .maker = maker_of<PipePanel>()};
}

}  // namespace bankloom::ui
