// BarrierWait: who waits at a barrier while a request is served, and for whom.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/session/timeline.h"

namespace bankloom {

struct BarrierWait {
  std::size_t barrier = 0;                                  ///< index in the timeline's barriers()
  std::uint32_t number = 0, expected = 0, source_line = 0;  ///< of the barrier; the line of who waits
  /// Where a part of a warp waits: its warp, the lanes that wait, those that come later, and those that never do.
  struct Part {
    std::uint32_t warp = 0;
    LaneMask waiting = 0, later = 0, never = 0;
    friend bool operator==(const Part&, const Part&) = default;
  };
  std::optional<Part> part;
  /// A bit for each warp of the block of which lanes wait, come later, or end without having come.
  LaneMask waiting = 0, later = 0, never = 0;
  bool opens = true;  ///< false: the block ended before
};

/// The barrier at which threads wait while a request is served; where a part of the request's warp waits, or comes to
/// wait with its next step, that one.
[[nodiscard]] std::optional<BarrierWait> barrier_wait(const Timeline& timeline, std::uint32_t request);

}  // namespace bankloom
