// Barriers in words: where they are, who waits at them, and who never arrives.
#pragma once

#include "core/session/barrier_wait.h"
#include "core/wording/text.h"

namespace bankloom {

/// "__syncthreads(), line 7", and below it who arrives and who does not.
[[nodiscard]] Text barrier_text(const Timeline& timeline, const TimelineBarrier& barrier);
/// "Warp 3 waits at __syncthreads() in line 7", or only its lanes that do, and those that never arrive.
[[nodiscard]] Text arrival_text(const Timeline& timeline, const TimelineBarrier& barrier,
                                const TimelineBarrier::Arrival& arrival);
/// After the last recorded barrier of a block that has more.
[[nodiscard]] Text more_barriers_text();
[[nodiscard]] Wordings more_barriers_wordings();
/// One sentence: "Warps 0-2 wait at __syncthreads() in line 7 for warps 3-31."
[[nodiscard]] Text wait_text(const BarrierWait& wait);

}  // namespace bankloom
