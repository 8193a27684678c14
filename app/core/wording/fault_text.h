// Faults of a run in words.
#pragma once

#include <cstdint>

#include "core/run/kernel_run.h"
#include "core/simt/fault.h"
#include "core/wording/text.h"

namespace bankloom {

/// A headline: "race", "out of bounds", "endless loop".
[[nodiscard]] Text fault_kind_text(simt::FaultKind kind);
/// "race in line 7", with the number of other faults.
[[nodiscard]] Text fault_mark_text(const simt::Fault& fault, std::size_t others = 0);
/// "race, 496 times": shown beside its line.
[[nodiscard]] Text counted_fault_mark_text(const simt::Fault& fault);
/// What happened, by which thread and where: one sentence without its full stop. With the run it names elements, and
/// threads as the kernel's text counts them ("Thread (16, 0) reads tile[16][0]"), with bytes in brackets; without one
/// bytes alone.
[[nodiscard]] Text fault_text(const simt::Fault& fault, const RunSummary* run = nullptr);
/// The same with its count.
[[nodiscard]] Text counted_fault_text(const simt::Fault& fault, const RunSummary* run = nullptr);
/// What was guessed of a kernel's launch: "guessed: the launch and n"; empty where nothing was.
[[nodiscard]] Text guessed_text(const RunSummary& run);
/// What the guess means for the figures.
[[nodiscard]] Text guessed_meaning_text();
/// A headline's `detail`, with the guesses that it depends on, in several lengths.
[[nodiscard]] Wordings guessed_detail_wordings(const Text& detail, const RunSummary& run);
/// "32.0?": a figure that depends on a guess.
[[nodiscard]] Text guessed_figure_text(const Text& figure);
/// A fault under assumptions: "if n is 32 and in has 1,024 elements: thread (0, 1) reads ...".
[[nodiscard]] Text question_text(const simt::Fault& fault, const RunSummary& run);
/// "tile[16][0]", "out[5]": the element at an address of a run.
[[nodiscard]] Text element_name_text(const RunSummary& run, Space space, std::uint64_t address);

}  // namespace bankloom
