#include "core/wording/measurement.h"

#include <gtest/gtest.h>

#include "../measure/sample_recording.h"

namespace bankloom::test {
namespace {

KernelMeasurement recorded(const char* padding = "0") {
  static const Recording kept = sample_recording();
  const auto found = recorded_measurement({&kept}, "square/setRowReadCol",
                                          {{"BDIMX", "32"}, {"BDIMY", "32"}, {"IPAD", padding}}, "source");
  EXPECT_TRUE(found.has_value());
  return found ? *found : KernelMeasurement{};
}

TEST(MeasurementWording, ValuesHaveThreeDigitsAndTheirUnit) {
  EXPECT_EQ(value_text(2.3364, "us").str(), "2.34 µs");
  EXPECT_EQ(value_text(51.24, "cycles per request").str(), "51.2 cycles per request");
  EXPECT_EQ(value_text(51.24, "cycles per request", Length::brief).str(), "51.2 cycles");
  EXPECT_EQ(value_text(13.09, "ns per block", Length::brief).str(), "13.1 ns");
  EXPECT_EQ(value_text(1234.5, "GB/s").str(), "1234 GB/s");
}

TEST(MeasurementWording, TheQuartilesFollowTheMedian) {
  Measurement time;
  time.value = 1.25;
  time.unit = "us";
  EXPECT_EQ(spread_text(time).str(), "1.25 µs") << "too few samples for a spread";
  // On a timer of 32 ns the quartiles often lie on one side of the median.
  time.spread = Spread{1.2, 1.248, 1.28};
  EXPECT_EQ(spread_text(time).str(), "1.25 µs (1.25–1.28)");
  time.spread = Spread{1.25, 1.25, 1.25};
  EXPECT_EQ(spread_text(time).str(), "1.25 µs (spread <0.01)") << "a timer's step hides it; it is not nothing";
  time.value = 90.32;
  time.spread = Spread{90.32, 90.32, 90.32};
  EXPECT_EQ(quartiles_text(time).str(), "(spread <0.1)");
}

TEST(MeasurementWording, SamplingSaysCountAndWhatWasDropped) {
  Measurement time = sampled("kernel duration", 2, "us");
  EXPECT_TRUE(sampling_text(time).str().starts_with("median of 61 samples by a script")) << sampling_text(time).str();
  EXPECT_EQ(sampling_text(time).str().find("dropped"), std::string::npos);
  time.dropped = 3;
  EXPECT_TRUE(sampling_text(time).str().ends_with("; 3 more at lowered clocks were dropped"))
      << sampling_text(time).str();
  Measurement cycles = sampled("cycles", 90.3, "cycles per request");
  cycles.spread = Spread{90.32, 90.32, 90.32};
  EXPECT_EQ(sampling_text(cycles).str(),
            "median of 61 samples by a script, half of them equal to within 0.1 cycles per request");
  cycles.spread = Spread{88.04, 90.1, 91.6};
  EXPECT_EQ(
      sampling_text(cycles).str(),
      "median of 61 samples by a script, half of them between 90.1 and 91.6 cycles per request, the smallest 88.0 "
      "cycles per request");
}

TEST(MeasurementWording, VerdictsAreEnglish) {
  Comparison slower{0.5, 1.327, Verdict::costs}, faster{-0.5, 0.75, Verdict::saves};
  const Comparison alike{0.01, 1.005, Verdict::hidden};
  const Rival b{Rival::Kind::side_b, {}}, padded{Rival::Kind::twin, {{"IPAD", "1"}}};
  EXPECT_EQ(verdict_text(slower).str(), "33 % longer");
  EXPECT_EQ(verdict_text(faster).str(), "25 % shorter");
  EXPECT_EQ(verdict_text(alike).str(), "no measurable difference");
  EXPECT_EQ(verdict_text(Comparison{}).str(), "too few samples to tell");
  slower.ratio = 1.039;
  EXPECT_EQ(verdict_text(slower).str(), "3.9 % longer");
  EXPECT_EQ(verdict_text(slower, b).str(), "1.04× the time of B");
  EXPECT_EQ(verdict_text(alike, padded).str(), "no measurable difference from IPAD = 1");
  EXPECT_EQ(difference_text(slower, "us").str(), "+500 ns");
  EXPECT_EQ(difference_text(faster, "cycles per request").str(), "−0.500 cycles");
  EXPECT_EQ(difference_text(faster, "us", Length::mark).str(), "−0.500");
}

TEST(MeasurementWording, ATwinIsCalledConflictFreeOnlyWhereItIs) {
  KernelReadings readings;
  EXPECT_EQ(twin_text(readings).str(), "");
  readings.twin = OptionValues{{"IPAD", "2"}};
  EXPECT_EQ(twin_text(readings).str(), "Twin with the padding that costs least: IPAD = 2");
  readings.twin_conflicts = 0;
  EXPECT_EQ(twin_text(readings).str(), "Conflict-free twin: IPAD = 2");
  readings.twin_conflicts = 1;
  EXPECT_EQ(twin_text(readings).str(),
            "No padding avoids all conflicts; twin with the padding that costs least: IPAD = 2, with 1 bank conflict "
            "left");
}

TEST(MeasurementWording, AWrongOutputIsAnAlarm) {
  OutputCheck check = recorded().own.output;
  EXPECT_EQ(output_alarm_text(check).str(), "");
  check.different = 1023;
  EXPECT_EQ(output_alarm_text(check).str(), "GPU and emulator differ in 1,023 elements: one of them is wrong");
  EXPECT_EQ(output_alarm_text(check, Length::brief).str(), "1,023 elements differ: GPU or emulator is wrong");
  check.different = 1;
  EXPECT_EQ(output_alarm_text(check, Length::brief).str(), "1 element differs: GPU or emulator is wrong");
  check.undefined = 1;
  EXPECT_EQ(output_alarm_text(check).str(), "") << "the rule says nothing of it";
}

TEST(MeasurementWording, TheOutputIsEqualOrTheFirstDifferenceIsNamed) {
  KernelMeasurement measurement = recorded();
  EXPECT_TRUE(gpu_output_text(measurement).str().ends_with("equals the emulator's, bit for bit"));
  measurement = recorded("2");
  EXPECT_TRUE(gpu_output_text(measurement)
                  .str()
                  .ends_with("in 3 elements, first at row 4, column 5: GPU 7, emulator 8: one of the two is wrong"))
      << gpu_output_text(measurement).str();
  measurement.own.output.undefined = 3;
  EXPECT_TRUE(gpu_output_text(measurement).str().ends_with("; the kernel's rule does not define these elements"));
  measurement.own.output.compared = false;
  measurement.own.output.missing = {ReasonKind::other, "the launch failed"};
  EXPECT_TRUE(gpu_output_text(measurement).str().ends_with("was not compared with the emulator's: the launch failed"));
}

TEST(MeasurementWording, CountersAreSummedUp) {
  KernelReadings readings = recorded().own;
  EXPECT_EQ(counters_text(readings).str(), "2 of 3 counters as modelled, the others explained");
  EXPECT_EQ(difference_texts(readings.counters).front().str(),
            "Why shared load requests differs: somebody else counted too.");
  readings.counters[1].why = {};
  EXPECT_EQ(counters_text(readings).str(), "2 of 3 counters as modelled, the others unexplained");
  readings.counters[1].value = 32;
  EXPECT_EQ(counters_text(readings).str(), "3 of 3 counters as modelled");
  readings.counters.clear();
  readings.no_counters = {ReasonKind::other, "there is no CUPTI"};
  EXPECT_EQ(counters_text(readings).str(), "no counters: there is no CUPTI");
}

TEST(MeasurementWording, ProgressNamesTheStep) {
  MeasureStatus status;
  EXPECT_EQ(progress_text(status).str(), "");
  status.phase = MeasurePhase::waiting;
  EXPECT_EQ(progress_text(status).str(), "waiting to be measured");
  EXPECT_EQ(progress_text(status, Length::mark).str(), "waiting …");
  status.phase = MeasurePhase::measuring;
  EXPECT_EQ(progress_text(status).str(), "measuring …");
  status.step = MeasureStep::filled;
  EXPECT_EQ(progress_text(status).str(), "measuring: full GPU");
  EXPECT_EQ(progress_text(status, Length::mark).str(), "measuring …");
  status.wait = {DeviceWait::start, "3 before you"};
  EXPECT_EQ(progress_text(status).str(), "waiting for a GPU: 3 before you");
  EXPECT_EQ(progress_text(status, Length::mark).str(), "waiting …");
  KernelMeasurement recorded;
  recorded.provenance = Provenance::recorded;
  recorded.gpu.name = "H200";
  recorded.gpu.date = "2026-11-21";
  status.result = std::make_shared<const KernelMeasurement>(recorded);
  EXPECT_EQ(provenance_wordings(status, nullptr),
            (Wordings{"waiting for a GPU: 3 before you · until then recorded on H200, 2026-11-21",
                      "waiting for a GPU · until then recorded on H200, 2026-11-21",
                      "waiting for a GPU · until then recorded"}));
  EXPECT_EQ(progress_text({"square/setRowReadCol", {{"IPAD", "0"}}, MeasureStep::output, 3, 9}).str(),
            "3/9 square/setRowReadCol (IPAD = 0): output");
}

TEST(MeasurementWording, EveryReasonHasWords) {
  Reason reason;
  reason.text = "what a driver says";
  reason.faults = {simt::FaultKind::race};
  reason.origins = {Origin(), Origin()};
  for (auto kind = ReasonKind::other; kind <= ReasonKind::no_baseline; kind = ReasonKind(unsigned(kind) + 1)) {
    reason.kind = kind;
    EXPECT_FALSE(reason_text(reason).empty()) << unsigned(kind);
  }
}

TEST(MeasurementWording, AFaultIsNamedInWords) {
  Reason reason(ReasonKind::faulty);
  reason.faults = {simt::FaultKind::divergent_barrier, simt::FaultKind::race};
  EXPECT_EQ(reason_text(reason).str(),
            "the emulator found a barrier in divergent code and a race, so the kernel was not launched");
  EXPECT_EQ(reason_text({ReasonKind::no_gpu, "libcuda.so.1: cannot open"}).str(), "libcuda.so.1: cannot open");
  EXPECT_EQ(reason_text({ReasonKind::no_gpu, "libcuda.so.1: cannot open"}, Length::brief).str(), "no GPU can be used");
}

}  // namespace
}  // namespace bankloom::test
