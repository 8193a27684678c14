// A step of a run in words: a fault or a race, a wait at a barrier, and the request's cost.
#pragma once

#include <vector>

#include "core/session/step_state.h"
#include "core/wording/explanation_text.h"

namespace bankloom {

/// In few words; a fault comes before the request's cost.
[[nodiscard]] VerdictText verdict_text(const KernelRun& run, const StepState& state);
[[nodiscard]] Text step_text(const KernelRun& run, const StepState& state, Length length = Length::full);
/// The text below the verdict, the first that fits: the whole explanation, the cause of the cost, the cost alone; with
/// a fault the fault alone, in brief.
[[nodiscard]] std::vector<Text> step_sentences(const KernelRun& run, const StepState& state);

}  // namespace bankloom
