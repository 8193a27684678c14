#include "ui/measured_figures.h"

#include <gtest/gtest.h>

#include "../measure/sample_recording.h"

namespace bankloom::test {
namespace {

using namespace ui;

KernelMeasurement recorded(const char* padding = "0") {
  const auto found =
      recorded_measurement({&[]() -> const Recording& {
                             static const Recording kept = sample_recording();
                             return kept;
                           }()},
                           "square/setRowReadCol", {{"BDIMX", "32"}, {"BDIMY", "32"}, {"IPAD", padding}}, "source");
  EXPECT_TRUE(found.has_value());
  return found ? *found : KernelMeasurement{};
}

TEST(MeasuredFigures, NumbersHaveThreeDigits) {
  EXPECT_EQ(number_words(0.768), "0.77");
  EXPECT_EQ(number_words(2.5), "2.50");
  EXPECT_EQ(number_words(13.09), "13.1");
  EXPECT_EQ(number_words(113.25), "113");
  EXPECT_EQ(unit_words("us"), "µs");
  EXPECT_EQ(unit_words("cycles per request"), "cycles per request");
}

TEST(MeasuredFigures, BehindAMedianStandItsQuartiles) {
  Measurement time;
  time.value = 1.25;
  time.unit = "us";
  EXPECT_EQ(value_words(time, true), "1.25 µs") << "too few samples for a spread";
  // On a timer of 32 ns the quartiles often lie on one side of the median.
  time.spread = Spread{1.2, 1.248, 1.28};
  EXPECT_EQ(value_words(time, true), "1.25 µs (1.25–1.28)");
  EXPECT_EQ(value_words(time, false), "1.25 µs");
  time.spread = Spread{1.25, 1.25, 1.25};
  EXPECT_EQ(value_words(time, true), "1.25 µs (spread <0.01)") << "a timer's step hides it; it is not nothing";
  time.value = 90.32;
  time.spread = Spread{90.32, 90.32, 90.32};
  EXPECT_EQ(quartile_words(time), "(spread <0.1)");
}

TEST(MeasuredFigures, HowSaysCountAndWhatWasDropped) {
  Measurement time = sampled("kernel duration", 2, "us");
  EXPECT_NE(how_words(time).find("median of 61 samples by a script"), std::string::npos) << how_words(time);
  EXPECT_EQ(how_words(time).find("left out"), std::string::npos);
  time.dropped = 3;
  EXPECT_NE(how_words(time).find("3 more at lowered clocks left out"), std::string::npos) << how_words(time);
}

TEST(MeasuredFigures, HowNamesTheQuartilesOnlyWhereTheyDiffer) {
  Measurement cycles = sampled("cycles", 90.3, "cycles per request");
  cycles.spread = Spread{90.32, 90.32, 90.32};
  EXPECT_EQ(how_words(cycles), "median of 61 samples by a script, half of them alike to 0.1 cycles per request");
  cycles.spread = Spread{88.04, 90.1, 91.6};
  EXPECT_EQ(
      how_words(cycles),
      "median of 61 samples by a script, half of them from 90.1 to 91.6 cycles per request, least 88.0 cycles per "
      "request");
}

TEST(MeasuredFigures, AWrongOutputIsAnAlarm) {
  KernelMeasurement measurement = recorded();
  EXPECT_EQ(output_alarm(measurement), "");
  EXPECT_EQ(brief_output_alarm(measurement), "");
  measurement.own.output.different = 1023;
  EXPECT_EQ(output_alarm(measurement), "GPU and emulator differ in 1,023 elements: one of them is wrong");
  EXPECT_EQ(brief_output_alarm(measurement), "1,023 elements differ: GPU or emulator is wrong");
  measurement.own.output.different = 1;
  EXPECT_EQ(brief_output_alarm(measurement), "1 element differs: GPU or emulator is wrong");
  measurement.own.output.undefined = 1;
  EXPECT_EQ(output_alarm(measurement), "") << "the rule says nothing of it";
}

TEST(MeasuredFigures, CountersAreSummedUp) {
  KernelReadings readings = recorded().own;
  EXPECT_EQ(counter_words(readings).words, "2 of 3 counters as modelled, and it is known why");
  EXPECT_FALSE(counter_words(readings).all_equal);
  EXPECT_TRUE(counter_words(readings).explained);
  readings.counters[1].why.clear();
  EXPECT_EQ(counter_words(readings).words, "2 of 3 counters as modelled, and it is not known why");
  readings.counters[1].value = 32;
  EXPECT_EQ(counter_words(readings).words, "3 of 3 counters as modelled");
  EXPECT_TRUE(counter_words(readings).all_equal);
  readings.counters.clear();
  readings.no_counters = "there is no CUPTI";
  EXPECT_EQ(counter_words(readings).words, "no counters: there is no CUPTI");
  EXPECT_FALSE(counter_words(readings).any);
}

TEST(MeasuredFigures, ATimeNamesItsOrigin) {
  MeasureStatus status;
  status.result = std::make_shared<const KernelMeasurement>(recorded());
  const TimeCell cell = time_cell(status, "there is no driver");
  EXPECT_EQ(cell.brief, "2.50 µs");
  EXPECT_TRUE(cell.recorded);
  EXPECT_EQ(cell.origin, "recorded on Test GPU, 2026-11-21");
  EXPECT_EQ(cell.quartiles, "(spread <0.01)");
  EXPECT_EQ(origin_mark(*status.result), "recorded");
  EXPECT_EQ(brief_mark(*status.result), "rec.");
  EXPECT_NE(cell.tooltip.find(cell.origin), std::string::npos);
  EXPECT_NE(cell.tooltip.find("Not measured here: there is no driver."), std::string::npos) << cell.tooltip;
}

TEST(MeasuredFigures, WithoutATimeTheReason) {
  MeasureStatus status;
  EXPECT_EQ(time_cell(status, "").words, "not measured");
  EXPECT_LT(time_cell(status, "").value, 0);
  EXPECT_NE(time_cell(status, "there is no driver").tooltip.find("there is no driver"), std::string::npos);
  status.problem = "the kernel did not end within 2 s";
  EXPECT_NE(time_cell(status, "").tooltip.find("did not end within 2 s"), std::string::npos);
}

TEST(MeasuredFigures, ProgressIsTheLastPartOfTheStep) {
  MeasureStatus status;
  EXPECT_EQ(progress_words(status), "");
  status.phase = MeasurePhase::waiting;
  EXPECT_EQ(progress_words(status), "waiting to be measured");
  status.phase = MeasurePhase::measuring;
  EXPECT_EQ(progress_words(status), "measuring …");
  status.step = "square/setRowReadCol (IPAD = 0): filled";
  EXPECT_EQ(progress_words(status), "measuring: filled");
}

TEST(MeasuredFigures, AgainstTheTwin) {
  const KernelMeasurement a = recorded();
  const MeasuredPair pair = compared_readings(a, nullptr);
  EXPECT_TRUE(pair.with_twin);
  EXPECT_EQ(pair.b_name, "IPAD = 1");
  EXPECT_EQ(verdict_words(pair), "costs 43 % against IPAD = 1");
  const auto& cycles = pair.readings[static_cast<std::size_t>(ReadingKind::cycles)];
  ASSERT_TRUE(cycles.comparison);
  EXPECT_DOUBLE_EQ(cycles.comparison->difference, 62);
  EXPECT_FALSE(pair.readings[1].comparison) << "it was not measured filled";
  EXPECT_EQ(pair.readings[1].a.missing, "the kernel uses the block's index");
  // The twin itself has none.
  const MeasuredPair alone = compared_readings(recorded("1"), nullptr);
  EXPECT_EQ(verdict_words(alone), "");
  EXPECT_EQ(alone.not_compared, "the kernel is itself free of bank conflicts");
}

TEST(MeasuredFigures, AgainstB) {
  const KernelMeasurement a = recorded("1"), b = recorded("0");
  EXPECT_EQ(verdict_words(compared_readings(a, &b)), "saves 30 % against B");
  EXPECT_EQ(verdict_words(compared_readings(a, &a)), "hidden in the noise against B");
  KernelMeasurement elsewhere = b;
  elsewhere.gpu.name = "Other GPU";
  const MeasuredPair pair = compared_readings(a, &elsewhere);
  EXPECT_EQ(verdict_words(pair), "");
  EXPECT_NE(pair.not_compared.find("Other GPU"), std::string::npos) << "two GPUs are not compared";
  KernelMeasurement here = b;
  here.provenance = Provenance::measured_here;
  EXPECT_EQ(verdict_words(compared_readings(a, &here)), "") << "a recording is not compared with this machine";
}

TEST(MeasuredFigures, TheOutputIsEqualOrTheFirstDifferenceIsNamed) {
  KernelMeasurement measurement = recorded();
  EXPECT_FALSE(gpu_output_words(measurement).wrong);
  EXPECT_NE(gpu_output_words(measurement).words.find("equals the emulator's, bit for bit"), std::string::npos);
  measurement = recorded("2");
  EXPECT_TRUE(gpu_output_words(measurement).wrong);
  EXPECT_NE(gpu_output_words(measurement).words.find("3 elements, first at row 4, column 5: GPU 7, emulator 8"),
            std::string::npos)
      << gpu_output_words(measurement).words;
  measurement.own.output.undefined = 3;
  EXPECT_FALSE(gpu_output_words(measurement).wrong) << "the rule says nothing of these";
  measurement.own.output.compared = false;
  measurement.own.output.missing = "the launch failed";
  EXPECT_NE(gpu_output_words(measurement).words.find("the launch failed"), std::string::npos);
}

}  // namespace
}  // namespace bankloom::test
