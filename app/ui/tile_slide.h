// TileSlide: the places of a tile's elements while its rows slide from one padding to another.
//
// On the way a row has a broken number of elements, so words lie between two banks. As the kernel indexes it, an
// element keeps its cell, and the banks move through the rows: a cell is divided where its bank changes. As the banks
// hold it, the elements move: each row is pushed as far as the padding of all rows above it is long; they take their
// colours along, and those of the banks that they have come to at the end.
#pragma once

#include <array>
#include <cstdint>

#include "ui/rect.h"
#include "ui/tile_placement.h"

namespace bankloom::ui {

class TileSlide {
 public:
  /// `part`: of the way, 0 to 1; `padding`: of the rows there, as `from` in elements.
  TileSlide(const TilePlacement& placement, double from, double padding, float part)
      : placement_(&placement), from_(from), padding_(padding), part_(part) {}

  [[nodiscard]] double padding() const { return padding_; }
  /// Cells of padding in a row, the last of which may not be whole.
  [[nodiscard]] std::uint64_t padding_cells() const;
  /// Words before a place of a row, in elements, with rows of that padding; a word of a bank is one.
  [[nodiscard]] double word(std::uint64_t row, double column, double padding) const;
  [[nodiscard]] double word(std::uint64_t row, double column) const { return word(row, column, padding_); }
  /// The bank whose colour a part of an element has: that before the slide, and at its end, the shorter way round, that
  /// of the bank to which it has come.
  [[nodiscard]] unsigned colour_of(const TileGeometry::Element& at, const TilePart& part) const;

  /// Two pieces of a cell; the second is empty where there is only one.
  using Pieces = std::array<Rect, 2>;
  /// What begins at a word and is so many words long, as the banks hold it: divided at the end of a line.
  [[nodiscard]] Pieces physical(double word, double words, const CellSize& cell) const;
  [[nodiscard]] Pieces physical_part(std::uint64_t element, const TilePart& part, const CellSize& cell) const;
  /// A part as it is indexed, where its bank changes: the length of its first piece as a part of the whole, 0 to 1.
  struct Banks {
    unsigned first = 0, second = 0;
    float length = 1;
  };
  [[nodiscard]] Banks banks_of(const TileGeometry::Element& at, const TilePart& part) const;

 private:
  /// Elements of the row before the part.
  [[nodiscard]] double column_of(const TileGeometry::Element& at, const TilePart& part) const;

  const TilePlacement* placement_;
  double from_, padding_;
  float part_;
};

}  // namespace bankloom::ui
