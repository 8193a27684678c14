// What is said of a fault of a run.
#pragma once

#include <cstdint>

#include "core/run/kernel_run.h"
#include "core/simt/fault.h"
#include "core/wording/text.h"

namespace bankloom {

/// "race", "out of bounds", "endless loop": a kind as a headline.
[[nodiscard]] Text fault_kind_text(simt::FaultKind kind);
/// "race in line 7", with how many faults there are besides.
[[nodiscard]] Text fault_mark_text(const simt::Fault& fault, std::size_t others = 0);
/// "race, 496 times": beside its line.
[[nodiscard]] Text counted_fault_mark_text(const simt::Fault& fault);
/// What happened, who did it and where: one sentence without its full stop. With the run it speaks of elements and of
/// threads as the kernel's text counts them ("Thread (16, 0) reads tile[16][0]"), of bytes in brackets; without one
/// of bytes alone.
[[nodiscard]] Text fault_text(const simt::Fault& fault, const RunSummary* run = nullptr);
/// The same with how often it happened.
[[nodiscard]] Text counted_fault_text(const simt::Fault& fault, const RunSummary* run = nullptr);
/// What was guessed of how a kernel is launched: "guessed: the launch and n"; empty where nothing was.
[[nodiscard]] Text guessed_text(const RunSummary& run);
/// What that means for what is shown.
[[nodiscard]] Text guessed_meaning_text();
/// What is said beside a headline, `detail`, with what was guessed of what it depends on, in several lengths.
[[nodiscard]] Wordings guessed_detail_wordings(const Text& detail, const RunSummary& run);
/// "32.0?": a figure that depends on what was guessed.
[[nodiscard]] Text guessed_figure_text(const Text& figure);
/// What may be a fault, if what was assumed holds: "if n is 32 and in has 1,024 elements: thread (0, 1) reads ...".
[[nodiscard]] Text question_text(const simt::Fault& fault, const RunSummary& run);
/// "tile[16][0]", "out[5]": what lies at an address of a run.
[[nodiscard]] Text element_name_text(const RunSummary& run, Space space, std::uint64_t address);

}  // namespace bankloom
