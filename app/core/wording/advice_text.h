// Advice in words: the layouts that were tried, and the results.
#pragma once

#include "core/advice/advice.h"
#include "core/wording/text.h"

namespace bankloom {

/// "IPAD = 1", "transpose/tileSwizzle", "1 element at the end of a row", "c ^ (r % 32)".
[[nodiscard]] Text layout_text(const TriedLayout& layout);
/// Why a layout is not usable, a clause: "accesses of 16 bytes would be misaligned".
[[nodiscard]] Text problem_text(const LayoutProblem& problem);
/// The result, with the layout's cost, or how near the best one came.
[[nodiscard]] Text advice_text(const Suggestion& suggestion);

/// The layout that is suggested, or that there is none: "IPAD = 1", "none needed", "none is free", "nothing to try".
[[nodiscard]] Text suggested_text(const Suggestion& suggestion);
/// Why a layout that was found has no button.
[[nodiscard]] Text obstacle_text(EditObstacle obstacle);
/// The result and the layouts that were tried, a line each, at most twelve.
[[nodiscard]] Text trials_text(const Suggestion& suggestion);
/// "square/setRowReadCol, modelled by the rules of cc9.0 from emulated accesses."
[[nodiscard]] Text advice_source_text(const Advice& advice);

}  // namespace bankloom
