#include "core/report/curve_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/base/language.h"
#include "core/wording/measurement.h"
#include "core/wording/numbers.h"

namespace bankloom::report {
namespace {

using nlohmann::ordered_json;
using namespace wording;

const CurvePoint* point_at(const CurveLine& line, double at) {
  const auto found = std::ranges::find(line.points, at, &CurvePoint::at);
  return found == line.points.end() ? nullptr : &*found;
}

std::string cell_text(const CurvePoint* point) {
  if (point == nullptr || !point->value) return "-";
  const std::string value = figure_text(point->value->value).str();
  return point->modelled ? fmt::format("{} ({})", value, figure_text(*point->modelled).str()) : value;
}

std::string table_of(const Curve& curve, const TextStyle& style) {
  std::set<double> places;
  std::vector<std::string> headings{std::string(translated(curve.spec->axis))};
  for (const CurveLine& line : curve.lines) {
    headings.emplace_back(translated(line.label));
    for (const CurvePoint& point : line.points) places.insert(point.at);
  }
  TextTable table(std::move(headings));
  for (const double at : places) {
    std::vector<std::string> cells{fmt::format("{:g}", at)};
    for (const CurveLine& line : curve.lines) cells.push_back(cell_text(point_at(line, at)));
    table.add_row(std::move(cells));
  }
  return table.render(style, 2);
}

}  // namespace

std::string to_text(const Curves& curves, const TextStyle& style) {
  std::string text;
  for (const Curve& curve : curves) {
    const auto origin = curve.origin();
    const Text caption = say("{title}, {unit}", "title"_a = translated(curve.spec->title), "unit"_a = curve.unit);
    const Text whole =
        origin ? say("{heading} ({origin})", "heading"_a = caption, "origin"_a = origin_text(*origin)) : caption;
    text += (text.empty() ? "" : "\n") + heading(style, whole.str()) + table_of(curve, style);
    if (curve.latency_cycles > 0) {
      text += paragraph(style,
                        "In parentheses: the model, from the {cycles} cycles that a load of one warp without conflicts "
                        "takes: two cycles more for each further wavefront, and one wavefront a cycle for all warps "
                        "together.",
                        "cycles"_a = figure_text(curve.latency_cycles));
    }
    for (const CurveLine& line : curve.lines) {
      const auto missing = std::ranges::find_if(line.points, [](const CurvePoint& point) { return !point.value; });
      if (missing == line.points.end()) continue;
      text += paragraph(style, "{kernel}: {missing}.", "kernel"_a = line.kernel->name,
                        "missing"_a = reason_text(missing->missing));
    }
  }
  return text;
}

ordered_json to_json(const Curves& curves) {
  return json_list(curves, [](const Curve& curve) {
    ordered_json one = {{"lesson", curve.lesson},
                        {"name", curve.spec->name},
                        {"title", curve.spec->title},
                        {"axis", curve.spec->axis},
                        {"unit", curve.unit}};
    if (curve.latency_cycles > 0) one["latency_cycles"] = curve.latency_cycles;
    one["lines"] = json_list(curve.lines, [](const CurveLine& line) {
      return ordered_json{
          {"label", line.label},
          {"kernel", line.kernel->id()},
          {"points", json_list(line.points, [](const CurvePoint& point) {
             ordered_json at = {
                 {"at", point.at}, {"options", point.options}, {"value", nullptr}, {"modelled", nullptr}};
             if (point.value) {
               at["value"] = point.value->value;
               at["provenance"] = provenance_name(point.value->provenance);
               at["source"] = point.value->source;
             } else {
               at["missing"] = reason_text(point.missing).str();
             }
             if (point.modelled) at["modelled"] = *point.modelled;
             return at;
           })}};
    });
    return one;
  });
}

std::string to_csv(const Curves& curves) {
  std::string text = csv_record({"lesson", "curve", "line", "kernel", "options", "at", "value", "unit", "modelled",
                                 "provenance", "source", "missing"});
  for (const Curve& curve : curves) {
    for (const CurveLine& line : curve.lines) {
      for (const CurvePoint& point : line.points) {
        text += csv_row(curve.lesson, curve.spec->name, line.label, line.kernel->id(), options_text(point.options),
                        fmt::format("{}", point.at), point.value ? fmt::format("{}", point.value->value) : "",
                        curve.unit, point.modelled ? fmt::format("{}", *point.modelled) : "",
                        point.value ? std::string(provenance_name(point.value->provenance)) : "",
                        point.value ? point.value->source : "", reason_text(point.missing));
      }
    }
  }
  return text;
}

}  // namespace bankloom::report
