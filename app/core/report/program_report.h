// A learner's whole program as JSON and text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/json.h"
#include "core/program/program_outcome.h"
#include "core/report/text_format.h"

namespace bankloom::report {

/// A program that has run, and what of it is to be told.
struct ProgramReportPage {
  program::ProgramOutcome outcome;
  std::optional<std::uint64_t> chosen;  ///< index of the one launch to tell of
};

/// `stdout` and `stderr` are the program's own.
[[nodiscard]] nlohmann::ordered_json to_json(const ProgramReportPage& page);
/// The launches as a table, equal ones that follow each other in one row; the faults; what is wrong beside. Of a chosen
/// launch its accesses with the reason of each cost.
[[nodiscard]] std::string to_text(const ProgramReportPage& page, const TextStyle& style);

/// What is wrong in one sentence without a full stop, for standard error; empty where nothing is.
[[nodiscard]] std::string problem_sentence(const ProgramReportPage& page);

}  // namespace bankloom::report
