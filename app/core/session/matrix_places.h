// The places in whole matrices that a block and a warp read and write.
//
// Made from the recorded accesses. Accesses outside of the buffers, which are faults, are left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/run/kernel_run.h"
#include "core/session/timeline.h"

namespace bankloom {

/// Elements of a matrix, `row` to `row + rows - 1`.
struct MatrixRect {
  std::uint64_t row = 0, column = 0, rows = 0, columns = 0;
  friend bool operator==(const MatrixRect&, const MatrixRect&) = default;
};

/// Rectangles that together hold exactly these elements (row-major indices, in any order, duplicates allowed): runs
/// within rows, joined with equal runs of the next rows.
[[nodiscard]] std::vector<MatrixRect> cover_elements(std::vector<std::uint64_t> elements, std::uint64_t columns);
/// The smallest rectangle that holds all; empty for none.
[[nodiscard]] MatrixRect bounding_rect(std::span<const MatrixRect> rects);

/// A buffer as a matrix, with the accessed parts.
struct MatrixPlaces {
  std::size_t parameter = 0;  ///< index in the instance's parameters
  std::uint64_t rows = 0, columns = 0;
  bool folded = false;                 ///< not a matrix by the kernel: a long array, cut into rows
  bool read = false, written = false;  ///< by the block
  std::vector<MatrixRect> block;       ///< of all requests of the block
  std::vector<MatrixRect> warp;        ///< of all requests of the warp
  bool clipped = false;                ///< the block makes more requests than were read
};

/// The buffers that the timeline's block accesses, those only read before those written, else in the order of the
/// parameters. Buffers of one element are left out. Only the first kMostPlacedRequests of a block are read, since a
/// view waits for it.
[[nodiscard]] std::vector<MatrixPlaces> matrix_places(const KernelRun& run, const Timeline& timeline);
inline constexpr std::size_t kMostPlacedRequests = 20'000;
/// All buffers of more than one element, in the order of the parameters, with no part marked: where it is hidden which
/// are accessed.
[[nodiscard]] std::vector<MatrixPlaces> untouched_matrices(const KernelRun& run);
/// Fills in what a warp accesses, with the same limit of requests.
void place_warp(const KernelRun& run, const Timeline& timeline, std::uint32_t warp,
                std::vector<MatrixPlaces>& matrices);
/// The elements of a buffer that one access touches.
[[nodiscard]] std::vector<MatrixRect> touched_elements(const KernelRun& run, const MatrixPlaces& matrix,
                                                       const MemoryAccess& access, LaneMask lanes);
/// The shape in which an output is drawn alone: its own, except that a single row of more than kLongestRow elements is
/// folded into rows of the longest power of two that divides it and makes it at most four times as wide as high, else
/// of the longest such divisor. Without one of at least kShortestFold it stays a row.
struct DrawnShape {
  std::uint64_t rows = 0, columns = 0;
  bool folded = false;
  friend bool operator==(const DrawnShape&, const DrawnShape&) = default;
};
inline constexpr std::uint64_t kLongestRow = 256, kShortestFold = 16;
[[nodiscard]] DrawnShape drawn_shape(std::uint64_t rows, std::uint64_t columns);
/// The shape in which a buffer is drawn.
void shape_matrix(const KernelRun& run, MatrixPlaces& matrix);

}  // namespace bankloom
