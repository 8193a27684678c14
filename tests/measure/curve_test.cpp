// The curves of the shipped recordings: all points are there, the model of chains of loads, what other kernels of the
// same kind took in another program (tests/hardware/effects_h200.csv), and the reports.
#include "core/measure/curve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/analysis/shared_pipe.h"
#include "core/base/csv.h"
#include "core/base/files.h"
#include "core/base/text_lines.h"
#include "core/measure/published.h"
#include "core/measure/recording.h"
#include "core/report/curve_report.h"
#include "core/report/ladder_report.h"

namespace bankloom::test {
namespace {

const Catalog& curve_catalog() {
  static const auto catalog = load_catalog(BANKLOOM_SOURCE_DIR "/kernels");
  return *catalog;
}

const Recordings& shipped_recordings() {
  static const Recordings all = [] {
    Recordings loaded = load_recordings({BANKLOOM_SOURCE_DIR "/assets/recordings"});
    use_present_names(loaded, curve_catalog());
    return loaded;
  }();
  return all;
}

Known<std::shared_ptr<const KernelMeasurement>> as_recorded(const Kernel& kernel, const OptionValues& options) {
  std::vector<const Recording*> all;
  for (const Recording& one : shipped_recordings().list) all.push_back(&one);
  return recorded_measurement(all, kernel.id(), options, kernel.source).map([](KernelMeasurement&& found) {
    return std::make_shared<const KernelMeasurement>(std::move(found));
  });
}

const Curve& named(const std::vector<Curve>& curves, const std::string& name) {
  const auto found = std::ranges::find_if(curves, [&](const Curve& curve) { return curve.spec->name == name; });
  EXPECT_NE(found, curves.end()) << name;
  return *found;
}

TEST(Curves, EveryPointWasRecorded) {
  std::size_t curves = 0, points = 0;
  for (const Lesson& lesson : curve_catalog().lessons) {
    EXPECT_EQ(has_curves(curve_catalog(), lesson.name), !lesson.curves.empty());
    for (const Curve& curve : make_curves(curve_catalog(), lesson.name, as_recorded)) {
      ++curves;
      EXPECT_TRUE(curve.origin()) << curve.spec->name << ": of one recording";
      for (const CurveLine& line : curve.lines) {
        EXPECT_GE(line.points.size(), 3U) << line.label;
        for (const CurvePoint& point : line.points) {
          ++points;
          EXPECT_TRUE(point.value) << line.label << " at " << point.at;
          EXPECT_FALSE(point.missing);
        }
      }
    }
  }
  EXPECT_GE(curves, 5U);
  EXPECT_GE(points, 90U);
}

TEST(Curves, TheModelOfChainsIsWithinATenthOfEveryTime) {
  const auto curves = make_curves(curve_catalog(), "waiting", as_recorded);
  const Curve& chain = named(curves, "chain");
  EXPECT_EQ(chain.unit, "ns");
  EXPECT_NEAR(chain.latency_cycles, 29.2, 0.5);
  std::size_t points = 0;
  for (const CurveLine& line : chain.lines) {
    for (const CurvePoint& point : line.points) {
      ASSERT_TRUE(point.value && point.modelled) << line.label << " at " << point.at;
      EXPECT_NEAR(*point.modelled / point.value->value, 1, 0.05) << line.label << " at " << point.at;
      ++points;
    }
  }
  EXPECT_EQ(points, 21U);
}

TEST(Curves, LoadsInFlightReplaceWarps) {
  const auto curves = make_curves(curve_catalog(), "waiting", as_recorded);
  const Curve& bandwidth = named(curves, "bandwidth");
  const auto at = [&](std::size_t line, double warps) {
    const auto& points = bandwidth.lines[line].points;
    return std::ranges::find(points, warps, &CurvePoint::at)->value->value;
  };
  EXPECT_LT(at(0, 8) * 9, at(3, 40)) << "8 warps with one load reach about a tenth of 40 with eight";
  EXPECT_GT(at(3, 24), at(0, 64)) << "more loads a thread replace more warps";
  const auto flight = flight_of(bandwidth);
  ASSERT_TRUE(flight);
  EXPECT_NEAR(flight->latency_ns, 1024 * 132 / at(0, 8), 1e-6);
  EXPECT_NEAR(flight->filling_bytes, flight->most_gb_per_s / 132 * flight->latency_ns, 1e-6);
  EXPECT_FALSE(flight_of(named(curves, "chain")));
}

/// "N=4096 TILE=8", the others at their defaults.
OptionValues options_from(const Kernel& kernel, const std::string& text) {
  OptionValues chosen;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find(' ', from), text.size()), equals = text.find('=', from);
    chosen[text.substr(from, equals - from)] = text.substr(equals + 1, end - equals - 1);
    from = end + 1;
  }
  return *resolve_options(kernel, chosen);
}

TEST(Effects, TimesAreThoseOfLikeKernelsWithinAFifth) {
  const auto text = read_file(BANKLOOM_SOURCE_DIR "/tests/hardware/effects_h200.csv");
  ASSERT_TRUE(text);
  std::size_t alike = 0;
  const auto lines = split_lines(*text);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    std::vector<std::string> cells;
    for (std::size_t from = 0; from <= lines[i].size();) {
      const std::size_t end = std::min(lines[i].find(',', from), lines[i].size());
      cells.push_back(lines[i].substr(from, end - from));
      from = end + 1;
    }
    if (cells.size() < 5) continue;
    const auto kernel = find_kernel(curve_catalog(), cells[0]);
    ASSERT_TRUE(kernel) << cells[0];
    const OptionValues options = options_from(**kernel, cells[1]);
    const auto time = recorded_time(shipped_recordings(), **kernel, options);
    ASSERT_TRUE(time) << lines[i];
    const auto shape = instantiate_shape(**kernel, options);
    const double value =
        cells[2] == "us" ? *time : static_cast<double>(shape->traffic_bytes.value_or(0)) / *time / 1000;
    const double ratio = value / std::stod(cells[3]);
    // A remark says why a kernel is another one; it is still of the same order.
    EXPECT_NEAR(std::log(ratio), 0, cells[4].empty() ? std::log(1.2) : std::log(1.5)) << lines[i] << ": " << value;
    if (cells[4].empty()) ++alike;
  }
  EXPECT_GE(alike, 30U);
}

TEST(ReuseLadder, CountsOperationsAndThePartOfThePeak) {
  const auto published = load_published(BANKLOOM_SOURCE_DIR "/assets/published");
  ASSERT_TRUE(published);
  const Ladder ladder = make_ladder(curve_catalog(), "reuse", as_recorded, *published);
  ASSERT_TRUE(ladder.counts_operations());
  ASSERT_EQ(ladder.rows.size(), 11U);
  ASSERT_TRUE(ladder.bar);
  for (const LadderRow& row : ladder.rows) {
    SCOPED_TRACE(row.entry.kernel->id());
    ASSERT_TRUE(row.time && row.bandwidth && row.of_peak);
    EXPECT_FALSE(row.of_copy || row.no_of_copy);
    EXPECT_EQ(row.bandwidth->unit, "GFLOP/s");
    EXPECT_EQ(row.entry.operations, 2ULL * 4096 * 4096 * 4096);
    EXPECT_NEAR(row.bandwidth->value, 137438953.472 / row.time->value, 1e-6);
    // 132 multiprocessors, 128 units, a multiplication and an addition each, 1.98 GHz.
    EXPECT_NEAR(*row.of_peak, row.bandwidth->value / 66908.16, 1e-9);
    EXPECT_GT(row.time->value, ladder.bar->time.value) << "than cuBLAS";
  }
  const std::string text = report::to_text(ladder, curve_catalog(), {});
  EXPECT_NE(text.find("matmulTile, TILE = 8"), std::string::npos) << text;
  EXPECT_NE(text.find("GFLOP/s"), std::string::npos) << text;
}

TEST(ReuseLadder, ThePeakIsKnownOfGpusThatAreListed) {
  MeasuringGpu gpu{.name = "one", .compute_capability = "8.0", .multiprocessors = 108, .clock_mhz = 1410};
  EXPECT_NEAR(peak_rate(gpu).value_or(0), 19491.84, 1e-6);
  gpu.compute_capability = "3.5";
  EXPECT_FALSE(peak_rate(gpu));
  gpu = {.name = "two", .compute_capability = "9.0", .multiprocessors = 132};
  EXPECT_FALSE(peak_rate(gpu)) << "without a clock";
}

TEST(Curves, ReportsHoldEveryPoint) {
  const auto curves = make_curves(curve_catalog(), "waiting", as_recorded);
  const std::string text = report::to_text(curves, {});
  EXPECT_NE(text.find("32-way conflicts"), std::string::npos) << text;
  EXPECT_NE(text.find("517 (517)"), std::string::npos) << text;
  const auto json = report::to_json(curves);
  ASSERT_EQ(json.size(), 2U);
  std::size_t points = 0;
  for (const auto& curve : json) {
    for (const auto& line : curve.at("lines")) points += line.at("points").size();
  }
  const auto lines = split_lines(report::to_csv(curves));
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count_if(lines, [](const auto& line) { return !line.empty(); })),
            points + 1);
  const Known<std::shared_ptr<const KernelMeasurement>> nothing = fail_with(Reason(ReasonKind::no_recording));
  const auto empty =
      make_curves(curve_catalog(), "waiting", [&](const Kernel&, const OptionValues&) { return nothing; });
  EXPECT_FALSE(empty.front().origin());
  EXPECT_EQ(empty.front().lines.front().points.front().missing.kind, ReasonKind::no_recording);
  EXPECT_FALSE(flight_of(empty.front()));
}

}  // namespace
}  // namespace bankloom::test
