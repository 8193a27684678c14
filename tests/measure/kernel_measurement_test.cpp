#include "core/measure/kernel_measurement.h"

#include <gtest/gtest.h>

#include <vector>

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
