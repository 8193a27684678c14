// What happens at a step of a run, in words: a fault or a race, a wait at a barrier, and what the request costs.
#pragma once

#include "core/session/step_state.h"
#include "core/wording/explanation_text.h"

namespace bankloom {

/// In few words; a fault comes before what the request costs.
[[nodiscard]] VerdictText verdict_text(const KernelRun& run, const StepState& state);
[[nodiscard]] Text step_text(const KernelRun& run, const StepState& state, Length length = Length::full);

}  // namespace bankloom
