#include "ui/panels/output_view.h"

#include <algorithm>
#include <cmath>

namespace bankloom::ui {
namespace {

/// Largest element in pixels: two or three fill a pane, and numbers of any type fit.
constexpr double kLargestElement = 240;
/// The part of its extent that a matrix keeps at least when its elements are rounded to whole pixels.
constexpr double kWholeWorth = 0.9;

}  // namespace

void OutputView::set_shape(std::uint64_t rows, std::uint64_t columns) {
  if (rows == rows_ && columns == columns_) return;
  rows_ = rows;
  columns_ = columns;
  fitted_ = true;
}

void OutputView::set_pane(float width, float height) {
  width_ = std::max(width, 1.0f);
  height_ = std::max(height, 1.0f);
  clamp();
}

void OutputView::clamp() {
  if (rows_ == 0 || columns_ == 0) return;
  const auto rows = static_cast<double>(rows_), columns = static_cast<double>(columns_);
  double fit = std::min(width_ / columns, height_ / rows);
  // Elements of whole pixels look alike, if that costs little of the room; if several elements share a pixel it does
  // not matter.
  if (fit >= 2 && std::floor(fit) >= kWholeWorth * fit) fit = std::floor(fit);
  if (fitted_) view_.pixels_per_element = fit;
  view_.pixels_per_element = std::clamp(view_.pixels_per_element, std::min(fit, 1.0), std::max(fit, kLargestElement));
  if (view_.pixels_per_element <= fit) fitted_ = true;
  const double across = width_ / view_.pixels_per_element, down = height_ / view_.pixels_per_element;
  // A matrix smaller than the pane begins at its edge; otherwise there is no margin beyond the matrix.
  view_.first_column = std::clamp(view_.first_column, 0.0, std::max(0.0, columns - across));
  view_.first_row = std::clamp(view_.first_row, 0.0, std::max(0.0, rows - down));
}

void OutputView::zoom(float factor, float x, float y) {
  const double column = view_.first_column + x / view_.pixels_per_element;
  const double row = view_.first_row + y / view_.pixels_per_element;
  fitted_ = false;
  view_.pixels_per_element *= factor;
  const double unclamped = view_.pixels_per_element;
  clamp();
  if (view_.pixels_per_element == unclamped || !fitted_) {
    view_.first_column = column - x / view_.pixels_per_element;
    view_.first_row = row - y / view_.pixels_per_element;
  }
  clamp();
}

void OutputView::pan(float dx, float dy) {
  view_.first_column -= dx / view_.pixels_per_element;
  view_.first_row -= dy / view_.pixels_per_element;
  clamp();
}

std::optional<std::uint64_t> OutputView::element_at(float x, float y) const {
  const double column = std::floor(view_.first_column + x / view_.pixels_per_element);
  const double row = std::floor(view_.first_row + y / view_.pixels_per_element);
  if (x < 0 || y < 0 || column < 0 || row < 0 || column >= static_cast<double>(columns_) ||
      row >= static_cast<double>(rows_)) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(row) * columns_ + static_cast<std::uint64_t>(column);
}

Rect OutputView::square(std::uint64_t row, std::uint64_t column) const {
  const auto size = static_cast<float>(view_.pixels_per_element);
  return {static_cast<float>((static_cast<double>(column) - view_.first_column) * view_.pixels_per_element),
          static_cast<float>((static_cast<double>(row) - view_.first_row) * view_.pixels_per_element), size, size};
}

}  // namespace bankloom::ui
