// TileZoom: the visible part of a tile, and its scale; the same for A and B, so that they stay comparable. Pure.
//
// Lengths are in cells of the size with which the whole tile is visible: a cell is factor() of them wide and high, and
// the visible part begins x() right of the tile's corner and y() below it.
#pragma once

#include <array>
#include <cstdint>

#include "ui/tile_placement.h"

namespace bankloom::ui {

class TileZoom {
 public:
  static constexpr float kMost = 16;     ///< limit of a cell's size, relative to the size that fits
  static constexpr float kStep = 1.25f;  ///< of a key, and of one notch of the wheel
  /// Identity of both tiles: after a change the whole tile is visible again.
  using Key = std::array<std::uint64_t, 6>;

  /// Called in every frame: the columns and lines of the larger tile, and the room's width and height in cells.
  void set(const Key& key, const GridShape& tile, float columns, float lines);
  void fit() { factor_ = 1, x_ = y_ = 0; }
  [[nodiscard]] bool is_fit() const { return factor_ == 1; }

  [[nodiscard]] float factor() const { return factor_; }
  [[nodiscard]] float x() const { return x_; }
  [[nodiscard]] float y() const { return y_; }
  /// Cells grow by a factor (> 1) or shrink; the point at a place of the room stays there, unless the tile's edge would
  /// come into the room.
  void zoom(float by, float x, float y);
  /// The same in the middle of the tile's place.
  void zoom(float by) { zoom(by, width_ / 2, height_ / 2); }
  /// Moves the visible part with the mouse.
  void pan(float x, float y);
  /// Moves the visible part as far as necessary to show a cell of the tile.
  void show(float column, float line);

 private:
  void bound();
  Key key_{};
  float width_ = 1, height_ = 1;  ///< of the tile if the whole tile is visible
  float room_width_ = 1, room_height_ = 1;
  float factor_ = 1, x_ = 0, y_ = 0;
};

}  // namespace bankloom::ui
