// A learner's whole program as JSON and text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/json.h"
#include "core/program/program_outcome.h"
#include "core/report/text_format.h"

namespace bankloom::report {

/// A program that has run, and what is shown of it.
struct ProgramReportPage {
  program::ProgramOutcome outcome;
  std::optional<std::uint64_t> chosen;  ///< index of the only launch to show
};

/// `stdout` and `stderr` are the program's own.
[[nodiscard]] nlohmann::ordered_json to_json(const ProgramReportPage& page);
/// The launches as a table, equal ones in a row together; the faults; what the host code does wrong. Of a chosen
/// launch, the accesses with the reason of each cost.
[[nodiscard]] std::string to_text(const ProgramReportPage& page, const TextStyle& style);

/// What is wrong in one sentence without a full stop, for standard error; empty if nothing is.
[[nodiscard]] std::string problem_sentence(const ProgramReportPage& page);

}  // namespace bankloom::report
