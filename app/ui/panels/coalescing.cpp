#include "ui/panels/coalescing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/wording/numbers.h"
#include "ui/figures.h"
#include "ui/widgets/bank_palette.h"
#include "ui/widgets/cell_labels.h"

namespace bankloom::ui {
namespace {

constexpr float kStripAxis = 11, kStripBlock = 12;  ///< units
constexpr float kLaneHeight = 17, kFallRoom = 22;   ///< units
constexpr float kLeastRow = 11, kLargestRow = 30;   ///< units
constexpr float kBetweenRows = 2;                   ///< units
/// Units of a picture that has all of the room, at most.
constexpr float kLaneHeightAlone = 28, kFallRoomAlone = 90, kLargestRowAlone = 72, kStripBlockAlone = 16;
constexpr float kMoved = 0.9f,
                kDone = 0.45f;  ///< how far a sector's ground and a served piece are mixed with the window

/// Units of a number beside its piece, at least: it is read from afar or left out.
constexpr float kLeastNumber = 9;
/// A number beside its piece is this much larger than it would be within.
constexpr float kMuchLarger = 1.25f;

/// Bytes used of a sector of a line; 0 where it is not moved.
unsigned used_of(const TouchedLine& touched, std::uint64_t sector) {
  for (const SectorUse& use : touched.sectors) {
    if (use.sector == sector) return use.bytes_used();
  }
  return 0;
}

bool is_done(const StepState& state, LaneMask lanes) { return (lanes & ~state.done) == 0; }

}  // namespace

// ---- lines ----------------------------------------------------------------------------------------------------------

std::vector<TouchedLine> touched_lines(const MachineModel& machine, const MemoryAccess& access,
                                       const RequestCost& cost) {
  std::vector<TouchedLine> lines;
  for (SectorUse& use : sector_uses(machine, access, cost)) {
    const std::uint64_t line = use.sector * machine.sector_bytes / machine.line_bytes;
    if (lines.empty() || lines.back().line != line) lines.push_back({line, {}, {}});
    lines.back().sectors.push_back(std::move(use));
  }
  for (TouchedLine& touched : lines) {
    const std::uint64_t begin = touched.line * machine.line_bytes, end = begin + machine.line_bytes;
    for_each_lane(addressing_lanes(access), [&](unsigned lane) {
      const std::uint64_t from = std::max(access.addresses[lane], begin);
      const std::uint64_t to = std::min(access.addresses[lane] + access.width, end);
      if (from >= to) return;
      const LinePiece piece{static_cast<unsigned>(from - begin), static_cast<unsigned>(to - from), lane_bit(lane)};
      const auto same = std::find_if(touched.pieces.begin(), touched.pieces.end(), [&](const LinePiece& other) {
        return other.first == piece.first && other.bytes == piece.bytes;
      });
      if (same != touched.pieces.end()) {
        same->lanes |= piece.lanes;
      } else {
        touched.pieces.push_back(piece);
      }
    });
    std::stable_sort(touched.pieces.begin(), touched.pieces.end(),
                     [](const LinePiece& a, const LinePiece& b) { return a.first < b.first; });
  }
  return lines;
}

std::string line_label(const KernelRun& run, std::uint64_t line) {
  const std::uint64_t address = line * run.machine.line_bytes;
  const auto element = run.element_at(address);
  if (!element) return fmt::format("0x{:x}", address);
  return fmt::format("{}[{}]", run.instance.parameters[element->parameter].name, element->index);
}

// ---- the picture ----------------------------------------------------------------------------------------------------

float LinePicture::x_of(const MachineModel& machine, unsigned byte) const {
  const auto sectors = byte / machine.sector_bytes;
  return std::round(left_ + static_cast<float>(byte) * byte_ + static_cast<float>(sectors) * gap_);
}

Rect LinePicture::lane_box(unsigned lane) const {
  const float pitch = lanes_.width / static_cast<float>(kWarpSize);
  // Beside each other as the words of a line, gaps included.
  const float x = std::round(lanes_.x + static_cast<float>(lane) * pitch);
  return {x, lanes_.y, std::round(lanes_.x + static_cast<float>(lane + 1) * pitch) - x - 1, lanes_.height};
}

void LinePicture::draw_lanes(GridBuilder& builder, const LinePictureRequest& request) {
  const Theme& theme = request.theme;
  const float narrowest = std::floor(lanes_.width / static_cast<float>(kWarpSize)) - 1;
  const float size = builder.glyphs().fit("00", narrowest, lanes_.height, kStripAxis * request.scale);
  // Where not all numbers have room, some of them are as large as is read from afar.
  const float few = std::min(kStripAxis * request.scale, lanes_.height);
  const auto first_now = request.state.now == 0 ? kWarpSize : first_lane(request.state.now);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const Rect box = lane_box(lane);
    const LaneState reached = request.state.lane_state(lane);
    const bool pointed = request.lane == lane;
    Colour fill = theme.raised, words = theme.text_muted;
    if (reached == LaneState::inactive) {
      fill = 0;
      words = with_opacity(theme.text_faint, 0.6f);
    } else if (reached == LaneState::now) {
      fill = mix(theme.global, theme.window, 0.1);
      words = text_on(fill);
    } else if (reached == LaneState::done) {
      words = theme.good;
    }
    const float line = std::max(1.0f, std::round(request.scale));
    if (has_lane(request.faulty, lane)) {
      const Colour bad = theme.bad;
      builder.cell(box, with_opacity(bad, 0.15f), 2 * request.scale, bad, 2 * line,
                   reached == LaneState::inactive ? with_opacity(bad, 0.45f) : 0);
      words = theme.text;
    } else {
      builder.cell(box, fill, 2 * request.scale,
                   reached == LaneState::now ? theme.now_border : (fill == 0 ? theme.line : 0), line);
    }
    if (pointed) builder.outline(box, request.accent, 2 * line, 2 * request.scale);
    if (size > 0) {
      builder.text(number_text(lane).view(), box, size, words);
    } else if (pointed || lane == first_now || (lane % 4 == 0 && (lane > first_now + 2 || lane + 2 < first_now))) {
      const Rect wide{box.x - box.width, box.y, 3 * box.width, box.height};
      builder.text(number_text(lane).view(), wide, few, words);
    }
  }
}

void LinePicture::draw_line(GridBuilder& builder, const LinePictureRequest& request, std::size_t index, float y,
                            float height) {
  const Theme& theme = request.theme;
  const StepState& state = request.state;
  const MachineModel& machine = request.run.machine;
  const TouchedLine& touched = lines_[index];
  const unsigned per_line = machine.line_bytes / machine.sector_bytes;
  const float thin = std::max(1.0f, std::round(request.scale));
  const auto box_of = [&](unsigned first, unsigned bytes) {
    const float x = x_of(machine, first);
    // The last byte's right edge, not that of a sector behind a gap.
    const unsigned gaps_before = (first + bytes - 1) / machine.sector_bytes;
    const float right =
        std::round(left_ + static_cast<float>(first + bytes) * byte_ + static_cast<float>(gaps_before) * gap_);
    return Rect{x, y, right - x, height};
  };
  std::size_t next = 0;
  for (unsigned part = 0; part < per_line; ++part) {
    const Rect box = box_of(part * machine.sector_bytes, machine.sector_bytes);
    if (next >= touched.sectors.size() || touched.sectors[next].sector != touched.line * per_line + part) {
      builder.cell(box, 0, 2 * request.scale, theme.line, thin);  // not moved
      continue;
    }
    const SectorUse& use = touched.sectors[next];
    builder.cell(box, mix(theme.global, theme.window, kMoved), 2 * request.scale, 0, 0,
                 use.bytes_used() < use.used.size() ? with_opacity(theme.bad, 0.5f) : 0);
    placed_.push_back({box, index, next++});
  }
  const Colour ground = mix(theme.global, theme.window, kMoved);
  const float block_size = (request.alone ? kStripBlockAlone : kStripBlock) * request.scale;
  std::uint64_t named = 0;  // sectors of the line in which a piece has its lanes' numbers, a bit each
  for (std::size_t k = 0; k < touched.pieces.size(); ++k) {
    const LinePiece& piece = touched.pieces[k];
    const Rect box = box_of(piece.first, piece.bytes);
    const unsigned part = piece.first / machine.sector_bytes;
    const std::uint64_t sector = touched.line * per_line + part;
    const auto flight = std::find_if(request.falling.begin(), request.falling.end(),
                                     [&](const FallingSector& one) { return one.sector == sector; });
    const bool falls = flight != request.falling.end() && flight->part < 1;
    const bool in_step = state.sector == sector && (piece.lanes & state.now) != 0;
    const bool done = is_done(state, piece.lanes) || (state.sector && sector < *state.sector && !in_step);
    // What is served is filled, what waits is hollow.
    const bool filled = !falls && (in_step || done);
    const Colour fill = filled ? mix(theme.global, theme.window, in_step ? 0.1f : kDone) : ground;
    const Colour ink = filled ? text_on(fill) : theme.text_muted;
    const Rect piece_box{box.x, box.y, std::max(1.0f, box.width - (byte_ * 4 >= 4 ? 1.0f : 0.0f)), box.height};
    builder.cell(piece_box, fill, 0, filled ? 0 : mix(theme.global, theme.window, 0.3f), filled ? 0 : thin);
    if (request.lane && has_lane(piece.lanes, *request.lane)) builder.outline(piece_box, request.accent, 2 * thin);
    if (in_step || falls) {
      const LaneMask lanes = in_step ? piece.lanes & state.now : piece.lanes;
      for_each_lane(lanes, [&](unsigned lane) {
        const Rect from = lane_box(lane);
        if (in_step) {
          threads_.push_back({from.x + from.width / 2, from.bottom(), piece_box.x + piece_box.width / 2, piece_box.y});
        }
        if (!falls) return;
        const float t = flight->part;
        const float width = from.width + (piece_box.width - from.width) * t;
        chips_.push_back({lane,
                          {from.x + (piece_box.x - from.x) * t, from.y + (piece_box.y - from.y) * t,
                           std::max(width, from.width), from.height + (piece_box.height - from.height) * t}});
      });
      if (falls) {
        named |= std::uint64_t{1} << part;  // they bring their numbers
        continue;
      }
    }
    // One lane's number stands in all pieces or in none.
    const ShortText words = lanes_text(piece.lanes, 5);
    const std::string_view widest = lane_count(piece.lanes) == 1 ? std::string_view("00") : words.view();
    const float narrowest = std::floor(static_cast<float>(piece.bytes) * byte_) - 1;
    const float size = builder.glyphs().fit(widest, std::min(narrowest, piece_box.width), piece_box.height, block_size);
    // Behind it, where nothing is used of the sector until the next piece; before it at the sector's end.
    const unsigned sector_end = (part + 1) * machine.sector_bytes;
    const unsigned free_until =
        k + 1 < touched.pieces.size() ? std::min(touched.pieces[k + 1].first, sector_end) : sector_end;
    const unsigned end = piece.first + piece.bytes;
    const bool only = used_of(touched, sector) == piece.bytes;
    const float behind = free_until > end ? static_cast<float>(free_until - end) * byte_ : 0;
    const float before = only ? static_cast<float>(piece.first - part * machine.sector_bytes) * byte_ : 0;
    const float beside = builder.glyphs().fit(widest, std::max(behind, before) - 4 * request.scale, box.height,
                                              block_size, kLeastNumber * request.scale);
    // Beside it where it is larger there: within is where it belongs.
    if (size > 0 && beside < kMuchLarger * size) {
      builder.text(words.view(), piece_box, size, ink);
      named |= std::uint64_t{1} << part;
      continue;
    }
    if (beside <= 0) continue;
    const float width = builder.glyphs().width(words.view(), beside) + 4 * request.scale;
    const bool right = width <= behind;
    const float plate_height = std::min(height - 2, std::round(beside * 1.5f));
    const Rect plate{right ? piece_box.right() + 1 : piece_box.x - 1 - width, y + (height - plate_height) / 2, width,
                     plate_height};
    builder.cell(plate, ground, 2 * request.scale);
    builder.text(words.view(), plate, beside, in_step ? theme.text : theme.text_muted);
    named |= std::uint64_t{1} << part;
  }
  // Of pieces too narrow for their numbers, the sector's lanes in its middle.
  for (const Placed& placed : placed_) {
    if (placed.line != index) continue;
    const SectorUse& use = touched.sectors[placed.sector];
    if ((named >> (use.sector % per_line) & 1U) != 0) continue;
    const ShortText words = lanes_text(use.lanes);
    const float size = builder.glyphs().fit(words.view(), placed.rect.width - 6 * request.scale, height, block_size,
                                            kLeastNumber * request.scale);
    if (size <= 0) continue;
    const float width = builder.glyphs().width(words.view(), size) + 6 * request.scale;
    const float plate_height = std::min(height - 2, std::round(size * 1.5f));
    const Rect plate{placed.rect.x + (placed.rect.width - width) / 2, y + (height - plate_height) / 2, width,
                     plate_height};
    builder.cell(plate, ground, 2 * request.scale);
    builder.text(words.view(), plate, size, state.sector == use.sector ? theme.text : theme.text_muted);
  }
  // The sector of this step stands out as a whole: it is moved as a whole.
  for (const Placed& placed : placed_) {
    if (placed.line != index || !state.sector || touched.sectors[placed.sector].sector != *state.sector) continue;
    builder.outline(placed.rect, theme.now_border, 2 * thin, 2 * request.scale);
  }
}

void LinePicture::draw(GridBuilder& builder, const LinePictureRequest& request) {
  const float scale = request.scale;
  const MachineModel& machine = request.run.machine;
  placed_.clear();
  threads_.clear();
  chips_.clear();
  lines_ = touched_lines(machine, request.state.access, request.cost);
  shown_ = 0;
  bottom_ = request.room.y;
  if (lines_.empty() || machine.sector_bytes == 0 || machine.line_bytes < machine.sector_bytes) return;

  const float label_size = kStripAxis * scale;
  float labels = builder.glyphs().width("lane", label_size);
  for (const TouchedLine& touched : lines_) {
    labels = std::max(labels, builder.glyphs().width(line_label(request.run, touched.line), label_size));
  }
  labels = std::min(std::ceil(labels + 8 * scale), request.room.width * 0.3f);
  left_ = std::round(request.room.x + labels);
  gap_ = std::round(4 * scale);
  const auto sectors = machine.line_bytes / machine.sector_bytes;
  const auto gaps = static_cast<float>(sectors - 1);
  // The frame of the last sector has its room too.
  const float right = std::floor(request.room.right() - 2 * std::max(1.0f, std::round(scale)));
  byte_ = (right - left_ - gaps * gap_) / static_cast<float>(machine.line_bytes);
  // What the least rows leave is shared by lanes, the way and the rows.
  const float between = std::round(kBetweenRows * scale);
  const auto rows = static_cast<float>(lines_.size());
  const float largest = (request.alone ? kLargestRowAlone : kLargestRow) * scale;
  float lane_height = kLaneHeight * scale, way = kFallRoom * scale;
  if (request.alone) {
    const float spare =
        std::max(0.0f, request.room.height - lane_height - way - rows * (kLargestRow * scale + between));
    lane_height = std::min(kLaneHeightAlone * scale, lane_height + spare * 0.1f);
    way = std::min(kFallRoomAlone * scale, way + spare * 0.3f);
  }
  lanes_ = {left_, request.room.y, right - left_, std::round(lane_height)};

  const float top = std::round(lanes_.bottom() + way);
  const float room = request.room.bottom() - top;
  const auto possible =
      std::max<std::size_t>(1, static_cast<std::size_t>((room + between) / (kLeastRow * scale + between)));
  shown_ = std::min(lines_.size(), possible);
  const float pitch = std::floor(std::min((room + between) / static_cast<float>(shown_), largest + between));
  // Where not all have room, those around the present one.
  std::size_t present = 0;
  for (std::size_t index = 0; index < lines_.size(); ++index) {
    if (request.state.sector &&
        *request.state.sector * machine.sector_bytes / machine.line_bytes == lines_[index].line) {
      present = index;
    }
  }
  const std::size_t first = std::min(present - std::min(present, shown_ / 2), lines_.size() - shown_);

  builder.text("lane", {request.room.x, lanes_.y, labels - 6 * scale, lanes_.height}, label_size,
               request.theme.text_faint, TextPlace::right);
  draw_lanes(builder, request);
  for (std::size_t row = 0; row < shown_; ++row) {
    const float y = top + static_cast<float>(row) * pitch, height = pitch - between;
    const std::size_t index = first + row;
    const float size = std::min(label_size, height * 1.1f);
    builder.text(line_label(request.run, lines_[index].line),
                 {request.room.x, y + (height - size) / 2, labels - 6 * scale, size}, size,
                 index == present ? request.theme.text : request.theme.text_faint, TextPlace::right);
    draw_line(builder, request, index, y, height);
    bottom_ = y + height;
  }
}

void LinePicture::draw_falling(GridBuilder& builder, const Theme& theme, float scale) const {
  const Colour fill = mix(theme.global, theme.window, 0.1);
  const float thin = std::max(1.0f, std::round(scale));
  for (const Chip& chip : chips_) {
    builder.cell(chip.rect, fill, 2 * scale, theme.now_border, thin);
    const ShortText words = number_text(chip.lane);
    const float size = builder.glyphs().fit("00", chip.rect.width, chip.rect.height, kStripBlock * scale);
    if (size > 0) builder.text(words.view(), chip.rect, size, text_on(fill));
  }
}

float LinePicture::least_height(std::size_t lines) {
  return kLaneHeight + kFallRoom + static_cast<float>(lines) * (kLeastRow + kBetweenRows);
}

const SectorUse* LinePicture::sector_at(float x, float y) const {
  for (const Placed& placed : placed_) {
    if (x >= placed.rect.x && x < placed.rect.right() && y >= placed.rect.y && y < placed.rect.bottom()) {
      return &lines_[placed.line].sectors[placed.sector];
    }
  }
  return nullptr;
}

std::optional<unsigned> LinePicture::lane_at(float x, float y) const {
  if (y < lanes_.y || y >= lanes_.bottom() || x < lanes_.x || x >= lanes_.right()) return std::nullopt;
  const auto lane = static_cast<unsigned>((x - lanes_.x) / (lanes_.width / static_cast<float>(kWarpSize)));
  return std::min(lane, kWarpSize - 1);
}

}  // namespace bankloom::ui
