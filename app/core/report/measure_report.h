// A measurement as text for a student, and as JSON and CSV for programs. Every number has its origin.
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/measure/kernel_measurement.h"
#include "core/report/text_format.h"

namespace bankloom::report {

/// The page for a student: the three readings beside the twin's, verdicts, counters, the output's check.
[[nodiscard]] std::string to_text(const KernelMeasurement& measurement, const TextStyle& style);

/// {"kernel":..., "measurements":[{"reading":"one_block","of":"kernel","value":...,"provenance":...,"source":...}],
/// ...}
[[nodiscard]] nlohmann::ordered_json to_json(const KernelMeasurement& measurement);

/// One record a number, with a header.
[[nodiscard]] std::string to_csv(const KernelMeasurement& measurement);

}  // namespace bankloom::report
