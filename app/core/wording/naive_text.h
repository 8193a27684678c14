// The naive count of a request, over all lanes at once, in words.
#pragma once

#include "core/analysis/naive_count.h"
#include "core/wording/text.h"

namespace bankloom {

/// The naive count of a request, and why it is right or wrong.
[[nodiscard]] Text naive_count_text(const NaiveCount& naive);
/// "counted naively: 4 wavefronts, 3 bank conflicts; correct: 4 and 0".
[[nodiscard]] Text naive_figures_text(const NaiveCount& naive);

}  // namespace bankloom
