// Figures: the numbers of the panels as text. Pure: no window, so they are tested without one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/line_figures.h"
#include "core/base/grouped.h"
#include "core/base/language.h"
#include "core/measure/measurement.h"
#include "core/report/text_format.h"
#include "core/session/session.h"
#include "core/wording/run_text.h"

namespace bankloom::ui {

using bankloom::grouped;

/// Whether an element differs from the expected one, bit for bit; false if nothing is expected.
[[nodiscard]] bool output_differs(const KernelRun& run, std::uint64_t index);
/// The elements as numbers for colours; with `only_defined`, those without an expected value are NaN.
[[nodiscard]] std::vector<float> output_numbers(const KernelRun& run, const std::vector<std::byte>& elements,
                                                bool only_defined);

/// A measured time in the table of results.
struct TimeCell {
  std::string words = message("not measured");  ///< "2.34 µs (2.30–2.41)", "not measured"
  std::string brief = message("not measured");  ///< without the quartiles
  std::string quartiles;                        ///< "(2.30–2.41)"; empty if they are unknown
  std::optional<Origin> origin;                 ///< nothing if there is no time
  std::string tooltip;                          ///< its origin, or why it is missing
  double value = -1;                            ///< in microseconds; -1 if there is none
  [[nodiscard]] bool recorded() const { return origin && origin->provenance == Provenance::recorded; }
};

/// The text for a row of the results without a run: a cancelled one is no error.
[[nodiscard]] std::string no_run_text(const Error& failure);

/// What the table of results says of each row besides its figures.
struct ResultsColumns {
  bool machine = false;     ///< whose rules the figures follow, in a column
  bool time_origin = true;  ///< behind each time, with when and where it was measured
};
/// The table of results. `times` are those of the rows, in their order; empty if there are none.
[[nodiscard]] report::TextTable results_table(const std::vector<LessonRow>& rows,
                                              const std::vector<TimeCell>& times = {},
                                              const ResultsColumns& columns = {});
/// The table of results as aligned text, with a line that describes it.
[[nodiscard]] std::string results_text(const std::vector<LessonRow>& rows, const std::vector<TimeCell>& times = {});

}  // namespace bankloom::ui
