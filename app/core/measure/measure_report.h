// What a measurement is reported with: text for a student, JSON and CSV for programs. Every number carries where it
// comes from.
#pragma once

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/measure/kernel_measurement.h"
#include "core/report/text_format.h"

namespace bankloom {

/// "measured here on NVIDIA H200, 2026-11-21", "recorded on NVIDIA H200, 2026-11-21".
[[nodiscard]] std::string origin_text(const KernelMeasurement& measurement);

/// "2.34 us", "51.2 cycles per request": three significant digits, at least all before the point.
[[nodiscard]] std::string value_text(double value, const std::string& unit);

/// "4103 GB/s read and written, 97.2 % of the 4221 GB/s of the device's own copy.", or why there is no such number.
[[nodiscard]] std::string bandwidth_sentence(const Bandwidth& bandwidth);

/// The page for a student: the three readings beside the twin's, verdicts, counters, the output's check.
[[nodiscard]] std::string measurement_to_text(const KernelMeasurement& measurement, const report::TextStyle& style);

/// {"kernel":..., "measurements":[{"reading":"one_block","of":"kernel","value":...,"provenance":...,"source":...}],
/// ...}
[[nodiscard]] nlohmann::ordered_json measurement_to_json(const KernelMeasurement& measurement);

/// One record a number, with a header.
[[nodiscard]] std::string measurement_to_csv(const KernelMeasurement& measurement);

}  // namespace bankloom
