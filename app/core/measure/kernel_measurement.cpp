#include "core/measure/kernel_measurement.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace bankloom {
namespace {

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

/// The twin's reading of the access that is the kernel's dearest.
void take_same_access(const KernelReadings& own, KernelReadings& twin) {
  if (own.timed_accesses.empty()) return;
  const auto found = std::find_if(twin.timed_accesses.begin(), twin.timed_accesses.end(),
                                  [&](const auto& access) { return access.same_access(own.timed_accesses.front()); });
  if (found == twin.timed_accesses.end()) {
    twin.reading(ReadingKind::cycles) = {std::nullopt, "this access of the twin was not timed"};
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

const char* reading_title(ReadingKind kind) {
  switch (kind) {
    case ReadingKind::one_block:
      return "as the book does";
    case ReadingKind::filled:
      return "filled";
    case ReadingKind::cycles:
      return "cycles per request";
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
  KernelMeasurement result;
  result.provenance = provenance;
  result.gpu = gpu;
  result.own = std::move(own);
  result.twin = std::move(twin);
  result.empty_kernel = std::move(empty_kernel);
  set_origin(result.own, provenance, gpu.source());
  if (result.empty_kernel) {
    result.empty_kernel->provenance = provenance;
    result.empty_kernel->source = gpu.source();
  }
  if (!result.twin) return result;
  take_same_access(result.own, *result.twin);
  set_origin(*result.twin, provenance, gpu.source());
  for (const ReadingKind kind : kReadingKinds) {
    const auto& a = result.own.reading(kind).measurement;
    const auto& b = result.twin->reading(kind).measurement;
    if (a && b) result.comparisons[static_cast<std::size_t>(kind)] = compare(*a, *b);
  }
  return result;
}

std::string options_text(const OptionValues& options) {
  std::string text;
  for (const auto& [name, value] : options) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  return text;
}

}  // namespace bankloom
