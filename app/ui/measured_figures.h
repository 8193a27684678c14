// Measured figures: measurements as the words and numbers of the panels. Pure: no window, so they are tested without
// one.
//
// Every word that gives a measured number goes with one that says where it comes from (origin_words()). In brackets
// behind a median stand the quartiles: half of the samples lie between them, often all on one side of the median.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/measure/measure_service.h"
#include "ui/figures.h"

namespace bankloom::ui {

/// "1.25", "13.1", "113": three significant digits, more only before the point.
[[nodiscard]] std::string number_words(double value);
/// The quartiles with as many digits as the value has: "(1.25–1.28)"; "(spread <0.01)" where these digits are the same;
/// empty where there is no spread.
[[nodiscard]] std::string quartile_words(const Measurement& measurement);
/// "µs" for "us"; others as they are.
[[nodiscard]] std::string unit_words(const std::string& unit);
/// "1.25 µs", and with its spread "1.25 µs (1.25–1.28)".
[[nodiscard]] std::string value_words(const Measurement& measurement, bool with_spread);
/// "median of 129 samples by CUPTI activity records, half of them from 1.25 to 1.28 µs, least 1.21 µs; 2 more at
/// lowered clocks left out"; "half of them alike to 0.1 cycles" where the quartiles read the same.
[[nodiscard]] std::string how_words(const Measurement& measurement);

/// "measured here on NVIDIA H200, 2026-11-21", "recorded on NVIDIA H200, 2026-11-21".
[[nodiscard]] std::string origin_words(const KernelMeasurement& measurement);
/// "recorded", "measured here": the mark beside a number.
[[nodiscard]] std::string origin_mark(const KernelMeasurement& measurement);
/// The same where there is little room: "rec.", "here".
[[nodiscard]] std::string brief_mark(const KernelMeasurement& measurement);

/// The duration of one block; nothing where it was not measured.
[[nodiscard]] std::optional<Measurement> one_block(const MeasureStatus& status);
/// Why there is no duration, or why it was not measured here, one sentence without a full stop; empty where it was.
/// `no_gpu`: what is known of the machine.
[[nodiscard]] std::string missing_words(const MeasureStatus& status, const std::string& no_gpu);
/// "measuring: filled", "waiting to be measured"; empty where nothing is under way.
[[nodiscard]] std::string progress_words(const MeasureStatus& status);

/// The measured time as the table of results shows it, with where it comes from as the tooltip.
[[nodiscard]] TimeCell time_cell(const MeasureStatus& status, const std::string& no_gpu);

/// One reading of two kernels or of one and its twin.
struct ComparedReading {
  ReadingKind kind = ReadingKind::one_block;
  Reading a, b;  ///< `b` has neither value nor reason where there is nothing to compare with
  std::optional<Comparison> comparison;
};
/// What A is compared with.
struct MeasuredPair {
  std::string a_name, b_name;  ///< "A", "B"; "this kernel", "IPAD = 1"
  bool with_twin = false;
  std::array<ComparedReading, kReadings> readings;
  std::string not_compared;  ///< why there are no comparisons; empty where there may be
};
/// A against B where both are there; `b` null: A against its conflict-free twin.
[[nodiscard]] MeasuredPair compared_readings(const KernelMeasurement& a, const KernelMeasurement* b);

/// "costs 33 % against B", "hidden in the noise against IPAD = 1"; empty without a comparison of durations of one
/// block.
[[nodiscard]] std::string verdict_words(const MeasuredPair& pair);
/// Of all options those in which two sets differ, as "IPAD = 1"; of `second`.
[[nodiscard]] std::string differing_options(const OptionValues& first, const OptionValues& second);

/// "the GPU's output equals the emulator's, bit for bit"; where it differs; why it was not compared.
struct OutputWords {
  bool wrong = false;  ///< a difference that nothing explains
  std::string words;
};
[[nodiscard]] OutputWords gpu_output_words(const KernelMeasurement& measurement);
/// "GPU and emulator differ in 1,023 elements: one of them is wrong"; empty where nothing is (OutputCheck::wrong).
[[nodiscard]] std::string output_alarm(const KernelMeasurement& measurement);
/// The same where there is little room: "1,023 elements differ: GPU or emulator is wrong".
[[nodiscard]] std::string brief_output_alarm(const KernelMeasurement& measurement);

/// "12 of 12 counters as modelled", "no counters: ..."; how many differ and whether it is known why.
struct CounterWords {
  bool any = false, all_equal = false;
  bool explained = false;  ///< of those that differ it is known why
  std::string words;
};
[[nodiscard]] CounterWords counter_words(const KernelReadings& readings);

}  // namespace bankloom::ui
