// A report in the format that --format asks for.
#pragma once

#include <string>

#include "cli/input.h"
#include "core/base/json.h"
#include "core/report/advice_report.h"
#include "core/report/catalog_report.h"
#include "core/report/curve_report.h"
#include "core/report/ladder_report.h"
#include "core/report/machine_table_report.h"
#include "core/report/measure_report.h"
#include "core/report/program_report.h"
#include "core/report/run_report.h"

namespace bankloom::cli {

/// A report has to_text() and to_json(), and to_csv() if parse_format() allows CSV. `of_text` are further arguments of
/// to_text().
template <class Report, class... OfText>
[[nodiscard]] std::string printed(const Report& one, Format format, const report::TextStyle& style,
                                  const OfText&... of_text) {
  using report::to_json, report::to_text;
  switch (format) {
    case Format::text:
      return to_text(one, of_text..., style);
    case Format::json:
      return json_text(to_json(one));
    case Format::csv:
      if constexpr (requires { report::to_csv(one); }) return report::to_csv(one);
  }
  return {};
}

}  // namespace bankloom::cli
