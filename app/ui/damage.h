// Damage: where two pictures of the same size may differ, as squares of a grid over an area.
//
// Marking is meant to be cheap (a bit a square), so that tens of thousands of triangles can be marked a frame; few
// rectangles come out, because each is drawn by itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ui/rect.h"

namespace bankloom::ui {

class Damage {
 public:
  /// Framebuffer pixels along a square's side.
  static constexpr float kSide = 16;

  /// Nothing is marked yet. Squares begin at the area's top left corner.
  explicit Damage(const Rect& area);

  /// Marks the squares that a rectangle and the pixels around it touch, given by its left, top, right and bottom edge.
  /// What has no number for an edge marks all.
  void add(float left, float top, float right, float bottom);
  void add_all();

  [[nodiscard]] bool empty() const { return marked_ == 0; }
  /// Marked squares of all, 0 to 1.
  [[nodiscard]] float share() const;
  /// At most `most` (at least 1) rectangles within the area, on whole pixels where the area is, that cover all that is
  /// marked and, where the marks are many or scattered, more. They may overlap.
  [[nodiscard]] std::vector<Rect> rects(std::size_t most) const;

 private:
  Rect area_;
  std::size_t columns_ = 0, rows_ = 0, marked_ = 0;
  std::vector<std::uint8_t> squares_;  ///< row by row; 1: marked
};

}  // namespace bankloom::ui
