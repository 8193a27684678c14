// Measurements in words: values with their spread and origin, verdicts, counters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/measure/ladder.h"
#include "core/measure/measure_service.h"
#include "core/session/step_state.h"
#include "core/wording/reason_text.h"
#include "core/wording/text.h"

namespace bankloom {

/// "µs per block"; brief "µs". Unknown units stay as they are.
[[nodiscard]] Text unit_text(const std::string& unit, Length length = Length::full);
/// "1.25 µs".
[[nodiscard]] Text value_text(double value, const std::string& unit, Length length_of_unit = Length::full);
/// "(1.25–1.28)": the quartiles in the value's decimals; "(spread <0.01)" where they read the same; empty without a
/// spread.
[[nodiscard]] Text quartiles_text(const Measurement& measurement);
/// "1.25 µs (1.25–1.28)".
[[nodiscard]] Text spread_text(const Measurement& measurement, Length length_of_unit = Length::full);
/// "median of 129 samples by CUPTI activity records, half of them between 1.25 and 1.28 µs, minimum 1.21 µs; 2 more
/// at lowered clocks were dropped".
[[nodiscard]] Text sampling_text(const Measurement& measurement);
/// The same of a reading, or why it is missing: "A: median of ….", a sentence; empty where nothing is known.
[[nodiscard]] Text sampling_text(std::string_view name, const Reading& reading);

/// "recorded on NVIDIA H200, 2026-11-21"; brief "recorded"; as a mark "rec.", "here".
[[nodiscard]] Text origin_text(const Origin& origin, Length length = Length::full);
/// "BDIMX = 32, IPAD = 1".
[[nodiscard]] Text options_text(const OptionValues& options);

/// "one launch", "GPU filled", "cycles per request"; brief "per request", where the values have their unit.
[[nodiscard]] Text reading_text(ReadingKind kind, Length length = Length::full);
/// What a reading measures: "1 block", "per block, of 1,056 blocks", "load, line 9".
[[nodiscard]] Text subject_text(const KernelReadings& readings, ReadingKind kind);
/// "measuring: GPU filled", "waiting for a GPU: job 7 is the third in the queue", "waiting to be measured"; brief
/// without what the command said, as a mark "waiting …"; empty where nothing is going on.
[[nodiscard]] Text progress_text(const MeasureStatus& status, Length length = Length::full);
/// "waiting for a GPU"; empty where nothing is waited for.
[[nodiscard]] Text wait_text(const GpuWait& wait, Length length = Length::full);
/// Where the numbers of one kernel or two come from, what is being measured and how the times were taken: "A measuring:
/// GPU filled · until then recorded on NVIDIA H200 · medians by CUPTI activity records", brief without the last. `b` is
/// null for one kernel; empty where nothing is known.
[[nodiscard]] Wordings provenance_wordings(const MeasureStatus& a, const MeasureStatus* b);
/// "3/257 square/setRowReadCol (IPAD = 0): GPU filled".
[[nodiscard]] Text progress_text(const MeasureProgress& progress);

/// Why there is no number, a sentence each: none at all, none of a kernel that was not timed, and none of this
/// machine's GPU where other GPUs have one.
[[nodiscard]] Text no_time_text(const Reason& why);
[[nodiscard]] Text not_timed_text(const Reason& why);
[[nodiscard]] Text not_measured_here_text(const Reason& why);
/// "NVIDIA H200 on lab, driver 580.159.03".
[[nodiscard]] Text gpu_text(const DeviceInfo& gpu);
/// A button's effect: "Measures again on this machine's GPU."; `no_gpu`: why it cannot. `host`: the name of the machine
/// that has the GPU; empty: this one.
[[nodiscard]] Text measure_again_text(const Reason& no_gpu, const std::string& host, const Reason& why_on_request = {});
[[nodiscard]] Text measure_ladder_text(const std::string& host);
[[nodiscard]] Text looking_again_text(const Reason& no_gpu);
/// "A kernel that does nothing takes 1.9 µs (recorded on …); no duration is below it."; brief "floor 1.9 µs". The
/// measurement must have it.
[[nodiscard]] Text floor_text(const KernelMeasurement& measurement, Length length = Length::full);
/// "The harness of the cycles takes 20 without the access; it is not subtracted."
[[nodiscard]] Text harness_text(const Measurement& empty);
/// The GPU, its driver and the compiler.
[[nodiscard]] Text conditions_text(const KernelMeasurement& measurement);
/// "Modelled by the rules of cc9.0; counters recorded on …."
[[nodiscard]] Text rules_text(const KernelMeasurement& measurement);
/// "publications have figures of this kernel; they stand here when the machine cc3.x is chosen."
[[nodiscard]] Text published_elsewhere_text(const std::vector<std::string>& machines);

/// "Time of one launch of 16 blocks · recorded on …" in all lengths; `blocks` where all launches have the same number,
/// `origin` may be empty.
[[nodiscard]] Wordings launch_times_wordings(std::optional<std::uint64_t> blocks, const std::string& origin);
/// "Cycles per request, recorded on …" in all lengths; both origins may be empty.
[[nodiscard]] Wordings cycles_wordings(const std::string& origin, const std::string& brief_origin);
/// "load, 32 wavefronts (modelled): 90.3 cycles per request (recorded on …)".
[[nodiscard]] Text timed_access_text(std::string_view op, std::uint64_t wavefronts, double cycles,
                                     const Origin& origin);

/// The other side of a comparison.
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
/// "12.4 GB/s, 80 % of a copy"; it was measured.
[[nodiscard]] Text brief_bandwidth_text(const Bandwidth& bandwidth);
/// In what figures differ from what was asked for; without a full stop.
[[nodiscard]] Text note_text(const KernelMeasurement& measurement, MeasurementNote note);

/// "the GPU's output equals the emulator's, bit for bit"; where it differs; why it was not compared.
[[nodiscard]] Text gpu_output_text(const KernelMeasurement& measurement);
/// The same as a sentence with the origin, for where the full text is elsewhere.
[[nodiscard]] Text gpu_output_meaning_text(const KernelMeasurement& measurement);
/// "GPU and emulator differ in 1,023 elements: one of them is wrong"; brief "1,023 elements differ: GPU or emulator is
/// wrong"; a mark "GPU ≠ emulator"; empty where nothing is wrong.
[[nodiscard]] Text output_alarm_text(const OutputCheck& check, Length length = Length::full);

/// "2 of 3 counters as modelled, the differences are explained"; why there are none.
[[nodiscard]] Text counters_text(const KernelReadings& readings);
/// Why counters differ from the model: a sentence per reason, in the counters' order.
[[nodiscard]] std::vector<Text> difference_texts(const std::vector<CounterReading>& counters);
/// What failed in a new recording, and which counters differ from the model; empty where all is well.
[[nodiscard]] std::vector<Text> failure_texts(const KernelReadings& readings);
[[nodiscard]] std::vector<Text> difference_texts(const KernelReadings& readings);

/// A row's kernel, with what sets it apart from other rows of it: "matmulTile, TILE = 8", "vector, N = 16384".
[[nodiscard]] std::string row_name(const LadderRow& row);
/// All facts of a row of a ladder: several lines.
[[nodiscard]] Text row_text(const LadderRow& row);
/// The line below a picture: the machine, the place (place_text()) and where the numbers come from. `state` is null
/// where no request is shown; `a`, `b`: the origins of the sides' times.
[[nodiscard]] Text caption_text(const RunSummary& run, const StepState* state, const std::optional<Origin>& a,
                                const std::optional<Origin>& b);

/// The missing numbers of a row of a ladder: a clause each, the most important first.
[[nodiscard]] std::vector<Text> missing_texts(const LadderRow& row);

}  // namespace bankloom
