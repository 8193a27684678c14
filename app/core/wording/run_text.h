// A run in words: its figures, its present step, its output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/analysis/line_figures.h"
#include "core/session/stages.h"
#include "core/session/step_state.h"
#include "core/wording/text.h"

namespace bankloom {

/// "launch 3 of square.cu", without folders.
[[nodiscard]] Text launch_name_text(const CapturedLaunch& launch);
/// "launch 3 of square.cu, transpose<1>".
[[nodiscard]] Text launch_and_kernel_text(const CapturedLaunch& launch);
/// "square/setRowReadCol"; for a program's launch "launch 3 of src/square.cu, transpose<1>".
[[nodiscard]] Text run_name_text(const RunSummary& run);
/// What follows it in a heading: the kernel's title; "launched at square.cu:31"; empty where unknown.
[[nodiscard]] Text run_heading_text(const RunSummary& run);

/// Transactions per request: "32.0", "–" without a request.
[[nodiscard]] Text ratio_text(const Ratio& ratio);
/// The cost of a source line's accesses, a line per kind, stores first: "shared load: 32.0 wavefronts a request, 32
/// requests".
[[nodiscard]] Text cost_text(const LineFigures& line);
/// "1 / 32": store / load, in wavefronts of shared memory, "–" where there is no such request; without shared memory "4
/// / 16 sectors" of global memory.
[[nodiscard]] Text store_and_load_text(const RunFigures& figures);

/// "store 1.0, load 32.0 wavefronts a request; 1,056 wavefronts and 992 bank conflicts in all; …", after an empty line.
[[nodiscard]] Text figures_text(const RunFigures& figures, std::uint64_t shared_bytes);
/// "At the present options: wavefronts per request of shared memory, store 1.0, load 32.0."
[[nodiscard]] Text cost_text(const RunFigures& figures);
/// The known facts of an element of the output.
enum class ElementExpectation : std::uint8_t { same, other, none };
/// Its state at the present step: its final value, not written yet, changed by an atomic that is not the last, or
/// another value.
enum class ElementReach : std::uint8_t { final, untouched, updated, other };
struct ElementFacts {
  std::uint64_t index = 0;
  Text gpu;  ///< its value on the GPU where that differs; else empty
  ElementExpectation expectation = ElementExpectation::same;
  ElementReach reach = ElementReach::final;
  Text so_far = {};  ///< the other value
};
/// "row 3, column 0: 96, as expected", "row 3, column 0: not written yet; in the end 96, as expected".
[[nodiscard]] Text element_meaning_text(const KernelRun& run, const ElementFacts& facts);
/// "written so far: 96 of 1,024 elements" in all lengths.
[[nodiscard]] Wordings so_far_wordings(std::uint64_t reached, std::uint64_t elements);
/// Why an output is not shown step by step: the GPU's differs, or it has more than `most` elements.
[[nodiscard]] Text final_only_text(bool is_compared, std::uint64_t most);
/// "expected · colours from 0 to 1023" in all lengths.
[[nodiscard]] Wordings expected_wordings(double least, double most);
/// "written on NVIDIA H200: 992 differ" in all lengths.
[[nodiscard]] Wordings differ_wordings(std::uint64_t elements, const std::string& gpu);
/// "992 differ": of elements.
[[nodiscard]] Text differ_text(std::uint64_t elements);

/// "tile loaded", "sectors read"; brief "loaded", "read".
[[nodiscard]] Text stage_text(const Stage& stage, Length length = Length::full);
/// Below a stage's transactions: "per request · line 12", "per request · lines 12 and 14".
[[nodiscard]] Text lines_of_stage_text(const Stage& stage);
/// Of a kernel whose warp takes no way through a tile.
[[nodiscard]] Text no_way_text(std::uint32_t warp);
/// The unit of a stage's transactions: "wavefronts", "sectors".
[[nodiscard]] Text transactions_text(const Stage& stage);

/// "warp 0 · line 9 · load · wavefront 10 of 32"; of global memory "global load · sector 3 of 4"; brief "wavefront 10
/// of 32".
[[nodiscard]] Text place_text(const StepState& state, Length length = Length::full, bool tells_cost = true);

/// A request's progress: "7" and "of 32 wavefronts"; brief "of 32". For global memory sectors.
struct CounterText {
  Text number, of;
};
[[nodiscard]] CounterText counter_text(Space space, std::uint32_t step, std::uint32_t steps, Length length);
/// "done in 1, idle for 31", while the other side continues.
[[nodiscard]] Text idle_text(std::uint32_t steps, std::uint32_t idle, Length length = Length::full);

/// Replaces a sentence that would answer a question.
[[nodiscard]] Text hidden_text();
/// Of a request to global memory, before a lesson is about them.
[[nodiscard]] Text later_lesson_text();

/// A run's output: "all 1,024 elements as expected", or how many differ and where the first one is.
[[nodiscard]] Text output_text(const RunSummary& run);
/// The same for a run with faults, whose output may be right by chance.
[[nodiscard]] Text output_text(const RunSummary& run, std::size_t faults);
/// An element of a matrix: the run's output or the expected one; empty for an index beyond its end.
[[nodiscard]] Text element_text(const RunSummary& run, const std::vector<std::byte>& elements, std::uint64_t index);

}  // namespace bankloom
