#include "core/measure/measure_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <optional>

#include "core/measure/counters.h"

namespace bankloom {
namespace {

using nlohmann::ordered_json;
using report::Emphasis;
using report::TextTable;
using Align = TextTable::Align;

/// Calls visit(reading, of, measurement) for every measured number.
void for_each_measurement(const KernelMeasurement& measurement,
                          const std::function<void(const char*, const char*, const Measurement&)>& visit) {
  const auto visit_readings = [&](const KernelReadings& readings, const char* of) {
    for (const ReadingKind kind : kReadingKinds) {
      if (const auto& value = readings.reading(kind).measurement) visit(reading_key(kind), of, *value);
    }
    if (!readings.timed_accesses.empty()) {
      if (const auto& empty = readings.timed_accesses.front().empty_harness) visit("empty_harness", of, *empty);
    }
    if (!readings.bandwidth) return;
    if (const auto& rate = readings.bandwidth->kernel.measurement) visit("bandwidth", of, *rate);
    if (const auto& rate = readings.bandwidth->copy.measurement) visit("copy_bandwidth", of, *rate);
  };
  visit_readings(measurement.own, "kernel");
  if (measurement.twin) visit_readings(*measurement.twin, "twin");
  if (measurement.empty_kernel) visit("empty_kernel", "device", *measurement.empty_kernel);
}

void add_numbers(ordered_json& object, const Measurement& value) {
  object["name"] = value.name;
  object["value"] = value.value;
  object["unit"] = value.unit;
  object["provenance"] = provenance_name(value.provenance);
  object["source"] = value.source;
  object["how"] = value.how;
  object["samples"] = value.samples;
  object["dropped"] = value.dropped;
  if (value.spread) {
    object["minimum"] = value.spread->minimum;
    object["lower_quartile"] = value.spread->lower_quartile;
    object["upper_quartile"] = value.spread->upper_quartile;
  }
  if (value.confidence) object["confidence"] = {value.confidence->low, value.confidence->high};
}

std::string number_text(double value) {
  if (value == 0) return "0";
  const double size = std::abs(value);
  const int digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return fmt::format("{:.{}f}", value, digits);
}

/// "2.34 us (2.30 to 2.40)": the median and the quartiles.
std::string cell_text(const Reading& reading) {
  if (!reading.measurement) return "-";
  const Measurement& value = *reading.measurement;
  std::string text = number_text(value.value);
  if (value.spread) {
    text += fmt::format(" ({} to {})", number_text(value.spread->lower_quartile),
                        number_text(value.spread->upper_quartile));
  }
  return text;
}

std::string sign_text(double value) { return (value > 0 ? "+" : "") + number_text(value); }

std::string readings_table(const KernelMeasurement& measurement, const report::TextStyle& style) {
  TextTable table({{"reading", Align::left},
                   {"unit", Align::left},
                   {"this kernel"},
                   {measurement.twin ? "its twin" : "twin"},
                   {"difference"},
                   {"ratio"},
                   {"samples"},
                   {"verdict", Align::left}});
  for (const ReadingKind kind : kReadingKinds) {
    const Reading& own = measurement.own.reading(kind);
    if (!own.measurement) continue;
    const auto& comparison = measurement.comparison(kind);
    const Reading none;
    table.add_row({reading_title(kind), own.measurement->unit, cell_text(own),
                   cell_text(measurement.twin ? measurement.twin->reading(kind) : none),
                   comparison ? sign_text(comparison->difference) : "-",
                   comparison ? fmt::format("{:.2f}", comparison->ratio) : "-",
                   std::to_string(own.measurement->samples), comparison ? comparison->sentence() : "-"});
  }
  return table.empty() ? std::string() : table.render(style, 2);
}

std::string faint(const report::TextStyle& style, const std::string& text) {
  // Emphasis is set line by line, so that a wrapped sentence stays readable in a pager.
  std::string result;
  const std::string lines = report::wrap(style, text, 2);
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    result += report::emphasize(style, Emphasis::faint, lines.substr(at, end - at)) + '\n';
    at = end + 1;
  }
  return result;
}

std::string access_sentence(const KernelMeasurement& measurement) {
  if (measurement.own.timed_accesses.empty()) return {};
  const TimedAccess& access = measurement.own.timed_accesses.front();
  std::string text = fmt::format("Cycles per request: the shared {} of line {}, {} (modelled)", access.op, access.line,
                                 report::counted(access.wavefronts, "wavefront"));
  if (measurement.twin && !measurement.twin->timed_accesses.empty() &&
      measurement.twin->reading(ReadingKind::cycles).measurement) {
    text += fmt::format(", against {} in the twin", measurement.twin->timed_accesses.front().wavefronts);
  }
  if (access.op == "store") text += "; each store is waited for by one conflict-free load, which is in the number";
  if (access.empty_harness) {
    text += fmt::format(". The harness alone, without the access: {}",
                        value_text(access.empty_harness->value, access.empty_harness->unit));
  }
  return text + ".";
}

/// "; left out at lowered clocks: 3 samples (filled), 2 samples (filled, twin)"; empty where none was.
std::string dropped_text(const KernelMeasurement& measurement) {
  std::string text;
  const auto add = [&](const KernelReadings& readings, const char* whose) {
    for (const ReadingKind kind : kReadingKinds) {
      const auto& value = readings.reading(kind).measurement;
      if (!value || value->dropped == 0) continue;
      text += fmt::format("{}{} ({}{})", text.empty() ? "; left out at lowered clocks: " : ", ",
                          report::counted(value->dropped, "sample"), reading_title(kind), whose);
    }
  };
  add(measurement.own, "");
  if (measurement.twin) add(*measurement.twin, ", twin");
  return text;
}

std::string methods_text(const KernelMeasurement& measurement, const report::TextStyle& style) {
  std::string text;
  const auto& one = measurement.own.reading(ReadingKind::one_block).measurement;
  if (one) {
    text += faint(style, fmt::format("Medians, with the quartiles in brackets. Durations: {}{}.", one->how,
                                     dropped_text(measurement)));
  }
  if (measurement.own.reading(ReadingKind::filled).measurement) {
    text += faint(style, fmt::format("Filled: {} at a time, so that all multiprocessors are busy; time per block.",
                                     report::counted(measurement.own.filled_blocks, "block")));
  }
  if (const std::string sentence = access_sentence(measurement); !sentence.empty()) text += faint(style, sentence);
  if (measurement.empty_kernel) {
    text += faint(style, fmt::format("A kernel that does nothing takes {}: no duration is below it.",
                                     value_text(measurement.empty_kernel->value, measurement.empty_kernel->unit)));
  }
  for (const ReadingKind kind : kReadingKinds) {
    const Reading& reading = measurement.own.reading(kind);
    if (!reading.measurement)
      text += report::wrap(style, fmt::format("No reading '{}': {}.", reading_title(kind), reading.missing), 2);
    if (!measurement.twin || !reading.measurement) continue;
    const Reading& other = measurement.twin->reading(kind);
    if (!other.measurement)
      text +=
          report::wrap(style, fmt::format("No reading '{}' of the twin: {}.", reading_title(kind), other.missing), 2);
  }
  return text;
}

std::string bandwidth_text(const KernelMeasurement& measurement, const report::TextStyle& style) {
  if (!measurement.own.bandwidth) return {};
  const Bandwidth& bandwidth = *measurement.own.bandwidth;
  std::string text =
      report::emphasize(style, Emphasis::heading, fmt::format("Bandwidth ({})", origin_text(measurement))) + '\n';
  return text + report::wrap(style, bandwidth_sentence(bandwidth), 2) +
         faint(style, fmt::format("The lanes read {} bytes and write {}; launched in turns with the copy.",
                                  bandwidth.bytes_read, bandwidth.bytes_written));
}

std::string counters_text(const KernelMeasurement& measurement, const report::TextStyle& style) {
  std::string text = report::emphasize(
      style, Emphasis::heading,
      fmt::format("Counters ({}) beside the model ({})", origin_text(measurement), measurement.own.machine));
  text += '\n';
  if (measurement.own.counters.empty())
    return text + report::wrap(style, "None: " + measurement.own.no_counters + ".", 2);
  TextTable table({{"counter", Align::left}, {"counted"}, {"modelled"}, {"", Align::left}});
  for (const auto& counter : measurement.own.counters) {
    table.add_row({counter.name, fmt::format("{:.0f}", counter.value), std::to_string(counter.modelled),
                   counter.equal() ? "equal" : "DIFFERENT"},
                  counter.equal() ? Emphasis::none : Emphasis::bad);
  }
  text += table.render(style, 2);
  for (const auto& sentence : difference_sentences(measurement.own.counters)) text += report::wrap(style, sentence, 2);
  return text;
}

std::string output_text(const KernelMeasurement& measurement, const report::TextStyle& style) {
  const OutputCheck& output = measurement.own.output;
  std::string text =
      report::emphasize(style, Emphasis::heading, fmt::format("Output {} (GPU against emulator)", output.name)) + '\n';
  if (!output.compared) return text + report::wrap(style, "Not compared: " + output.missing + ".", 2);
  if (output.equal()) return text + report::wrap(style, "The GPU's output is the emulator's, bit for bit.", 2);
  std::string sentence =
      fmt::format("{} DIFFERENT, the first at [{}][{}]: the GPU has {}, the emulator {}",
                  report::counted(output.different, "element"), output.row, output.column, output.gpu, output.emulated);
  sentence += output.wrong() ? ". One of them is wrong." : "; the kernel's rule says nothing about these elements.";
  return text + report::wrap(style, sentence, 2);
}

std::string published_text(const KernelMeasurement& measurement, const report::TextStyle& style) {
  if (measurement.published.empty()) return {};
  std::string text = report::emphasize(style, Emphasis::heading, "Published for other machines") + '\n';
  for (const auto& figure : measurement.published) {
    const Measurement& value = figure.measurement;
    text += report::wrap(style,
                         fmt::format("{}: {}{} (published: {}; machine {}{})", value.name, value.value,
                                     value.unit.empty() ? "" : " " + value.unit, value.source, figure.machine,
                                     value.how.empty() ? "" : "; " + value.how),
                         2);
  }
  return text;
}

/// Whole numbers as numbers.
ordered_json options_to_json(const OptionValues& options) {
  ordered_json object = ordered_json::object();
  for (const auto& [name, value] : options) {
    std::int64_t number = 0;
    const char* const end = value.data() + value.size();
    const auto read = std::from_chars(value.data(), end, number);
    if (read.ec == std::errc{} && read.ptr == end) {
      object[name] = number;
    } else {
      object[name] = value;
    }
  }
  return object;
}

ordered_json output_to_json(const KernelMeasurement& measurement) {
  const OutputCheck& output = measurement.own.output;
  ordered_json object;
  object["name"] = output.name;
  object["provenance"] = provenance_name(measurement.provenance);
  object["source"] = measurement.gpu.source();
  object["compared_with"] = "emulated";
  object["compared"] = output.compared;
  if (!output.compared) {
    object["missing"] = output.missing;
    return object;
  }
  object["equal"] = output.equal();
  object["sha256"] = output.sha256;
  object["different"] = output.different;
  object["undefined"] = output.undefined;
  if (output.different != 0) {
    object["first"] = {
        {"row", output.row}, {"column", output.column}, {"gpu", output.gpu}, {"emulated", output.emulated}};
  }
  return object;
}

ordered_json counters_to_json(const KernelMeasurement& measurement) {
  ordered_json list = ordered_json::array();
  for (const auto& counter : measurement.own.counters) {
    list.push_back({{"name", counter.name},
                    {"metric", counter.metric},
                    {"value", counter.value},
                    {"provenance", provenance_name(measurement.provenance)},
                    {"source", measurement.gpu.source()},
                    {"modelled",
                     {{"value", counter.modelled},
                      {"provenance", provenance_name(Provenance::modelled)},
                      {"source", measurement.own.machine}}},
                    {"equal", counter.equal()}});
    if (!counter.why.empty()) list.back()["why"] = counter.why;
  }
  return list;
}

}  // namespace

std::string origin_text(const KernelMeasurement& measurement) {
  return fmt::format("{} on {}", provenance_name(measurement.provenance), measurement.gpu.source());
}

std::string value_text(double value, const std::string& unit) { return number_text(value) + " " + unit; }

std::string bandwidth_sentence(const Bandwidth& bandwidth) {
  if (!bandwidth.kernel.measurement) return fmt::format("No bandwidth: {}.", bandwidth.kernel.missing);
  const std::string own = value_text(bandwidth.kernel.measurement->value, bandwidth.kernel.measurement->unit);
  const auto part = bandwidth.of_copy();
  if (!part) {
    return fmt::format("{} read and written; the device's own copy was not timed: {}.", own, bandwidth.copy.missing);
  }
  return fmt::format("{} read and written, {:.1f} % of the {} of the device's own copy.", own, *part * 100,
                     value_text(bandwidth.copy.measurement->value, bandwidth.copy.measurement->unit));
}

std::string measurement_to_text(const KernelMeasurement& measurement, const report::TextStyle& style) {
  const KernelReadings& own = measurement.own;
  const std::string options = options_text(own.options);
  std::string text =
      report::emphasize(style, Emphasis::heading, options.empty() ? own.kernel : own.kernel + ": " + options) + '\n';
  text +=
      report::wrap(style,
                   fmt::format("Time and counters {} (driver {}, {}).", origin_text(measurement),
                               measurement.gpu.driver, own.compiler.empty() ? measurement.gpu.toolkit : own.compiler),
                   2);
  for (const auto& note : measurement.notes) text += report::wrap(style, "Note: " + note + ".", 2);
  if (!own.problem.empty()) {
    text += report::wrap(style, fmt::format("{}: {}.", status_name(own.status), own.problem), 2);
  }
  if (own.twin) {
    text += report::wrap(style, twin_sentence(own) + ".", 2);
  } else if (!own.no_twin.empty()) {
    text += report::wrap(style, fmt::format("No twin to compare with: {}.", own.no_twin), 2);
  }
  text += '\n' + readings_table(measurement, style) + methods_text(measurement, style);
  if (const std::string bandwidth = bandwidth_text(measurement, style); !bandwidth.empty()) text += '\n' + bandwidth;
  text += '\n' + counters_text(measurement, style);
  text += '\n' + output_text(measurement, style);
  if (const std::string published = published_text(measurement, style); !published.empty()) text += '\n' + published;
  return text;
}

ordered_json measurement_to_json(const KernelMeasurement& measurement) {
  const KernelReadings& own = measurement.own;
  ordered_json object;
  object["kernel"] = own.kernel;
  object["options"] = options_to_json(own.options);
  object["provenance"] = provenance_name(measurement.provenance);
  object["source"] = measurement.gpu.source();
  object["gpu"] = {{"name", measurement.gpu.name},
                   {"compute_capability", measurement.gpu.compute_capability},
                   {"multiprocessors", measurement.gpu.multiprocessors},
                   {"driver", measurement.gpu.driver},
                   {"toolkit", measurement.gpu.toolkit},
                   {"date", measurement.gpu.date}};
  object["status"] = status_name(own.status);
  if (!own.problem.empty()) object["problem"] = own.problem;
  object["ptx_sha256"] = own.ptx_sha256;
  if (own.twin) {
    object["twin"] = {{"options", options_to_json(*own.twin)}};
    if (own.twin_conflicts) {
      object["twin"]["bank_conflicts"] = {{"value", *own.twin_conflicts},
                                          {"provenance", provenance_name(Provenance::modelled)},
                                          {"source", own.machine}};
    }
  } else {
    object["no_twin"] = own.no_twin;
  }
  ordered_json list = ordered_json::array();
  for_each_measurement(measurement, [&](const char* reading, const char* of, const Measurement& value) {
    ordered_json entry = {{"reading", reading}, {"of", of}};
    add_numbers(entry, value);
    list.push_back(std::move(entry));
  });
  object["measurements"] = std::move(list);
  list = ordered_json::array();
  for (const ReadingKind kind : kReadingKinds) {
    if (!own.reading(kind).measurement) {
      list.push_back({{"reading", reading_key(kind)}, {"why", own.reading(kind).missing}});
    }
  }
  object["missing"] = std::move(list);
  list = ordered_json::array();
  for (const ReadingKind kind : kReadingKinds) {
    const auto& comparison = measurement.comparison(kind);
    if (!comparison) continue;
    list.push_back({{"reading", reading_key(kind)},
                    {"difference", comparison->difference},
                    {"unit", own.reading(kind).measurement->unit},
                    {"ratio", comparison->ratio},
                    {"verdict", verdict_name(comparison->verdict)},
                    {"sentence", comparison->sentence()},
                    {"provenance", provenance_name(measurement.provenance)},
                    {"source", measurement.gpu.source()}});
  }
  object["comparisons"] = std::move(list);
  if (!own.timed_accesses.empty()) {
    const TimedAccess& access = own.timed_accesses.front();
    object["timed_access"] = {{"line", access.line},
                              {"op", access.op},
                              {"width", access.width},
                              {"wavefronts",
                               {{"value", access.wavefronts},
                                {"provenance", provenance_name(Provenance::modelled)},
                                {"source", own.machine}}}};
  }
  object["filled_blocks"] = own.filled_blocks;
  if (own.bandwidth) {
    const Bandwidth& bandwidth = *own.bandwidth;
    object["bandwidth"] = {{"bytes_read", bandwidth.bytes_read},
                           {"bytes_written", bandwidth.bytes_written},
                           {"provenance", provenance_name(Provenance::emulated)}};
    if (const auto part = bandwidth.of_copy()) {
      object["bandwidth"]["of_copy"] = {{"value", 100 * *part},
                                        {"unit", "%"},
                                        {"provenance", provenance_name(measurement.provenance)},
                                        {"source", measurement.gpu.source()},
                                        {"sentence", bandwidth_sentence(bandwidth)}};
    }
  }
  object["counters"] = counters_to_json(measurement);
  if (!own.no_counters.empty()) object["no_counters"] = own.no_counters;
  object["output"] = output_to_json(measurement);
  list = ordered_json::array();
  for (const auto& figure : measurement.published) {
    list.push_back({{"name", figure.measurement.name},
                    {"value", figure.measurement.value},
                    {"unit", figure.measurement.unit},
                    {"machine", figure.machine},
                    {"provenance", provenance_name(figure.measurement.provenance)},
                    {"source", figure.measurement.source},
                    {"remark", figure.measurement.how}});
  }
  object["published"] = std::move(list);
  object["notes"] = measurement.notes;
  return object;
}

std::string measurement_to_csv(const KernelMeasurement& measurement) {
  const KernelReadings& own = measurement.own;
  std::string text = report::csv_record({"kernel", "options", "reading", "of", "name", "value", "unit", "provenance",
                                         "source", "how", "samples", "dropped", "minimum", "lower_quartile",
                                         "upper_quartile", "confidence_low", "confidence_high", "verdict"});
  const std::string own_options = options_text(own.options);
  const std::string twin_options = own.twin ? options_text(*own.twin) : std::string();
  // More digits than any timer has, and none of what a division by 1,000 leaves behind.
  const auto number = [](double value) { return fmt::format("{:.12g}", value); };
  for_each_measurement(measurement, [&](const char* reading, const std::string& of, const Measurement& value) {
    const auto& spread = value.spread;
    const auto& sure = value.confidence;
    text += report::csv_record({own.kernel, of == "twin" ? twin_options : own_options, reading, of, value.name,
                                number(value.value), value.unit, std::string(provenance_name(value.provenance)),
                                value.source, value.how, std::to_string(value.samples), std::to_string(value.dropped),
                                spread ? number(spread->minimum) : "", spread ? number(spread->lower_quartile) : "",
                                spread ? number(spread->upper_quartile) : "", sure ? number(sure->low) : "",
                                sure ? number(sure->high) : "", ""});
  });
  const auto row = [&](const char* reading, const std::string& of, const std::string& name, double value,
                       const std::string& unit, Provenance provenance, const std::string& source,
                       const std::string& how, const std::string& verdict) {
    text += report::csv_record({own.kernel, own_options, reading, of, name, number(value), unit,
                                std::string(provenance_name(provenance)), source, how, "", "", "", "", "", "", "",
                                verdict});
  };
  const std::string source = measurement.gpu.source();
  for (const ReadingKind kind : kReadingKinds) {
    const auto& comparison = measurement.comparison(kind);
    if (!comparison) continue;
    const std::string& unit = own.reading(kind).measurement->unit;
    row(reading_key(kind), "difference", "kernel - twin", comparison->difference, unit, measurement.provenance, source,
        "", comparison->sentence());
    row(reading_key(kind), "ratio", "kernel / twin", comparison->ratio, "1", measurement.provenance, source, "",
        comparison->sentence());
  }
  for (const auto& counter : own.counters) {
    row("counter", "kernel", counter.name, counter.value, "count", measurement.provenance, source, counter.metric, "");
    row("counter", "model", counter.name, static_cast<double>(counter.modelled), "count", Provenance::modelled,
        own.machine, "", counter.equal() ? "equal" : (counter.why.empty() ? "different" : "different: " + counter.why));
  }
  if (own.output.compared) {
    row("output", "kernel", "elements that are not the emulator's", static_cast<double>(own.output.different), "count",
        measurement.provenance, source, "bit for bit", own.output.equal() ? "equal" : "different");
  }
  for (const auto& figure : measurement.published) {
    const Measurement& value = figure.measurement;
    row("published", figure.machine, value.name, value.value, value.unit, value.provenance, value.source, value.how,
        "");
  }
  return text;
}

}  // namespace bankloom
