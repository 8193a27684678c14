// What happens at a step of a run, in words: a fault or a race, a wait at a barrier, and what the request costs.
#pragma once

#include <vector>

#include "core/session/step_state.h"
#include "core/wording/explanation_text.h"

namespace bankloom {

/// In few words; a fault comes before what the request costs.
[[nodiscard]] VerdictText verdict_text(const KernelRun& run, const StepState& state);
[[nodiscard]] Text step_text(const KernelRun& run, const StepState& state, Length length = Length::full);
/// What may stand below the verdict, the first that fits: all of the explanation, what causes the cost, the cost alone;
/// where something is wrong that alone, in brief.
[[nodiscard]] std::vector<Text> step_sentences(const KernelRun& run, const StepState& state);

}  // namespace bankloom
