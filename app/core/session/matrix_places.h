// Where in the whole matrices a block and a warp read and write.
//
// Made from the recorded accesses. Not modelled: accesses beyond the ends of the buffers, which are faults.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/run/kernel_run.h"
#include "core/session/timeline.h"

namespace bankloom {

/// Elements of a matrix, `row` to `row + rows - 1`.
struct MatrixRect {
  std::uint64_t row = 0, column = 0, rows = 0, columns = 0;
  friend bool operator==(const MatrixRect&, const MatrixRect&) = default;
};

/// As few rectangles as is simply done that together hold just these elements (indices, row by row; in any order, twice
/// or once): runs within rows, and equal runs of rows below each other.
[[nodiscard]] std::vector<MatrixRect> cover_elements(std::vector<std::uint64_t> elements, std::uint64_t columns);
/// The smallest rectangle that holds all; empty for none.
[[nodiscard]] MatrixRect bounding_rect(std::span<const MatrixRect> rects);

/// A buffer as a matrix, and what is accessed of it.
struct MatrixPlaces {
  std::size_t parameter = 0;  ///< index in the instance's parameters
  std::uint64_t rows = 0, columns = 0;
  bool folded = false;                 ///< the kernel says nothing of a matrix: a long array in rows of a handy length
  bool read = false, written = false;  ///< by the block
  std::vector<MatrixRect> block;       ///< of all requests of the block
  std::vector<MatrixRect> warp;        ///< of all requests of the warp
  bool clipped = false;                ///< the block makes more requests than were looked at
};

/// The buffers that the block of the timeline accesses, what is only read before what is written, in the order of the
/// parameters. A buffer of one element is left out.
/// Of a block with very many requests only the first kMostPlacedRequests are looked at, since a view waits for it.
[[nodiscard]] std::vector<MatrixPlaces> matrix_places(const KernelRun& run, const Timeline& timeline);
inline constexpr std::size_t kMostPlacedRequests = 20'000;
/// Fills in what a warp accesses, all its requests or as many as are looked at of a block.
void place_warp(const KernelRun& run, const Timeline& timeline, std::uint32_t warp,
                std::vector<MatrixPlaces>& matrices);
/// What one access touches of a buffer.
[[nodiscard]] std::vector<MatrixRect> touched_elements(const KernelRun& run, const MatrixPlaces& matrix,
                                                       const MemoryAccess& access, LaneMask lanes);
/// The shape that an output is drawn in by itself: its own, but a row of more than kLongestRow elements, which shows
/// nothing, is folded into rows below each other: of the longest power of two that divides it and makes it no more than
/// four times as wide as high, else of the longest divisor that does. One that has no such divisor of kShortestFold or
/// more stays a row.
struct DrawnShape {
  std::uint64_t rows = 0, columns = 0;
  bool folded = false;
  friend bool operator==(const DrawnShape&, const DrawnShape&) = default;
};
inline constexpr std::uint64_t kLongestRow = 256, kShortestFold = 16;
[[nodiscard]] DrawnShape drawn_shape(std::uint64_t rows, std::uint64_t columns);
/// The shape that a buffer is drawn in.
void shape_matrix(const KernelRun& run, MatrixPlaces& matrix);

}  // namespace bankloom
