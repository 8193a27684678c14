// The place of a scene that a figure needs where none is chosen, and what it hides.
#pragma once

#include <cstdint>

#include "core/base/result.h"
#include "core/session/session.h"

namespace bankloom::ui {

enum class FigureScene : std::uint8_t {
  any,
  first,     ///< a request's first step, at which its lanes wait in their queues; a fault's own step
  sectors,   ///< an access to global memory, the most expensive one
  way,       ///< a matrix on its way through a tile, in a block off the diagonal
  question,  ///< a request that can be asked about, without what it costs
  answer,    ///< the same with it
};

/// `is_placed`: the place was chosen. Errors: the kernel, or the chosen step, has no such access.
[[nodiscard]] Result<void> set_figure_scene(FigureScene figure, bool is_placed, Session& session);

}  // namespace bankloom::ui
