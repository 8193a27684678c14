#include "core/report/measure_report.h"

#include <fmt/format.h>

#include <functional>

#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/measure/recording.h"
#include "core/wording/measurement.h"
#include "core/wording/numbers.h"

namespace bankloom::report {
namespace {

using nlohmann::ordered_json;
using namespace wording;

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

/// The median and the quartiles.
std::string cell_text(const Reading& reading) {
  if (!reading.measurement) return "-";
  const Measurement& value = *reading.measurement;
  if (!value.spread) return figure_text(value.value).str();
  return say("{value} {quartiles}", "value"_a = figure_text(value.value), "quartiles"_a = quartiles_text(value)).str();
}

std::string readings_table(const KernelMeasurement& measurement, const TextStyle& style) {
  TextTable table({"<reading", "<unit", "this kernel", measurement.twin ? "its twin" : "twin", "difference", "ratio",
                   "samples", "<verdict"});
  for (const ReadingKind kind : kReadingKinds) {
    const Reading& own = measurement.own.reading(kind);
    if (!own.measurement) continue;
    const auto& comparison = measurement.comparison(kind);
    const Reading none;
    table.add_row({reading_text(kind), unit_text(own.measurement->unit), cell_text(own),
                   cell_text(measurement.twin ? measurement.twin->reading(kind) : none),
                   comparison ? difference_text(*comparison, own.measurement->unit, Length::mark).str() : "-",
                   comparison ? times_text(*comparison).str() : "-", std::to_string(own.measurement->samples),
                   comparison ? verdict_text(*comparison).str() : "-"});
  }
  return table.empty() ? std::string() : table.render(style, 2);
}

std::string faint(const TextStyle& style, const std::string& text) {
  // Line by line, so that a wrapped sentence stays readable in a pager.
  std::string result;
  for (const std::string& line : split_lines(wrap(style, text, 2))) {
    result += emphasize(style, Emphasis::faint, line) + '\n';
  }
  return result;
}

/// What the cycles are of; empty if no access was timed.
Text access_text(const KernelMeasurement& measurement) {
  if (measurement.own.timed_accesses.empty()) return {};
  const TimedAccess& access = measurement.own.timed_accesses.front();
  std::vector<Text> sentences;
  const bool has_twin = measurement.twin && !measurement.twin->timed_accesses.empty() &&
                        measurement.twin->reading(ReadingKind::cycles).measurement;
  if (has_twin) {
    sentences.push_back(say(
        "Cycles per request: the shared {op} of line {line}, {wavefronts:# wavefront|# wavefronts} (modelled), {twin} "
        "in the twin.",
        "op"_a = translated(access_op_name(access.op)), "line"_a = access.line,
        "wavefronts"_a = Count{access.wavefronts}, "twin"_a = measurement.twin->timed_accesses.front().wavefronts));
  } else {
    sentences.push_back(
        say("Cycles per request: the shared {op} of line {line}, {wavefronts:# wavefront|# wavefronts} (modelled).",
            "op"_a = translated(access_op_name(access.op)), "line"_a = access.line,
            "wavefronts"_a = Count{access.wavefronts}));
  }
  if (access.op == AccessOp::store) {
    sentences.push_back(say("A load without conflicts waits for each store; the number includes it."));
  }
  if (access.empty_harness) {
    sentences.push_back(say("The timing loop alone, without the access: {value}.",
                            "value"_a = value_text(access.empty_harness->value, access.empty_harness->unit)));
  }
  return joined(sentences);
}

/// Samples that were left out, a sentence a reading.
std::vector<Text> dropped_texts(const KernelMeasurement& measurement) {
  std::vector<Text> texts;
  const auto add = [&](const KernelReadings& readings, bool is_twin) {
    for (const ReadingKind kind : kReadingKinds) {
      const auto& value = readings.reading(kind).measurement;
      if (!value || value->dropped == 0) continue;
      texts.push_back(say(
          "Dropped because the clock was lowered: {samples:# sample|# samples} ({reading}{whose:|, twin}).",
          "samples"_a = Count{value->dropped}, "reading"_a = reading_text(kind), "whose"_a = Case{is_twin ? 1U : 0U}));
    }
  };
  add(measurement.own, false);
  if (measurement.twin) add(*measurement.twin, true);
  return texts;
}

std::string methods_text(const KernelMeasurement& measurement, const TextStyle& style) {
  std::string text;
  const auto& one = measurement.own.reading(ReadingKind::one_block).measurement;
  if (one) {
    std::vector<Text> sentences = dropped_texts(measurement);
    sentences.insert(sentences.begin(),
                     say("Medians, with the quartiles in brackets. Durations: {how}.", "how"_a = translated(one->how)));
    text += faint(style, joined(sentences));
  }
  if (measurement.own.reading(ReadingKind::filled).measurement) {
    text +=
        faint(style, say("Full GPU: {blocks:# block|# blocks} at a time, so that all multiprocessors are busy; time "
                         "per block.",
                         "blocks"_a = Count{measurement.own.filled_blocks}));
  }
  if (const Text sentence = access_text(measurement); !sentence.empty()) text += faint(style, sentence);
  if (measurement.empty_kernel) {
    text += faint(style, say("A kernel that does nothing takes {time}: no duration is below it.",
                             "time"_a = value_text(measurement.empty_kernel->value, measurement.empty_kernel->unit)));
  }
  for (const ReadingKind kind : kReadingKinds) {
    const Reading& reading = measurement.own.reading(kind);
    const Text name = reading_text(kind);
    if (!reading.measurement) {
      text += paragraph(style, "No reading '{reading}': {why}.", "reading"_a = name,
                        "why"_a = reason_text(reading.missing));
    } else if (measurement.twin && !measurement.twin->reading(kind).measurement) {
      text += paragraph(style, "No reading '{reading}' of the twin: {why}.", "reading"_a = name,
                        "why"_a = reason_text(measurement.twin->reading(kind).missing));
    }
  }
  return text;
}

std::string bandwidth_part(const KernelMeasurement& measurement, const TextStyle& style) {
  if (!measurement.own.bandwidth) return {};
  const Bandwidth& bandwidth = *measurement.own.bandwidth;
  return heading(style, say("Bandwidth ({origin})", "origin"_a = origin_text(measurement.origin())).str()) +
         wrap(style, bandwidth_text(bandwidth), 2) + faint(style, traffic_text(bandwidth));
}

std::string counters_part(const KernelMeasurement& measurement, const TextStyle& style) {
  std::string text =
      heading(style, say("Counters ({origin}) beside the model ({machine})",
                         "origin"_a = origin_text(measurement.origin()), "machine"_a = measurement.own.machine)
                         .str());
  if (measurement.own.counters.empty()) return text + wrap(style, counters_text(measurement.own), 2);
  TextTable table({"<counter", "counted", "modelled", "<"});
  for (const auto& counter : measurement.own.counters) {
    table.add_row(
        {std::string(translated(counter.name)), fmt::format("{:.0f}", counter.value), std::to_string(counter.modelled),
         std::string(counter.equal() ? translated("equal") : translated("DIFFERENT"))},
        counter.equal() ? Emphasis::none : Emphasis::bad);
  }
  text += table.render(style, 2);
  for (const Text& sentence : difference_texts(measurement.own.counters)) text += wrap(style, sentence, 2);
  return text;
}

std::string output_part(const KernelMeasurement& measurement, const TextStyle& style) {
  return heading(style, say("Output {name} (GPU against emulator)", "name"_a = measurement.own.output.name).str()) +
         paragraph(style, "{output}.", "output"_a = gpu_output_text(measurement));
}

std::string published_part(const KernelMeasurement& measurement, const TextStyle& style) {
  if (measurement.published.empty()) return {};
  std::string text = heading(style, "Published for other machines");
  for (const auto& figure : measurement.published) text += wrap(style, published_text(figure), 2);
  return text;
}

/// Whole numbers as numbers.
ordered_json settings_to_json(const OptionValues& options) {
  ordered_json object = ordered_json::object();
  for (const auto& [name, value] : options) {
    const auto number = whole_number_of(value);
    object[name] = number ? ordered_json(*number) : ordered_json(value);
  }
  return object;
}

/// The fields with where their number comes from after them.
ordered_json with_origin(ordered_json fields, const KernelMeasurement& measurement) {
  fields["provenance"] = provenance_name(measurement.provenance);
  fields["source"] = measurement.gpu.source();
  return fields;
}

ordered_json modelled_json(std::uint64_t value, const std::string& machine) {
  return {{"value", value}, {"provenance", provenance_name(Provenance::modelled)}, {"source", machine}};
}

ordered_json output_to_json(const KernelMeasurement& measurement) {
  const OutputCheck& output = measurement.own.output;
  ordered_json object = with_origin({{"name", output.name}}, measurement);
  object["compared_with"] = "emulated";
  object["compared"] = output.compared;
  if (!output.compared) {
    object["missing"] = recorded_text(output.missing);
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
  return json_list(measurement.own.counters, [&](const CounterReading& counter) {
    ordered_json object =
        with_origin({{"name", counter.name}, {"metric", counter.metric}, {"value", counter.value}}, measurement);
    object["modelled"] = modelled_json(counter.modelled, measurement.own.machine);
    object["equal"] = counter.equal();
    if (counter.why) object["why"] = recorded_text(counter.why);
    return object;
  });
}

}  // namespace

std::string to_text(const KernelMeasurement& measurement, const TextStyle& style) {
  const KernelReadings& own = measurement.own;
  const Text options = options_text(own.options);
  std::string text =
      emphasize(style, Emphasis::heading, options.empty() ? own.kernel : own.kernel + ": " + options.str());
  text += '\n' + paragraph(style, "Time and counters {origin} (driver {driver}, {compiler}).",
                           "origin"_a = origin_text(measurement.origin()), "driver"_a = measurement.gpu.driver,
                           "compiler"_a = own.compiler.empty() ? measurement.gpu.toolkit : own.compiler);
  for (const auto note : measurement.notes) {
    text += paragraph(style, "Note: {note}.", "note"_a = note_text(measurement, note));
  }
  if (own.problem) {
    text += paragraph(style, "{status}: {why}.", "status"_a = translated(status_name(own.status)),
                      "why"_a = reason_text(own.problem));
  }
  if (own.twin) {
    text += paragraph(style, "{twin}.", "twin"_a = twin_text(own));
  } else if (own.no_twin) {
    text += paragraph(style, "No twin to compare with: {why}.", "why"_a = reason_text(own.no_twin));
  }
  text += '\n' + readings_table(measurement, style) + methods_text(measurement, style);
  if (const std::string bandwidth = bandwidth_part(measurement, style); !bandwidth.empty()) text += '\n' + bandwidth;
  text += '\n' + counters_part(measurement, style);
  text += '\n' + output_part(measurement, style);
  if (const std::string published = published_part(measurement, style); !published.empty()) text += '\n' + published;
  return text;
}

// NOLINTNEXTLINE(readability-function-size): the list of the fields, in their order
ordered_json to_json(const KernelMeasurement& measurement) {
  const KernelReadings& own = measurement.own;
  ordered_json object = with_origin({{"kernel", own.kernel}, {"options", settings_to_json(own.options)}}, measurement);
  object["gpu"] = {{"name", measurement.gpu.name},
                   {"compute_capability", measurement.gpu.compute_capability},
                   {"multiprocessors", measurement.gpu.multiprocessors},
                   {"driver", measurement.gpu.driver},
                   {"toolkit", measurement.gpu.toolkit},
                   {"date", measurement.gpu.date}};
  if (!measurement.gpu.where.empty()) object["gpu"]["where"] = measurement.gpu.where;
  object["status"] = status_name(own.status);
  if (own.problem) object["problem"] = recorded_text(own.problem);
  object["ptx_sha256"] = own.ptx_sha256;
  if (own.twin) {
    object["twin"] = {{"options", settings_to_json(*own.twin)}};
    if (own.twin_conflicts) object["twin"]["bank_conflicts"] = modelled_json(*own.twin_conflicts, own.machine);
  } else {
    object["no_twin"] = recorded_text(own.no_twin);
  }
  ordered_json measured = ordered_json::array(), missing = measured, comparisons = measured;
  for_each_measurement(measurement, [&](const char* reading, const char* of, const Measurement& value) {
    measured.push_back({{"reading", reading}, {"of", of}});
    measured.back().update(measurement_json(value, true));
  });
  for (const ReadingKind kind : kReadingKinds) {
    if (!own.reading(kind).measurement) {
      missing.push_back({{"reading", reading_key(kind)}, {"why", recorded_text(own.reading(kind).missing)}});
    }
    if (const auto& comparison = measurement.comparison(kind)) {
      comparisons.push_back(with_origin({{"reading", reading_key(kind)},
                                         {"difference", comparison->difference},
                                         {"unit", own.reading(kind).measurement->unit},
                                         {"ratio", comparison->ratio},
                                         {"verdict", verdict_name(comparison->verdict)},
                                         {"sentence", verdict_text(*comparison).str()}},
                                        measurement));
    }
  }
  object["measurements"] = std::move(measured);
  object["missing"] = std::move(missing);
  object["comparisons"] = std::move(comparisons);
  if (!own.timed_accesses.empty()) {
    const TimedAccess& access = own.timed_accesses.front();
    object["timed_access"] = {{"line", access.line},
                              {"op", access_op_name(access.op)},
                              {"width", access.width},
                              {"wavefronts", modelled_json(access.wavefronts, own.machine)}};
  }
  object["filled_blocks"] = own.filled_blocks;
  if (own.bandwidth) {
    const Bandwidth& bandwidth = *own.bandwidth;
    object["bandwidth"] = {{"bytes_read", bandwidth.bytes_read},
                           {"bytes_written", bandwidth.bytes_written},
                           {"provenance", provenance_name(Provenance::emulated)}};
    if (const auto part = bandwidth.of_copy()) {
      auto& of_copy = object["bandwidth"]["of_copy"] =
          with_origin({{"value", 100 * *part}, {"unit", "%"}}, measurement);
      of_copy["sentence"] = bandwidth_text(bandwidth).str();
    }
  }
  object["counters"] = counters_to_json(measurement);
  if (own.no_counters) object["no_counters"] = recorded_text(own.no_counters);
  object["output"] = output_to_json(measurement);
  object["published"] = json_list(measurement.published, [](const PublishedFigure& figure) -> ordered_json {
    return {{"name", figure.measurement.name},
            {"value", figure.measurement.value},
            {"unit", figure.measurement.unit},
            {"machine", figure.machine},
            {"provenance", provenance_name(figure.measurement.provenance)},
            {"source", figure.measurement.source},
            {"remark", figure.measurement.how}};
  });
  object["notes"] = json_list(measurement.notes, [&](auto note) { return note_text(measurement, note).str(); });
  return object;
}

std::string to_csv(const KernelMeasurement& measurement) {
  const KernelReadings& own = measurement.own;
  std::string text = csv_record({"kernel", "options", "reading", "of", "name", "value", "unit", "provenance", "source",
                                 "how", "samples", "dropped", "minimum", "lower_quartile", "upper_quartile",
                                 "confidence_low", "confidence_high", "verdict"});
  const std::string own_options = options_text(own.options);
  const std::string twin_options = own.twin ? options_text(*own.twin).str() : std::string();
  // More digits than any timer has, and too few to show the rounding of a division by 1,000.
  const auto number = [](double value) { return fmt::format("{:.12g}", value); };
  for_each_measurement(measurement, [&](const char* reading, const std::string& of, const Measurement& value) {
    const auto& spread = value.spread;
    const auto& sure = value.confidence;
    text += csv_row(own.kernel, of == "twin" ? twin_options : own_options, reading, of, value.name, number(value.value),
                    value.unit, provenance_name(value.provenance), value.source, value.how, value.samples,
                    value.dropped, spread ? number(spread->minimum) : "", spread ? number(spread->lower_quartile) : "",
                    spread ? number(spread->upper_quartile) : "", sure ? number(sure->low) : "",
                    sure ? number(sure->high) : "", "");
  });
  const auto row = [&](const char* reading, const std::string& of, const std::string& name, double value,
                       const std::string& unit, Provenance provenance, const std::string& source,
                       const std::string& how, const std::string& verdict) {
    text += csv_row(own.kernel, own_options, reading, of, name, number(value), unit, provenance_name(provenance),
                    source, how, "", "", "", "", "", "", "", verdict);
  };
  const std::string source = measurement.gpu.source();
  for (const ReadingKind kind : kReadingKinds) {
    const auto& comparison = measurement.comparison(kind);
    if (!comparison) continue;
    const std::string& unit = own.reading(kind).measurement->unit;
    row(reading_key(kind), "difference", "kernel - twin", comparison->difference, unit, measurement.provenance, source,
        "", verdict_text(*comparison));
    row(reading_key(kind), "ratio", "kernel / twin", comparison->ratio, "1", measurement.provenance, source, "",
        verdict_text(*comparison));
  }
  for (const auto& counter : own.counters) {
    row("counter", "kernel", counter.name, counter.value, "count", measurement.provenance, source, counter.metric, "");
    row("counter", "model", counter.name, static_cast<double>(counter.modelled), "count", Provenance::modelled,
        own.machine, "",
        counter.equal() ? "equal" : (counter.why ? "different: " + recorded_text(counter.why) : "different"));
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

}  // namespace bankloom::report
