// The faulty lanes of a request in the picture of a tile.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "core/wording/picture_text.h"
#include "ui/tile_picture.h"

namespace bankloom::ui {

void TilePicture::mark_faults(GridBuilder& builder, GridBuilder& axes, const TilePictureRequest& request,
                              const std::vector<FaultyLane>& lanes) {
  const TilePlacement& placement = request.placement;
  const bool physical = request.passage >= 0.5f;
  const float thick = std::max(2.0f, std::round(2 * request.scale)), thin = std::max(1.0f, std::round(request.scale));
  const float pitch =
      physical ? request.physical_cell.height : std::min(request.logical_cell.width, request.logical_cell.height);
  // Two lines, so that they contrast with cells of any colour, red ones included.
  const float inner = pitch >= 14 * request.scale ? thick : pitch >= 6 * request.scale ? thin : 0;
  std::map<std::uint64_t, LaneMask> lines;  // faulty lanes, by line
  std::vector<FaultyLane> beyond;
  for (const FaultyLane& lane : lanes) {
    if (lane.space != Space::shared) continue;
    for (const TileGeometry::Element& cell : lane.cells) {
      const std::uint64_t element = placement.index(cell);
      Rect all;
      for (unsigned number = 0; number < placement.parts(); ++number) {
        const TilePart part = placement.part(element, number);
        if (part.bytes == 0) continue;
        const Rect box = part_box(request, element, part);
        // The parts of an element are one cell in the logical picture.
        if (all.width > 0 && !physical) {
          all.width = box.right() - all.x;
        } else {
          all = box;
        }
        if (inner > 0 && physical)
          builder.cell(all, 0, radius_of(std::min(all.width, all.height)), request.theme.window, inner);
        lines[physical ? placement.physical_line(part) : placement.logical_line(element)] |= lane_bit(lane.lane);
      }
      if (inner > 0 && !physical)
        builder.cell(all, 0, radius_of(std::min(all.width, all.height)), request.theme.window, inner);
      outline(builder, request, element, request.theme.bad, thick);
    }
    // Accesses to other arrays may be correct; only those out of bounds count as beyond this one.
    if (lane.cells.empty() && lane.kind == simt::FaultKind::out_of_bounds) beyond.push_back(lane);
  }
  // Between the two pictures there is no place for labels, and none after the last cell.
  if (request.passage > 0 && request.passage < 1) return;
  for (const auto& [line, set] : lines) {
    if (line < taken_.size() && !is_taken(line)) label_faulty(axes, request, line, set);
  }
  if (!beyond.empty()) mark_beyond(builder, axes, request, beyond);
}

/// Lanes at the left of a line, in the colour of the fault.
void TilePicture::label_faulty(GridBuilder& builder, const TilePictureRequest& request, std::uint64_t line,
                               LaneMask lanes) {
  if (taken_.size() <= line) taken_.resize(line + 1, false);
  taken_[line] = true;
  const CellSize& cell = request.passage >= 1 ? request.physical_cell : request.logical_cell;
  if (!is_line_seen(request, grid_.y + (static_cast<float>(line) + 0.5f) * cell.height)) return;
  const float size = kAxisLabels * request.scale, height = std::max(cell.height, size * 1.15f);
  const float y = grid_.y + (static_cast<float>(line) + 0.5f) * cell.height - height / 2;
  const Rect box{request.room.x, y, axes_.left - 6 * request.scale, height};
  const float least = 9 * request.scale;
  const ShortText words = lanes_at_line(builder.glyphs(), lanes, box.width, size, least);
  const float fitting = builder.glyphs().fit(words.view(), box.width * 1.1f, height * 2, size, least);
  if (fitting > 0) builder.text(words.view(), box, fitting, request.theme.bad, TextPlace::right);
}

/// The cells that the lanes would have if the array continued; none if that is far from it.
std::vector<TilePicture::BeyondMark> TilePicture::places_beyond(const TilePictureRequest& request,
                                                                const std::vector<FaultyLane>& lanes) const {
  const TilePlacement& placement = request.placement;
  const TileGeometry& tile = placement.tile();
  const bool physical = request.passage >= 1;
  const std::uint64_t end = tile.base + tile.bytes();
  std::vector<BeyondMark> places;
  for (const FaultyLane& lane : lanes) {
    const std::uint64_t last = lane.address + lane.bytes;
    if (lane.address < end || last < lane.address || last > end + 2 * tile.bytes() + 4096) continue;
    for (std::uint64_t at = lane.address; at < last;) {
      const std::uint64_t element = (at - tile.base) / tile.element_bytes;
      for (unsigned number = 0; number < placement.parts(); ++number) {
        const TilePart part = placement.part(element, number);
        if (part.bytes == 0) continue;
        const std::uint64_t line = physical ? placement.physical_line(part) : placement.logical_line(element);
        places.push_back({part_box(request, element, part), line, lane.lane});
      }
      at = tile.base + (element + 1) * tile.element_bytes;
    }
  }
  return places;
}

/// Places after the tile's last cell, as many lines of them as there is room for; the text below describes those
/// farther away or before the tile.
void TilePicture::mark_beyond(GridBuilder& builder, GridBuilder& axes, const TilePictureRequest& request,
                              const std::vector<FaultyLane>& lanes) {
  const TilePlacement& placement = request.placement;
  const TileGeometry& tile = placement.tile();
  const bool physical = request.passage >= 1;
  const std::uint64_t lines = (physical ? placement.physical_shape() : placement.logical_shape()).lines;
  const CellSize& cell = physical ? request.physical_cell : request.logical_cell;
  const float line_width = std::max(1.5f, std::round(1.5f * request.scale));
  const float size = kAxisLabels * request.scale, height = std::max(cell.height, size * 1.15f);
  const auto y_of = [&](std::uint64_t line) { return grid_.y + static_cast<float>(line) * cell.height; };
  const Colour bad = request.theme.bad;
  const std::vector<BeyondMark> places = places_beyond(request, lanes);
  // All lanes have their places, or the last line of the room remains for a text about those that have none.
  const auto fits = [&](float bottom) {
    LaneMask near = 0, over = 0;
    for (const BeyondMark& place : places) {
      (y_of(place.line) + cell.height > bottom + 1 ? over : near) |= lane_bit(place.lane);
    }
    return near & ~over;
  };
  LaneMask all = 0;
  for (const FaultyLane& lane : lanes) all |= lane_bit(lane.lane);
  float bottom = request.room.bottom();
  LaneMask near = fits(bottom);
  if (near != all) near = fits(bottom -= height);
  std::map<std::uint64_t, LaneMask> shown;  // by line
  for (const BeyondMark& place : places) {
    if (!has_lane(near, place.lane)) continue;
    builder.cell(place.box, with_opacity(bad, 0.15f), radius_of(std::min(place.box.width, place.box.height)), bad,
                 line_width, with_opacity(bad, 0.45f));
    shown[place.line] |= lane_bit(place.lane);
  }
  taken_.resize(std::max<std::size_t>(taken_.size(), lines), false);
  for (const auto& [line, set] : shown) {
    if (is_taken(line)) {
      // The last line of the tile has its own label: theirs is after the cell.
      if (line >= lines) continue;
      const ShortText words = with_prefix('L', lanes_text(set));
      float right = 0;
      for (const BeyondMark& place : places) right = place.line == line ? std::max(right, place.box.right()) : right;
      builder.text(words.view(), {right + 4 * request.scale, y_of(line), request.room.right() - right, cell.height},
                   std::min(size, cell.height), bad, TextPlace::left);
      continue;
    }
    label_faulty(axes, request, line, set);
  }
  const LaneMask far = all & ~near;
  if (far == 0) return;
  const auto first = std::ranges::find_if(lanes, [&](const FaultyLane& lane) { return has_lane(far, lane.lane); });
  const std::string where = beyond_text(tile, first->address, lane_count(far) - 1);
  const std::uint64_t line = shown.empty() ? lines : std::max(lines, shown.rbegin()->first + 1);
  label_faulty(axes, request, line, lane_bit(first->lane));
  builder.text(where, {grid_.x, y_of(line), request.room.right() - grid_.x, height}, size, bad, TextPlace::left);
}

}  // namespace bankloom::ui
