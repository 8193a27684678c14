// Coalescing figures: how well requests of global memory use the sectors that they move.
#pragma once

#include <cstdint>
#include <vector>

#include "core/session/session.h"

namespace bankloom {

/// Requests that a figure is of.
enum class CoalescingScope : std::uint8_t { request, line, loads, stores, atomics };

struct CoalescingFigure {
  CoalescingScope scope = CoalescingScope::request;
  std::uint32_t line = 0;  ///< of the scope of that name
  double sectors_per_request = 0;
  std::uint64_t used = 0, moved = 0;  ///< bytes
  bool is_fewest = false;             ///< no request moves more sectors than the bytes that it uses would need
  [[nodiscard]] double efficiency() const {
    return moved == 0 ? 0 : static_cast<double>(used) / static_cast<double>(moved);
  }
  [[nodiscard]] bool of_kernel() const { return scope > CoalescingScope::line; }
};

/// Of the present request, its line where others do the same, and all loads, stores and atomics of the kernel, as far
/// as they are not hidden. The view is at a global request.
[[nodiscard]] std::vector<CoalescingFigure> coalescing_figures(const SideView& view);

}  // namespace bankloom
