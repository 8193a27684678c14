#include "core/measure/kernel_measurement.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/measure/device.h"

namespace bankloom {
namespace {

Reading reading(double value) { return {measurement_of(std::vector<double>(60, value)), ""}; }

TimedAccess timed(std::uint32_t line, const char* op, double cycles) {
  TimedAccess access;
  access.line = line;
  access.op = op;
  access.cycles = reading(cycles);
  return access;
}

TEST(KernelMeasurement, EveryNumberGetsProvenanceAndSource) {
  MeasuringGpu gpu;
  gpu.name = "NVIDIA H200";
  gpu.date = "2026-11-21";
  KernelReadings own;
  own.reading(ReadingKind::one_block) = reading(3);
  own.timed_accesses = {timed(9, "load", 113)};
  own.timed_accesses[0].empty_harness = *reading(4).measurement;
  own.reading(ReadingKind::cycles) = own.timed_accesses[0].cycles;
  const auto result = make_kernel_measurement(Provenance::recorded, gpu, own, own, *reading(1).measurement);
  for (const auto* readings : {&result.own, &*result.twin}) {
    for (const auto* value :
         {&*readings->reading(ReadingKind::one_block).measurement, &*readings->reading(ReadingKind::cycles).measurement,
          &*readings->timed_accesses[0].empty_harness, &*result.empty_kernel}) {
      EXPECT_EQ(value->provenance, Provenance::recorded);
      EXPECT_EQ(value->source, "NVIDIA H200, 2026-11-21");
    }
  }
  EXPECT_TRUE(result.comparison(ReadingKind::one_block));
  EXPECT_FALSE(result.comparison(ReadingKind::filled)) << "nothing to compare";
}

TEST(KernelMeasurement, DurationsKnowTheStepOfTheirTimer) {
  KernelReadings own;
  own.reading(ReadingKind::one_block) = reading(3);
  own.reading(ReadingKind::filled) = reading(4);
  own.reading(ReadingKind::cycles) = reading(5);
  own.filled_blocks = 64;
  const auto steps = [&](const char* how) {
    for (auto& one : own.readings) one.measurement->how = how;
    const auto result = make_kernel_measurement(Provenance::recorded, {}, own, own, std::nullopt);
    std::vector<double> list;
    for (const auto* readings : {&result.own, &*result.twin}) {
      for (const auto& one : readings->readings) list.push_back(one.measurement->step);
    }
    return list;
  };
  EXPECT_EQ(steps(kFromCupti), (std::vector<double>{0.032, 0.5, 0, 0.032, 0.5, 0}));
  EXPECT_EQ(steps(kFromEvents), (std::vector<double>{0.5, 7.8125, 0, 0.5, 7.8125, 0}));
  EXPECT_EQ(steps("clock64"), (std::vector<double>(6, 0.0)));
}

TEST(KernelMeasurement, ATwinIsCalledConflictFreeOnlyWhereItIs) {
  KernelReadings own, twin;
  EXPECT_EQ(twin_sentence(own), "");
  own.twin = OptionValues{{"IPAD", "2"}};
  const auto sentence = [&] {
    return twin_sentence(make_kernel_measurement(Provenance::recorded, {}, own, twin, std::nullopt).own);
  };
  EXPECT_EQ(sentence(), "Twin with the padding that costs least: IPAD = 2") << "no counters, nothing known";
  twin.counters = {{"shared load wavefronts", "", 64, 64, ""}, {"shared load bank conflicts", "", 0, 0, ""}};
  EXPECT_EQ(sentence(), "Conflict-free twin: IPAD = 2");
  // What is modelled counts, not what other blocks added in the pipe.
  twin.counters.push_back({"shared store bank conflicts", "", 9, 8, ""});
  EXPECT_EQ(sentence(),
            "No padding is free of conflicts; twin with the padding that costs least: IPAD = 2, 8 bank conflicts left");
  own.twin_conflicts = 1;
  EXPECT_EQ(sentence(),
            "No padding is free of conflicts; twin with the padding that costs least: IPAD = 2, 1 bank conflict left");
}

TEST(KernelMeasurement, CyclesAreComparedAtTheSameAccess) {
  KernelReadings own, twin;
  own.timed_accesses = {timed(9, "store", 113), timed(9, "load", 51)};
  own.reading(ReadingKind::cycles) = own.timed_accesses[0].cycles;
  twin.timed_accesses = {timed(9, "load", 51), timed(9, "store", 53)};
  twin.reading(ReadingKind::cycles) = twin.timed_accesses[0].cycles;
  const auto result = make_kernel_measurement(Provenance::measured_here, {}, own, twin, std::nullopt);
  EXPECT_DOUBLE_EQ(result.comparison(ReadingKind::cycles)->difference, 60);
  EXPECT_EQ(result.twin->timed_accesses.front().op, "store");
  twin.timed_accesses.pop_back();
  const auto other = make_kernel_measurement(Provenance::measured_here, {}, own, twin, std::nullopt);
  EXPECT_FALSE(other.comparison(ReadingKind::cycles));
}

}  // namespace
}  // namespace bankloom
