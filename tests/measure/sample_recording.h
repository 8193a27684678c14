// A recording with every kind of entry, for tests of files and reports.
#pragma once

#include <vector>

#include "core/measure/digest.h"
#include "core/measure/recording.h"

namespace bankloom::test {

inline Measurement sampled(const char* name, double value, const char* unit) {
  std::vector<double> samples;
  for (int i = -30; i <= 30; ++i) samples.push_back(value * (1 + i / 10000.0));
  Measurement measurement = measurement_of(samples);
  measurement.name = name;
  measurement.unit = unit;
  measurement.how = "a script";
  measurement.provenance = Provenance::recorded;
  return measurement;
}

inline KernelReadings sample_readings(const char* padding, double microseconds, double cycles) {
  KernelReadings readings;
  readings.kernel = "square/setRowReadCol";
  readings.options = {{"BDIMX", "32"}, {"BDIMY", "32"}, {"IPAD", padding}};
  readings.machine = "cc9.0";
  readings.block = {32, 32, 1};
  readings.shared_bytes = 4096;
  readings.ptx_sha256 = sha256("ptx");
  readings.source_sha256 = sha256("source");
  readings.compiler = "NVRTC 13.0";
  readings.reading(ReadingKind::one_block) = {sampled("kernel duration", microseconds, "us"), {}};
  readings.reading(ReadingKind::filled) = {std::nullopt, {ReasonKind::uses_block_index, std::uint64_t{1}}};
  TimedAccess access;
  access.line = 9;
  access.op = AccessOp::load;
  access.wavefronts = 32;
  access.cycles = {sampled("cycles per request", cycles, "cycles per request"), {}};
  access.empty_harness = sampled("cycles per request, empty harness", 4, "cycles per request");
  readings.reading(ReadingKind::cycles) = access.cycles;
  readings.timed_accesses.push_back(access);
  readings.counters = {
      {"shared load wavefronts", "l1tex__x.sum", 1024, 1024, {}},
      {"shared load requests", "smsp__y.sum", 33, 32, {ReasonKind::other, "somebody else counted too"}},
      {"shared load bank conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", 0, 0, {}}};
  readings.output.name = "out";
  readings.output.compared = true;
  readings.output.sha256 = sha256("out");
  readings.no_twin = ReasonKind::conflict_free;
  return readings;
}

inline Recording sample_recording() {
  Recording recording;
  recording.name = "sample";
  recording.gpu = {"Test GPU", "9.0", 132, 1'000'000, "1.2.3", "NVRTC 13.0", 1980, "2026-11-21"};
  recording.observed_clock_mhz = 1975.5;
  recording.durations = "a script";
  recording.method = recording_method();
  recording.empty_kernel = sampled("duration of an empty kernel", 1.25, "us");
  recording.kernels = {sample_readings("0", 2.5, 113.25), sample_readings("1", 1.75, 51.25)};
  recording.kernels[0].twin = recording.kernels[1].options;
  recording.kernels[0].no_twin = {};
  KernelReadings different = sample_readings("2", 2, 53);
  different.output.different = 3;
  different.output.undefined = 1;
  different.output.row = 4;
  different.output.column = 5;
  different.output.gpu = "7";
  different.output.emulated = "8";
  Bandwidth& bandwidth = different.bandwidth.emplace();
  bandwidth.bytes_read = 2'000'000;
  bandwidth.bytes_written = 1'000'000;
  bandwidth.copied_bytes = 1'500'000;
  bandwidth.kernel = {sampled("bandwidth", 3000, "GB/s"), {}};
  bandwidth.copy = {std::nullopt, {ReasonKind::other, "the GPU gives no buffer"}};
  recording.kernels.push_back(different);
  KernelReadings failed;
  failed.kernel = "square/setRowReadRow";
  failed.options = {{"IPAD", "0"}};
  failed.status = ReadingStatus::failed;
  failed.problem = {ReasonKind::other, "the GPU has no memory left"};
  failed.machine = "cc9.0";
  for (auto& reading : failed.readings) reading.missing = failed.problem;
  failed.no_counters = failed.problem;
  failed.output.name = "out";
  failed.output.missing = failed.problem;
  recording.kernels.push_back(failed);
  return recording;
}

}  // namespace bankloom::test
