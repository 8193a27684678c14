#include "ui/tile_picture.h"
#include "core/base/language.h"
#include "core/wording/picture_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace bankloom::ui {
namespace {

/// Limit of the text size in cells, in units; in large cells a part of their height, up to the size where its glyphs
/// blur.
constexpr float kCellText = 14, kCellTextShare = 0.55f, kLargestCellText = 40;
/// Least size in pixels of labels of three characters and more, and the margin at their sides, relative to their size.
constexpr float kSmallestLong = 8, kAirAsideLabels = 0.2f;
/// The same margin for labels of one or two.
constexpr float kLeastAir = 0.03f;
/// In cells of padding smaller than this, in units, only the stripes' colour shows the bank.
constexpr float kPaddingLabel = 16;
/// Cells so many units high and wide have room for the lanes above their label.
constexpr float kTagHeight = 25, kTagWidth = 25;
/// Size of the lanes' text, in units; with large labels a part of their size.
constexpr float kTagText = 11, kTagTextShare = 0.6f;
/// Up to so many columns, each has a number.
constexpr std::uint64_t kFewColumns = 12;
/// Height of a label at the left, at most this part of the lines from it to the next.
constexpr float kLabelPart = 0.95f;
/// The longest label at the left.
constexpr std::string_view kLongestLineLabel = "L0-31";
/// Cells have sharp edges from this pitch on, in pixels.
constexpr float kSharpFrom = 2;

/// Whether the label of a column with this centre is visible.
bool is_column_seen(const TilePictureRequest& request, float x) {
  return request.seen.empty() || (x >= request.seen.x && x <= request.seen.right());
}

Rect moved(const Rect& rect, float x, float y) { return {rect.x + x, rect.y + y, rect.width, rect.height}; }

/// Pixels between cells of a pitch.
float gap_of(float pitch, float scale) {
  if (pitch >= 5) return std::max(1.0f, std::round(pitch * 0.07f * std::min(scale, 1.5f)));
  return pitch >= 3.5f ? 1.0f : 0;
}

/// The text of a set of lanes that fits into a width: "0-31", then "x32", then nothing.
ShortText fitting_lanes(const GlyphTable& glyphs, LaneMask lanes, float width, float size) {
  for (const std::size_t longest : {std::size_t{23}, std::size_t{5}, std::size_t{3}}) {
    const ShortText text = lanes_text(lanes, longest);
    if (glyphs.width(text.view(), size) <= width) return text;
  }
  return {};
}

}  // namespace

bool is_line_seen(const TilePictureRequest& request, float y) {
  return request.seen.empty() || (y >= request.seen.y && y <= request.seen.bottom());
}

ShortText value_label(const TilePlacement& placement, const SharedContents& shared, std::uint64_t element) {
  const TileGeometry& tile = placement.tile();
  const std::uint64_t begin = tile.base + element * tile.element_bytes;
  if (placement.is_padding(element) || begin + tile.element_bytes > shared.bytes.size()) return {};
  bool unknown = false;
  for (unsigned byte = 0; byte < tile.element_bytes; ++byte) {
    const std::uint8_t written = shared.written[begin + byte];
    if (written == 0) return {};
    unknown = unknown || written == 2;
  }
  if (unknown) {
    ShortText text;
    text.characters[0] = '?';
    text.length = 1;
    return text;
  }
  return element_text(tile.element, std::span(shared.bytes).subspan(begin, tile.element_bytes));
}

ShortText lanes_at_line(const GlyphTable& glyphs, LaneMask lanes, float width, float size, float least) {
  for (const std::size_t longest : {std::size_t{23}, std::size_t{3}}) {
    const ShortText text = lanes_text(lanes, longest);
    const ShortText label = text.empty() || text.characters[0] == 'x' ? text : with_prefix('L', text);
    if (glyphs.fit(label.view(), width * 1.1f, 100 * size, size, least) > 0) return label;
  }
  return {};
}

AxisRoom axis_room(const GlyphTable& glyphs, float scale) {
  const float size = kAxisLabels * scale;
  // The banks below a tile have the same axis, with these names.
  float names = glyphs.width(kLongestLineLabel, size);
  for (const std::string_view name : {"bank", "lanes", "value"})
    names = std::max(names, glyphs.width(translated(name), size));
  return {std::ceil(names + 6 * scale), std::ceil(size * 1.15f + 4 * scale)};
}

Rect TilePicture::part_box(const TilePictureRequest& request, std::uint64_t element, const TilePart& part) const {
  const TilePlacement& placement = request.placement;
  const float t = request.passage;
  const float logical_gap = gap_of(std::min(request.logical_cell.width, request.logical_cell.height), request.scale);
  const float physical_gap = gap_of(std::min(request.physical_cell.width, request.physical_cell.height), request.scale);
  // Parts of one element touch in the logical picture, parts of one word nearly so in the physical one.
  const std::uint64_t element_end =
      placement.tile().base + element * placement.tile().element_bytes + placement.tile().element_bytes;
  const bool ends_element = part.address + part.bytes >= element_end;
  const bool ends_word = (part.address + part.bytes) % placement.bank_bytes() == 0;
  Rect box;
  if (t <= 0) {
    box = placement.logical(element, part, request.logical_cell);
  } else if (t >= 1) {
    box = placement.physical(part, request.physical_cell);
  } else {
    box = between(placement.logical(element, part, request.logical_cell),
                  placement.physical(part, request.physical_cell), t);
  }
  const float gap_x = (ends_element ? logical_gap : 0) * (1 - t) + (ends_word ? physical_gap : physical_gap / 2) * t;
  const float gap_y = logical_gap * (1 - t) + physical_gap * t;
  if (request.slide && t >= 1) box = request.slide->physical_part(element, part, request.physical_cell)[0];
  box.width -= gap_x;
  box.height -= gap_y;
  if ((t > 0 && t < 1) || (request.slide && t >= 1)) return moved(box, grid_.x, grid_.y);
  // At rest all edges are on whole pixels, so that all gaps are alike; cells differ by a pixel at most.
  const auto snapped = [](float at, float pitch) { return pitch >= kSharpFrom ? std::round(at) : at; };
  const CellSize& cell = t <= 0 ? request.logical_cell : request.physical_cell;
  const float right = snapped(box.right() + gap_x, cell.width) - gap_x;
  const float bottom = snapped(box.bottom() + gap_y, cell.height) - gap_y;
  box.x = snapped(box.x, cell.width);
  box.y = snapped(box.y, cell.height);
  box.width = right - box.x;
  box.height = bottom - box.y;
  return moved(box, grid_.x, grid_.y);
}

ShortText TilePicture::label_of(const TilePictureRequest& request, std::uint64_t element, const TilePart& part,
                                unsigned part_index) const {
  const TilePlacement& placement = request.placement;
  const TileGeometry& tile = placement.tile();
  switch (request.label) {
    case CellLabel::bank:
      return number_text(part.bank);
    case CellLabel::word:
      return number_text(part.word);
    case CellLabel::place: {
      if (part_index != 0) return {};
      const TileGeometry::Element at = placement.element(element);
      return tile.rows == 1 ? number_text(at.column) : place_text(at.row, at.column);
    }
    case CellLabel::lane: {
      const TileMark* mark = request.marks.find(element, part_index);
      return mark == nullptr ? ShortText{} : lanes_text(mark->lanes(), 5);
    }
    case CellLabel::value:
      if (part_index != 0 || request.shared == nullptr) return {};
      return value_label(placement, *request.shared, element);
  }
  return {};
}

void TilePicture::choose_texts(const GridBuilder& builder, const TilePictureRequest& request) {
  const TilePlacement& placement = request.placement;
  const float t = request.passage;
  // The label of an element is in its first part, or across all of it if its parts are adjacent.
  const bool per_part = request.label == CellLabel::bank || request.label == CellLabel::word;
  const auto parts = static_cast<float>(std::max(1u, placement.parts()));
  const float narrow = static_cast<float>(std::min(placement.tile().element_bytes, placement.bank_bytes())) /
                       static_cast<float>(placement.bank_bytes());
  const float logical_width = request.logical_cell.width / (per_part ? parts : 1);
  const float physical_width = request.physical_cell.width * (t >= 1 ? narrow : 1);
  const float width = (t <= 0   ? logical_width
                       : t >= 1 ? physical_width
                                : std::min(logical_width, physical_width)) -
                      gap_of(logical_width, request.scale);
  float height = t >= 0.5f ? request.physical_cell.height : request.logical_cell.height;
  height -= gap_of(height, request.scale);
  padding_labels_ = std::min(width, height) >= kPaddingLabel * request.scale;
  text_size_ = 0;
  lane_tags_ =
      request.label != CellLabel::lane && height >= kTagHeight * request.scale && width >= kTagWidth * request.scale;
  const float largest =
      std::clamp(height * kCellTextShare, kCellText * request.scale, kLargestCellText * request.scale);
  if (lane_tags_) height *= 0.6f;
  const GlyphTable& glyphs = builder.glyphs();
  const float possible = glyphs.fit("0", width, height, largest);
  left_out_ = possible <= 0;
  if (left_out_) return;

  texts_.resize(placement.elements() * placement.parts());
  float widest = 1;
  std::size_t index = 0;
  for (std::uint64_t element = 0; element < placement.elements(); ++element) {
    for (unsigned number = 0; number < placement.parts(); ++number, ++index) {
      texts_[index] = label_of(request, element, placement.part(element, number), number);
      // Digits count alike, so that of numbers with equally many digits all are shown or none.
      widest = std::max(widest, static_cast<float>(texts_[index].length));
    }
  }
  // All alike if the longest fits, otherwise none: single labels would seem to mean something. Long ones are not
  // condensed, since their digits would touch.
  const std::string widest_text(static_cast<std::size_t>(widest), '0');
  text_size_ = glyphs.fit(widest_text, width, height, largest);
  if (widest > 2) {
    text_size_ = std::min(text_size_, width / (glyphs.width(widest_text, 1) + 2 * kAirAsideLabels));
    if (text_size_ < std::max(kSmallestLong, glyphs.smallest())) text_size_ = 0;
  } else if (text_size_ <= 0) {
    // Two digits, as in the banks' numbers, may fill their cell, whose colour separates it; cells differ by a pixel.
    const float tight = std::floor(width) / (glyphs.width(widest_text, 1) * kNarrowest + 2 * kLeastAir);
    if (tight >= glyphs.smallest()) text_size_ = std::min(tight, possible);
  }
  left_out_ = text_size_ <= 0;
}

void TilePicture::draw(GridBuilder& builder, GridBuilder& axes, const TilePictureRequest& request) {
  axes_ = axis_room(builder.glyphs(), request.scale);
  const GridShape logical = request.placement.logical_shape(), physical = request.placement.physical_shape();
  const auto extent = [](const GridShape& shape, const CellSize& cell) {
    return Rect{0, 0, static_cast<float>(shape.columns) * cell.width, static_cast<float>(shape.lines) * cell.height};
  };
  grid_ = moved(
      between(extent(logical, request.logical_cell), extent(physical, request.physical_cell), request.passage),
      std::round(request.room.x + axes_.left) - request.left, std::round(request.room.y + axes_.top) - request.above);
  choose_texts(builder, request);
  request.slide ? draw_sliding(builder, request) : draw_cells(builder, request);
  draw_borders(builder, request);
  // The axes of one picture disappear before those of the other appear.
  const float logical_axes = std::clamp(1 - 2.5f * request.passage, 0.0f, 1.0f);
  const float physical_axes = std::clamp(2.5f * request.passage - 1.5f, 0.0f, 1.0f);
  for (const bool is_physical : {false, true}) {
    const float opacity = is_physical ? physical_axes : logical_axes;
    if (opacity <= 0) continue;
    draw_line_labels(axes, request, is_physical, opacity);
    draw_column_labels(axes, request, is_physical, opacity);
  }
}

/// Hatched, in the colour of its bank.
void TilePicture::draw_padding(GridBuilder& builder, const TilePictureRequest& request, const Rect& box, unsigned bank,
                               bool stands_out, const ShortText& text) const {
  const Theme& theme = request.theme;
  const BankPalette::Ink& hatch = request.palette.ink(bank, BankPalette::State::padding);
  const float smallest = std::min(box.width, box.height);
  builder.cell(box, theme.padding_fill, radius_of(smallest), hatch.fill, std::max(1.0f, request.scale * 0.75f),
               with_opacity(stands_out ? hatch.fill : theme.padding_hatch, 0.8f));
  if (text_size_ <= 0 || text.empty() || !padding_labels_) return;
  // On a plate: numbers are illegible on stripes.
  const float plate = builder.glyphs().width(text.view(), text_size_) + 4 * request.scale;
  const float tall = text_size_ * 1.1f;
  builder.cell({box.x + (box.width - plate) / 2, box.y + (box.height - tall) / 2, plate, tall}, theme.padding_fill,
               2 * request.scale);
  builder.text(text.view(), box, text_size_, hatch.text);
}

/// How strong the colour of a cell of a bank is.
BankPalette::State TilePicture::cell_state(const TilePictureRequest& request, const TileMark* mark, unsigned bank) {
  using State = BankPalette::State;
  const LaneState state = mark == nullptr ? LaneState::inactive : mark->state();
  if (state == LaneState::now) return State::now;
  if (request.highlight && *request.highlight != bank) return State::faded;
  if (state == LaneState::done) return State::done;
  if (state == LaneState::waiting || request.highlight) return State::waiting;
  return request.state == nullptr ? State::resting : State::aside;
}

void TilePicture::draw_cells(GridBuilder& builder, const TilePictureRequest& request) {
  const TilePlacement& placement = request.placement;
  const bool is_per_part = request.label == CellLabel::bank || request.label == CellLabel::word;
  static constexpr ShortText kNoText{};
  std::size_t index = 0;
  for (std::uint64_t element = 0; element < placement.elements(); ++element) {
    const bool padding = placement.is_padding(element);
    for (unsigned number = 0; number < placement.parts(); ++number, ++index) {
      const TilePart part = placement.part(element, number);
      if (part.bytes == 0) continue;
      const Rect box = part_box(request, element, part);
      const TileMark* mark = request.marks.find(element, number);
      const LaneState state = mark == nullptr ? LaneState::inactive : mark->state();
      const bool stands_out = !request.highlight || *request.highlight == part.bank;
      const ShortText& text = text_size_ > 0 ? texts_[index] : kNoText;
      if (padding && state == LaneState::inactive) {
        draw_padding(builder, request, box, part.bank, stands_out, text);
        continue;
      }
      const BankPalette::Ink& ink = request.palette.ink(part.bank, cell_state(request, mark, part.bank));
      builder.cell(box, ink.fill, radius_of(std::min(box.width, box.height)));
      if (text_size_ <= 0) continue;
      if (lane_tags_ && state == LaneState::now) {
        const float tag_size = std::min(text_size_, std::max(kTagText * request.scale, text_size_ * kTagTextShare));
        const Rect upper{box.x, box.y + 2 * request.scale, box.width, box.height * 0.42f};
        const Rect lower{box.x, box.y + box.height * 0.42f, box.width, box.height * 0.55f};
        const ShortText lanes =
            with_prefix('L', fitting_lanes(builder.glyphs(), mark->now, box.width * 0.8f, tag_size));
        builder.text(lanes.view(), upper, tag_size, ink.text);
        builder.text(text.view(), lower, text_size_, ink.text);
        continue;
      }
      Rect text_box = box;
      // Across all parts of the element.
      if (!is_per_part && placement.parts() > 1 && request.passage <= 0) text_box.width = request.logical_cell.width;
      builder.text(text.view(), text_box, text_size_, ink.text);
    }
  }
}

void TilePicture::draw_borders(GridBuilder& builder, const TilePictureRequest& request) const {
  const float pitch = request.passage < 0.5f ? std::min(request.logical_cell.width, request.logical_cell.height)
                                             : request.physical_cell.height;
  const float thin = std::max(1.0f, std::round(request.scale));
  const float thick = pitch >= 10 * request.scale ? std::max(1.5f, 2 * request.scale) : thin;
  // Those served now come last: nothing is above their border.
  for (const LaneState state : {LaneState::waiting, LaneState::done, LaneState::now}) {
    for (const TileMark& mark : request.marks.all()) {
      if (mark.state() != state) continue;
      const TilePart part = request.placement.part(mark.element, mark.part);
      const Rect box = part_box(request, mark.element, part);
      // With the corners of the cell, otherwise it would show beyond the line.
      const float radius = radius_of(std::min(box.width, box.height));
      if (state == LaneState::now) {
        builder.cell({box.x - thin, box.y - thin, box.width + 2 * thin, box.height + 2 * thin}, 0,
                     radius > 0 ? radius + thin : 0, request.theme.now_border, thick);
      } else if (state == LaneState::done) {
        // In small cells a coloured line would hide the bank's colour; there only the fill shows the state.
        if (pitch >= 16 * request.scale) builder.cell(box, 0, radius, request.theme.good, thin);
      } else {
        builder.cell(box, 0, radius, with_opacity(request.theme.text, 0.45f), thin);
      }
    }
  }
}

Rect TilePicture::element_box(const TilePictureRequest& request, std::uint64_t element) const {
  const TilePlacement& placement = request.placement;
  Rect all = part_box(request, element, placement.part(element, 0));
  for (unsigned number = 1; number < placement.parts() && request.passage <= 0; ++number) {
    const TilePart part = placement.part(element, number);
    if (part.bytes == 0) continue;
    all.width = part_box(request, element, part).right() - all.x;
  }
  return all;
}

void TilePicture::outline(GridBuilder& builder, const TilePictureRequest& request, std::uint64_t element, Colour colour,
                          float thickness) const {
  const TilePlacement& placement = request.placement;
  if (element >= placement.elements()) return;
  if (request.passage <= 0) {
    return builder.outline(element_box(request, element), colour, thickness, radius_of(request.logical_cell.height));
  }
  for (unsigned number = 0; number < placement.parts(); ++number) {
    const TilePart part = placement.part(element, number);
    if (part.bytes != 0) builder.outline(part_box(request, element, part), colour, thickness);
  }
}

/// Whether a label is at a line or so near that another would touch it.
bool TilePicture::is_taken(std::uint64_t line) const {
  const std::uint64_t from = line < distance_ ? 0 : line - distance_ + 1;
  for (std::uint64_t near = from; near < std::min<std::uint64_t>(line + distance_, taken_.size()); ++near) {
    if (taken_[near]) return true;
  }
  return false;
}

void TilePicture::draw_line_labels(GridBuilder& builder, const TilePictureRequest& request, bool physical,
                                   float opacity) {
  const TilePlacement& placement = request.placement;
  const GridShape shape = physical ? placement.physical_shape() : placement.logical_shape();
  const CellSize cell = physical ? request.physical_cell : request.logical_cell;
  const float smallest = builder.glyphs().smallest();
  distance_ = label_distance(cell.height, std::max(9.5f * request.scale, smallest / kLabelPart));
  const float size = std::min(kAxisLabels * request.scale, cell.height * static_cast<float>(distance_) * kLabelPart);
  lines_.assign(shape.lines, {});
  for (const TileMark& mark : request.marks.all()) {
    const TilePart part = placement.part(mark.element, mark.part);
    LineLanes& line = lines_[physical ? placement.physical_line(part) : placement.logical_line(mark.element)];
    line.now |= mark.now;
    line.done |= mark.done;
    line.waiting |= mark.waiting;
  }
  taken_.assign(shape.lines, false);
  const float width = axes_.left - 6 * request.scale;
  const auto place = [&](std::uint64_t line, const ShortText& text, Colour colour) {
    if (is_taken(line)) return;
    taken_[line] = true;
    if (!is_line_seen(request, grid_.y + (static_cast<float>(line) + 0.5f) * cell.height)) return;
    // A label of a low line is beside its middle, over its neighbours' ends.
    const float height = std::max(cell.height, size);
    const float fitting = builder.glyphs().fit(text.view(), width * 1.1f, height * 2, size, 7 * request.scale);
    builder.text(
        text.view(),
        {request.room.x, grid_.y + (static_cast<float>(line) + 0.5f) * cell.height - height / 2, width, height},
        fitting, with_opacity(colour, opacity), TextPlace::right);
  };
  const auto lanes_label = [&](LaneMask lanes) {
    return lanes_at_line(builder.glyphs(), lanes, width, size, 9 * request.scale);
  };
  for (std::uint64_t line = 0; line < shape.lines; ++line) {
    if (lines_[line].now != 0) place(line, lanes_label(lines_[line].now), request.theme.text);
  }
  for (std::uint64_t line = 0; line < shape.lines; ++line) {
    const LineLanes& lanes = lines_[line];
    if (lanes.waiting != 0) {
      place(line, lanes_label(lanes.waiting), request.theme.text_faint);
    } else if (lanes.done != 0) {
      place(line, lanes_label(lanes.done), request.theme.good);
    }
  }
  // Row numbers (or the first word of a line) only where there are no lanes' labels: labels of one kind read as one
  // axis.
  const bool many = request.marks.all().size() > 1 &&
                    std::ranges::count_if(
                        lines_, [](const LineLanes& lanes) { return (lanes.now | lanes.done | lanes.waiting) != 0; }) *
                            2 >
                        static_cast<std::ptrdiff_t>(shape.lines);
  if (many) return;
  const std::uint64_t step = std::max<std::uint64_t>(distance_, shape.lines > 8 ? 4 : 1);
  for (std::uint64_t line = 0; line < shape.lines; line += step) {
    std::uint64_t number = line;
    if (physical) number = placement.first_word(line);
    if (!physical && placement.folded()) number = line * placement.logical_shape().columns;
    place(line, number_text(number), request.theme.text_faint);
  }
}

void TilePicture::draw_column_labels(GridBuilder& builder, const TilePictureRequest& request, bool physical,
                                     float opacity) {
  const TilePlacement& placement = request.placement;
  const GridShape shape = physical ? placement.physical_shape() : placement.logical_shape();
  const CellSize cell = physical ? request.physical_cell : request.logical_cell;
  const float size = kAxisLabels * request.scale;
  const float top = grid_.y + request.above - axes_.top, height = axes_.top - 3 * request.scale;
  const float widest = builder.glyphs().width(number_text(shape.columns).view(), size) + 4 * request.scale;
  const auto place = [&](std::uint64_t column, const ShortText& text, Colour colour) {
    const float width = std::max(builder.glyphs().width(text.view(), size), 1.0f);
    const float x = grid_.x + (static_cast<float>(column) + 0.5f) * cell.width - width / 2;
    if (x + width > request.room.right() || !is_column_seen(request, x + width / 2)) return;
    builder.text(text.view(), {x, top, width, height}, size, with_opacity(colour, opacity));
  };
  const auto corner = [&](std::string_view words) {
    builder.text(words, {request.room.x, top, axes_.left - 6 * request.scale, height}, size,
                 with_opacity(request.theme.text_faint, opacity), TextPlace::right);
  };
  // Lanes in one line are named above it.
  const auto touched = static_cast<std::uint64_t>(std::ranges::count_if(
      lines_, [](const LineLanes& lanes) { return (lanes.now | lanes.done | lanes.waiting) != 0; }));
  const std::uint64_t distance = label_distance(cell.width, widest);
  if (!physical && touched == 1 && request.marks.all().size() > 1 && !lane_tags_) {
    corner(translated("lane"));
    std::uint64_t free_from = 0;
    const std::uint64_t step = distance <= 2 ? distance : std::max<std::uint64_t>(distance, 4);
    std::vector<const TileMark*> marks;
    marks.reserve(request.marks.all().size());
    for (const TileMark& mark : request.marks.all()) {
      if (mark.part == 0) marks.push_back(&mark);
    }
    std::ranges::sort(marks, [](const TileMark* a, const TileMark* b) { return a->element < b->element; });
    // Their numbers if all texts fit, otherwise how many: not one here and the other there.
    const float room = static_cast<float>(step) * cell.width - kAirAsideLabels * size;
    const bool fit_all = std::ranges::all_of(marks, [&](const TileMark* mark) {
      return builder.glyphs().width(lanes_text(mark->lanes()).view(), size) <= room;
    });
    for (const TileMark* mark : marks) {
      const std::uint64_t column = placement.logical_column(mark->element);
      if (column < free_from) continue;
      const ShortText text = lanes_text(mark->lanes(), fit_all ? ShortText{}.characters.size() : 2);
      const LaneState state = mark->state();
      place(column, text,
            state == LaneState::now    ? request.theme.text
            : state == LaneState::done ? request.theme.good
                                       : request.theme.text_faint);
      free_from = column + step;
    }
    return;
  }
  const bool is_offset = placement.folded() || placement.tile().rows == 1;
  corner(physical ? translated("bank") : is_offset ? "+" : translated("col"));
  // Every number if all of a few columns have room, otherwise one in four, as people count.
  const std::uint64_t step = shape.columns <= kFewColumns && distance == 1 ? 1 : std::max<std::uint64_t>(distance, 4);
  for (std::uint64_t column = 0; column < shape.columns; column += step) {
    const bool lit = physical && request.highlight == static_cast<unsigned>(column);
    place(column, number_text(column), lit ? request.theme.text : request.theme.text_faint);
  }
}

}  // namespace bankloom::ui
