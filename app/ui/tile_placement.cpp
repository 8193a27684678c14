#include "ui/tile_placement.h"

#include <algorithm>
#include <cmath>

namespace bankloom::ui {
namespace {

/// A cell may be a little higher than wide, to use a flat room; of a flat tile, much higher.
constexpr float kTallest = 1.25f, kTallestOfFlat = 2.2f;
/// Cells of a folded array are at most so many times wider than high, if possible.
constexpr float kFlattest = 3;

}  // namespace

CellSize fit_cells(const GridShape& shape, float width, float height, float aspect) {
  const CellSize cell{std::max(width, 0.0f) / static_cast<float>(std::max<std::uint64_t>(shape.columns, 1)),
                      std::max(height, 0.0f) / static_cast<float>(std::max<std::uint64_t>(shape.lines, 1))};
  const float tallest = 2 * shape.lines <= shape.columns ? kTallestOfFlat : kTallest;
  return {std::min(cell.width, cell.height * aspect), std::min(cell.height, cell.width * tallest)};
}

CellSize smaller(const CellSize& a, const CellSize& b) {
  return {std::min(a.width, b.width), std::min(a.height, b.height)};
}

std::uint64_t label_distance(float pitch, float label) {
  std::uint64_t distance = 1;
  // The bound ends the loop for a tiny pitch.
  while (pitch * static_cast<float>(distance) < label && distance < (std::uint64_t{1} << 40)) distance *= 2;
  return distance;
}

std::uint64_t fold_columns(std::uint64_t elements, std::uint64_t elements_of_all_banks, float width, float height) {
  const std::uint64_t unit = std::max<std::uint64_t>(elements_of_all_banks, 1);
  if (elements <= unit) return elements;
  std::uint64_t best = unit;
  float best_size = 0;
  for (std::uint64_t columns = unit; columns < elements + unit; columns += unit) {
    const std::uint64_t lines = (elements + columns - 1) / columns;
    const float across = width / static_cast<float>(columns), down = height / static_cast<float>(lines);
    // The shortest lines that leave cells of a usual shape: a column stands on its bank.
    if (across <= kFlattest * down) return columns;
    const float size = std::min(across, down);
    if (size > best_size) {
      best_size = size;
      best = columns;
    }
    if (columns / unit >= 64) break;  // longer lines are never the best in a window
  }
  return best;
}

TilePlacement::TilePlacement(const TileGeometry& tile, const MachineModel& machine, std::uint64_t folded)
    : tile_(tile),
      banks_(std::max(machine.banks, 1u)),
      bank_bytes_(std::max(machine.bank_bytes, 1u)),
      folded_(folded),
      logical_columns_(folded != 0 ? folded : std::max<std::uint64_t>(tile.row_elements(), 1)) {
  const unsigned bytes = std::max(tile.element_bytes, 1u);
  const bool aligned = tile.base % std::min(bytes, bank_bytes_) == 0;
  parts_ = std::max(bytes / bank_bytes_, 1u) + (aligned ? 0 : 1);
  const std::uint64_t line_bytes = std::uint64_t{banks_} * bank_bytes_;
  first_line_ = tile.base / line_bytes;
  last_line_ = (tile.base + std::max<std::uint64_t>(tile.bytes(), 1) - 1) / line_bytes;
}

TilePart TilePlacement::part(std::uint64_t element, unsigned part) const {
  const std::uint64_t begin = tile_.base + element * tile_.element_bytes;
  const std::uint64_t end = begin + tile_.element_bytes;
  const std::uint64_t word = begin / bank_bytes_ + part;
  TilePart result{
      .address = std::max(begin, word * bank_bytes_), .word = word, .bank = static_cast<unsigned>(word % banks_)};
  const std::uint64_t stop = std::min(end, (word + 1) * bank_bytes_);
  result.bytes = stop > result.address ? static_cast<unsigned>(stop - result.address) : 0;
  return result;
}

std::optional<PlacedPart> TilePlacement::part_at(std::uint64_t address) const {
  if (address < tile_.base || address - tile_.base >= tile_.bytes()) return std::nullopt;
  const std::uint64_t index = (address - tile_.base) / tile_.element_bytes;
  const std::uint64_t begin = tile_.base + index * tile_.element_bytes;
  return PlacedPart{element(index), static_cast<unsigned>(address / bank_bytes_ - begin / bank_bytes_)};
}

GridShape TilePlacement::logical_shape() const {
  const std::uint64_t columns = std::min(logical_columns_, std::max<std::uint64_t>(elements(), 1));
  return {columns, (std::max<std::uint64_t>(elements(), 1) + logical_columns_ - 1) / logical_columns_};
}

GridShape TilePlacement::physical_shape() const { return {banks_, last_line_ - first_line_ + 1}; }

Rect TilePlacement::logical(std::uint64_t element, const TilePart& part, const CellSize& cell) const {
  const std::uint64_t begin = tile_.base + element * tile_.element_bytes;
  const auto bytes = static_cast<float>(tile_.element_bytes);
  const float from = static_cast<float>(part.address - begin) / bytes;
  return {(static_cast<float>(logical_column(element)) + from) * cell.width,
          static_cast<float>(logical_line(element)) * cell.height, cell.width * static_cast<float>(part.bytes) / bytes,
          cell.height};
}

Rect TilePlacement::physical(const TilePart& part, const CellSize& cell) const {
  const auto bytes = static_cast<float>(bank_bytes_);
  const float from = static_cast<float>(part.address % bank_bytes_) / bytes;
  return {(static_cast<float>(part.bank) + from) * cell.width, static_cast<float>(physical_line(part)) * cell.height,
          cell.width * static_cast<float>(part.bytes) / bytes, cell.height};
}

std::optional<PlacedPart> TilePlacement::logical_at(float x, float y, const CellSize& cell) const {
  if (!(x >= 0) || !(y >= 0) || cell.width <= 0 || cell.height <= 0) return std::nullopt;
  const GridShape shape = logical_shape();
  const float column = x / cell.width, line = y / cell.height;
  if (column >= static_cast<float>(shape.columns) || line >= static_cast<float>(shape.lines)) return std::nullopt;
  const auto whole_column = static_cast<std::uint64_t>(column);
  const std::uint64_t index = static_cast<std::uint64_t>(line) * logical_columns_ + whole_column;
  if (index >= elements()) return std::nullopt;
  const float within = column - static_cast<float>(whole_column);
  const auto byte = std::min(static_cast<std::uint64_t>(within * static_cast<float>(tile_.element_bytes)),
                             std::uint64_t{tile_.element_bytes} - 1);
  return part_at(tile_.base + index * tile_.element_bytes + byte);
}

std::optional<PlacedPart> TilePlacement::physical_at(float x, float y, const CellSize& cell) const {
  if (!(x >= 0) || !(y >= 0) || cell.width <= 0 || cell.height <= 0) return std::nullopt;
  const GridShape shape = physical_shape();
  const float column = x / cell.width, line = y / cell.height;
  if (column >= static_cast<float>(shape.columns) || line >= static_cast<float>(shape.lines)) return std::nullopt;
  const auto bank = static_cast<std::uint64_t>(column);
  const std::uint64_t word = first_word(static_cast<std::uint64_t>(line)) + bank;
  const float within = column - static_cast<float>(bank);
  const auto byte =
      std::min(static_cast<std::uint64_t>(within * static_cast<float>(bank_bytes_)), std::uint64_t{bank_bytes_} - 1);
  return part_at(word * bank_bytes_ + byte);
}

Rect between(const Rect& a, const Rect& b, float t) {
  const auto mix = [t](float from, float to) { return from + (to - from) * t; };
  return {mix(a.x, b.x), mix(a.y, b.y), mix(a.width, b.width), mix(a.height, b.height)};
}

float ease(float t) {
  t = std::clamp(t, 0.0f, 1.0f);
  return t * t * (3 - 2 * t);
}

std::optional<TileGeometry> shared_memory_as_tile(std::uint64_t shared_bytes, const MachineModel& machine) {
  if (shared_bytes == 0 || machine.banks == 0 || machine.bank_bytes == 0) return std::nullopt;
  const std::uint64_t line = std::uint64_t{machine.banks} * machine.bank_bytes;
  return TileGeometry{.name = "shared memory",
                      .rows = (shared_bytes + line - 1) / line,
                      .columns = machine.banks,
                      .element_bytes = machine.bank_bytes,
                      .element = machine.bank_bytes == 8 ? ptx::Type::b64 : ptx::Type::b32};
}

std::optional<TileGeometry> drawn_tile(const KernelRun& run) {
  if (run.tile && run.tile->rows != 0 && run.tile->row_elements() != 0 && run.tile->element_bytes != 0) {
    return run.tile;
  }
  return shared_memory_as_tile(run.shared_bytes, run.machine);
}

float tile_aspect(const KernelRun& run, const std::optional<std::uint64_t>& beyond) {
  const auto tile = drawn_tile(run);
  if (!tile) return 1;
  // An array of one row is broken as in a room that is wider than high.
  const TilePlacement placement(*tile, run.machine, folding_of(*tile, run.machine, 3, 1));
  const GridShape shape = placement.logical_shape();
  const bool is_near = beyond && *beyond >= tile->base && *beyond < tile->base + 2 * tile->bytes();
  const std::uint64_t last = is_near ? placement.logical_line((*beyond - tile->base) / tile->element_bytes) + 1 : 0;
  const std::uint64_t lines = std::max(shape.lines + (beyond ? 1 : 0), last);
  return static_cast<float>(lines) / static_cast<float>(shape.columns);
}

float touched_lines(const KernelRun& run, const KernelCost* cost) {
  double most = 0;
  if (cost == nullptr || drawn_tile(run)) return 0;
  for (const AccessSummary& access : cost->accesses) {
    if (access.space != Space::global || access.requests == 0) continue;
    most = std::max(most, static_cast<double>(access.lines) / static_cast<double>(access.requests));
  }
  return static_cast<float>(std::ceil(most));
}

std::uint64_t folding_of(const TileGeometry& tile, const MachineModel& machine, float width, float height) {
  if (tile.rows != 1 && tile.row_elements() != 1) return 0;
  const std::uint64_t line =
      std::max<std::uint64_t>(std::uint64_t{machine.banks} * machine.bank_bytes / std::max(tile.element_bytes, 1u), 1);
  const std::uint64_t elements = tile.rows * tile.row_elements();
  return elements <= line && tile.rows == 1 ? 0 : fold_columns(elements, line, width, height);
}

TileCells fit_tile(const TilePlacement& placement, const std::optional<std::uint64_t>& beyond, float width,
                   float height, float wide, float words) {
  const auto fit = [&](const GridShape& shape, float wider, std::uint64_t last_line) {
    const CellSize alone = fit_cells(shape, width, height, wider);
    if (!beyond) return alone;
    // As many lines as have little effect on the size of cells.
    for (std::uint64_t more = last_line < shape.lines ? 1 : last_line - shape.lines + 1; more > 1; more /= 2) {
      const CellSize with_more = fit_cells({shape.columns, shape.lines + more}, width, height, wider);
      if (more <= shape.lines && with_more.height >= 0.8f * alone.height) return with_more;
    }
    const CellSize with_one = fit_cells({shape.columns, shape.lines + 1}, width, height, wider);
    return with_one.height >= words ? with_one : fit_cells(shape, width, height - words, wider);
  };
  const TileGeometry& tile = placement.tile();
  const std::uint64_t last = beyond.value_or(0);
  const bool is_near = last >= tile.base && last < tile.base + 2 * tile.bytes();
  const std::uint64_t element = is_near ? (last - tile.base) / tile.element_bytes : 0;
  return {fit(placement.logical_shape(), wide * static_cast<float>(placement.parts()), placement.logical_line(element)),
          fit(placement.physical_shape(), wide, placement.physical_line(placement.part(element, 0)))};
}

}  // namespace bankloom::ui
