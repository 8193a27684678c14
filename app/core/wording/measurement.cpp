#include "core/wording/measurement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/measure/counters.h"
#include "core/wording/numbers.h"
#include "core/wording/run_text.h"

namespace bankloom {

using namespace wording;

namespace {

/// A unit in files, on screen, and without its "per".
struct UnitWords {
  const char *unit, *full, *brief;
};
constexpr std::array kUnits{UnitWords{"us", "µs", "µs"}, UnitWords{"ns per block", "ns per block", "ns"},
                            UnitWords{"cycles per request", "cycles per request", "cycles"}};

/// Whether both quartiles read the same.
bool are_alike(const Spread& spread, int decimals) {
  const double step = std::pow(10, -decimals);
  return std::round(spread.lower_quartile / step) == std::round(spread.upper_quartile / step);
}

/// A change relative to the other side: "2.5 %", "33 %".
Text change_text(double part) {
  const double percent = std::abs(part) * 100;
  return say("{part} %", "part"_a = figure_text(percent, percent < 9.95 ? 1 : 0));
}

}  // namespace

Text unit_text(const std::string& unit, Length length) {
  for (const UnitWords& words : kUnits) {
    if (unit == words.unit) return Text(length == Length::full ? words.full : words.brief);
  }
  return Text(unit);
}

Text value_text(double value, const std::string& unit, Length length_of_unit) {
  return say("{value} {unit}", "value"_a = figure_text(value), "unit"_a = unit_text(unit, length_of_unit));
}

Text quartiles_text(const Measurement& measurement) {
  if (!measurement.spread) return {};
  const int decimals = figure_decimals(measurement.value);
  if (are_alike(*measurement.spread, decimals)) {
    // Samples on one step of the timer seem to have no spread.
    return say("(spread <{step})", "step"_a = figure_text(std::pow(10, -decimals), decimals));
  }
  return say("({lower}–{upper})", "lower"_a = figure_text(measurement.spread->lower_quartile, decimals),
             "upper"_a = figure_text(measurement.spread->upper_quartile, decimals));
}

Text spread_text(const Measurement& measurement, Length length_of_unit) {
  Text value = value_text(measurement.value, measurement.unit, length_of_unit);
  if (!measurement.spread) return value;
  return say("{value} {quartiles}", "value"_a = value, "quartiles"_a = quartiles_text(measurement));
}

namespace {

Text full_clock_sampling(const Measurement& measurement) {
  const auto samples = Count{measurement.samples};
  const Text unit = unit_text(measurement.unit);
  if (!measurement.spread) {
    return say("median of {samples:# sample|# samples} by {how}", "samples"_a = samples,
               "how"_a = translated(measurement.how));
  }
  const int decimals = figure_decimals(measurement.value);
  const Spread& spread = *measurement.spread;
  const auto number = [&](double value) { return figure_text(value, decimals); };
  if (are_alike(spread, decimals)) {
    return say("median of {samples:# sample|# samples} by {how}, half of them equal to within {step} {unit}",
               "samples"_a = samples, "how"_a = translated(measurement.how), "step"_a = number(std::pow(10, -decimals)),
               "unit"_a = unit);
  }
  return say(
      "median of {samples:# sample|# samples} by {how}, half of them between {lower} and {upper} {unit}, the smallest "
      "{minimum} {unit}",
      "samples"_a = samples, "how"_a = translated(measurement.how), "lower"_a = number(spread.lower_quartile),
      "upper"_a = number(spread.upper_quartile), "unit"_a = unit, "minimum"_a = number(spread.minimum));
}

/// "a, b or c".
Text either_text(std::vector<std::string> names) {
  if (names.size() < 2) return Text(join(names, ""));
  const std::string last = std::exchange(names.back(), {});
  names.pop_back();
  return say("{before} or {last}", "before"_a = join(names, list_sign()), "last"_a = last);
}

}  // namespace

Text sampling_text(const Measurement& measurement) {
  Text sampling = full_clock_sampling(measurement);
  if (measurement.dropped == 0) return sampling;
  return say("{sampling}; {dropped} more at lowered clocks were dropped", "sampling"_a = sampling,
             "dropped"_a = Count{measurement.dropped});
}

Text sampling_text(std::string_view name, const Reading& reading) {
  if (!reading.measurement && !reading.missing) return {};
  return say("{name}: {how}.", "name"_a = name,
             "how"_a = reading.measurement ? sampling_text(*reading.measurement) : reason_text(reading.missing));
}

Text no_time_text(const Reason& why) { return say("There is no time: {why}.", "why"_a = reason_text(why)); }
Text not_timed_text(const Reason& why) { return say("Not timed: {why}.", "why"_a = reason_text(why)); }
Text not_measured_here_text(const Reason& why) { return say("Not measured here: {why}.", "why"_a = reason_text(why)); }

Text gpu_text(const DeviceInfo& gpu) {
  if (gpu.where.empty()) return say("{gpu}, driver {driver}", "gpu"_a = gpu.name, "driver"_a = gpu.driver);
  return say("{gpu} on {host}, driver {driver}", "gpu"_a = gpu.name, "host"_a = gpu.where, "driver"_a = gpu.driver);
}

Text measure_again_text(const Reason& no_gpu, const std::string& host, const Reason& why_on_request) {
  if (no_gpu) {
    return say("Nothing can be measured here: {why}. Looks for a GPU again.", "why"_a = reason_text(no_gpu));
  }
  if (host.empty()) {
    if (!why_on_request) return say("Measures again on this machine's GPU.");
    return say("Measures again on this machine's GPU: {why}.", "why"_a = reason_text(why_on_request));
  }
  if (!why_on_request) return say("Measures again on the GPU of {host}.", "host"_a = host);
  return say("Measures again on the GPU of {host}: {why}.", "host"_a = host, "why"_a = reason_text(why_on_request));
}

Text measure_ladder_text(const std::string& host) {
  if (host.empty()) {
    return say("Measures the ladder's kernels on this machine's GPU, at the size shown; each is emulated first.");
  }
  return say("Measures the ladder's kernels on the GPU of {host}, at the size shown; each is emulated first.",
             "host"_a = host);
}

Text looking_again_text(const Reason& no_gpu) {
  return say("looking for a GPU again; so far: {why}", "why"_a = reason_text(no_gpu));
}

Text floor_text(const KernelMeasurement& measurement, Length length) {
  const Text value = value_text(measurement.empty_kernel->value, measurement.empty_kernel->unit);
  if (length != Length::full) return say("floor {value}", "value"_a = value);
  return say("A kernel that does nothing takes {value} ({origin}); no duration is below it.", "value"_a = value,
             "origin"_a = origin_text(measurement.origin()));
}

Text harness_text(const Measurement& empty) {
  return say("The timing loop itself takes {value} without the access; this is not subtracted.",
             "value"_a = value_text(empty.value, empty.unit));
}

Text conditions_text(const KernelMeasurement& measurement) {
  const MeasuringGpu& gpu = measurement.gpu;
  return say("{gpu}, compute capability {capability}, driver {driver}, compiled with {compiler}.", "gpu"_a = gpu.name,
             "capability"_a = gpu.compute_capability, "driver"_a = gpu.driver, "compiler"_a = measurement.own.compiler);
}

Text rules_text(const KernelMeasurement& measurement) {
  return say("Modelled by the rules of {machine}; counters {origin}.", "machine"_a = measurement.own.machine,
             "origin"_a = origin_text(measurement.origin()));
}

Wordings launch_times_wordings(std::optional<std::uint64_t> blocks, const std::string& origin) {
  const Count count{blocks.value_or(0)};
  if (origin.empty()) {
    if (!blocks) return {say("Time of one launch"), say("One launch"), ""};
    return {say("Time of one launch of {blocks:# block|# blocks}", "blocks"_a = count), say("Time of one launch"),
            say("One launch"), ""};
  }
  Wordings words{say("Time of one launch · {origin}", "origin"_a = origin),
                 say("One launch · {origin}", "origin"_a = origin), origin};
  if (!blocks) return words;
  words.insert(words.begin(), say("Time of one launch of {blocks:# block|# blocks} · {origin}", "blocks"_a = count,
                                  "origin"_a = origin));
  return words;
}

Wordings cycles_wordings(const std::string& origin, const std::string& brief_origin) {
  if (origin.empty()) return {say("Cycles per request")};
  return {say("Cycles per request, {origin}", "origin"_a = origin),
          say("Cycles per request, {origin}", "origin"_a = brief_origin),
          say("Cycles, {origin}", "origin"_a = brief_origin)};
}

Text timed_access_text(std::string_view op, std::uint64_t wavefronts, double cycles, const Origin& origin) {
  return say("{op}, {wavefronts:# wavefront|# wavefronts} (modelled): {cycles} cycles per request ({origin})",
             "op"_a = op, "wavefronts"_a = Count{wavefronts}, "cycles"_a = figure_text(cycles),
             "origin"_a = origin_text(origin));
}

Text published_elsewhere_text(const std::vector<std::string>& machines) {
  return say("There are published figures for this kernel; they are shown when the machine {machines} is chosen.",
             "machines"_a = either_text(machines));
}

Text origin_text(const Origin& origin, Length length) {
  const bool is_recorded = origin.provenance == Provenance::recorded;
  if (origin.is_elsewhere && !is_recorded) {
    if (length == Length::mark) return Text("there");
    return length == Length::brief ? say("measured elsewhere")
                                   : say("measured on {source}", "source"_a = origin.source);
  }
  if (length == Length::mark) return Text(is_recorded ? "rec." : "here");
  if (length == Length::brief) return Text(is_recorded ? "recorded" : "measured here");
  return say("{how:measured here|recorded} on {source}", "how"_a = Case{is_recorded ? 1U : 0U},
             "source"_a = origin.source);
}

Text options_text(const OptionValues& options) {
  std::vector<std::string> settings;
  for (const auto& [name, value] : options) settings.push_back(fmt::format("{} = {}", name, value));
  return Text(join(settings, list_sign()));
}

Text reading_text(ReadingKind kind, Length length) {
  switch (kind) {
    case ReadingKind::one_block:
      return say("one launch");
    case ReadingKind::filled:
      return say("full GPU");
    case ReadingKind::cycles:
      return length == Length::full ? say("cycles per request") : say("per request");
  }
  return {};
}

Text subject_text(const KernelReadings& readings, ReadingKind kind) {
  switch (kind) {
    case ReadingKind::one_block:
      return plural(readings.grid.count(), "# block|# blocks");
    case ReadingKind::filled:
      if (readings.filled_blocks == 0) return say("time per block");
      return say("per block of {blocks}", "blocks"_a = Count{readings.filled_blocks});
    case ReadingKind::cycles:
      if (readings.timed_accesses.empty()) return {};
      return say("{op}, line {line}", "op"_a = translated(access_op_name(readings.timed_accesses.front().op)),
                 "line"_a = readings.timed_accesses.front().line);
  }
  return {};
}

namespace {

Text step_text(MeasureStep step) {
  switch (step) {
    case MeasureStep::searching_twin:
      return say("searching for a twin without conflicts");
    case MeasureStep::output:
      return say("output");
    case MeasureStep::one_block:
      return reading_text(ReadingKind::one_block);
    case MeasureStep::filled:
      return reading_text(ReadingKind::filled);
    case MeasureStep::bandwidth:
      return say("bandwidth");
    case MeasureStep::cycles:
      return reading_text(ReadingKind::cycles);
    case MeasureStep::counters:
      return say("counters");
  }
  return {};
}

}  // namespace

Text wait_text(const GpuWait& wait, Length length) {
  if (wait.what == DeviceWait::none) return {};
  if (length == Length::mark) return say("waiting …");
  if (wait.what == DeviceWait::turn) {
    return length == Length::full ? say("waiting until another program has measured on this GPU")
                                  : say("waiting for another program");
  }
  if (length != Length::full || wait.said.empty()) return say("waiting for a GPU");
  return say("waiting for a GPU: {said}", "said"_a = wait.said);
}

Text progress_text(const MeasureStatus& status, Length length) {
  if (status.phase != MeasurePhase::waiting && status.phase != MeasurePhase::measuring) return {};
  if (Text waits = wait_text(status.wait, length); !waits.empty()) return waits;
  if (status.phase == MeasurePhase::waiting) {
    return length == Length::full ? say("waiting to be measured") : say("waiting …");
  }
  if (!status.step || length != Length::full) return say("measuring …");
  return say("measuring: {step}", "step"_a = step_text(*status.step));
}

Wordings provenance_wordings(const MeasureStatus& a, const MeasureStatus* b) {
  const auto origin_of = [](const MeasureStatus* one) {
    return one != nullptr && one->result ? std::optional(one->result->origin()) : std::nullopt;
  };
  const auto first = origin_of(&a), second = origin_of(b);
  const auto origins = [&](Length length) {
    if (first && second && *first != *second) {
      return say("A {a} · B {b}", "a"_a = origin_text(*first, length), "b"_a = origin_text(*second, length));
    }
    if (first) return origin_text(*first, length);
    return second ? say("B {b}", "b"_a = origin_text(*second, length)) : Text();
  };
  const bool is_b = b != nullptr && a.phase != MeasurePhase::measuring && !progress_text(*b).empty();
  const MeasureStatus& under_way = is_b ? *b : a;
  const auto with_progress = [&](Length length, Length of_origins) {
    Text words = origins(of_origins), progress = progress_text(under_way, length);
    if (progress.empty()) return words;
    if (b != nullptr) progress = say("{side:A|B} {progress}", "side"_a = Case{is_b ? 1U : 0U}, "progress"_a = progress);
    if (words.empty()) return progress;
    return say("{progress} · until then {origin}", "progress"_a = progress, "origin"_a = words);
  };
  const Text whole = with_progress(Length::full, Length::full);
  Wordings wordings{whole};
  // What a command said may be long.
  if (under_way.wait.what != DeviceWait::none) {
    wordings.push_back(with_progress(Length::brief, Length::full));
    wordings.push_back(with_progress(Length::brief, Length::brief));
  }
  const auto& timed = a.result ? a.result : (b != nullptr ? b->result : nullptr);
  if (whole.empty() || !timed) return wordings;
  const auto& time = timed->own.reading(ReadingKind::one_block).measurement;
  if (!time) return wordings;
  wordings.insert(wordings.begin(),
                  say("{origin} · medians by {how}", "origin"_a = whole, "how"_a = translated(time->how)));
  return wordings;
}

Text progress_text(const MeasureProgress& progress) {
  Text what = say("{kernel} ({options}): {step}", "kernel"_a = progress.kernel,
                  "options"_a = options_text(progress.options), "step"_a = step_text(progress.step));
  if (progress.items == 0) return what;
  return say("{item}/{items} {what}", "item"_a = progress.item, "items"_a = progress.items, "what"_a = what);
}

Text rival_text(const Rival& rival) {
  if (rival.kind == Rival::Kind::none) return {};
  if (rival.kind == Rival::Kind::side_b) return say("B");
  return rival.options.empty() ? say("its twin") : options_text(rival.options);
}

Text verdict_text(const Comparison& comparison, Length length) {
  switch (comparison.verdict) {
    case Verdict::costs:
      return say("{change} longer", "change"_a = change_text(comparison.ratio - 1));
    case Verdict::saves:
      return say("{change} shorter", "change"_a = change_text(comparison.ratio - 1));
    case Verdict::hidden:
      return say("no measurable difference");
    case Verdict::unknown:
      return length == Length::full ? say("too few samples to tell") : say("too few samples");
  }
  return {};
}

Text verdict_text(const Comparison& comparison, const Rival& rival) {
  const auto name = rival_text(rival);
  switch (comparison.verdict) {
    case Verdict::costs:
    case Verdict::saves:
      return say("{times} the time of {rival}", "times"_a = times_text(comparison), "rival"_a = name);
    case Verdict::hidden:
      return say("no measurable difference from {rival}", "rival"_a = name);
    case Verdict::unknown:
      return say("too few samples to tell it from {rival}", "rival"_a = name);
  }
  return {};
}

Text times_text(const Comparison& comparison) { return say("{ratio}×", "ratio"_a = figure_text(comparison.ratio, 2)); }

Text difference_text(const Comparison& comparison, const std::string& unit, Length length) {
  const bool in_ns =
      length == Length::full && unit == reading_unit(ReadingKind::one_block) && std::abs(comparison.difference) < 1;
  const double difference = in_ns ? comparison.difference * 1000 : comparison.difference;
  Text number = say("{sign:|+|−}{number}", "sign"_a = Case{difference > 0 ? 1U : (difference < 0 ? 2U : 0U)},
                    "number"_a = figure_text(std::abs(difference)));
  if (length == Length::mark) return number;
  return say("{number} {unit}", "number"_a = number, "unit"_a = in_ns ? Text("ns") : unit_text(unit, Length::brief));
}

Text twin_text(const KernelReadings& readings) {
  if (!readings.twin) return {};
  const auto options = options_text(*readings.twin);
  if (!readings.twin_conflicts) return say("Twin with the padding that costs least: {options}", "options"_a = options);
  if (*readings.twin_conflicts == 0) return say("Conflict-free twin: {options}", "options"_a = options);
  return say(
      "No padding avoids all conflicts; twin with the padding that costs least: {options}, with "
      "{conflicts:# bank conflict|# bank conflicts} left",
      "options"_a = options, "conflicts"_a = Count{*readings.twin_conflicts});
}

Text bandwidth_text(const Bandwidth& bandwidth) {
  if (!bandwidth.kernel.measurement) {
    return say("No bandwidth: {why}.", "why"_a = reason_text(bandwidth.kernel.missing));
  }
  const auto own = value_text(bandwidth.kernel.measurement->value, bandwidth.kernel.measurement->unit);
  const auto part = bandwidth.of_copy();
  if (!part) {
    return say("{own} read and written; the device's own copy was not timed: {why}.", "own"_a = own,
               "why"_a = reason_text(bandwidth.copy.missing));
  }
  return say("{own} read and written, {part} of the {copy} of the device's own copy.", "own"_a = own,
             "part"_a = percent_text(*part),
             "copy"_a = value_text(bandwidth.copy.measurement->value, bandwidth.copy.measurement->unit));
}

Text traffic_text(const Bandwidth& bandwidth) {
  return say("The lanes read {read:# byte|# bytes} and write {written}; launched alternately with the copy.",
             "read"_a = Count{bandwidth.bytes_read}, "written"_a = Count{bandwidth.bytes_written});
}

Text published_text(const PublishedFigure& figure) {
  const Measurement& value = figure.measurement;
  const Text number = plain_number_text(value.value);
  if (value.how.empty()) {
    return say("{name}: {value} {unit} (published: {source}; machine {machine})", "name"_a = translated(value.name),
               "value"_a = number, "unit"_a = unit_text(value.unit), "source"_a = translated(value.source),
               "machine"_a = figure.machine);
  }
  return say("{name}: {value} {unit} (published: {source}; machine {machine}; {remark})",
             "name"_a = translated(value.name), "value"_a = number, "unit"_a = unit_text(value.unit),
             "source"_a = translated(value.source), "machine"_a = figure.machine, "remark"_a = translated(value.how));
}

Text brief_bandwidth_text(const Bandwidth& bandwidth) {
  const Measurement& own = *bandwidth.kernel.measurement;
  Text value = value_text(own.value, own.unit, Length::brief);
  const auto part = bandwidth.of_copy();
  return part ? say("{value}, {part} of a copy", "value"_a = value, "part"_a = percent_text(*part)) : value;
}

Text note_text(const KernelMeasurement& measurement, MeasurementNote note) {
  if (note == MeasurementNote::other_source) return say("the kernel's code has changed since the recording");
  return say("the recording does not hold the twin ({options})",
             "options"_a = options_text(measurement.own.twin.value_or(OptionValues())));
}

Text gpu_output_text(const KernelMeasurement& measurement) {
  const OutputCheck& check = measurement.own.output;
  const bool is_here = measurement.provenance == Provenance::measured_here;
  const auto gpu =
      is_here ? say("The GPU's output") : say("The output recorded on {gpu}", "gpu"_a = measurement.gpu.name);
  if (!check.compared && !check.missing) return say("{gpu} was not compared with the emulator's", "gpu"_a = gpu);
  if (!check.compared) {
    return say("{gpu} was not compared with the emulator's: {why}", "gpu"_a = gpu,
               "why"_a = reason_text(check.missing));
  }
  if (check.different == 0) return say("{gpu} equals the emulator's, bit for bit", "gpu"_a = gpu);
  return say(
      "{gpu} differs from the emulator's in {elements:# element|# elements}, first at row {row}, column {column}: GPU "
      "{there}, emulator {here}{end:; the kernel's rule does not define these elements|: one of the two is wrong}",
      "gpu"_a = gpu, "elements"_a = Count{check.different}, "row"_a = check.row, "column"_a = check.column,
      "there"_a = check.gpu, "here"_a = check.emulated, "end"_a = Case{check.wrong() ? 1U : 0U});
}

Text gpu_output_meaning_text(const KernelMeasurement& measurement) {
  return say("{output} ({origin}).", "output"_a = gpu_output_text(measurement),
             "origin"_a = origin_text(measurement.origin()));
}

Text output_alarm_text(const OutputCheck& check, Length length) {
  if (!check.wrong()) return {};
  if (length == Length::mark) return say("GPU ≠ emulator");
  if (length == Length::full) {
    return say("GPU and emulator differ in {elements:# element|# elements}: one of them is wrong",
               "elements"_a = Count{check.different});
  }
  return plural(check.different,
                "# element differs: GPU or emulator is wrong|# elements differ: GPU or emulator is wrong");
}

Text counters_text(const KernelReadings& readings) {
  const auto& counters = readings.counters;
  if (counters.empty()) {
    return readings.no_counters ? say("no counters: {why}", "why"_a = reason_text(readings.no_counters))
                                : say("no counters were read");
  }
  const auto equal = std::ranges::count_if(counters, [](const auto& one) { return one.equal(); });
  const bool is_explained = std::ranges::all_of(counters, [](const auto& one) { return one.equal() || one.why; });
  const std::size_t ending = equal == static_cast<std::ptrdiff_t>(counters.size()) ? 0 : (is_explained ? 1 : 2);
  return say("{equal} of {all:# counter|# counters} as modelled{end:|, the others explained|, the others unexplained}",
             "equal"_a = equal, "all"_a = Count{counters.size()}, "end"_a = Case{ending});
}

std::vector<Text> difference_texts(const std::vector<CounterReading>& counters) {
  std::vector<std::pair<Reason, std::vector<std::string>>> reasons;  // with the counters' names
  for (const CounterReading& counter : counters) {
    if (!counter.why) continue;
    auto known = std::ranges::find_if(reasons, [&](const auto& one) { return one.first == counter.why; });
    if (known == reasons.end()) known = reasons.insert(reasons.end(), {counter.why, {}});
    known->second.emplace_back(translated(counter.name));
  }
  std::vector<Text> sentences;
  sentences.reserve(reasons.size());
  for (const auto& [why, names] : reasons) {
    sentences.push_back(say("Why {counters} {differ:differs|differ}: {why}.", "counters"_a = list_text(names),
                            "differ"_a = Case{names.size() == 1 ? 0U : 1U}, "why"_a = reason_text(why)));
  }
  return sentences;
}

std::vector<Text> failure_texts(const KernelReadings& readings) {
  const auto options = options_text(readings.options);
  const OutputCheck& output = readings.output;
  std::vector<Text> texts;
  if (readings.status == ReadingStatus::failed) {
    texts.push_back(say("{kernel} ({options}): {why}", "kernel"_a = readings.kernel, "options"_a = options,
                        "why"_a = reason_text(readings.problem)));
  }
  // With a fault the outputs may differ.
  if (readings.status == ReadingStatus::measured && output.wrong()) {
    texts.push_back(
        say("{kernel} ({options}): {elements:# element|# elements} of the GPU's output differ from the emulator's, "
            "first [{row}][{column}]: {gpu}, emulated {emulated}",
            "kernel"_a = readings.kernel, "options"_a = options, "elements"_a = Count{output.different},
            "row"_a = output.row, "column"_a = output.column, "gpu"_a = output.gpu, "emulated"_a = output.emulated));
  }
  return texts;
}

std::vector<Text> difference_texts(const KernelReadings& readings) {
  const auto options = options_text(readings.options);
  std::vector<Text> texts;
  for (const CounterReading& counter : readings.counters) {
    if (counter.equal()) continue;
    texts.push_back(
        counter.why
            ? say("{kernel} ({options}): {counter}: counted {counted}, modelled {modelled}: {why}",
                  "kernel"_a = readings.kernel, "options"_a = options, "counter"_a = translated(counter.name),
                  "counted"_a = counter.value, "modelled"_a = counter.modelled, "why"_a = reason_text(counter.why))
            : say("{kernel} ({options}): {counter}: counted {counted}, modelled {modelled}",
                  "kernel"_a = readings.kernel, "options"_a = options, "counter"_a = translated(counter.name),
                  "counted"_a = counter.value, "modelled"_a = counter.modelled));
  }
  return texts;
}

Text caption_text(const RunSummary& run, const StepState* state, const std::optional<Origin>& a,
                  const std::optional<Origin>& b) {
  const std::string_view machine = translated(run.machine.title);
  const std::string& compiler = run.compiled->compiler;
  Text place = say("modelled for {model} from the emulated run", "model"_a = run.machine.name);
  if (!compiler.empty()) {
    place = say("modelled for {model} from the emulated run, {compiler}", "model"_a = run.machine.name,
                "compiler"_a = compiler);
  }
  place = state == nullptr ? say("{machine} · {modelled}", "machine"_a = machine, "modelled"_a = place)
                           : say("{machine} · {place} · {modelled}", "machine"_a = machine,
                                 "place"_a = place_text(*state), "modelled"_a = place);
  if (!a && !b) return place;
  if (a && b && *a != *b) {
    return say("{place} · times of A {a}, of B {b}", "place"_a = place, "a"_a = origin_text(*a),
               "b"_a = origin_text(*b));
  }
  return say("{place} · times {origin}", "place"_a = place, "origin"_a = origin_text(a ? *a : *b));
}

std::string row_name(const LadderRow& row) {
  const OptionValues apart = row.entry.is_large ? size_of(row.entry) : row.entry.rung;
  if (apart.empty()) return row.entry.kernel->name;
  return say("{kernel}, {size}", "kernel"_a = row.entry.kernel->name, "size"_a = options_text(apart)).str();
}

Text row_text(const LadderRow& row) {
  const Kernel& kernel = *row.entry.kernel;
  std::vector<Text> lines{
      say("{kernel}, {options}", "kernel"_a = kernel.id(), "options"_a = options_text(row.entry.options)),
      Text(kernel.title), say("{does}\n", "does"_a = translated(kernel.fixes.empty() ? kernel.summary : kernel.fixes))};
  if (row.time) {
    lines.push_back(say("{time}, {origin}; {how}.", "time"_a = spread_text(*row.time),
                        "origin"_a = origin_text(row.measured->origin()), "how"_a = sampling_text(*row.time)));
  }
  if (row.bandwidth) {
    lines.push_back(row.entry.operations != 0
                        ? say("{rate}: {operations:# addition or multiplication|# additions and multiplications}.",
                              "rate"_a = spread_text(*row.bandwidth), "operations"_a = Count{row.entry.operations})
                        : say("{rate} of {bytes:# byte|# bytes} read and written.",
                              "rate"_a = spread_text(*row.bandwidth), "bytes"_a = Count{row.entry.traffic_bytes}));
  }
  if (row.of_baseline) {
    lines.push_back(say("{part} of {baseline}.", "part"_a = percent_text(*row.of_baseline),
                        "baseline"_a = row.entry.baseline->id()));
  }
  if (row.of_copy) lines.push_back(say("{part} of the device's own copy.", "part"_a = percent_text(*row.of_copy)));
  if (row.of_peak) {
    lines.push_back(say("{part} of what the GPU's arithmetic units can do.", "part"_a = percent_text(*row.of_peak)));
  }
  for (const Text& missing : missing_texts(row)) lines.push_back(say("Missing: {missing}.", "missing"_a = missing));
  if (row.measured != nullptr) {
    for (const auto note : row.measured->notes) {
      lines.push_back(say("Note: {note}.", "note"_a = note_text(*row.measured, note)));
    }
  }
  return lines_text(lines);
}

std::vector<Text> missing_texts(const LadderRow& row) {
  if (!row.time) return {say("no time: {why}", "why"_a = reason_text(row.no_time))};
  std::vector<Text> texts;
  if (!row.of_baseline && row.no_of_baseline) {
    texts.push_back(row.entry.operations != 0
                        ? say("not compared with a baseline: {why}", "why"_a = reason_text(row.no_of_baseline))
                        : say("not compared with a copy kernel: {why}", "why"_a = reason_text(row.no_of_baseline)));
  }
  if (!row.of_copy && row.entry.operations == 0) {
    texts.push_back(say("not compared with the device's own copy: {why}", "why"_a = reason_text(row.no_of_copy)));
  }
  return texts;
}

}  // namespace bankloom
