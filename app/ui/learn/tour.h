// Tour: five cards on the real window, for who sees it for the first time. Each stands beside the part that it speaks
// of, and the window goes on working below it.
#pragma once

#include <cstddef>
#include <optional>

#include "ui/panel.h"

namespace bankloom::ui {

class Tour {
 public:
  /// On one kernel alone: its conflict is what the cards are about.
  void begin(Session& session);
  void end() { step_.reset(); }
  [[nodiscard]] bool is_open() const { return step_.has_value(); }
  [[nodiscard]] std::size_t step() const { return *step_; }
  /// To the next card; from the last one to the lessons.
  void go_on(PanelContext& context);
  /// After all panels.
  void draw(PanelContext& context, const Layout& layout);

 private:
  std::optional<std::size_t> step_;
};

}  // namespace bankloom::ui
