// SceneHistory: the scenes that were tried in this window, to go back and forward through.
//
// A scene is what is chosen: kernels, options and machine, with the place where it was left. Typing in a text stays one
// scene. Not kept: lessons, whose steps have their own order; view settings; the next start.
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/result.h"
#include "core/session/session.h"

namespace bankloom::ui {

class SceneHistory {
 public:
  /// Takes what the session shows as the present scene; once a frame.
  void follow(const Session& session);
  /// Whether there is a scene before (-1) or after (1) the present one.
  [[nodiscard]] bool has(int by) const;
  /// Shows it. Errors: it cannot be shown any more.
  Result<void> go(Session& session, int by);

 private:
  std::vector<Scene> scenes_;
  std::size_t present_ = 0;
};

}  // namespace bankloom::ui
