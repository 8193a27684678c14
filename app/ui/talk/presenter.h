// Presenter: what a lecturer lays over the picture for a while: a black screen, and lines drawn with a pen.
//
// Lines are kept as parts of the window, so that they stay where they are in it at another size. They go when another
// kernel or another choice is shown, and when the pictures below them move: in another view, by a dragged panel, by
// larger cells.
#pragma once

#include <imgui.h>

#include <array>
#include <vector>

#include "ui/panel.h"

namespace bankloom::ui {

class Presenter {
 public:
  [[nodiscard]] bool is_black() const { return black_; }
  void make_black(bool black) { black_ = black; }
  [[nodiscard]] bool has_pen() const { return pen_; }
  void take_pen(bool pen) { pen_ = pen; }
  /// Puts the pen away and takes what it drew from the picture; false where there is nothing of the kind.
  bool clear();
  /// Takes what was drawn from the picture.
  void wipe() { lines_.clear(); }
  /// The lines that are on the picture.
  [[nodiscard]] std::size_t lines() const { return lines_.size(); }

  /// After all else, above which it lies. While the pen is taken, or the screen is black, the mouse is its own.
  void draw(PanelContext& context, const Rect& window);

 private:
  void draw_with_mouse(const Rect& window);

  using Line = std::vector<ImVec2>;  ///< 0 to 1 across and down the window
  std::vector<Line> lines_;
  /// What the lines are drawn on, and what decides where it stands.
  struct Ground {
    Scene scene;
    FocusView focus = FocusView::off;
    BankView bank_view = BankView::automatic;
    std::array<PanelExtent, 3> edges{};
    float text_scale = 1;
    std::array<float, 3> zoom{};
    friend bool operator==(const Ground&, const Ground&) = default;
  } ground_;
  bool black_ = false, pen_ = false, drawing_ = false;
};

}  // namespace bankloom::ui
