// TilePlacement: the places of a tile's elements in a picture, as the kernel indexes them and as the banks hold them.
//
// An element is drawn in parts, one for each word of a bank in it: an element of 8 bytes on banks of 4 bytes has two,
// so every part belongs to exactly one bank. The logical picture has a column per element of a row (padding included);
// a one-dimensional array is folded into lines. The physical picture has a column per bank and a line per word of every
// bank, counted from the first word of the tile. Both are in pixels, for any origin and cell size; between them a part
// moves along a straight line. Independent of the window, so its places are tested without one. Not supported: arrays
// of more than two dimensions (the catalogue describes them as rows and columns).
#pragma once

#include <cstdint>
#include <optional>

#include "core/machine/machine_model.h"
#include "core/run/kernel_run.h"
#include "ui/rect.h"

namespace bankloom::ui {

/// Lines and columns of a picture, in cells.
struct GridShape {
  std::uint64_t columns = 1, lines = 1;
  friend bool operator==(const GridShape&, const GridShape&) = default;
};

/// Size of a cell in pixels, with the gap to its neighbours.
struct CellSize {
  float width = 0, height = 0;
  friend bool operator==(const CellSize&, const CellSize&) = default;
};

/// The largest cells with which a grid of the shape fits into width x height pixels; width / height is at most
/// `aspect`, height / width at most 1.25, or 2.2 for a grid at most half as high as wide.
[[nodiscard]] CellSize fit_cells(const GridShape& shape, float width, float height, float aspect);
/// The smaller of both in each direction: cells that fit both grids.
[[nodiscard]] CellSize smaller(const CellSize& a, const CellSize& b);
/// The distance of labels of `label` pixels among `count` neighbours of `pitch` pixels: 1, 2, 4, 8 ...
[[nodiscard]] std::uint64_t label_distance(float pitch, float label);

/// A part of an element: its bytes in one word of one bank.
struct TilePart {
  std::uint64_t address = 0;  ///< of its first byte in shared memory
  unsigned bytes = 0;         ///< 0: the element has no such part
  std::uint64_t word = 0;     ///< address / bank_bytes
  unsigned bank = 0;
};

/// An element and one of its parts.
struct PlacedPart {
  TileGeometry::Element element;
  unsigned part = 0;
  friend bool operator==(const PlacedPart&, const PlacedPart&) = default;
};

/// The line length for folding an array without rows: as many elements as the banks hold in one or more lines of words,
/// so that the lines fill the room best. `elements` if they fit into one such line.
[[nodiscard]] std::uint64_t fold_columns(std::uint64_t elements, std::uint64_t elements_of_all_banks, float width,
                                         float height);

class TilePlacement {
 public:
  /// `folded`: elements of a line of the logical picture; 0: those of a row of the tile (for an array with one row or
  /// one column a number from fold_columns() makes it readable).
  TilePlacement(const TileGeometry& tile, const MachineModel& machine, std::uint64_t folded = 0);

  [[nodiscard]] const TileGeometry& tile() const { return tile_; }
  [[nodiscard]] std::uint64_t elements() const { return tile_.rows * tile_.row_elements(); }
  [[nodiscard]] bool folded() const { return folded_ != 0; }
  [[nodiscard]] unsigned banks() const { return banks_; }
  [[nodiscard]] unsigned bank_bytes() const { return bank_bytes_; }
  /// Limit of an element's parts; all elements have as many if they are aligned to words or smaller than one.
  [[nodiscard]] unsigned parts() const { return parts_; }
  /// A part of the element with an index (row by row, padding counted); `part` < parts().
  [[nodiscard]] TilePart part(std::uint64_t element, unsigned part) const;
  /// The part of the element that holds the byte at an address; nothing outside the tile.
  [[nodiscard]] std::optional<PlacedPart> part_at(std::uint64_t address) const;
  [[nodiscard]] std::uint64_t index(const TileGeometry::Element& element) const {
    return element.row * tile_.row_elements() + element.column;
  }
  [[nodiscard]] TileGeometry::Element element(std::uint64_t index) const {
    return {index / tile_.row_elements(), index % tile_.row_elements()};
  }
  [[nodiscard]] bool is_padding(std::uint64_t element) const {
    return tile_.padding != 0 && element % tile_.row_elements() >= tile_.columns;
  }

  [[nodiscard]] GridShape logical_shape() const;
  [[nodiscard]] GridShape physical_shape() const;
  /// First word (of bank 0) of a line of the physical picture.
  [[nodiscard]] std::uint64_t first_word(std::uint64_t line) const { return (first_line_ + line) * banks_; }

  /// Places of a part relative to the grid's corner.
  [[nodiscard]] Rect logical(std::uint64_t element, const TilePart& part, const CellSize& cell) const;
  [[nodiscard]] Rect physical(const TilePart& part, const CellSize& cell) const;
  /// Line and column of an element or a part in the pictures.
  [[nodiscard]] std::uint64_t logical_line(std::uint64_t element) const { return element / logical_columns_; }
  [[nodiscard]] std::uint64_t logical_column(std::uint64_t element) const { return element % logical_columns_; }
  [[nodiscard]] std::uint64_t physical_line(const TilePart& part) const { return part.word / banks_ - first_line_; }

  /// The part drawn at a place relative to the grid's corner; nothing outside the tile.
  [[nodiscard]] std::optional<PlacedPart> logical_at(float x, float y, const CellSize& cell) const;
  [[nodiscard]] std::optional<PlacedPart> physical_at(float x, float y, const CellSize& cell) const;

 private:
  TileGeometry tile_;
  unsigned banks_ = 32, bank_bytes_ = 4;
  unsigned parts_ = 1;
  std::uint64_t folded_ = 0;
  std::uint64_t logical_columns_ = 1;
  std::uint64_t first_line_ = 0, last_line_ = 0;
};

/// A box between two others, `t` = 0: a, 1: b.
[[nodiscard]] Rect between(const Rect& a, const Rect& b, float t);
/// Slow at both ends: 0 at 0, 1 at 1; `t` outside is clamped.
[[nodiscard]] float ease(float t);

/// A kernel without a tile: the block's shared memory as words, with as many per row as the machine has banks. Nothing
/// if it uses none.
[[nodiscard]] std::optional<TileGeometry> shared_memory_as_tile(std::uint64_t shared_bytes,
                                                                const MachineModel& machine);

/// The tile of a run, or its shared memory as one; nothing if it uses none.
[[nodiscard]] std::optional<TileGeometry> drawn_tile(const KernelRun& run);
/// Lines per column in the picture of a run's tile, or of an array of one row broken at the machine's banks, with the
/// lines for accesses `beyond` its end; 1 without shared memory.
[[nodiscard]] float tile_aspect(const KernelRun& run, const std::optional<std::uint64_t>& beyond);
/// Lines of global memory in a request, as the average of the access with most of them; 0 for a run with a tile, and if
/// its cost is unknown.
[[nodiscard]] float touched_lines(const KernelRun& run, const KernelCost* cost);
/// Elements of a line of an array with one row or one column that is longer than a line of all banks; 0: the tile's.
[[nodiscard]] std::uint64_t folding_of(const TileGeometry& tile, const MachineModel& machine, float width,
                                       float height);

/// The cells of both pictures.
struct TileCells {
  CellSize logical, physical;
};
/// The largest that fit, at most `wide` times wider than high. `beyond`: an address after the tile's end that has a
/// separate line, or a text of `words` pixels if that costs too much.
[[nodiscard]] TileCells fit_tile(const TilePlacement& placement, const std::optional<std::uint64_t>& beyond,
                                 float width, float height, float wide, float words);

}  // namespace bankloom::ui
