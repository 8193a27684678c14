// What is said of barriers: where they stand, who waits at them, and who never comes.
#pragma once

#include "core/session/barrier_wait.h"
#include "core/wording/text.h"

namespace bankloom {

/// "__syncthreads(), line 7", and below it who meets there and who does not.
[[nodiscard]] Text barrier_text(const Timeline& timeline, const TimelineBarrier& barrier);
/// "Warp 3 waits at __syncthreads() in line 7", or its lanes alone that do, and those that never come.
[[nodiscard]] Text arrival_text(const Timeline& timeline, const TimelineBarrier& barrier,
                                const TimelineBarrier::Arrival& arrival);
/// Of a block with more barriers than are recorded, behind the last one of those.
[[nodiscard]] Text more_barriers_text();
[[nodiscard]] Wordings more_barriers_wordings();
/// One sentence: "Warps 0-2 wait at __syncthreads() in line 7 for warps 3-31."
[[nodiscard]] Text wait_text(const BarrierWait& wait);

}  // namespace bankloom
