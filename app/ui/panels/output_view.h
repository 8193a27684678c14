// The visible part of a matrix, as a map or as numbers, moved by wheel and mouse. Pure.
#pragma once

#include <cstdint>
#include <optional>

#include "gfx/map_renderer.h"
#include "ui/rect.h"

namespace bankloom::ui {

class OutputView {
 public:
  /// Elements of the matrix; a new shape shows the whole matrix again.
  void set_shape(std::uint64_t rows, std::uint64_t columns);
  [[nodiscard]] std::uint64_t rows() const { return rows_; }
  [[nodiscard]] std::uint64_t columns() const { return columns_; }

  /// The whole matrix, in the middle of the pane.
  void fit() { fitted_ = true; }
  [[nodiscard]] bool fitted() const { return fitted_; }
  /// Called before the others in every frame: the pane's size in pixels, which decides what fits.
  void set_pane(float width, float height);
  /// Zooms in (factor > 1) or out around a point of the pane, in pixels from its top left corner.
  void zoom(float factor, float x, float y);
  /// Moves the visible part with the mouse, in pixels.
  void pan(float dx, float dy);

  [[nodiscard]] const gfx::MapView& view() const { return view_; }
  /// The element under a point of the pane; nothing outside the matrix.
  [[nodiscard]] std::optional<std::uint64_t> element_at(float x, float y) const;
  /// An element's square, in pixels from the pane's top left corner.
  [[nodiscard]] Rect square(std::uint64_t row, std::uint64_t column) const;

 private:
  void clamp();
  std::uint64_t rows_ = 0, columns_ = 0;
  float width_ = 0, height_ = 0;
  bool fitted_ = true;
  gfx::MapView view_;
};

}  // namespace bankloom::ui
