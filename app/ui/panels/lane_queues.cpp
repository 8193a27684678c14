#include "ui/panels/lane_queues.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "ui/widgets/cell_labels.h"

namespace bankloom::ui {
namespace {

constexpr float kTokenText = 15;     ///< units, at most
constexpr float kLargestToken = 26;  ///< units
constexpr float kAlways = 1000;      ///< units: no room is so wide that a bank's column gets as many

}  // namespace

void LaneQueues::place(const GridBuilder& builder, const BankPictureRequest& request, unsigned axis_degree) {
  const float scale = request.scale, room = request.room.height;
  // As the tile above; phases go one after the other, so one is drawn at a time.
  place_columns(request, std::ceil(builder.glyphs().width("L0-31", axis_text(request)) + 6 * scale), kAlways);
  const float between = std::round(2 * scale);
  token_ = std::floor(std::clamp(std::min(columns_.pitch * 0.92f, room / 7), 7 * scale, kLargestToken * scale));
  const float axis = axis_height(request) + between;
  const float row = std::min(std::max(1.15f * plot_.width / static_cast<float>(kWarpSize), 7 * scale), token_);
  lanes_row_ = {plot_.x, request.room.bottom() - row, plot_.width, row};
  plot_.y = request.room.y;
  plot_.height = lanes_row_.y - between - axis - plot_.y;
  // Lanes that made no access stand behind the others.
  std::map<unsigned, unsigned> missing;  // by bank
  unsigned most = 0;
  for_each_fault(request, [&](const FaultyLane& lane, unsigned bank) {
    if (!has_lane(addressing_lanes(request.state.access), lane.lane)) most = std::max(most, ++missing[bank]);
  });
  degree_ = std::max(axis_degree, 1u) + most;
  pitch_ = token_ + std::max(1.0f, std::round(token_ * 0.08f));
  // As many as tokens as leave the others a line each.
  const float queue = plot_.bottom() - queue_box(0, 0).y;
  const auto waiting = static_cast<float>(degree_ - 1);
  thin_ = pitch_;
  heads_ = waiting;
  if (waiting * pitch_ <= queue) return;
  const float line = std::max(1.0f, std::round(1.5f * scale));
  heads_ = std::max(1.0f, std::floor((queue - waiting * line) / (pitch_ - line)));
  thin_ = std::max((queue - heads_ * pitch_) / std::max(waiting - heads_, 1.0f), 0.25f);
}

Rect LaneQueues::lane_box(unsigned lane) const {
  const float width = lanes_row_.width / static_cast<float>(kWarpSize);
  const float gap = std::min(columns_.gap(), std::max(1.0f, std::round(width * 0.1f)));
  const float left = lanes_row_.x + static_cast<float>(lane) * width;
  const float from = columns_.banks == kWarpSize ? columns_.bank_x(columns_.first, lane) : std::round(left);
  const float end = columns_.banks == kWarpSize ? columns_.bank_x(columns_.first, lane + 1) : std::round(left + width);
  return {from, lanes_row_.y, end - from - gap, lanes_row_.height};
}

Rect LaneQueues::service_box(unsigned bank) const {
  return columns_.cell(columns_.first, bank, plot_.y + std::round(token_ * 0.15f), token_);
}

Rect LaneQueues::queue_box(unsigned bank, float ahead) const {
  // Apart from what is served, and then one after the other; the height of a token becomes that of a line by and by.
  const float first = plot_.y + std::round(token_ * 1.45f);
  const float whole = std::min(ahead, heads_), beyond = std::max(ahead - heads_, 0.0f);
  const float part = std::clamp(heads_ - ahead, 0.0f, 1.0f), line = std::max(thin_ - (thin_ >= 2 ? 1.0f : 0.0f), 0.5f);
  return columns_.cell(columns_.first, bank, first + whole * pitch_ + beyond * thin_,
                       std::min(token_, line + (token_ - line) * part));
}

Rect LaneQueues::box_of(const LaneToken& token, const TokenStop& stop, unsigned lane) const {
  Rect box;
  switch (stop.kind) {
    case TokenStop::Kind::lane:
    case TokenStop::Kind::home:
      return lane_box(lane);
    case TokenStop::Kind::queue:
      box = queue_box(token.bank, static_cast<float>(stop.ahead));
      break;
    case TokenStop::Kind::service:
      box = service_box(token.bank);
      break;
  }
  box.width /= static_cast<float>(token.sharing);
  box.x += static_cast<float>(token.beside) * box.width;
  return box;
}

namespace {

/// What lands in a place that is smaller than a token stays one until it is nearly there.
Rect on_the_way(const Rect& from, const Rect& to, float part) {
  const auto at = [](float a, float b, float t) { return a + (b - a) * t; };
  const float late = from.height > to.height ? part * part * part * part : part;
  const float width = at(from.width, to.width, late), height = at(from.height, to.height, late);
  const float x = at(from.x + from.width / 2, to.x + to.width / 2, part);
  const float y = at(from.y + from.height / 2, to.y + to.height / 2, part);
  return {x - width / 2, y - height / 2, width, height};
}

bool is_stored(const StepState& state) {
  return state.access.op == AccessOp::store || state.access.op == AccessOp::stmatrix;
}

/// What stands on a token: its lane, or how many lanes have come together.
ShortText words_of(const LaneToken& token) {
  if (lane_count(token.lanes) == 1) return number_text(first_lane(token.lanes));
  return with_prefix('x', number_text(lane_count(token.lanes)));
}

}  // namespace

void LaneQueues::draw(GridBuilder& builder, const BankPictureRequest& request, unsigned axis_degree, double time) {
  place(builder, request, axis_degree);
  leaving_.clear();
  time_ = time;
  if (plot_.height < 2 * token_) return;
  draw_grounds(builder, request);
  draw_bank_axis(builder, request, plot_.bottom() + 2 * request.scale);
  draw_lanes(builder, request);
  std::vector<std::pair<const LaneToken*, TokenPlace>> moving;
  const std::vector<LaneToken> tokens = tokens_of(request.cost);
  for (const LaneToken& token : tokens) {
    const TokenPlace place = token_place(token, time);
    if (!place.rests()) {
      moving.emplace_back(&token, place);
    } else {
      draw_resting(builder, request, token, place.reached());
    }
  }
  draw_missing(builder, request);
  draw_degrees(builder, request);
  // What moves lies above what rests.
  for (const auto& [token, place] : moving) {
    const bool leaves = place.to.kind == TokenStop::Kind::home;
    const LaneState state = leaves || place.to.kind == TokenStop::Kind::service ? LaneState::now : LaneState::waiting;
    if (leaves && is_stored(request.state)) {
      leaving_.push_back({*token, place.part});
      continue;
    }
    if (place.from.kind == TokenStop::Kind::queue) {
      const Rect box = on_the_way(box_of(*token, place.from, 0), box_of(*token, place.to, 0), place.part);
      draw_token(builder, request, *token, box, state, words_of(*token).view());
      continue;
    }
    // Lanes come together on their way to a word, and part on the way back.
    for_each_lane(token->lanes, [&, one = token, way = place](unsigned lane) {
      const Rect box = on_the_way(box_of(*one, way.from, lane), box_of(*one, way.to, lane), way.part);
      draw_token(builder, request, *one, box, state, number_text(lane).view());
    });
  }
}

void LaneQueues::draw_leaving(GridBuilder& builder, const BankPictureRequest& request, const CellOf& cell_of) const {
  for (const Leaving& one : leaving_) {
    const Rect from = box_of(one.token, {TokenStop::Kind::service}, 0);
    const auto cell = cell_of(one.token.word);
    const Rect to = cell.value_or(Rect{from.x, plot_.y - from.height, from.width, from.height});
    draw_token(builder, request, one.token, on_the_way(from, to, one.part), LaneState::now, words_of(one.token).view());
  }
}

/// Where the queues stand, and as shades how long each was at first.
void LaneQueues::draw_grounds(GridBuilder& builder, const BankPictureRequest& request) const {
  const Theme& theme = request.theme;
  const auto& phases = request.cost.phases;
  for (unsigned bank = 0; bank < columns_.banks; ++bank) {
    builder.cell(columns_.cell(columns_.first, bank, plot_.y, plot_.height),
                 request.lights(bank) ? theme.raised_hover : theme.raised);
  }
  if (columns_.first >= phases.size()) return;
  for (const BankLoad& load : phases[columns_.first].banks) {
    const Rect top = service_box(load.bank);
    Rect shade = top;
    if (load.wavefronts > 1)
      shade.height = queue_box(load.bank, static_cast<float>(load.wavefronts - 2)).bottom() - top.y;
    const Colour own = request.palette.ink(load.bank, BankPalette::Part::aside).fill;
    builder.cell(shade, with_opacity(own, 0.28f), std::min(2 * request.scale, shade.width / 4));
  }
}

/// The places of the lanes: who asks for nothing, who is away, who has got what it asked for.
void LaneQueues::draw_lanes(GridBuilder& builder, const BankPictureRequest& request) const {
  const Theme& theme = request.theme;
  const LaneMask asking = addressing_lanes(request.state.access), faulty = request.faulty_lanes();
  LaneMask open = 0;
  for (const LaneToken& token : tokens_of(request.cost)) {
    if (token_place(token, time_).reached().kind != TokenStop::Kind::home) open |= token.lanes;
  }
  const float size = builder.glyphs().fit("30", lane_box(0).width, lanes_row_.height, kBlockText * request.scale);
  for (unsigned lane = 0; lane < std::clamp(request.lanes, 1u, kWarpSize); ++lane) {
    const Rect box = lane_box(lane);
    const bool asks = has_lane(asking, lane), done = asks && !has_lane(open, lane);
    const Colour fill = done ? mix(theme.window, theme.good, 0.55) : theme.raised;
    builder.cell(box, fill, std::min(3 * request.scale, box.width / 4));
    if (request.lane == lane) builder.outline(box, request.accent, std::max(1.0f, 2 * request.scale));
    if (has_lane(faulty, lane)) builder.outline(box, theme.bad, std::max(1.0f, 2 * request.scale));
    if (size > 0) {
      builder.text(number_text(lane).view(), box, size,
                   done ? text_on(fill) : with_opacity(theme.text_faint, asks ? 1.0f : 0.5f));
    }
  }
}

void LaneQueues::draw_token(GridBuilder& builder, const BankPictureRequest& request, const LaneToken& token,
                            const Rect& box, LaneState state, std::string_view words) const {
  const float scale = request.scale;
  const bool now = state == LaneState::now, is_token = box.height >= 6 * scale;
  const BankPalette::Ink ink = word_ink(request, token.bank, state);
  const float radius = is_token ? std::min(3 * scale, box.width / 4) : 0;
  builder.cell(box, ink.fill, radius, now && is_token ? request.theme.now_border : 0,
               now && is_token ? std::max(1.0f, std::round(std::min(1.5f * scale, box.height / 10))) : 0);
  if ((token.lanes & request.faulty_lanes()) != 0) builder.outline(box, request.theme.bad, std::max(1.0f, 2 * scale));
  if (request.lane && has_lane(token.lanes, *request.lane))
    builder.outline(box, request.accent, std::max(1.0f, 2 * scale));
  const float size = builder.glyphs().fit(words, box.width, box.height, kTokenText * scale);
  if (size > 0) builder.text(words, box, size, ink.text);
}

void LaneQueues::draw_resting(GridBuilder& builder, const BankPictureRequest& request, const LaneToken& token,
                              const TokenStop& stop) const {
  switch (stop.kind) {
    case TokenStop::Kind::lane:
      for_each_lane(token.lanes, [&](unsigned lane) {
        draw_token(builder, request, token, lane_box(lane), LaneState::waiting, number_text(lane).view());
      });
      break;
    case TokenStop::Kind::queue:
      draw_token(builder, request, token, box_of(token, stop, 0), LaneState::waiting, words_of(token).view());
      break;
    case TokenStop::Kind::service:
      draw_token(builder, request, token, box_of(token, stop, 0), LaneState::now, words_of(token).view());
      break;
    case TokenStop::Kind::home:
      break;
  }
}

/// Lanes that are at fault and made no access stand hatched at the end of their bank's queue.
void LaneQueues::draw_missing(GridBuilder& builder, const BankPictureRequest& request) const {
  const auto& phases = request.cost.phases;
  std::map<unsigned, unsigned> behind;  // by bank
  for_each_fault(request, [&](const FaultyLane& lane, unsigned bank) {
    if (has_lane(addressing_lanes(request.state.access), lane.lane)) return;
    unsigned ahead = behind[bank]++;
    if (columns_.first < phases.size()) {
      for (const BankLoad& load : phases[columns_.first].banks) ahead += load.bank == bank ? load.wavefronts : 0;
    }
    const Rect box = ahead == 0 ? service_box(bank) : queue_box(bank, static_cast<float>(std::min(ahead, degree_) - 1));
    draw_fault(builder, request, box, std::max(1.0f, 1.5f * request.scale));
    const ShortText text = number_text(lane.lane);
    const float size = builder.glyphs().fit(text.view(), box.width, box.height, kBlockText * request.scale);
    if (size > 0) builder.text(text.view(), box, size, request.theme.text);
  });
}

/// Beside the queues how many words come up to there: 1 is served, and the longest queue's last one.
void LaneQueues::draw_degrees(GridBuilder& builder, const BankPictureRequest& request) const {
  const float size = axis_text(request);
  float last = -size;
  for (const unsigned degree : {1u, 2u, degree_ / 2, degree_}) {
    if (degree == 0 || degree > degree_) continue;
    const Rect box = degree == 1 ? service_box(0) : queue_box(0, static_cast<float>(degree - 2));
    const float middle = std::min(box.y + box.height / 2, plot_.bottom() - size / 2);
    if (middle < last + size && degree != degree_) continue;
    if (middle < last + size * 0.9f) continue;
    builder.text(number_text(degree).view(), {request.room.x, middle - size / 2, axis_ - 6 * request.scale, size}, size,
                 request.theme.text_faint, TextPlace::right);
    last = middle;
  }
  builder.text("lanes", {request.room.x, lanes_row_.y, axis_ - 6 * request.scale, lanes_row_.height}, size,
               request.theme.text_faint, TextPlace::right);
}

}  // namespace bankloom::ui
