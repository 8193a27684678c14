// Figures: the numbers of the panels as words. Pure: no window, so they are tested without one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/line_figures.h"
#include "core/base/grouped.h"
#include "core/measure/measurement.h"
#include "core/session/session.h"
#include "core/wording/run_text.h"

namespace bankloom::ui {

using bankloom::grouped;

/// Whether an element is not as expected, bit for bit; false where nothing is expected.
[[nodiscard]] bool output_differs(const KernelRun& run, std::uint64_t index);
/// The elements as numbers for colours; those of which nothing is expected are NaN where `only_defined`.
[[nodiscard]] std::vector<float> output_numbers(const KernelRun& run, const std::vector<std::byte>& elements,
                                                bool only_defined);

/// A measured time in the table of results.
struct TimeCell {
  std::string words = "not measured";  ///< "2.34 µs (2.30–2.41)", "not measured"
  std::string brief = "not measured";  ///< without the quartiles
  std::string quartiles;               ///< "(2.30–2.41)"; empty where they are not known
  std::optional<Origin> origin;        ///< nothing where there is no time
  std::string tooltip;                 ///< where it comes from, or what is missing
  double value = -1;                   ///< in microseconds; -1 where there is none
  [[nodiscard]] bool recorded() const { return origin && origin->provenance == Provenance::recorded; }
};

/// What stands where a row of the results has no run: nothing is wrong with one that was cancelled.
[[nodiscard]] const char* no_run_text(const Error& failure);

/// The table of results as aligned text, with a line that says what it belongs to. `times` are the rows', in their
/// order; none where there is no way to them.
[[nodiscard]] std::string results_text(const std::vector<LessonRow>& rows, const std::vector<TimeCell>& times = {});

}  // namespace bankloom::ui
