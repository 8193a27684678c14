// ProgressMap: all lessons with the share that is done of each, and the steps and exercises of one of them by their
// titles.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "ui/layout/box.h"
#include "ui/learn/open_lesson.h"
#include "ui/panel.h"

namespace bankloom::ui {

class ProgressMap {
 public:
  /// `close`: after a click that led somewhere.
  [[nodiscard]] Box page(PanelContext& context, const std::function<void()>& close);

 private:
  [[nodiscard]] Box lessons(PanelContext& context, std::size_t shown);

  std::optional<std::size_t> chosen_;  ///< the lesson whose steps are shown; nothing: the open one
};

}  // namespace bankloom::ui
