// Measured figures: what of a measurement the panels show. Pure: no window, so they are tested without one. The words
// are those of core/wording/measurement.h, and every measured number goes with one that says where it comes from.
#pragma once

#include <array>
#include <optional>

#include "core/measure/measure_service.h"
#include "core/wording/measurement.h"
#include "ui/figures.h"

namespace bankloom::ui {

/// The duration of the kernel's own launch; nothing where it was not measured.
[[nodiscard]] std::optional<Measurement> one_block(const MeasureStatus& status);
/// Why there is no duration, or why it was not measured here; none where it was. `no_gpu`: what is known of the
/// machine.
[[nodiscard]] Reason missing_reason(const MeasureStatus& status, const Reason& no_gpu);

/// The measured time as the table of results shows it, with where it comes from as the tooltip.
[[nodiscard]] TimeCell time_cell(const MeasureStatus& status, const Reason& no_gpu);

/// One reading of two kernels or of one and its twin.
struct ComparedReading {
  ReadingKind kind = ReadingKind::one_block;
  Reading a, b;  ///< `b` has neither value nor reason where there is nothing to compare with
  std::optional<Comparison> comparison;
};
/// What A is compared with.
struct MeasuredPair {
  Rival rival;
  std::array<ComparedReading, kReadings> readings;
  Reason not_compared;  ///< why there are no comparisons; none where there may be
  [[nodiscard]] const std::optional<Comparison>& of_one_block() const { return readings.front().comparison; }
};
/// A against B where both are there; `b` null: A against its conflict-free twin.
[[nodiscard]] MeasuredPair compared_readings(const KernelMeasurement& a, const KernelMeasurement* b);

/// Of all options those in which two sets differ; of `second`.
[[nodiscard]] OptionValues differing_options(const OptionValues& first, const OptionValues& second);

}  // namespace bankloom::ui
