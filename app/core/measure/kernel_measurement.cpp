#include "core/measure/kernel_measurement.h"

#include <algorithm>
#include <utility>

#include "core/measure/counters.h"
#include "core/measure/device.h"

namespace bankloom {
namespace {

/// The step of the timer that durations were taken with, in nanoseconds. CUPTI's time stamps: all durations on an
/// NVIDIA H200 were multiples of 32 ns. Events: "a resolution of approximately one half microsecond" (CUDA Driver API,
/// cuEventElapsedTime).
double timer_step_ns(const Measurement& duration) {
  return duration.how == kFromCupti ? 32 : duration.how == kFromEvents ? 500 : 0;
}

void set_steps(KernelReadings& readings) {
  if (auto& one = readings.reading(ReadingKind::one_block).measurement) one->step = timer_step_ns(*one) / 1000;
  if (auto& filled = readings.reading(ReadingKind::filled).measurement; filled && readings.filled_blocks != 0) {
    filled->step = timer_step_ns(*filled) / static_cast<double>(readings.filled_blocks);
  }
}

bool is_conflicts(const CounterReading& counter) {
  const auto& rules = counter_rules();
  return std::ranges::any_of(rules, [&](const CounterRule& rule) {
    return rule.field == &SpaceTotals::bank_conflicts && counter.metric == rule.metric;
  });
}

/// Bank conflicts of a kernel's shared accesses as modelled beside its counters; nothing where there are no counters.
std::optional<std::uint64_t> modelled_conflicts(const KernelReadings& readings) {
  std::optional<std::uint64_t> conflicts;
  for (const CounterReading& counter : readings.counters) {
    if (is_conflicts(counter)) conflicts = conflicts.value_or(0) + counter.modelled;
  }
  return conflicts;
}

void set_origin(KernelReadings& readings, Provenance provenance, const std::string& source) {
  const auto set = [&](Measurement& measurement) {
    measurement.provenance = provenance;
    measurement.source = source;
  };
  for (auto& reading : readings.readings) {
    if (reading.measurement) set(*reading.measurement);
  }
  for (auto& access : readings.timed_accesses) {
    if (access.cycles.measurement) set(*access.cycles.measurement);
    if (access.empty_harness) set(*access.empty_harness);
  }
  if (!readings.bandwidth) return;
  for (Reading* reading : {&readings.bandwidth->kernel, &readings.bandwidth->copy}) {
    if (reading->measurement) set(*reading->measurement);
  }
}

/// The twin's reading of the kernel's most expensive access.
void take_same_access(const KernelReadings& own, KernelReadings& twin) {
  if (own.timed_accesses.empty()) return;
  const auto found = std::ranges::find_if(
      twin.timed_accesses, [&](const auto& access) { return access.same_access(own.timed_accesses.front()); });
  if (found == twin.timed_accesses.end()) {
    twin.reading(ReadingKind::cycles) = {std::nullopt, ReasonKind::access_not_timed};
    return;
  }
  std::rotate(twin.timed_accesses.begin(), found, found + 1);
  twin.reading(ReadingKind::cycles) = twin.timed_accesses.front().cycles;
}

}  // namespace

std::optional<double> Bandwidth::of_copy() const {
  if (!kernel.measurement || !copy.measurement || copy.measurement->value <= 0) return std::nullopt;
  return kernel.measurement->value / copy.measurement->value;
}

const char* reading_key(ReadingKind kind) {
  switch (kind) {
    case ReadingKind::one_block:
      return "one_block";
    case ReadingKind::filled:
      return "filled";
    case ReadingKind::cycles:
      return "cycles";
  }
  return "";
}

const char* status_name(ReadingStatus status) {
  switch (status) {
    case ReadingStatus::measured:
      return "measured";
    case ReadingStatus::faulty:
      return "faulty";
    case ReadingStatus::failed:
      return "failed";
  }
  return "";
}

KernelMeasurement make_kernel_measurement(Provenance provenance, const MeasuringGpu& gpu, KernelReadings own,
                                          std::optional<KernelReadings> twin, std::optional<Measurement> empty_kernel) {
  KernelMeasurement result{.provenance = provenance,
                           .gpu = gpu,
                           .own = std::move(own),
                           .twin = std::move(twin),
                           .empty_kernel = std::move(empty_kernel)};
  set_origin(result.own, provenance, gpu.source());
  set_steps(result.own);
  if (result.empty_kernel) {
    result.empty_kernel->provenance = provenance;
    result.empty_kernel->source = gpu.source();
  }
  if (!result.twin) return result;
  take_same_access(result.own, *result.twin);
  set_origin(*result.twin, provenance, gpu.source());
  set_steps(*result.twin);
  if (!result.own.twin_conflicts) result.own.twin_conflicts = modelled_conflicts(*result.twin);
  for (const ReadingKind kind : kReadingKinds) {
    const auto& a = result.own.reading(kind).measurement;
    const auto& b = result.twin->reading(kind).measurement;
    if (a && b) result.comparisons[static_cast<std::size_t>(kind)] = compare(*a, *b);
  }
  return result;
}

const char* reading_unit(ReadingKind kind) {
  switch (kind) {
    case ReadingKind::one_block:
      return "us";
    case ReadingKind::filled:
      return "ns per block";
    case ReadingKind::cycles:
      return "cycles per request";
  }
  return "";
}

}  // namespace bankloom
