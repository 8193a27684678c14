// Presenter: a lecturer's black screen, a spotlight at the mouse, and lines drawn over the window with a pen.
//
// Lines are relative to the window's size. They are removed when the scene changes or the views below them move: by
// another view, a dragged panel, larger cells.
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
  /// The next of the pen's colours, for the lines to come.
  void change_ink() { ink_ = (ink_ + 1) % kInks; }
  [[nodiscard]] bool has_spotlight() const { return spotlight_; }
  /// All but a circle at the mouse gets darker.
  void light(bool on) { spotlight_ = on; }
  /// Puts the pen and the spotlight away and removes the lines; false if there was none of them.
  bool clear();
  /// Removes the lines.
  void wipe() { lines_.clear(); }
  [[nodiscard]] std::size_t lines() const { return lines_.size(); }
  /// Which of the pen's colours a line has, from 0.
  [[nodiscard]] std::size_t ink_of(std::size_t line) const { return lines_.at(line).ink; }

  /// Draws above all else. Takes the mouse while the pen is in use or the screen is black.
  void draw(PanelContext& context, const Rect& window);

 private:
  void draw_with_mouse(const Rect& window);
  void draw_lines(PanelContext& context, const Rect& window);

  static constexpr std::size_t kInks = 4;
  struct Line {
    std::vector<ImVec2> points;  ///< 0..1 across and down the window
    std::size_t ink = 0;
  };
  std::vector<Line> lines_;
  /// What decides the place of everything below the lines.
  struct Ground {
    Scene scene;
    FocusView focus = FocusView::off;
    BankView bank_view = BankView::automatic;
    std::array<PanelExtent, 3> edges{};
    float text_scale = 1;
    std::array<float, 3> zoom{};
    friend bool operator==(const Ground&, const Ground&) = default;
  } ground_;
  bool black_ = false, pen_ = false, drawing_ = false, spotlight_ = false;
  std::size_t ink_ = 0;  ///< of kInks
};

}  // namespace bankloom::ui
