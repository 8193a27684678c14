// Recordings as JSON: writing and reading.
#include <fmt/format.h>

#include <cstdlib>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/measure/counters.h"
#include "core/measure/json_fields.h"
#include "core/measure/recording.h"

namespace bankloom {
namespace {

using nlohmann::ordered_json;

/// The file's own mark: what it is, and in which version of the format.
constexpr const char* kFormat = "bankloom recording 1";

/// Seven significant digits: more than any timer here has.
double rounded(double value) { return std::strtod(fmt::format("{:.7g}", value).c_str(), nullptr); }

ordered_json extent_json(const Dim3& extent) { return ordered_json::array({extent.x, extent.y, extent.z}); }

ordered_json to_json(const Reading& reading) {
  if (reading.measurement) return measurement_json(*reading.measurement, false);
  return {{"missing", recorded_text(reading.missing)}};
}

ordered_json to_json(const TimedAccess& access) {
  ordered_json object;
  object["line"] = access.line;
  object["op"] = access_op_name(access.op);
  object["width"] = access.width;
  object["active"] = fmt::format("0x{:08x}", access.active);
  object["wavefronts"] = access.wavefronts;
  object["cycles"] = to_json(access.cycles);
  if (access.empty_harness) object["empty_harness"] = measurement_json(*access.empty_harness, false);
  return object;
}

ordered_json to_json(const Bandwidth& bandwidth) {
  ordered_json object;
  object["bytes_read"] = bandwidth.bytes_read;
  object["bytes_written"] = bandwidth.bytes_written;
  object["copied_bytes"] = bandwidth.copied_bytes;
  object["kernel"] = to_json(bandwidth.kernel);
  object["copy"] = to_json(bandwidth.copy);
  return object;
}

ordered_json to_json(const OutputCheck& check) {
  ordered_json object;
  object["name"] = check.name;
  object["compared"] = check.compared;
  if (!check.compared) {
    object["missing"] = recorded_text(check.missing);
    return object;
  }
  object["sha256"] = check.sha256;
  object["different"] = check.different;
  object["undefined"] = check.undefined;
  if (check.different != 0) {
    object["first"] = {{"row", check.row}, {"column", check.column}, {"gpu", check.gpu}, {"emulated", check.emulated}};
  }
  return object;
}

ordered_json to_json(const KernelReadings& readings) {
  ordered_json object;
  object["kernel"] = readings.kernel;
  object["options"] = readings.options;
  object["status"] = status_name(readings.status);
  if (readings.problem) object["problem"] = recorded_text(readings.problem);
  object["machine"] = readings.machine;
  object["grid"] = extent_json(readings.grid);
  object["block"] = extent_json(readings.block);
  object["shared_bytes"] = readings.shared_bytes;
  object["ptx_sha256"] = readings.ptx_sha256;
  object["source_sha256"] = readings.source_sha256;
  object["compiler"] = readings.compiler;
  ordered_json list = ordered_json::object();
  for (const ReadingKind kind : kReadingKinds) list[reading_key(kind)] = to_json(readings.reading(kind));
  object["readings"] = std::move(list);
  object["filled_blocks"] = readings.filled_blocks;
  object["timed_accesses"] = ordered_json::array();
  for (const auto& access : readings.timed_accesses) object["timed_accesses"].push_back(to_json(access));
  if (readings.bandwidth) object["bandwidth"] = to_json(*readings.bandwidth);
  object["counters"] = ordered_json::array();
  for (const auto& counter : readings.counters) {
    object["counters"].push_back(
        {{"name", counter.name}, {"metric", counter.metric}, {"value", counter.value}, {"modelled", counter.modelled}});
    if (counter.why) object["counters"].back()["why"] = recorded_text(counter.why);
  }
  if (readings.no_counters) object["no_counters"] = recorded_text(readings.no_counters);
  object["output"] = to_json(readings.output);
  if (readings.twin) object["twin"] = *readings.twin;
  if (readings.no_twin) object["no_twin"] = recorded_text(readings.no_twin);
  return object;
}

/// YYYY-MM-DD, as recordings are sorted by.
bool is_date(const std::string& text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  for (const std::size_t i : {0U, 1U, 2U, 3U, 5U, 6U, 8U, 9U}) {
    if (text[i] < '0' || text[i] > '9') return false;
  }
  const int month = std::stoi(text.substr(5, 2)), day = std::stoi(text.substr(8, 2));
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

Measurement read_measurement(const JsonFields& fields) {
  Measurement measurement;
  measurement.provenance = Provenance::recorded;
  measurement.name = fields.text("name");
  measurement.value = fields.number("value");
  measurement.unit = fields.text("unit");
  measurement.how = fields.text("how");
  measurement.samples = fields.small_count("samples");
  measurement.dropped = fields.small_count("dropped");
  if (fields.has("minimum")) {
    measurement.spread =
        Spread{fields.number("minimum"), fields.number("lower_quartile"), fields.number("upper_quartile")};
  }
  if (fields.has("confidence")) {
    const auto ends = fields.numbers("confidence", 2);
    measurement.confidence = Interval{ends[0], ends[1]};
    if (ends[0] > ends[1]) fields.report("confidence", "must be two numbers, the smaller one first");
  }
  if (measurement.value <= 0) fields.report("value", "must be more than 0");
  if (measurement.samples == 0) fields.report("samples", "must be more than 0: no value comes from none");
  if (const auto& spread = measurement.spread) {
    const bool in_order = spread->minimum <= spread->lower_quartile && spread->lower_quartile <= measurement.value &&
                          measurement.value <= spread->upper_quartile;
    if (!in_order) {
      fields.report("minimum", "must be at most lower_quartile, that at most value, and that at most upper_quartile");
    }
  }
  return measurement;
}

Reading read_reading(const JsonFields& fields) {
  if (fields.has("missing")) return {std::nullopt, recorded_reason(fields.text("missing"))};
  return {read_measurement(fields), {}};
}

Dim3 read_extent(const JsonFields& fields, const char* name) {
  const auto values = fields.numbers(name, 3);
  std::array<std::uint32_t, 3> extent{};
  for (std::size_t i = 0; i < 3; ++i) {
    if (values[i] < 0 || values[i] > 0x7fffffff || values[i] != std::floor(values[i])) {
      fields.report(name, "must hold whole numbers below 2^31");
      return {};
    }
    extent[i] = static_cast<std::uint32_t>(values[i]);
  }
  return {extent[0], extent[1], extent[2]};
}

ReadingStatus read_status(const JsonFields& fields) {
  const std::string name = fields.text("status");
  for (const auto status : {ReadingStatus::measured, ReadingStatus::faulty, ReadingStatus::failed}) {
    if (name == status_name(status)) return status;
  }
  fields.report("status", "must be measured, faulty or failed");
  return ReadingStatus::failed;
}

LaneMask read_mask(const JsonFields& fields, const char* name) {
  const std::string text = fields.text(name);
  char* end = nullptr;
  const unsigned long long value = std::strtoull(text.c_str(), &end, 16);
  if (text.starts_with("0x") && text.size() > 2 && *end == '\0' && value <= kAllLanes) {
    return static_cast<LaneMask>(value);
  }
  fields.report(name, "must be a mask of 32 lanes like 0xffffffff");
  return 0;
}

AccessOp read_op(const JsonFields& fields) {
  const std::string name = fields.text("op");
  for (const AccessOp op : {AccessOp::load, AccessOp::store, AccessOp::ldmatrix}) {
    if (name == access_op_name(op)) return op;
  }
  fields.report("op", "must be load, store or ldmatrix");
  return AccessOp::load;
}

TimedAccess read_timed_access(const JsonFields& fields) {
  TimedAccess access;
  access.line = fields.small_count("line");
  access.op = read_op(fields);
  access.width = fields.small_count("width");
  access.active = read_mask(fields, "active");
  access.wavefronts = fields.small_count("wavefronts");
  access.cycles = read_reading(fields.object("cycles"));
  if (fields.has("empty_harness")) access.empty_harness = read_measurement(fields.object("empty_harness"));
  return access;
}

Bandwidth read_bandwidth(const JsonFields& fields) {
  Bandwidth bandwidth;
  bandwidth.bytes_read = fields.count("bytes_read");
  bandwidth.bytes_written = fields.count("bytes_written");
  bandwidth.copied_bytes = fields.count("copied_bytes");
  bandwidth.kernel = read_reading(fields.object("kernel"));
  bandwidth.copy = read_reading(fields.object("copy"));
  return bandwidth;
}

OutputCheck read_output(const JsonFields& fields) {
  OutputCheck check;
  check.name = fields.text("name");
  check.compared = fields.boolean("compared");
  if (!check.compared) {
    check.missing = recorded_reason(fields.text("missing"));
    return check;
  }
  check.sha256 = fields.text("sha256");
  check.different = fields.count("different");
  check.undefined = fields.count("undefined");
  if (check.different != 0) {
    const JsonFields first = fields.object("first");
    check.row = first.count("row");
    check.column = first.count("column");
    check.gpu = first.text("gpu");
    check.emulated = first.text("emulated");
  }
  return check;
}

KernelReadings read_kernel(const JsonFields& fields) {
  KernelReadings readings;
  readings.kernel = fields.text("kernel");
  readings.options = fields.texts("options");
  readings.status = read_status(fields);
  readings.problem = recorded_reason(fields.text_or_empty("problem"));
  readings.machine = fields.text("machine");
  readings.grid = read_extent(fields, "grid");
  readings.block = read_extent(fields, "block");
  readings.shared_bytes = fields.count("shared_bytes");
  readings.ptx_sha256 = fields.text("ptx_sha256");
  readings.source_sha256 = fields.text("source_sha256");
  readings.compiler = fields.text("compiler");
  const JsonFields list = fields.object("readings");
  for (const ReadingKind kind : kReadingKinds) {
    const JsonFields field = list.object(reading_key(kind));
    Reading& reading = readings.reading(kind) = read_reading(field);
    if (reading.measurement && reading.measurement->unit != reading_unit(kind)) {
      field.report("unit", fmt::format("must be \"{}\"", reading_unit(kind)));
    }
  }
  readings.filled_blocks = fields.count("filled_blocks");
  fields.objects("timed_accesses",
                 [&](const JsonFields& access) { readings.timed_accesses.push_back(read_timed_access(access)); });
  if (fields.has("bandwidth")) readings.bandwidth = read_bandwidth(fields.object("bandwidth"));
  fields.objects("counters", [&](const JsonFields& counter) {
    readings.counters.push_back({counter.text("name"), counter.text("metric"), counter.number("value"),
                                 counter.count("modelled"), recorded_reason(counter.text_or_empty("why"))});
  });
  sort_counters(readings.counters);
  readings.no_counters = recorded_reason(fields.text_or_empty("no_counters"));
  readings.output = read_output(fields.object("output"));
  if (fields.has("twin")) readings.twin = fields.texts("twin");
  readings.no_twin = recorded_reason(fields.text_or_empty("no_twin"));
  return readings;
}

}  // namespace

ordered_json measurement_json(const Measurement& measurement, bool with_origin) {
  // A recording says once where all of its numbers come from, and keeps them short.
  const auto number = [&](double value) { return with_origin ? value : rounded(value); };
  ordered_json object;
  object["name"] = measurement.name;
  object["value"] = number(measurement.value);
  object["unit"] = measurement.unit;
  if (with_origin) {
    object["provenance"] = provenance_name(measurement.provenance);
    object["source"] = measurement.source;
  }
  object["how"] = measurement.how;
  object["samples"] = measurement.samples;
  object["dropped"] = measurement.dropped;
  if (const auto& spread = measurement.spread) {
    object["minimum"] = number(spread->minimum);
    object["lower_quartile"] = number(spread->lower_quartile);
    object["upper_quartile"] = number(spread->upper_quartile);
  }
  if (const auto& sure = measurement.confidence) object["confidence"] = {number(sure->low), number(sure->high)};
  return object;
}

std::string recording_to_json(const Recording& recording) {
  ordered_json object;
  object["$schema"] = "../schema/recording.schema.json";
  object["format"] = kFormat;
  object["gpu"] = {{"name", recording.gpu.name},
                   {"compute_capability", recording.gpu.compute_capability},
                   {"multiprocessors", recording.gpu.multiprocessors},
                   {"memory_bytes", recording.gpu.memory_bytes}};
  object["driver"] = recording.gpu.driver;
  object["toolkit"] = recording.gpu.toolkit;
  object["clocks"] = {{"highest_mhz", rounded(recording.gpu.clock_mhz)},
                      {"observed_mhz", rounded(recording.observed_clock_mhz)}};
  object["date"] = recording.gpu.date;
  object["durations"] = recording.durations;
  object["method"] = recording.method;
  if (recording.empty_kernel) object["empty_kernel"] = measurement_json(*recording.empty_kernel, false);
  object["kernels"] = ordered_json::array();
  for (const auto& readings : recording.kernels) object["kernels"].push_back(to_json(readings));
  return json_text(object);
}

Result<Recording> parse_recording(std::string_view text, const std::filesystem::path& file) {
  const auto root = nlohmann::json::parse(text, nullptr, false);
  if (root.is_discarded()) return fail("{}: is not JSON", file.string());
  FieldProblems problems(file);
  const JsonFields fields(root, "", problems);
  if (fields.text("format") != kFormat) {
    fields.report("format", fmt::format("must be \"{}\"; the file is no recording or of another version", kFormat));
  }
  // Of another kind of file every field would be missing; the first problem says what it is.
  TRY(problems.none());
  Recording recording;
  recording.name = file.stem().string();
  const JsonFields gpu = fields.object("gpu");
  recording.gpu.name = gpu.text("name");
  recording.gpu.compute_capability = gpu.text("compute_capability");
  recording.gpu.multiprocessors = gpu.small_count("multiprocessors");
  recording.gpu.memory_bytes = gpu.count("memory_bytes");
  recording.gpu.driver = fields.text("driver");
  recording.gpu.toolkit = fields.text("toolkit");
  const JsonFields clocks = fields.object("clocks");
  recording.gpu.clock_mhz = clocks.number("highest_mhz");
  recording.observed_clock_mhz = clocks.number("observed_mhz");
  recording.gpu.date = fields.text("date");
  if (!is_date(recording.gpu.date)) fields.report("date", "must be a day like 2026-11-21");
  recording.durations = fields.text("durations");
  recording.method = fields.text("method");
  if (fields.has("empty_kernel")) recording.empty_kernel = read_measurement(fields.object("empty_kernel"));
  fields.objects("kernels", [&](const JsonFields& kernel) { recording.kernels.push_back(read_kernel(kernel)); });
  TRY(problems.none());
  return recording;
}

Result<Recording> load_recording(const std::filesystem::path& file) {
  TRY(const auto text, read_file(file));
  return parse_recording(text, file);
}

Result<void> save_recording(const Recording& recording, const std::filesystem::path& file) {
  return write_file(file, recording_to_json(recording));
}

}  // namespace bankloom
