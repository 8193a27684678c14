#include "ui/measured_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bankloom::ui {
namespace {

int digits_of(double value) {
  const double size = std::abs(value);
  return size >= 100 ? 0 : (size >= 10 ? 1 : 2);
}

const Reading* reading_of_access(const KernelReadings& readings, const TimedAccess& access) {
  const auto found = std::find_if(readings.timed_accesses.begin(), readings.timed_accesses.end(),
                                  [&](const TimedAccess& other) { return other.same_access(access); });
  return found == readings.timed_accesses.end() ? nullptr : &found->cycles;
}

/// B's reading to be compared with A's: of cycles that of the same access, where B has it.
Reading counterpart(const KernelReadings& a, const KernelReadings& b, ReadingKind kind) {
  if (kind == ReadingKind::cycles && a.kernel == b.kernel && !a.timed_accesses.empty()) {
    const Reading* same = reading_of_access(b, a.timed_accesses.front());
    return same != nullptr ? *same : Reading{std::nullopt, "B was not timed at this access"};
  }
  return b.reading(kind);
}

}  // namespace

std::string number_words(double value) { return fmt::format("{:.{}f}", value, digits_of(value)); }

std::string quartile_words(const Measurement& measurement) {
  if (!measurement.spread) return {};
  const int digits = digits_of(measurement.value);
  const std::string lower = fmt::format("{:.{}f}", measurement.spread->lower_quartile, digits);
  const std::string upper = fmt::format("{:.{}f}", measurement.spread->upper_quartile, digits);
  if (lower != upper) return fmt::format("({}–{})", lower, upper);
  // A timer has steps: samples that lie on one of them seem to have no spread at all.
  return fmt::format("(spread <{:.{}f})", std::pow(10, -digits), digits);
}

std::string unit_words(const std::string& unit) { return unit == "us" ? "µs" : unit; }

std::string value_words(const Measurement& measurement, bool with_spread) {
  std::string words = number_words(measurement.value) + " " + unit_words(measurement.unit);
  if (!with_spread || !measurement.spread) return words;
  return words + " " + quartile_words(measurement);
}

std::string how_words(const Measurement& measurement) {
  std::string words = fmt::format("median of {} by {}", counted(measurement.samples, "sample"), measurement.how);
  if (measurement.spread) {
    const Spread& spread = *measurement.spread;
    const std::string lower = number_words(spread.lower_quartile), upper = number_words(spread.upper_quartile);
    const std::string unit = unit_words(measurement.unit);
    const int digits = digits_of(measurement.value);
    words += lower == upper ? fmt::format(", half of them alike to {:.{}f} {}", std::pow(10, -digits), digits, unit)
                            : fmt::format(", half of them from {} to {} {}", lower, upper, unit);
    if (number_words(spread.minimum) != lower)
      words += fmt::format(", least {} {}", number_words(spread.minimum), unit);
  }
  if (measurement.dropped > 0)
    words += fmt::format("; {} more at lowered clocks left out", grouped(measurement.dropped));
  return words;
}

std::string origin_words(const KernelMeasurement& measurement) {
  return fmt::format("{} on {}", provenance_name(measurement.provenance), measurement.gpu.source());
}

std::string origin_mark(const KernelMeasurement& measurement) {
  return std::string(provenance_name(measurement.provenance));
}

std::string brief_mark(const KernelMeasurement& measurement) {
  return measurement.provenance == Provenance::recorded ? "rec." : "here";
}

std::optional<Measurement> one_block(const MeasureStatus& status) {
  if (!status.result) return std::nullopt;
  return status.result->own.reading(ReadingKind::one_block).measurement;
}

std::string missing_words(const MeasureStatus& status, const std::string& no_gpu) {
  const bool is_here = status.result && status.result->provenance == Provenance::measured_here;
  if (!status.problem.empty()) return status.problem;
  if (is_here) return {};
  if (!no_gpu.empty()) return no_gpu;
  if (!progress_words(status).empty()) return "it is being measured";
  if (!status.result) return "it has not been measured here, and no recording holds it at these options";
  return "it has not been measured here";
}

std::string progress_words(const MeasureStatus& status) {
  if (status.phase == MeasurePhase::waiting) return "waiting to be measured";
  if (status.phase != MeasurePhase::measuring) return {};
  // "square/setRowReadCol (IPAD = 0): filled": the last part says what is being done.
  const std::size_t at = status.step.rfind(": ");
  if (status.step.empty()) return "measuring …";
  return "measuring: " + (at == std::string::npos ? status.step : status.step.substr(at + 2));
}

TimeCell time_cell(const MeasureStatus& status, const std::string& no_gpu) {
  TimeCell cell;
  const std::string missing = missing_words(status, no_gpu);
  if (const auto time = one_block(status)) {
    cell.value = time->value;
    cell.quartiles = quartile_words(*time);
    cell.words = value_words(*time, true);
    cell.brief = value_words(*time, false);
    cell.origin = origin_words(*status.result);
    cell.recorded = status.result->provenance == Provenance::recorded;
    cell.tooltip =
        fmt::format("{}, one launch of {}: {}; {}.", cell.words, counted(status.result->own.grid.count(), "block"),
                    origin_words(*status.result), how_words(*time));
    if (!missing.empty()) cell.tooltip += fmt::format(" Not measured here: {}.", missing);
    return cell;
  }
  cell.words = cell.brief = "not measured";
  cell.tooltip = fmt::format("Not measured: {}.", missing);
  if (!status.result) return cell;
  const KernelReadings& own = status.result->own;
  const std::string& why = own.reading(ReadingKind::one_block).missing;
  const std::string& reason = why.empty() ? own.problem : why;
  if (!reason.empty()) cell.tooltip = fmt::format("No time: {} ({}).", reason, origin_words(*status.result));
  return cell;
}

std::string differing_options(const OptionValues& first, const OptionValues& second) {
  OptionValues differing;
  for (const auto& [name, value] : second) {
    const auto found = first.find(name);
    if (found == first.end() || found->second != value) differing[name] = value;
  }
  return options_text(differing);
}

MeasuredPair compared_readings(const KernelMeasurement& a, const KernelMeasurement* b) {
  MeasuredPair pair;
  pair.with_twin = b == nullptr;
  pair.a_name = b == nullptr ? "this kernel" : "A";
  pair.b_name = "B";
  const bool is_one_source = b == nullptr || (a.provenance == b->provenance && a.gpu.name == b->gpu.name);
  if (b == nullptr && a.twin) {
    pair.b_name = differing_options(a.own.options, a.twin->options);
    if (pair.b_name.empty()) pair.b_name = "its twin";
  } else if (b == nullptr) {
    pair.b_name.clear();
    pair.not_compared = a.notes.empty() || a.own.twin == std::nullopt ? a.own.no_twin : a.notes.front();
    if (pair.not_compared.empty()) pair.not_compared = "there is no conflict-free twin of this kernel";
  } else if (!is_one_source) {
    pair.not_compared = fmt::format("not compared: A was {}, B {}", origin_words(a), origin_words(*b));
  }
  for (const ReadingKind kind : kReadingKinds) {
    ComparedReading& entry = pair.readings[static_cast<std::size_t>(kind)];
    entry.kind = kind;
    entry.a = a.own.reading(kind);
    if (b != nullptr) {
      entry.b = counterpart(a.own, b->own, kind);
    } else if (a.twin) {
      entry.b = a.twin->reading(kind);
    }
    if (is_one_source && entry.a.measurement && entry.b.measurement) {
      entry.comparison = b == nullptr ? a.comparison(kind) : compare(*entry.a.measurement, *entry.b.measurement);
    }
  }
  return pair;
}

std::string verdict_words(const MeasuredPair& pair) {
  const auto& comparison = pair.readings[static_cast<std::size_t>(ReadingKind::one_block)].comparison;
  if (!comparison) return {};
  return fmt::format("{} against {}", comparison->sentence(), pair.b_name);
}

OutputWords gpu_output_words(const KernelMeasurement& measurement) {
  const OutputCheck& check = measurement.own.output;
  const bool is_here = measurement.provenance == Provenance::measured_here;
  const std::string gpu = is_here ? "the GPU's output" : fmt::format("the output recorded on {}", measurement.gpu.name);
  if (!check.compared) {
    if (check.missing.empty()) return {false, gpu + " was not compared with the emulator's"};
    return {false, fmt::format("{} was not compared with the emulator's: {}", gpu, check.missing)};
  }
  if (check.different == 0) return {false, gpu + " equals the emulator's, bit for bit"};
  std::string words =
      fmt::format("{} differs from the emulator's in {}, first at row {}, column {}: GPU {}, emulator {}", gpu,
                  counted(check.different, "element"), check.row, check.column, check.gpu, check.emulated);
  if (check.wrong()) return {true, words + ": one of the two is wrong"};
  return {false, words + "; the kernel's rule says nothing about these elements"};
}

std::string output_alarm(const KernelMeasurement& measurement) {
  const OutputCheck& check = measurement.own.output;
  if (!check.wrong()) return {};
  return fmt::format("GPU and emulator differ in {}: one of them is wrong", counted(check.different, "element"));
}

std::string brief_output_alarm(const KernelMeasurement& measurement) {
  const OutputCheck& check = measurement.own.output;
  if (!check.wrong()) return {};
  return fmt::format("{} {}: GPU or emulator is wrong", counted(check.different, "element"),
                     check.different == 1 ? "differs" : "differ");
}

CounterWords counter_words(const KernelReadings& readings) {
  CounterWords words;
  const auto& counters = readings.counters;
  words.any = !counters.empty();
  if (counters.empty()) {
    words.words = "no counters: " + (readings.no_counters.empty() ? "none were read" : readings.no_counters);
    return words;
  }
  std::size_t equal = 0, unexplained = 0;
  for (const CounterReading& counter : counters) {
    if (counter.equal()) {
      ++equal;
    } else if (counter.why.empty()) {
      ++unexplained;
    }
  }
  words.all_equal = equal == counters.size();
  words.words = fmt::format("{} of {} as modelled", equal, counted(counters.size(), "counter"));
  if (words.all_equal) return words;
  words.explained = unexplained == 0;
  words.words += words.explained ? ", and it is known why" : ", and it is not known why";
  return words;
}

}  // namespace bankloom::ui
