// Tour: five cards on the real window, for who sees it for the first time. Each names one thing to do, the window does
// it, and the card says what was seen.
//
// All cards stand at one place, at the right below the code, where none of them covers what it speaks of and a second
// click meets the same card.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/wording/text.h"
#include "ui/layout/box.h"
#include "ui/panel.h"

namespace bankloom::ui {

class Tour {
 public:
  /// On one kernel alone, whose conflict is what the cards are about.
  void begin(Session& session);
  /// Shows again what was there before.
  void end(Session& session);
  [[nodiscard]] bool is_open() const { return step_.has_value(); }
  [[nodiscard]] std::size_t step() const { return *step_; }
  /// Whether the thing that the present card asks for was done.
  [[nodiscard]] bool is_done() const { return done_; }
  /// To the next card; from the last one to the lessons.
  void go_on(PanelContext& context);
  /// After all panels.
  void draw(PanelContext& context, const Layout& layout);

 private:
  void enter(Session& session);
  void follow(PanelContext& context);
  void compare(Session& session);
  void play_compared(Player& player, Session& session);
  [[nodiscard]] Box card_box(PanelContext& context);
  void swallow_clicks(PanelContext& context);
  [[nodiscard]] bankloom::Text done_text(const Session& session) const;

  std::optional<std::size_t> step_;
  bool is_entered_ = false;  ///< the window stands where the card wants it
  bool done_ = false;
  double since_ = 0;               ///< when the card came, of PanelContext::time
  std::optional<Scene> before_;    ///< what was shown; nothing where it was the tour's own scene
  std::optional<unsigned> bank_;   ///< of the cell that was pointed at
  Position at_;                    ///< where the player stood when the card came
  std::uint64_t from_ = 0;         ///< the same as a step
  bool is_compared_ = true;        ///< no comparison is awaited that is to be played
  Rect last_{};                    ///< of the last card, which takes clicks for a moment after it
  std::optional<double> ended_{};  ///< when it went
};

}  // namespace bankloom::ui
