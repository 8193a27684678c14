#include "ui/panels/coalescing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/wording/numbers.h"
#include "ui/widgets/bank_palette.h"
#include "ui/widgets/cell_labels.h"

namespace bankloom::ui {
namespace {

constexpr float kStripAxis = 11, kStripBlock = 12;                                 ///< units
constexpr float kFlyRoom = 18, kFlyRoomBeside = 60;                                ///< units
constexpr float kLeastLine = 11, kLargestLine = 30;                                ///< units
constexpr float kBetweenRows = 2, kBetweenColumns = 10;                            ///< units
constexpr float kLeastColumn = 60;                                                 ///< units
constexpr float kFlyRoomAlone = 90, kLargestRowAlone = 72, kStripBlockAlone = 16;  ///< units, without a tile
constexpr float kAboveAlone = 8;                                                   ///< units above the rows there
constexpr float kLargestPartAlone = 0.3f;                                          ///< of the room; the same row
constexpr float kMoved = 0.9f, kDone = 0.45f, kNow = 0.1f;  ///< how far grounds and pieces are mixed with the window

/// Least size of a number beside its piece, in units: legible from afar, or left out.
constexpr float kLeastNumber = 9;
/// A number is placed beside its piece if it is this much larger there than within.
constexpr float kMuchLarger = 1.25f;

/// Bytes used of a sector of a line; 0 if it is not moved.
unsigned used_of(const TouchedLine& touched, std::uint64_t sector) {
  for (const SectorUse& use : touched.sectors) {
    if (use.sector == sector) return use.bytes_used();
  }
  return 0;
}

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
      const auto same = std::ranges::find_if(touched.pieces, [&](const LinePiece& other) {
        return other.first == piece.first && other.bytes == piece.bytes;
      });
      if (same != touched.pieces.end()) {
        same->lanes |= piece.lanes;
      } else {
        touched.pieces.push_back(piece);
      }
    });
    std::ranges::stable_sort(touched.pieces, {}, &LinePiece::first);
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

Rect LinePicture::Row::box(unsigned first, unsigned bytes) const {
  const auto edge = [&](unsigned at, unsigned gaps) {
    return std::round(x + static_cast<float>(at) * byte + static_cast<float>(gaps) * gap);
  };
  const float left = edge(first, first / sector_bytes);
  // The last byte's right edge, not that of the next sector after a gap.
  return {left, y, edge(first + bytes, (first + bytes - 1) / sector_bytes) - left, height};
}

/// Of the first of a sector's tokens that is not home: a machine may move a sector more than once.
TokenPlace LinePicture::place_of(std::uint64_t sector, double time) const {
  TokenPlace place;
  for (const LaneToken& token : tokens_) {
    if (token.word != sector) continue;
    place = token_place(token, time);
    if (place.reached().kind != TokenStop::Kind::home) break;
  }
  return place;
}

/// Chooses rows and columns of lines; returns the width of their labels.
float LinePicture::place(const GridBuilder& builder, const LinePictureRequest& request) {
  const float scale = request.scale;
  const Rect& room = request.room;
  const auto count = lines_.size();
  between_ = std::round(kBetweenRows * scale);
  between_columns_ = std::round(kBetweenColumns * scale);
  const float largest =
      request.alone ? std::max(kLargestRowAlone * scale, kLargestPartAlone * room.height) : kLargestLine * scale;
  // A visible distance of flight, but not at the cost of rows.
  const float rows_at_best = static_cast<float>(count) * (kLargestLine * scale + between_);
  const float spare = std::max(0.0f, room.height - kFlyRoom * scale - rows_at_best);
  const float way = std::min((request.alone ? kFlyRoomAlone : kFlyRoomBeside) * scale, kFlyRoom * scale + spare * 0.3f);
  const float height = room.height - way;
  const auto as_many = [](float all, float least) {
    return std::max<std::size_t>(1, static_cast<std::size_t>(std::max(all / least, 1.0f)));
  };
  const std::size_t rows = as_many(height + between_, kLeastLine * scale + between_);
  columns_ = std::min((count + rows - 1) / rows, as_many(room.right() - request.row.left() + between_columns_,
                                                         kLeastColumn * scale + between_columns_));
  shown_ = std::min(count, columns_ * rows);
  rows_ = (shown_ + columns_ - 1) / columns_;
  pitch_ = std::floor(std::min((height + between_) / static_cast<float>(rows_), largest + between_));
  const float rows_height = static_cast<float>(rows_) * pitch_ - between_;
  // If nothing else shares the room, the flight takes what the rows leave: no gap above them.
  const float lowest = room.bottom() - way - rows_height;
  top_ = std::round(request.alone ? std::min(room.y + kAboveAlone * scale, lowest) : lowest);
  // Beside several columns there is no room for their labels.
  float labels = request.row.left() - room.x;
  if (columns_ == 1) {
    for (const TouchedLine& touched : lines_) {
      const float width = builder.glyphs().width(line_label(request.run, touched.line), kStripAxis * scale);
      labels = std::max(labels, std::min(std::ceil(width + 8 * scale), room.width * 0.3f));
    }
  }
  // The frame of the last sector needs room too.
  const float right = std::floor(room.right() - 2 * std::max(1.0f, std::round(scale)));
  column_ = (right - room.x - labels + between_columns_) / static_cast<float>(columns_) - between_columns_;
  return labels;
}

void LinePicture::draw(GridBuilder& builder, const LinePictureRequest& request) {
  const float scale = request.scale;
  const MachineModel& machine = request.run.machine;
  placed_.clear();
  threads_.clear();
  chips_.clear();
  lines_ = touched_lines(machine, request.state.access, request.cost);
  tokens_ = sector_tokens(machine, request.state.access);
  shown_ = 0;
  top_ = request.room.bottom();
  request.row.draw(
      builder, {request.theme, lane_states(request.state.access, tokens_, request.time), request.values, request.lanes,
                request.faulty, request.lane, request.accent, request.probe, request.asked});
  if (lines_.empty() || machine.sector_bytes == 0 || machine.line_bytes < machine.sector_bytes) return;
  const float labels = place(builder, request);
  // If not all have room, those around the present one.
  std::size_t present = 0;
  for (std::size_t index = 0; index < lines_.size(); ++index) {
    if (request.state.sector && *request.state.sector * machine.sector_bytes / machine.line_bytes == lines_[index].line)
      present = index;
  }
  const std::size_t first = std::min(present - std::min(present, shown_ / 2), lines_.size() - shown_);
  const auto sectors = machine.line_bytes / machine.sector_bytes;
  for (std::size_t at = 0; at < shown_; ++at) {
    const std::size_t column = at / rows_, line = at % rows_;
    Row row;
    row.sector_bytes = machine.sector_bytes;
    row.height = pitch_ - between_;
    row.x = std::round(request.room.x + labels + static_cast<float>(column) * (column_ + between_columns_));
    row.y = top_ + static_cast<float>(line) * pitch_;
    row.gap = std::round((columns_ == 1 ? 4.0f : 2.0f) * scale);
    row.byte = (column_ - static_cast<float>(sectors - 1) * row.gap) / static_cast<float>(machine.line_bytes);
    const std::size_t index = first + at;
    if (columns_ == 1) {
      const float size = std::min(kStripAxis * scale, row.height * 1.1f);
      builder.text(line_label(request.run, lines_[index].line),
                   {request.room.x, row.y + (row.height - size) / 2, labels - 6 * scale, size}, size,
                   index == present ? request.theme.text : request.theme.text_faint, TextPlace::right);
    }
    draw_line(builder, request, index, row);
  }
  // Those at their lanes are in line, as at the banks.
  for (const LaneToken& token : tokens_) {
    if (token_place(token, request.time).reached().kind != TokenStop::Kind::lane) continue;
    if (!token_place(token, request.time).rests()) continue;
    for_each_lane(token.lanes, [&](unsigned lane) { chips_.push_back({lane, request.row.box(lane)}); });
  }
}

void LinePicture::draw_line(GridBuilder& builder, const LinePictureRequest& request, std::size_t index,
                            const Row& row) {
  const Theme& theme = request.theme;
  const MachineModel& machine = request.run.machine;
  const TouchedLine& touched = lines_[index];
  const unsigned per_line = machine.line_bytes / machine.sector_bytes;
  const float thin = std::max(1.0f, std::round(request.scale));
  std::size_t next = 0;
  for (unsigned part = 0; part < per_line; ++part) {
    const Rect box = row.box(part * machine.sector_bytes, machine.sector_bytes);
    if (next >= touched.sectors.size() || touched.sectors[next].sector != touched.line * per_line + part) {
      builder.cell(box, 0, 2 * request.scale, theme.line, thin);  // not moved
      continue;
    }
    const SectorUse& use = touched.sectors[next];
    builder.cell(box, mix(theme.global, theme.window, kMoved), 2 * request.scale, 0, 0,
                 use.bytes_used() < use.used.size() ? with_opacity(theme.bad, 0.5f) : 0);
    placed_.push_back({box, index, next++});
  }
  named_ = 0;
  for (std::size_t piece = 0; piece < touched.pieces.size(); ++piece) draw_piece(builder, request, index, piece, row);
  name_sectors(builder, request, index, row);
  // The sector of this step is highlighted as a whole: it is moved as a whole.
  for (const Placed& placed : placed_) {
    if (placed.line != index || !request.state.sector) continue;
    if (touched.sectors[placed.sector].sector != *request.state.sector) continue;
    builder.outline(placed.rect, theme.now_border, 2 * thin, 2 * request.scale);
  }
}

void LinePicture::draw_piece(GridBuilder& builder, const LinePictureRequest& request, std::size_t index,
                             std::size_t piece_index, const Row& row) {
  const Theme& theme = request.theme;
  const LinePiece& piece = lines_[index].pieces[piece_index];
  const MachineModel& machine = request.run.machine;
  const unsigned part = piece.first / machine.sector_bytes;
  const std::uint64_t sector = lines_[index].line * (machine.line_bytes / machine.sector_bytes) + part;
  const TokenPlace place = place_of(sector, request.time);
  const bool is_there = place.reached().kind == TokenStop::Kind::service && place.rests();
  const bool comes = !place.rests() && place.to.kind == TokenStop::Kind::service;
  const bool leaves = !place.rests() && place.to.kind == TokenStop::Kind::home;
  const bool is_done = leaves || place.reached().kind == TokenStop::Kind::home;
  // Served pieces are filled, waiting ones hollow.
  const Colour ground = mix(theme.global, theme.window, kMoved);
  const Colour fill = is_there  ? mix(theme.global, theme.window, kNow)
                      : is_done ? mix(theme.global, theme.window, kDone)
                                : ground;
  const bool filled = is_there || is_done;
  const Rect box = row.box(piece.first, piece.bytes);
  const Rect inner{box.x, box.y, std::max(1.0f, box.width - (row.byte * 4 >= 4 ? 1.0f : 0.0f)), box.height};
  builder.cell(inner, fill, 0, filled ? 0 : mix(theme.global, theme.window, 0.3f),
               filled ? 0 : std::max(1.0f, std::round(request.scale)));
  if (request.lane && has_lane(piece.lanes, *request.lane))
    builder.outline(inner, request.accent, 2 * std::max(1.0f, std::round(request.scale)));
  for_each_lane(piece.lanes, [&](unsigned lane) {
    const Rect home = request.row.box(lane);
    if (is_there && request.probe != nullptr) request.probe->mark({Probe::Mark::Kind::token, lane_bit(lane), inner});
    if (is_there || comes || leaves)
      threads_.push_back({home.x + home.width / 2, home.y, inner.x + inner.width / 2, inner.bottom()});
    // Stored values stay; loaded ones continue to their lane.
    if (comes) chips_.push_back({lane, on_the_way(home, inner, place.part)});
    if (leaves && !is_stored(request.state.access.op)) chips_.push_back({lane, on_the_way(inner, home, place.part)});
  });
  const bool brings_number = comes || leaves;
  if (brings_number || name_piece(builder, request, index, piece_index, row, inner,
                                  filled ? text_on(fill) : theme.text_muted, is_there)) {
    named_ |= std::uint64_t{1} << part;
  }
}

/// A piece's lanes within it, or beside it if they are larger there. Returns false without room.
bool LinePicture::name_piece(GridBuilder& builder, const LinePictureRequest& request, std::size_t index,
                             std::size_t piece_index, const Row& row, const Rect& box, Colour ink, bool is_now) const {
  const TouchedLine& touched = lines_[index];
  const LinePiece& piece = touched.pieces[piece_index];
  const MachineModel& machine = request.run.machine;
  const float scale = request.scale, largest = (request.alone ? kStripBlockAlone : kStripBlock) * scale;
  // The number of one lane is in all pieces or in none.
  const ShortText words = lanes_text(piece.lanes, 5);
  const std::string_view widest = lane_count(piece.lanes) == 1 ? std::string_view("00") : words.view();
  const float narrowest = std::floor(static_cast<float>(piece.bytes) * row.byte) - 1;
  const float size = builder.glyphs().fit(widest, std::min(narrowest, box.width), box.height, largest);
  // After it, where the sector has no used bytes until the next piece; before it at the sector's end.
  const unsigned part = piece.first / machine.sector_bytes, sector_end = (part + 1) * machine.sector_bytes;
  const unsigned free_until = piece_index + 1 < touched.pieces.size()
                                  ? std::min(touched.pieces[piece_index + 1].first, sector_end)
                                  : sector_end;
  const unsigned end = piece.first + piece.bytes;
  const std::uint64_t sector = touched.line * (machine.line_bytes / machine.sector_bytes) + part;
  const bool only = used_of(touched, sector) == piece.bytes;
  const float behind = free_until > end ? static_cast<float>(free_until - end) * row.byte : 0;
  const float before = only ? static_cast<float>(piece.first - part * machine.sector_bytes) * row.byte : 0;
  const float beside =
      builder.glyphs().fit(widest, std::max(behind, before) - 4 * scale, box.height, largest, kLeastNumber * scale);
  // Beside it if it is larger there: within is the better place.
  if (size > 0 && beside < kMuchLarger * size) return builder.text(words.view(), box, size, ink);
  if (beside <= 0) return false;
  const float width = builder.glyphs().width(words.view(), beside) + 4 * scale;
  const float height = std::min(row.height - 2, std::round(beside * 1.5f));
  const Rect plate{width <= behind ? box.right() + 1 : box.x - 1 - width, row.y + (row.height - height) / 2, width,
                   height};
  builder.cell(plate, mix(request.theme.global, request.theme.window, kMoved), 2 * scale);
  builder.text(words.view(), plate, beside, is_now ? request.theme.text : request.theme.text_muted);
  return true;
}

/// For pieces too narrow for their numbers, the sector's lanes in its middle.
void LinePicture::name_sectors(GridBuilder& builder, const LinePictureRequest& request, std::size_t index,
                               const Row& row) const {
  const float scale = request.scale, largest = (request.alone ? kStripBlockAlone : kStripBlock) * scale;
  const unsigned per_line = request.run.machine.line_bytes / request.run.machine.sector_bytes;
  for (const Placed& placed : placed_) {
    if (placed.line != index) continue;
    const SectorUse& use = lines_[index].sectors[placed.sector];
    if ((named_ >> (use.sector % per_line) & 1U) != 0) continue;
    ShortText words = lanes_text(use.lanes);
    float size = 0;
    for (const std::size_t longest : {std::size_t{23}, std::size_t{5}}) {
      words = lanes_text(use.lanes, longest);
      size =
          builder.glyphs().fit(words.view(), placed.rect.width - 4 * scale, row.height, largest, kLeastNumber * scale);
      if (size > 0) break;
    }
    if (size <= 0) continue;
    const float width = builder.glyphs().width(words.view(), size) + 4 * scale;
    const float height = std::min(row.height - 2, std::round(size * 1.5f));
    const Rect plate{placed.rect.x + (placed.rect.width - width) / 2, row.y + (row.height - height) / 2, width, height};
    builder.cell(plate, mix(request.theme.global, request.theme.window, kMoved), 2 * scale);
    builder.text(words.view(), plate, size,
                 request.state.sector == use.sector ? request.theme.text : request.theme.text_muted);
  }
}

void LinePicture::draw_flying(GridBuilder& builder, const LinePictureRequest& request) const {
  const Theme& theme = request.theme;
  const float scale = request.scale, thin = std::max(1.0f, std::round(scale));
  for (const Chip& chip : chips_) {
    if (request.probe != nullptr) request.probe->mark({Probe::Mark::Kind::token, lane_bit(chip.lane), chip.rect});
    const Rect home = request.row.box(chip.lane);
    const bool rests = chip.rect.x == home.x && chip.rect.y == home.y;
    const Colour fill = mix(theme.global, theme.window, rests ? kDone : kNow);
    builder.cell(chip.rect, fill, 2 * scale, rests ? 0 : theme.now_border, rests ? 0 : thin);
    if (request.lane == chip.lane) builder.outline(chip.rect, request.accent, 2 * thin, 2 * scale);
    if (has_lane(request.faulty, chip.lane)) builder.outline(chip.rect, theme.bad, 2 * thin, 2 * scale);
    const ShortText words = number_text(chip.lane);
    const float size = builder.glyphs().fit("00", chip.rect.width, chip.rect.height, kStripBlock * scale);
    if (size > 0) builder.text(words.view(), chip.rect, size, text_on(fill));
  }
}

const SectorUse* LinePicture::sector_at(float x, float y) const {
  for (const Placed& placed : placed_) {
    if (x >= placed.rect.x && x < placed.rect.right() && y >= placed.rect.y && y < placed.rect.bottom()) {
      return &lines_[placed.line].sectors[placed.sector];
    }
  }
  return nullptr;
}

}  // namespace bankloom::ui
