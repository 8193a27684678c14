// TileZoom: which part of a tile is seen, and how large; of A and B the same, so that they stay comparable. Pure.
//
// Lengths are cells as large as they are where all of the tile is seen: a cell is factor() of them wide and high, and
// what is seen begins x() right of the tile's corner and y() below it.
#pragma once

#include <array>
#include <cstdint>

#include "ui/tile_placement.h"

namespace bankloom::ui {

class TileZoom {
 public:
  static constexpr float kMost = 16;     ///< cells are no larger than so many times what fits
  static constexpr float kStep = 1.25f;  ///< of a key, and of a click of the wheel
  /// What both tiles are: where it is another, all of it is seen again.
  using Key = std::array<std::uint64_t, 6>;

  /// To be called every frame: the columns and lines of the larger of the tiles, and how many cells the room is wide
  /// and high.
  void set(const Key& key, const GridShape& tile, float columns, float lines);
  void fit() { factor_ = 1, x_ = y_ = 0; }
  [[nodiscard]] bool is_fit() const { return factor_ == 1; }

  [[nodiscard]] float factor() const { return factor_; }
  [[nodiscard]] float x() const { return x_; }
  [[nodiscard]] float y() const { return y_; }
  /// Cells grow by a factor (> 1) or shrink, and what lies at a place of the room stays there, unless the tile's edge
  /// would come into it.
  void zoom(float by, float x, float y);
  /// The same in the middle of the tile's place.
  void zoom(float by) { zoom(by, width_ / 2, height_ / 2); }
  /// Moves what is seen along with the mouse.
  void pan(float x, float y);
  /// Moves it as far as a cell of the tile needs to be seen.
  void show(float column, float line);

 private:
  void bound();
  Key key_{};
  float width_ = 1, height_ = 1;  ///< of the tile where all of it is seen
  float room_width_ = 1, room_height_ = 1;
  float factor_ = 1, x_ = 0, y_ = 0;
};

}  // namespace bankloom::ui
