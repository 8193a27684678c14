// The place of a scene that a figure needs where none is chosen, and what it hides.
#pragma once

#include <cstdint>

#include "core/base/result.h"
#include "core/session/session.h"

namespace bankloom::ui {

enum class FigureScene : std::uint8_t {
  any,
  ladder,    ///< any of a lesson with a ladder
  curves,    ///< any of a lesson with curves
  fetches,   ///< any whose kernel says how many operations its task needs
  sectors,   ///< an access to global memory, the most expensive one
  way,       ///< a matrix on its way through a tile, in a block off the diagonal
  question,  ///< a request that can be asked about, without what it costs
  answer,    ///< the same with it
};

/// `is_placed`: the place was chosen. Errors: the kernel, or the chosen step, has no such access.
[[nodiscard]] Result<void> set_figure_scene(FigureScene figure, bool is_placed, Session& session);

/// While it exists a figure may change what the session shows; its end restores it.
class FigurePlace {
 public:
  explicit FigurePlace(Session& session)
      : session_(session), player_(session.player()), disclosure_(session.disclosure()) {}
  ~FigurePlace();
  FigurePlace(const FigurePlace&) = delete;
  FigurePlace& operator=(const FigurePlace&) = delete;

 private:
  Session& session_;
  Player player_;
  Disclosure disclosure_;
};

}  // namespace bankloom::ui
