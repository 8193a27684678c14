#include "core/measure/curve.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/shared_pipe.h"

namespace bankloom {
namespace {

const Kernel* kernel_of(const Catalog& catalog, const std::string& lesson, const std::string& name) {
  const auto found = std::ranges::find_if(
      catalog.kernels, [&](const Kernel& kernel) { return kernel.lesson == lesson && kernel.name == name; });
  return found == catalog.kernels.end() ? nullptr : &*found;
}

/// The options of a line's points: those that are recorded for the GPU and have its values.
std::vector<OptionValues> options_of(const Kernel& kernel, const CurveSpec::Line& line) {
  std::vector<OptionValues> all;
  for (const OptionValues& recorded : kernel.recorded) {
    OptionValues chosen = kernel.gpu;
    for (const auto& [name, value] : recorded) chosen[name] = value;
    auto complete = resolve_options(kernel, chosen);
    const auto fits = [&](const auto& wanted) { return complete->at(wanted.first) == wanted.second; };
    if (complete && std::ranges::all_of(line.where, fits) && std::ranges::find(all, *complete) == all.end()) {
      all.push_back(*std::move(complete));
    }
  }
  return all;
}

/// What a launch did in its time, or the time of one of what it did.
std::optional<Measurement> value_of(const KernelMeasurement& measured, const CurveSpec& spec, const KernelShape& shape,
                                    std::int64_t per) {
  const auto& time = measured.own.reading(ReadingKind::one_block).measurement;
  if (!time || !(time->value > 0)) return std::nullopt;
  Measurement value = *time;
  if (spec.quantity == CurveQuantity::time) {
    value.name = "time";
    value.unit = per == 1 ? "us" : "ns";
    const double factor = per == 1 ? 1 : 1000.0 / static_cast<double>(per);
    value.value *= factor;
    value.step *= factor;
    if (value.spread)
      value.spread = {value.spread->minimum * factor, value.spread->lower_quartile * factor,
                      value.spread->upper_quartile * factor};
    if (value.confidence) value.confidence = {value.confidence->low * factor, value.confidence->high * factor};
    return value;
  }
  const bool is_bytes = spec.quantity == CurveQuantity::bandwidth;
  const auto& done = is_bytes ? shape.traffic_bytes : shape.operations;
  if (!done) return std::nullopt;
  const auto rate = [&](double microseconds) { return static_cast<double>(*done) / (microseconds * 1000); };
  value.name = is_bytes ? "bandwidth" : "rate";
  value.unit = is_bytes ? "GB/s" : "GFLOP/s";
  value.value = rate(time->value);
  value.step = 0;
  if (time->spread) {
    value.spread = {rate(time->spread->upper_quartile), rate(time->spread->upper_quartile),
                    rate(time->spread->lower_quartile)};
  }
  value.confidence.reset();
  return value;
}

/// Wavefronts of a load from shared memory, as modelled for the launch; 0 where that is not in its readings.
unsigned wavefronts_of_a_load(const KernelReadings& readings) {
  const auto timed = std::ranges::find(readings.timed_accesses, AccessOp::load, &TimedAccess::op);
  return timed == readings.timed_accesses.end() ? 0 : timed->wavefronts;
}

CurvePoint make_point(const Kernel& kernel, const CurveSpec& spec, const CurveSpec::Line& line, OptionValues options,
                      const LadderSource& source) {
  CurvePoint point;
  point.at = static_cast<double>(evaluate(line.at, options).value_or(0));
  point.options = std::move(options);
  const auto shape = instantiate_shape(kernel, point.options);
  const auto measured = source(kernel, point.options);
  if (!shape || !measured) {
    point.missing = measured ? Reason(ReasonKind::not_measured) : measured.error();
    return point;
  }
  const std::int64_t per = std::max<std::int64_t>(1, evaluate(line.per, point.options).value_or(1));
  point.value = value_of(**measured, spec, *shape, per);
  if (!point.value) point.missing = ReasonKind::not_measured;
  const std::int64_t of_thread = evaluate(line.in_flight, point.options).value_or(0);
  point.in_flight = point.at * kWarpSize * static_cast<double>(of_thread);
  if (!spec.is_chain) return point;
  point.warps = static_cast<unsigned>(shape->block.count() / kWarpSize);
  point.wavefronts = wavefronts_of_a_load((*measured)->own);
  return point;
}

/// Fills what the model says, from the time of one warp whose loads take one wavefront.
void add_model(Curve& curve, double clock_mhz) {
  if (!(clock_mhz > 0)) return;
  const double nanoseconds = 1000 / clock_mhz;
  for (const CurveLine& line : curve.lines) {
    for (const CurvePoint& point : line.points) {
      if (point.value && point.warps == 1 && point.wavefronts == 1)
        curve.latency_cycles = point.value->value / nanoseconds;
    }
  }
  if (!(curve.latency_cycles > 0)) return;
  for (CurveLine& line : curve.lines) {
    for (CurvePoint& point : line.points) {
      if (point.wavefronts == 0) continue;
      point.modelled = cycles_of_chain_load(point.warps, point.wavefronts, curve.latency_cycles) * nanoseconds;
    }
  }
}

}  // namespace

std::optional<Origin> Curve::origin() const {
  std::optional<Origin> all;
  for (const CurveLine& line : lines) {
    for (const CurvePoint& point : line.points) {
      if (!point.value) continue;
      const Origin origin{point.value->provenance, point.value->source, false};
      if (all && *all != origin) return std::nullopt;
      all = origin;
    }
  }
  return all;
}

bool has_curves(const Catalog& catalog, const std::string& lesson) {
  const auto found = std::ranges::find(catalog.lessons, lesson, &Lesson::name);
  return found != catalog.lessons.end() && !found->curves.empty();
}

bool is_point_of(const CurveLine& line, const CurvePoint& point, const OptionValues& chosen) {
  return std::ranges::all_of(point.options, [&](const auto& option) {
    const auto found = chosen.find(option.first);
    return line.kernel->gpu.contains(option.first) || (found != chosen.end() && found->second == option.second);
  });
}

std::optional<Flight> flight_of(const Curve& curve) {
  Flight flight;
  const CurvePoint* fewest = nullptr;
  for (const CurveLine& line : curve.lines) {
    for (const CurvePoint& point : line.points) {
      if (!(point.in_flight > 0) || !point.value || point.value->unit != "GB/s") continue;
      flight.most_gb_per_s = std::max(flight.most_gb_per_s, point.value->value);
      if (fewest == nullptr || point.in_flight < fewest->in_flight) fewest = &point;
    }
  }
  if (fewest == nullptr || curve.multiprocessors == 0) return std::nullopt;
  // A gigabyte a second is a byte a nanosecond.
  flight.latency_ns = fewest->in_flight * curve.multiprocessors / fewest->value->value;
  flight.filling_bytes = flight.most_gb_per_s / curve.multiprocessors * flight.latency_ns;
  return flight;
}

std::vector<Curve> make_curves(const Catalog& catalog, const std::string& lesson, const LadderSource& source) {
  std::vector<Curve> curves;
  const auto found = std::ranges::find(catalog.lessons, lesson, &Lesson::name);
  if (found == catalog.lessons.end()) return curves;
  for (const CurveSpec& spec : found->curves) {
    Curve curve{.spec = &spec, .lesson = lesson};
    double clock_mhz = 0;
    for (const CurveSpec::Line& one : spec.lines) {
      CurveLine line{.label = one.label, .kernel = kernel_of(catalog, lesson, one.kernel)};
      for (OptionValues& options : options_of(*line.kernel, one)) {
        line.points.push_back(make_point(*line.kernel, spec, one, std::move(options), source));
        const CurvePoint& point = line.points.back();
        if (!point.value) continue;
        curve.unit = point.value->unit;
        const auto measured = source(*line.kernel, point.options);
        if (!measured) continue;
        clock_mhz = (*measured)->gpu.clock_mhz;
        curve.multiprocessors = (*measured)->gpu.multiprocessors;
      }
      std::ranges::sort(line.points, {}, &CurvePoint::at);
      curve.lines.push_back(std::move(line));
    }
    if (spec.is_chain) add_model(curve, clock_mhz);
    curves.push_back(std::move(curve));
  }
  return curves;
}

}  // namespace bankloom
