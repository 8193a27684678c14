#include "ui/measured_figures.h"

#include <algorithm>

namespace bankloom::ui {

using namespace wording;

namespace {

const Reading* reading_of_access(const KernelReadings& readings, const TimedAccess& access) {
  const auto found = std::ranges::find_if(readings.timed_accesses,
                                          [&](const TimedAccess& other) { return other.same_access(access); });
  return found == readings.timed_accesses.end() ? nullptr : &found->cycles;
}

/// B's reading for the comparison with A's: for cycles, that of the same access, if B has it.
Reading counterpart(const KernelReadings& a, const KernelReadings& b, ReadingKind kind) {
  if (kind == ReadingKind::cycles && a.kernel == b.kernel && !a.timed_accesses.empty()) {
    const Reading* same = reading_of_access(b, a.timed_accesses.front());
    return same != nullptr ? *same : Reading{std::nullopt, ReasonKind::not_timed_in_b};
  }
  return b.reading(kind);
}

/// Why a kernel has no twin for comparison.
Reason why_no_twin(const KernelMeasurement& measurement) {
  if (!measurement.own.twin) return measurement.own.no_twin ? measurement.own.no_twin : ReasonKind::no_twin;
  Reason reason(ReasonKind::twin_not_recorded);
  reason.options = *measurement.own.twin;
  return reason;
}

}  // namespace

OptionValues differing_options(const OptionValues& first, const OptionValues& second) {
  OptionValues differing;
  for (const auto& [name, value] : second) {
    const auto found = first.find(name);
    if (found == first.end() || found->second != value) differing[name] = value;
  }
  return differing;
}

std::optional<Measurement> one_block(const MeasureStatus& status) {
  if (!status.result) return std::nullopt;
  return status.result->own.reading(ReadingKind::one_block).measurement;
}

Reason missing_reason(const MeasureStatus& status, const Reason& no_gpu) {
  if (status.not_recorded.kind == ReasonKind::hidden) return status.not_recorded;
  if (status.problem) return status.problem;
  if (status.result && status.result->provenance == Provenance::measured_here) return {};
  if (no_gpu) return no_gpu;
  if (status.phase == MeasurePhase::waiting || status.phase == MeasurePhase::measuring) {
    return ReasonKind::being_measured;
  }
  if (status.result) return ReasonKind::not_measured_here;
  return status.not_recorded ? status.not_recorded : ReasonKind::not_measured_or_recorded;
}

TimeCell time_cell(const MeasureStatus& status, const Reason& no_gpu) {
  TimeCell cell;
  const Reason missing = missing_reason(status, no_gpu);
  if (const auto time = one_block(status)) {
    const Origin origin = status.result->origin();
    cell.value = time->value;
    cell.words = spread_text(*time);
    cell.brief = value_text(time->value, time->unit);
    cell.quartiles = quartiles_text(*time);
    cell.origin = origin;
    cell.tooltip = say("{value}, one launch of {blocks:# block|# blocks}: {origin}; {how}.", "value"_a = cell.words,
                       "blocks"_a = Count{status.result->own.grid.count()}, "origin"_a = origin_text(origin),
                       "how"_a = sampling_text(*time));
    if (missing) {
      cell.tooltip = say("{time} Not measured here: {why}.", "time"_a = cell.tooltip,
                         "why"_a = reason_text(missing, Length::brief));
    }
    return cell;
  }
  if (missing.kind == ReasonKind::hidden) {
    cell.words = cell.brief = say("hidden");
    cell.tooltip = hidden_text();
    return cell;
  }
  cell.tooltip = say("Not measured: {why}.", "why"_a = reason_text(missing, Length::brief));
  if (!status.result) return cell;
  const KernelReadings& own = status.result->own;
  const Reason& of_reading = own.reading(ReadingKind::one_block).missing;
  if (const Reason& why = of_reading ? of_reading : own.problem) {
    cell.tooltip = say("No time: {why} ({origin}).", "why"_a = reason_text(why),
                       "origin"_a = origin_text(status.result->origin()));
  }
  return cell;
}

MeasuredPair compared_readings(const KernelMeasurement& a, const KernelMeasurement* b) {
  MeasuredPair pair;
  const bool is_one_source = b == nullptr || (a.provenance == b->provenance && a.gpu.name == b->gpu.name);
  if (b != nullptr) {
    pair.rival.kind = Rival::Kind::side_b;
  } else if (a.twin) {
    pair.rival = {Rival::Kind::twin, differing_options(a.own.options, a.twin->options)};
  } else {
    pair.not_compared = why_no_twin(a);
  }
  if (!is_one_source) {
    pair.not_compared = ReasonKind::sides_elsewhere;
    pair.not_compared.origins = {a.origin(), b->origin()};
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

}  // namespace bankloom::ui
