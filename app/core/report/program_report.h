// A learner's whole program as JSON and text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/program/program_run.h"
#include "core/report/text_format.h"

namespace bankloom::report {

/// A program that has run, with what is known of it beside its launches.
struct ProgramReportPage {
  std::string program;  ///< as it was given
  std::string machine;  ///< "cc9.0"
  program::ProgramRun run;
  std::optional<int> exit_status;  ///< nothing where it was ended
  std::string end;                 ///< how it ended, where not as it should: "was ended by signal 11 (...)"; else empty
  std::string standard_output, standard_error;
  std::uint64_t output_discarded = 0, errors_discarded = 0;  ///< bytes
  bool is_isolated = true;
  std::vector<std::string> remarks;  ///< what was said on the way
  /// Source places, "square.cu:31", of each launch in the host code and of each report; empty where not known.
  std::vector<std::string> launch_places, report_places;
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
