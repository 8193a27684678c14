// Figures: the numbers of the panels as words. Pure: no window, so they are tested without one.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/kernel_cost.h"
#include "core/base/grouped.h"
#include "core/measure/measurement.h"
#include "core/session/session.h"

namespace bankloom::ui {

using bankloom::grouped;

/// Transactions per request of one kind of access.
struct Ratio {
  std::uint64_t requests = 0;
  std::uint64_t transactions = 0;  ///< wavefronts of shared requests, sectors of global ones
  std::uint64_t conflicts = 0;
  [[nodiscard]] bool any() const { return requests != 0; }
  [[nodiscard]] double value() const;
  /// value() in words, "–" without a request.
  [[nodiscard]] std::string words() const;
  void add(const AccessSummary& summary);
};

/// What one line of the kernel's text costs.
struct LineFigures {
  Ratio shared_load, shared_store, shared_atomic;
  Ratio global_load, global_store, global_atomic;
  /// What the margin shows: the ratios of shared memory that there are; on a line without any those of global memory.
  [[nodiscard]] std::vector<Ratio> margin() const;
  [[nodiscard]] bool is_shared() const { return shared_load.any() || shared_store.any() || shared_atomic.any(); }
  /// What the line's accesses cost, one kind a line: "shared load: 32 wavefronts a request, 32 requests".
  [[nodiscard]] std::string words() const;
};

/// The figures of every line that accesses shared or global memory, by line number.
[[nodiscard]] std::map<std::uint32_t, LineFigures> line_figures(const KernelCost& cost);

/// Transactions per request of a whole run.
struct RunFigures {
  /// Shared memory in wavefronts; of a kernel that uses none, global memory in sectors (`sectors`).
  Ratio load, store;
  bool sectors = false;
  bool load_fine = true, store_fine = true;  ///< no bank conflict; no sector moved for less than all of its bytes
  std::uint64_t wavefronts = 0;              ///< of all shared requests, atomics too
  std::uint64_t conflicts = 0;
};
[[nodiscard]] RunFigures run_figures(const KernelCost& cost);
/// "32 / 1": load / store, "–" where there is no such request.
[[nodiscard]] std::string load_and_store(const RunFigures& figures);

/// "warp 0 · line 9 · load · wavefront 10 of 32"; of global memory "global load · sector 3 of 4".
[[nodiscard]] std::string place_words(const StepState& state);
/// "wavefront 10 of 32".
[[nodiscard]] std::string step_words(const StepState& state);

/// What came of a run's output: "as its rule says" or how many elements differ and where the first one is.
struct OutputVerdict {
  bool fine = true;
  std::string words;
};
[[nodiscard]] OutputVerdict output_verdict(const RunSummary& run);
/// An element of a matrix as text: of the run's output or of what is expected; "" for an index beyond its end.
[[nodiscard]] std::string output_text(const RunSummary& run, const std::vector<std::byte>& elements,
                                      std::uint64_t index);
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
[[nodiscard]] const char* no_run_words(const RunFailure& failure);

/// The table of results as aligned text, with a line that says what it belongs to. `times` are the rows', in their
/// order; none where there is no way to them.
[[nodiscard]] std::string results_text(const std::vector<LessonRow>& rows, const std::vector<TimeCell>& times = {});

}  // namespace bankloom::ui
