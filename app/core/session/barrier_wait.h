// BarrierWait: which threads wait at a barrier while a request is served, and for which others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/session/timeline.h"

namespace bankloom {

struct BarrierWait {
  std::size_t barrier = 0;                                  ///< index in the timeline's barriers()
  std::uint32_t number = 0, expected = 0, source_line = 0;  ///< of the barrier; the waiting threads' line
  /// Where a part of a warp waits: its warp, the lanes that wait, those that arrive later, and those that never do.
  struct Part {
    std::uint32_t warp = 0;
    LaneMask waiting = 0, later = 0, never = 0;
    friend bool operator==(const Part&, const Part&) = default;
  };
  std::optional<Part> part{};
  /// A bit for each warp of the block with lanes that wait, arrive later, or end without arriving.
  LaneMask waiting = 0, later = 0, never = 0;
  bool opens = true;  ///< false: it never completes, as the block ends
};

/// The barrier at which threads wait while a request is served; preferably one where a part of the request's warp
/// waits, or will with its next step.
[[nodiscard]] std::optional<BarrierWait> barrier_wait(const Timeline& timeline, std::uint32_t request);

}  // namespace bankloom
