#include "core/measure/kernel_measurement.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/measure/device.h"

namespace bankloom {
namespace {

Reading reading(double value) { return {measurement_of(std::vector<double>(60, value)), {}}; }

TimedAccess timed(std::uint32_t line, AccessOp op, double cycles) {
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
  own.timed_accesses = {timed(9, AccessOp::load, 113)};
  own.timed_accesses[0].empty_harness = *reading(4).measurement;
  own.reading(ReadingKind::cycles) = own.timed_accesses[0].cycles;
  const auto result = make_kernel_measurement(Provenance::recorded, gpu, own, own, reading(1).measurement);
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

TEST(KernelMeasurement, TheTwinsConflictsAreThoseModelledBesideItsCounters) {
  KernelReadings own, twin;
  own.twin = OptionValues{{"IPAD", "2"}};
  const auto conflicts = [&] {
    return make_kernel_measurement(Provenance::recorded, {}, own, twin, std::nullopt).own.twin_conflicts;
  };
  EXPECT_EQ(conflicts(), std::nullopt) << "no counters, nothing known";
  const char* const of_loads = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum";
  twin.counters = {{"shared load requests", "smsp__sass_inst_executed_op_shared_ld.sum", 64, 64, {}},
                   {"shared load bank conflicts", of_loads, 0, 0, {}}};
  EXPECT_EQ(conflicts(), 0U);
  // What is modelled counts, not what other blocks added in the pipe.
  twin.counters.push_back(
      {"shared store bank conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", 9, 8, {}});
  EXPECT_EQ(conflicts(), 8U);
  own.twin_conflicts = 1;
  EXPECT_EQ(conflicts(), 1U);
}

TEST(KernelMeasurement, CyclesAreComparedAtTheSameAccess) {
  KernelReadings own, twin;
  own.timed_accesses = {timed(9, AccessOp::store, 113), timed(9, AccessOp::load, 51)};
  own.reading(ReadingKind::cycles) = own.timed_accesses[0].cycles;
  twin.timed_accesses = {timed(9, AccessOp::load, 51), timed(9, AccessOp::store, 53)};
  twin.reading(ReadingKind::cycles) = twin.timed_accesses[0].cycles;
  const auto result = make_kernel_measurement(Provenance::measured_here, {}, own, twin, std::nullopt);
  EXPECT_DOUBLE_EQ(result.comparison(ReadingKind::cycles)->difference, 60);
  EXPECT_EQ(result.twin->timed_accesses.front().op, AccessOp::store);
  twin.timed_accesses.pop_back();
  const auto other = make_kernel_measurement(Provenance::measured_here, {}, own, twin, std::nullopt);
  EXPECT_FALSE(other.comparison(ReadingKind::cycles));
}

}  // namespace
}  // namespace bankloom
