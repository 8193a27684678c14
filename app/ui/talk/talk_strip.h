// TalkStrip: the open talk at the bottom of the window: its scenes as cards, and the note of the present one.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ui/layout/box.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// Height of the strip in units.
inline constexpr float kTalkStripUnits = 112;

class TalkStrip {
 public:
  /// Draws context.talk, which is open, into the context's area.
  void draw(PanelContext& context);

 private:
  [[nodiscard]] Box note(PanelContext& context);
  void take_note(PanelContext& context);
  void draw_cards(PanelContext& context, const Rect& rect);
  static void draw_card(PanelContext& context, const Rect& rect, std::size_t index, bool lit);
  void drag_card(PanelContext& context, const Rect& rect, float pitch, std::size_t count);

  std::size_t first_ = 0;             ///< card at the left end
  unsigned seen_ = 0;                 ///< OpenTalk::changes() when the present card was last scrolled into view
  int takes_keyboard_ = 0;            ///< frames in which the note's field asks for the keyboard
  bool types_note_ = false;           ///< the note is edited
  std::vector<std::string> lines_;    ///< of the edited note, and an empty one
  std::optional<std::size_t> drags_;  ///< card that is dragged
};

/// "setRowReadCol IPAD=1".
[[nodiscard]] std::string choice_title(const Choice& choice);

}  // namespace bankloom::ui
