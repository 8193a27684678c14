// What is shown of a run's figures, of the step that is looked at, and of what came out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/analysis/line_figures.h"
#include "core/session/stages.h"
#include "core/session/step_state.h"
#include "core/wording/text.h"

namespace bankloom {

/// Transactions per request: "32.0", "–" without a request.
[[nodiscard]] Text ratio_text(const Ratio& ratio);
/// What a line's accesses cost, one kind a line: "shared load: 32.0 wavefronts a request, 32 requests".
[[nodiscard]] Text cost_text(const LineFigures& line);
/// "32 / 1": load / store, "–" where there is no such request.
[[nodiscard]] Text load_and_store_text(const RunFigures& figures);

/// "tile loaded", "sectors read"; brief "loaded", "read".
[[nodiscard]] Text stage_text(const Stage& stage, Length length = Length::full);
/// What a stage's transactions are: "wavefronts", "sectors".
[[nodiscard]] Text transactions_text(const Stage& stage);

/// "warp 0 · line 9 · load · wavefront 10 of 32"; of global memory "global load · sector 3 of 4"; brief "wavefront 10
/// of 32".
[[nodiscard]] Text place_text(const StepState& state, Length length = Length::full);

/// What stands for a sentence that would answer a question.
[[nodiscard]] Text hidden_text();

/// What came of a run's output: "all 1,024 elements as the rule says", or how many differ and where the first one is.
[[nodiscard]] Text output_text(const RunSummary& run);
/// An element of a matrix: of the run's output or of what is expected; empty for an index beyond its end.
[[nodiscard]] Text element_text(const RunSummary& run, const std::vector<std::byte>& elements, std::uint64_t index);

}  // namespace bankloom
