// What was measured, in words: values with their spread and origin, verdicts, reasons why a number is missing,
// counters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/measure/ladder.h"
#include "core/measure/measure_service.h"
#include "core/wording/text.h"

namespace bankloom {

/// Why something is missing or different: a clause without a full stop. Brief where the driver's own words do not help.
[[nodiscard]] Text reason_text(const Reason& reason, Length length = Length::full);

/// "µs per block"; brief "µs", where something else says per what. Units that are none of a measurement's stay as they
/// are.
[[nodiscard]] Text unit_text(const std::string& unit, Length length = Length::full);
/// "1.25 µs".
[[nodiscard]] Text value_text(double value, const std::string& unit, Length length_of_unit = Length::full);
/// "(1.25–1.28)": the quartiles in the value's decimals; "(spread <0.01)" where these are the same; empty without any.
[[nodiscard]] Text quartiles_text(const Measurement& measurement);
/// "1.25 µs (1.25–1.28)".
[[nodiscard]] Text spread_text(const Measurement& measurement, Length length_of_unit = Length::full);
/// "median of 129 samples by CUPTI activity records, half of them between 1.25 and 1.28 µs, minimum 1.21 µs; 2 more
/// at lowered clocks were dropped".
[[nodiscard]] Text sampling_text(const Measurement& measurement);

/// "recorded on NVIDIA H200, 2026-11-21"; brief "recorded"; as a mark "rec.", "here".
[[nodiscard]] Text origin_text(const Origin& origin, Length length = Length::full);
/// "BDIMX = 32, IPAD = 1".
[[nodiscard]] Text options_text(const OptionValues& options);

/// "one launch", "GPU filled", "cycles per request"; brief "per request", where the values say that they are cycles.
[[nodiscard]] Text reading_text(ReadingKind kind, Length length = Length::full);
/// What the numbers of a reading are of: "1 block", "per block, of 1,056 blocks", "load, line 9".
[[nodiscard]] Text subject_text(const KernelReadings& readings, ReadingKind kind);
/// "measuring: GPU filled", "waiting to be measured"; empty where nothing is under way.
[[nodiscard]] Text progress_text(const MeasureStatus& status);
/// "3/257 square/setRowReadCol (IPAD = 0): GPU filled".
[[nodiscard]] Text progress_text(const MeasureProgress& progress);

/// What A is compared with.
struct Rival {
  enum class Kind : std::uint8_t { none, side_b, twin };
  Kind kind = Kind::none;
  OptionValues options;  ///< of a twin: those that differ from the kernel's own
};
/// "B", "IPAD = 1", "its twin"; empty for none.
[[nodiscard]] Text rival_text(const Rival& rival);
/// "33 % longer", "25 % shorter", "no measurable difference", "too few samples to tell".
[[nodiscard]] Text verdict_text(const Comparison& comparison, Length length = Length::full);
/// "1.33× the time of B", "no measurable difference from IPAD = 1".
[[nodiscard]] Text verdict_text(const Comparison& comparison, const Rival& rival);
/// "1.33×".
[[nodiscard]] Text times_text(const Comparison& comparison);
/// "+42 ns"; as a mark "+0.04", in the measurement's unit.
[[nodiscard]] Text difference_text(const Comparison& comparison, const std::string& unit, Length length = Length::full);

/// "Conflict-free twin: IPAD = 1", or how many conflicts the twin has left; empty where there is no twin.
[[nodiscard]] Text twin_text(const KernelReadings& readings);
/// "4103 GB/s read and written, 97.2 % of the 4221 GB/s of the device's own copy.", or why there is no such number.
[[nodiscard]] Text bandwidth_text(const Bandwidth& bandwidth);
/// "The lanes read 1,024 bytes and write 1,024; launched in turns with the copy."
[[nodiscard]] Text traffic_text(const Bandwidth& bandwidth);
/// "load transactions per request: 16 (published: a book; machine cc3.x-8byte; remark)".
[[nodiscard]] Text published_text(const PublishedFigure& figure);
/// How far the figures fit what was asked for; without a full stop.
[[nodiscard]] Text note_text(const KernelMeasurement& measurement, MeasurementNote note);

/// "the GPU's output equals the emulator's, bit for bit"; where it differs; why it was not compared.
[[nodiscard]] Text gpu_output_text(const KernelMeasurement& measurement);
/// "GPU and emulator differ in 1,023 elements: one of them is wrong"; brief "1,023 elements differ: GPU or emulator is
/// wrong"; a mark "GPU ≠ emulator"; empty where nothing is wrong.
[[nodiscard]] Text output_alarm_text(const OutputCheck& check, Length length = Length::full);

/// "2 of 3 counters as modelled, the differences are explained"; why there are none.
[[nodiscard]] Text counters_text(const KernelReadings& readings);
/// Why counters are not as modelled: a sentence a reason, in the counters' order.
[[nodiscard]] std::vector<Text> difference_texts(const std::vector<CounterReading>& counters);
/// What failed in a recording that was just made, and which counters are not as modelled; empty where all is well.
[[nodiscard]] std::vector<Text> failure_texts(const KernelReadings& readings);
[[nodiscard]] std::vector<Text> difference_texts(const KernelReadings& readings);

/// What is missing in a row of a ladder: a clause a number, the most important first.
[[nodiscard]] std::vector<Text> missing_texts(const LadderRow& row);

}  // namespace bankloom
