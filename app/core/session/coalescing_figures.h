// Coalescing figures: how well requests of global memory use the sectors that they move.
#pragma once

#include <cstdint>
#include <vector>

#include "core/session/session.h"

namespace bankloom {

/// The requests that a figure sums up.
enum class CoalescingScope : std::uint8_t { request, line, loads, stores, atomics };

struct CoalescingFigure {
  CoalescingScope scope = CoalescingScope::request;
  std::uint32_t line = 0;  ///< for the scope `line`
  double sectors_per_request = 0;
  std::uint64_t used = 0, moved = 0;  ///< bytes
  bool is_fewest = false;             ///< no request moves more sectors than its used bytes need
  [[nodiscard]] double efficiency() const {
    return moved == 0 ? 0 : static_cast<double>(used) / static_cast<double>(moved);
  }
  [[nodiscard]] bool of_kernel() const { return scope > CoalescingScope::line; }
};

/// Figures of the present request, of its line if that has others, and of all loads, stores or atomics of the kernel,
/// as far as these are not hidden. The view must be at a global request.
[[nodiscard]] std::vector<CoalescingFigure> coalescing_figures(const SideView& view);

}  // namespace bankloom
