// Measured figures: the parts of a measurement that the panels show. Pure: no window, so they are tested without one.
// The texts are in core/wording/measurement.h, and every measured number has its origin.
#pragma once

#include <array>
#include <optional>

#include "core/measure/measure_service.h"
#include "core/wording/measurement.h"
#include "ui/figures.h"

namespace bankloom::ui {

/// The duration of the kernel's own launch; nothing if it was not measured.
[[nodiscard]] std::optional<Measurement> one_block(const MeasureStatus& status);
/// Why there is no duration, or why it was not measured here; none if it was. `no_gpu`: the state of the machine.
[[nodiscard]] Reason missing_reason(const MeasureStatus& status, const Reason& no_gpu);

/// The measured time for the table of results, with its origin as the tooltip.
[[nodiscard]] TimeCell time_cell(const MeasureStatus& status, const Reason& no_gpu);

/// One reading of two kernels or of one and its twin.
struct ComparedReading {
  ReadingKind kind = ReadingKind::one_block;
  Reading a, b;  ///< `b` has neither value nor reason if there is nothing to compare with
  std::optional<Comparison> comparison;
};
/// The two sides of a comparison.
struct MeasuredPair {
  Rival rival;
  std::array<ComparedReading, kReadings> readings;
  Reason not_compared;  ///< why there are no comparisons; none if they are allowed
  [[nodiscard]] const std::optional<Comparison>& of_one_block() const { return readings.front().comparison; }
};
/// A against B if both exist; `b` null: A against its conflict-free twin.
[[nodiscard]] MeasuredPair compared_readings(const KernelMeasurement& a, const KernelMeasurement* b);

/// The options that differ between two sets; values of `second`.
[[nodiscard]] OptionValues differing_options(const OptionValues& first, const OptionValues& second);

}  // namespace bankloom::ui
