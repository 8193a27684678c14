#include "core/session/matrix_places.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

#include "core/catalog/element_type.h"

namespace bankloom {
namespace {

/// The row of a folded array is a multiple of so many elements, as a warp reads.
constexpr std::uint64_t kFold = 32;

/// The elements of a buffer that lanes of an access touch, added to a list.
void add_elements(const KernelRun& run, std::size_t parameter, const MemoryAccess& access, LaneMask lanes,
                  std::vector<std::uint64_t>& elements) {
  const auto bytes = static_cast<std::uint64_t>(element_bytes(run.instance.parameters[parameter].element));
  for_each_lane(lanes & addressing_lanes(access), [&](unsigned lane) {
    const auto first = run.element_at(access.addresses[lane]);
    if (!first || first->parameter != parameter) return;
    const std::uint64_t count = std::max<std::uint64_t>(1, access.width / bytes);
    for (std::uint64_t i = 0; i < count; ++i) elements.push_back(first->index + i);
  });
}

}  // namespace

std::vector<MatrixRect> cover_elements(std::vector<std::uint64_t> elements, std::uint64_t columns) {
  std::vector<MatrixRect> rects;
  if (columns == 0) return rects;
  std::ranges::sort(elements);
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  // Rectangles that ended in the row above begin at `above`; those of the present row at `here`.
  std::vector<std::size_t> above, here;
  std::uint64_t present_row = 0;
  const auto next_row = [&](std::uint64_t row) {
    above = row == present_row + 1 ? std::move(here) : std::vector<std::size_t>();
    here.clear();
    present_row = row;
  };
  for (std::size_t at = 0; at < elements.size();) {
    const std::uint64_t row = elements[at] / columns, column = elements[at] % columns;
    if (row != present_row) next_row(row);
    std::uint64_t length = 1;
    while (at + length < elements.size() && elements[at + length] == elements[at] + length &&
           column + length < columns) {
      ++length;
    }
    at += length;
    const auto same = std::ranges::find_if(
        above, [&](std::size_t index) { return rects[index].column == column && rects[index].columns == length; });
    if (same != above.end()) {
      ++rects[*same].rows;
      here.push_back(*same);
    } else {
      here.push_back(rects.size());
      rects.push_back({row, column, 1, length});
    }
  }
  return rects;
}

MatrixRect bounding_rect(std::span<const MatrixRect> rects) {
  if (rects.empty()) return {};
  MatrixRect all = rects.front();
  for (const MatrixRect& rect : rects) {
    const std::uint64_t bottom = std::max(all.row + all.rows, rect.row + rect.rows);
    const std::uint64_t right = std::max(all.column + all.columns, rect.column + rect.columns);
    all.row = std::min(all.row, rect.row);
    all.column = std::min(all.column, rect.column);
    all.rows = bottom - all.row;
    all.columns = right - all.column;
  }
  return all;
}

DrawnShape drawn_shape(std::uint64_t rows, std::uint64_t columns) {
  if (rows != 1 || columns <= kLongestRow) return {rows, columns};
  const auto widest = static_cast<std::uint64_t>(std::sqrt(4.0 * static_cast<double>(columns)));
  const auto folded = [columns](std::uint64_t length) { return DrawnShape{columns / length, length, true}; };
  for (std::uint64_t length = std::bit_floor(widest); length >= kShortestFold; length /= 2) {
    if (columns % length == 0) return folded(length);
  }
  for (std::uint64_t length = widest; length >= kShortestFold; --length) {
    if (columns % length == 0) return folded(length);
  }
  return {rows, columns};
}

void shape_matrix(const KernelRun& run, MatrixPlaces& matrix) {
  const auto& buffer = run.instance.parameters[matrix.parameter];
  const std::uint64_t count = std::max<std::uint64_t>(buffer.count, 1);
  matrix.columns = buffer.columns;
  if (matrix.parameter == run.instance.output_parameter && run.output_columns != 0) {
    matrix.columns = run.output_rows > 1 ? run.output_columns : 0;
  }
  matrix.folded = matrix.columns == 0;
  if (matrix.folded) {
    // Two to four times as wide as high, since several are shown below each other; whole rows if possible.
    const auto side = static_cast<std::uint64_t>(std::sqrt(4.0 * static_cast<double>(count)));
    const std::uint64_t even = std::bit_floor(side);
    matrix.columns = std::min(count, std::max(kFold, count % even == 0 ? even : side / kFold * kFold));
  }
  matrix.rows = (count + matrix.columns - 1) / matrix.columns;
}

std::vector<MatrixRect> touched_elements(const KernelRun& run, const MatrixPlaces& matrix, const MemoryAccess& access,
                                         LaneMask lanes) {
  std::vector<std::uint64_t> elements;
  if (access.space == Space::global) add_elements(run, matrix.parameter, access, lanes, elements);
  return cover_elements(std::move(elements), matrix.columns);
}

std::vector<MatrixPlaces> matrix_places(const KernelRun& run, const Timeline& timeline) {
  std::vector<MatrixPlaces> matrices;
  std::vector<std::vector<std::uint64_t>> elements;
  MemoryAccess access;
  const std::size_t looked_at = std::min(timeline.requests().size(), kMostPlacedRequests);
  for (std::size_t at = 0; at < looked_at; ++at) {
    const TimelineRequest& request = timeline.requests()[at];
    if (request.space != Space::global) continue;
    run.trace.read(request.access, access, false);
    const LaneMask lanes = addressing_lanes(access);
    if (lanes == 0) continue;
    const auto element = run.element_at(access.addresses[first_lane(lanes)]);
    if (!element || run.instance.parameters[element->parameter].count < 2) continue;
    auto found = std::ranges::find(matrices, element->parameter, &MatrixPlaces::parameter);
    if (found == matrices.end()) {
      MatrixPlaces matrix;
      matrix.parameter = element->parameter;
      matrix.clipped = looked_at < timeline.requests().size();
      shape_matrix(run, matrix);
      matrices.push_back(std::move(matrix));
      elements.emplace_back();
      found = matrices.end() - 1;
    }
    const bool both = is_atomic(request.op);
    found->read = found->read || both || request.op == AccessOp::load;
    found->written = found->written || request.op != AccessOp::load;
    add_elements(run, found->parameter, access, lanes, elements[static_cast<std::size_t>(found - matrices.begin())]);
  }
  for (std::size_t index = 0; index < matrices.size(); ++index) {
    matrices[index].block = cover_elements(std::move(elements[index]), matrices[index].columns);
  }
  std::ranges::sort(matrices, [](const MatrixPlaces& a, const MatrixPlaces& b) {
    return std::tie(a.written, a.parameter) < std::tie(b.written, b.parameter);
  });
  return matrices;
}

std::vector<MatrixPlaces> untouched_matrices(const KernelRun& run) {
  std::vector<MatrixPlaces> matrices;
  for (const KernelRun::PlacedBuffer& buffer : run.buffers) {
    if (run.instance.parameters[buffer.parameter].count < 2) continue;
    MatrixPlaces& matrix = matrices.emplace_back();
    matrix.parameter = buffer.parameter;
    shape_matrix(run, matrix);
  }
  return matrices;
}

void place_warp(const KernelRun& run, const Timeline& timeline, std::uint32_t warp,
                std::vector<MatrixPlaces>& matrices) {
  std::vector<std::vector<std::uint64_t>> elements(matrices.size());
  const std::vector<std::uint32_t> none;
  const auto& own = warp < timeline.warps() ? timeline.of_warp(warp) : none;
  MemoryAccess access;
  for (std::size_t at = 0; at < std::min(own.size(), kMostPlacedRequests); ++at) {
    const TimelineRequest& request = timeline.requests()[own[at]];
    if (request.space != Space::global) continue;
    run.trace.read(request.access, access, false);
    for (std::size_t index = 0; index < matrices.size(); ++index) {
      add_elements(run, matrices[index].parameter, access, addressing_lanes(access), elements[index]);
    }
  }
  for (std::size_t index = 0; index < matrices.size(); ++index) {
    matrices[index].warp = cover_elements(std::move(elements[index]), matrices[index].columns);
  }
}

}  // namespace bankloom
