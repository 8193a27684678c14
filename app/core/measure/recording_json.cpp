// Recordings as JSON: writing and reading.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/base/files.h"
#include "core/base/json_record.h"
#include "core/base/language.h"
#include "core/base/plain_file.h"
#include "core/measure/counters.h"
#include "core/measure/recording.h"

namespace bankloom {
namespace {

using nlohmann::ordered_json;

/// Marks the file's kind and the version of its format.
constexpr const char* kFormat = "bankloom recording 1";

/// Seven significant digits: more than any timer here has.
double rounded(double value) { return std::strtod(fmt::format("{:.7g}", value).c_str(), nullptr); }

constexpr std::array<std::string_view, 3> kReadingStatusNames = {"measured", "faulty", "failed"};

/// YYYY-MM-DD, by which recordings are sorted.
bool is_date(const std::string& text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  for (const std::size_t i : {0U, 1U, 2U, 3U, 5U, 6U, 8U, 9U}) {
    if (text[i] < '0' || text[i] > '9') return false;
  }
  const int month = std::stoi(text.substr(5, 2)), day = std::stoi(text.substr(8, 2));
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

AccessOp op_of(FieldReader& fields, const std::string& name) {
  for (const AccessOp op : {AccessOp::load, AccessOp::store, AccessOp::ldmatrix}) {
    if (name == access_op_name(op)) return op;
  }
  fields.report("op", "must be load, store or ldmatrix");
  return AccessOp::load;
}

LaneMask mask_of(FieldReader& fields, const std::string& text) {
  char* end = nullptr;
  const unsigned long long value = std::strtoull(text.c_str(), &end, 16);
  if (text.starts_with("0x") && text.size() > 2 && *end == '\0' && value <= kAllLanes) {
    return static_cast<LaneMask>(value);
  }
  fields.report("active", "must be a mask of 32 lanes like 0xffffffff");
  return 0;
}

/// A reason as text; optional unless `required`.
template <class Fields>
void describe_reason(Fields& fields, const char* name, Is<Reason> auto& reason, bool required = false) {
  std::string text = recorded_text(reason);
  if (required) {
    fields(name, text);
  } else {
    fields.optional(name, text);
  }
  if constexpr (Fields::kReads) reason = recorded_reason(text);
}

template <class Fields>
void check_measurement(Fields& fields, const Measurement& measurement) {
  if (measurement.value <= 0) fields.report("value", "must be more than 0");
  if (measurement.samples == 0) fields.report("samples", "must be more than 0: no samples give no value");
  if (measurement.confidence && measurement.confidence->low > measurement.confidence->high) {
    fields.report("confidence", "must be two numbers, the smaller one first");
  }
  const auto& spread = measurement.spread;
  if (spread && !std::ranges::is_sorted(
                    std::array{spread->minimum, spread->lower_quartile, measurement.value, spread->upper_quartile})) {
    fields.report("minimum", "must be at most lower_quartile, that at most value, and that at most upper_quartile");
  }
}

/// `with_origin`: with the provenance, which a recording states once for all of its numbers.
template <class Fields>
void describe_measurement(Fields& fields, Is<Measurement> auto& measurement, bool with_origin) {
  fields("name", measurement.name);
  fields("value", measurement.value);
  fields("unit", measurement.unit);
  if constexpr (!Fields::kReads) {
    if (with_origin) {
      fields("provenance", std::string(provenance_name(measurement.provenance)));
      fields("source", measurement.source);
    }
  }
  fields("how", measurement.how);
  fields("samples", measurement.samples);
  fields("dropped", measurement.dropped);
  if (fields.begins("minimum", measurement.spread)) {
    fields("minimum", measurement.spread->minimum);
    fields("lower_quartile", measurement.spread->lower_quartile);
    fields("upper_quartile", measurement.spread->upper_quartile);
  }
  std::optional<std::array<double, 2>> ends;
  if (const auto& sure = measurement.confidence) ends = {sure->low, sure->high};
  fields("confidence", ends);
  if constexpr (Fields::kReads) {
    measurement.provenance = Provenance::recorded;
    if (ends) measurement.confidence = Interval{(*ends)[0], (*ends)[1]};
    check_measurement(fields, measurement);
  }
}

}  // namespace

void describe(auto& fields, Is<Measurement> auto& measurement) { describe_measurement(fields, measurement, false); }

template <class Fields>
void describe(Fields& fields, Is<Reading> auto& reading) {
  describe_reason(fields, "missing", reading.missing);
  if constexpr (Fields::kReads) {
    if (!fields.has("missing")) reading.measurement.emplace();
  }
  if (reading.measurement) describe(fields, *reading.measurement);
}

template <class Fields>
void describe(Fields& fields, Is<TimedAccess> auto& access) {
  std::string mask = fmt::format("0x{:08x}", access.active), op(access_op_name(access.op));
  fields("line", access.line);
  fields("op", op);
  fields("width", access.width);
  fields("active", mask);
  fields("wavefronts", access.wavefronts);
  fields("cycles", access.cycles);
  fields("empty_harness", access.empty_harness);
  if constexpr (Fields::kReads) {
    access.op = op_of(fields, op);
    access.active = mask_of(fields, mask);
  }
}

void describe(auto& fields, Is<Bandwidth> auto& bandwidth) {
  fields("bytes_read", bandwidth.bytes_read);
  fields("bytes_written", bandwidth.bytes_written);
  fields("copied_bytes", bandwidth.copied_bytes);
  fields("kernel", bandwidth.kernel);
  fields("copy", bandwidth.copy);
}

void describe(auto& fields, Is<CounterReading> auto& counter) {
  fields("name", counter.name);
  fields("metric", counter.metric);
  fields("value", counter.value);
  fields("modelled", counter.modelled);
  describe_reason(fields, "why", counter.why);
}

void describe(auto& fields, Is<OutputCheck> auto& check) {
  fields("name", check.name);
  fields("compared", check.compared);
  if (!check.compared) return describe_reason(fields, "missing", check.missing, true);
  fields("sha256", check.sha256);
  fields("different", check.different);
  fields("undefined", check.undefined);
  if (check.different == 0) return;
  fields.group("first", [&](auto& first) {
    first("row", check.row);
    first("column", check.column);
    first("gpu", check.gpu);
    first("emulated", check.emulated);
  });
}

std::span<const std::string_view> names_of(ReadingStatus /*status*/) { return kReadingStatusNames; }

template <class Fields>
void describe(Fields& fields, Is<KernelReadings> auto& readings) {
  fields("kernel", readings.kernel);
  fields("options", readings.options);
  fields("status", readings.status);
  describe_reason(fields, "problem", readings.problem);
  fields("machine", readings.machine);
  fields("grid", readings.grid);
  fields("block", readings.block);
  fields("shared_bytes", readings.shared_bytes);
  fields("ptx_sha256", readings.ptx_sha256);
  fields("source_sha256", readings.source_sha256);
  fields("compiler", readings.compiler);
  fields.group("readings", [&](auto& list) {
    for (const ReadingKind kind : kReadingKinds) {
      const std::string name = reading_key(kind);
      auto& reading = readings.reading(kind);
      list(name, reading);
      if constexpr (Fields::kReads) {
        if (reading.measurement && reading.measurement->unit != reading_unit(kind)) {
          list.report(name + ".unit", message("must be \"{}\"", reading_unit(kind)));
        }
      }
    }
  });
  fields("filled_blocks", readings.filled_blocks);
  fields("timed_accesses", readings.timed_accesses);
  fields("bandwidth", readings.bandwidth);
  fields("counters", readings.counters);
  if constexpr (Fields::kReads) sort_counters(readings.counters);
  describe_reason(fields, "no_counters", readings.no_counters);
  fields("output", readings.output);
  fields("twin", readings.twin);
  describe_reason(fields, "no_twin", readings.no_twin);
}

template <class Fields>
void describe(Fields& fields, Is<Recording> auto& recording) {
  auto& gpu = recording.gpu;
  std::string schema = "../schema/recording.schema.json", format = kFormat;
  fields.optional("$schema", schema);
  fields("format", format);
  if constexpr (Fields::kReads) {
    // In another kind of file every field would be missing: the first problem says what it is.
    if (format != kFormat) {
      fields.report("format", message("must be \"{}\"; the file is not a recording, or of another version", kFormat));
    }
  }
  fields.group("gpu", [&](auto& of_gpu) {
    of_gpu("name", gpu.name);
    of_gpu("compute_capability", gpu.compute_capability);
    of_gpu("multiprocessors", gpu.multiprocessors);
    of_gpu("memory_bytes", gpu.memory_bytes);
    of_gpu.optional("where", gpu.where);
  });
  fields("driver", gpu.driver);
  fields("toolkit", gpu.toolkit);
  fields.group("clocks", [&](auto& clocks) {
    clocks("highest_mhz", gpu.clock_mhz);
    clocks("observed_mhz", recording.observed_clock_mhz);
  });
  fields("date", gpu.date);
  if constexpr (Fields::kReads) {
    if (!is_date(gpu.date)) fields.report("date", "must be a day like 2026-11-21");
  }
  fields("durations", recording.durations);
  fields("method", recording.method);
  fields("empty_kernel", recording.empty_kernel);
  fields("kernels", recording.kernels);
}

ordered_json measurement_json(const Measurement& measurement, bool with_origin) {
  FieldWriter<ordered_json> fields(with_origin ? nullptr : rounded);
  describe_measurement(fields, measurement, with_origin);
  return std::move(fields.object);
}

std::string recording_to_json(const Recording& recording) {
  return json_text(as_json<ordered_json>(recording, rounded));
}

Result<Recording> parse_recording(std::string_view text, const std::filesystem::path& file) {
  TRY(auto recording, read_record<Recording>(text, file.string()));
  recording.name = file.stem().string();
  return recording;
}

Result<Recording> load_recording(const std::filesystem::path& file) {
  TRY(const auto text, read_file(file));
  return parse_recording(text, file);
}

Result<void> save_recording(const Recording& recording, const std::filesystem::path& file) {
  TRY(check_no_link(file));
  return write_file(file, recording_to_json(recording));
}

}  // namespace bankloom
