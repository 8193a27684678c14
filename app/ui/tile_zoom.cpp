#include "ui/tile_zoom.h"

#include <algorithm>

namespace bankloom::ui {
namespace {

/// The start of a view that begins at `from`, moved so that the cell from `at` to `at + size` is in `room`.
float beginning_that_shows(float from, float at, float size, float room) {
  return std::min(std::max(from, at + size - room), at);
}

}  // namespace

void TileZoom::set(const Key& key, const GridShape& tile, float columns, float lines) {
  if (key != key_) fit();
  key_ = key;
  width_ = static_cast<float>(tile.columns);
  height_ = static_cast<float>(tile.lines);
  room_width_ = columns;
  room_height_ = lines;
  bound();
}

void TileZoom::zoom(float by, float x, float y) {
  const float before = factor_;
  factor_ = std::clamp(factor_ * by, 1.0f, kMost);
  // Steps back and forth end at the original size.
  if (factor_ < 1.001f) factor_ = 1;
  x_ = (x_ + x) * factor_ / before - x;
  y_ = (y_ + y) * factor_ / before - y;
  bound();
}

void TileZoom::pan(float x, float y) {
  x_ -= x;
  y_ -= y;
  bound();
}

void TileZoom::show(float column, float line) {
  x_ = beginning_that_shows(x_, column * factor_, factor_, room_width_);
  y_ = beginning_that_shows(y_, line * factor_, factor_, room_height_);
  bound();
}

/// A part of the tile also fills the place of the whole tile.
void TileZoom::bound() {
  x_ = std::clamp(x_, 0.0f, (factor_ - 1) * width_);
  y_ = std::clamp(y_, 0.0f, (factor_ - 1) * height_);
}

}  // namespace bankloom::ui
