#include "ui/panels/lanes_row.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/base/language.h"
#include "ui/tile_picture.h"
#include "ui/tile_placement.h"
#include "ui/widgets/asked_ring.h"
#include "ui/widgets/bank_palette.h"

namespace bankloom::ui {
namespace {

constexpr float kNumber = 12, kName = 11, kValue = 11, kLeastValue = 8.5f;  ///< units: sizes of texts
constexpr float kLeastLane = 7, kHighestLane = 26;                          ///< units
constexpr float kRoomForValues = 96;  ///< units of height below which there are no values

}  // namespace

float PhaseColumns::bank_x(std::size_t phase, unsigned bank) const {
  const float x = left + static_cast<float>(phase - first) * block + static_cast<float>(bank) * pitch;
  return pitch >= 4 ? std::round(x) : x;
}

float PhaseColumns::gap() const {
  return pitch >= 6 ? std::max(1.0f, std::round(pitch * 0.1f)) : (pitch >= 3.5f ? 1.0f : 0.0f);
}

Rect PhaseColumns::cell(std::size_t phase, unsigned bank, float y, float height) const {
  const float x = bank_x(phase, bank);
  return {x, y, bank_x(phase, bank + 1) - x - gap(), height};
}

LaneValues lane_values(const KernelRun& run, const MemoryAccess& access, int digits) {
  LaneValues values;
  if (access.op == AccessOp::reduction || access.matrices != 0) return values;
  const auto tile = drawn_tile(run);
  for_each_lane(addressing_lanes(access), [&](unsigned lane) {
    ptx::Type type = ptx::Type::b32;
    if (access.space == Space::shared) {
      if (!tile || tile->element_bytes != access.width) return;
      type = tile->element;
    } else {
      const auto element = run.element_at(access.addresses[lane]);
      if (!element) return;
      type = run.instance.parameters[element->parameter].element;
      if (ptx::type_bits(type) != 8U * access.width) return;
    }
    const auto bytes = std::span(access.values).subspan(std::size_t{lane} * access.width, access.width);
    values[lane] = element_text(type, bytes, digits);
  });
  return values;
}

bool is_stored(AccessOp op) { return op == AccessOp::store || op == AccessOp::stmatrix || op == AccessOp::reduction; }

bool is_read(AccessOp op) { return op != AccessOp::store && op != AccessOp::stmatrix; }

LaneStates lane_states(const MemoryAccess& access, const std::vector<LaneToken>& tokens, double time) {
  LaneStates states;
  states.asking = addressing_lanes(access);
  LaneMask open = 0;
  for (const LaneToken& token : tokens) {
    // A stored value goes from its bank into the tile; its lane is done.
    const TokenPlace place = token_place(token, time);
    const bool is_through = place.part > 0 && place.to.kind == TokenStop::Kind::home && is_stored(access.op);
    if (!is_through && place.reached().kind != TokenStop::Kind::home) open |= token.lanes;
  }
  states.done = states.asking & ~open;
  states.held = is_stored(access.op) ? states.asking : states.done;
  return states;
}

float LanesRow::place(const GlyphTable& glyphs, const Rect& room, float scale, unsigned places) {
  scale_ = scale;
  places_ = std::clamp(places, 1u, kWarpSize);
  axis_ = axis_room(glyphs, scale).left;
  columns_ = {};
  columns_.left = std::round(room.x + axis_);
  columns_.pitch = (room.right() - columns_.left) / static_cast<float>(places_);
  const float most = std::max(std::min(kHighestLane * scale, room.height / 7), kLeastLane * scale);
  // Whole pixels: the pictures of two sides may differ in width by a fraction of one, and must have one height.
  const float height = std::floor(std::clamp(1.15f * columns_.pitch, kLeastLane * scale, most));
  value_size_ = glyphs.fit("0000", columns_.pitch - columns_.gap(), 100 * scale, kValue * scale, kLeastValue * scale);
  values_ = value_size_ > 0 && room.height >= kRoomForValues * scale ? std::ceil(value_size_ * 1.15f) : 0;
  row_ = {columns_.left, std::round(room.bottom() - height - values_), columns_.bank_x(0, places_) - columns_.left,
          height};
  return height + values_;
}

Rect LanesRow::box(unsigned lane) const { return columns_.cell(0, lane, row_.y, row_.height); }

std::optional<unsigned> LanesRow::lane_at(float x, float y) const {
  if (y < row_.y || y >= row_.bottom() || x < row_.x || x >= row_.right()) return std::nullopt;
  return std::min(static_cast<unsigned>((x - row_.x) / columns_.pitch), places_ - 1);
}

/// Size of the values in pixels, the same for all; 0 if the longest is wider than its lane.
float LanesRow::values_text(const GlyphTable& glyphs, const LaneValues& values) const {
  if (values_ <= 0) return 0;
  const auto* const longest = std::ranges::max_element(values, {}, &ShortText::length);
  if (longest->empty()) return 0;
  return std::min(value_size_,
                  glyphs.fit(longest->view(), columns_.pitch, 100 * scale_, kValue * scale_, kLeastValue * scale_));
}

void LanesRow::draw(GridBuilder& builder, const Look& look) const {
  const Theme& theme = look.theme;
  const float thick = std::max(1.0f, 2 * scale_);
  const float size = builder.glyphs().fit("30", box(0).width, row_.height, kNumber * scale_);
  const float values = look.values == nullptr ? 0 : values_text(builder.glyphs(), *look.values);
  for (unsigned lane = 0; lane < std::clamp(look.lanes, 1u, kWarpSize); ++lane) {
    const Rect at = box(lane);
    const bool asks = has_lane(look.states.asking, lane), done = has_lane(look.states.done, lane);
    // On white a part of a dark green would be grey.
    const Colour green = theme.is_dark ? mix(theme.window, theme.good, 0.55) : theme.load;
    const Colour fill = done ? green : theme.raised;
    builder.cell(at, fill, std::min(3 * scale_, at.width / 4));
    if (look.probe != nullptr) look.probe->mark({Probe::Mark::Kind::home, lane_bit(lane), at});
    if (look.pointed == lane) builder.outline(at, look.accent, thick);
    if (has_lane(look.faulty, lane)) builder.outline(at, theme.bad, thick);
    if (has_lane(look.right, lane)) builder.outline(at, theme.good, thick);
    if (has_lane(look.wrong, lane)) draw_wrong(builder, at, {theme, scale_, look.probe});
    if (size > 0) {
      builder.text(number_text(lane).view(), at, size,
                   done ? text_on(fill) : with_opacity(theme.text_faint, asks ? 1.0f : 0.5f));
    }
    if (values <= 0 || !has_lane(look.states.held, lane)) continue;
    builder.text((*look.values)[lane].view(), {at.x, at.bottom(), at.width, values_}, values, theme.text_muted);
  }
  // Above its neighbours.
  if (look.asked && *look.asked < look.lanes) draw_ring(builder, box(*look.asked), {theme, scale_, look.probe});
  const auto name = [&](std::string_view words, float y, float height) {
    const Rect at{columns_.left - axis_, y, axis_ - 6 * scale_, height};
    if (builder.text(words, at, kName * scale_, theme.text_faint, TextPlace::right) && look.probe != nullptr) {
      look.probe->mark({Probe::Mark::Kind::name, 0, at, std::string(words)});
    }
  };
  name(translated("lanes"), row_.y, row_.height);
  if (values > 0 && look.states.held != 0) name(translated("value"), row_.bottom(), values_);
}

Rect on_the_way(const Rect& from, const Rect& to, float part) {
  const auto at = [](float a, float b, float t) { return a + (b - a) * t; };
  const float late = from.height > to.height ? part * part * part * part : part;
  const float width = at(from.width, to.width, late), height = at(from.height, to.height, late);
  const float x = at(from.x + from.width / 2, to.x + to.width / 2, part);
  const float y = at(from.y + from.height / 2, to.y + to.height / 2, part);
  return {x - width / 2, y - height / 2, width, height};
}

}  // namespace bankloom::ui
