#include "ui/panels/lane_queues.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/wording/picture_text.h"
#include "ui/tile_placement.h"
#include "ui/widgets/asked_ring.h"
#include "ui/widgets/cell_labels.h"

namespace bankloom::ui {
namespace {

constexpr float kTokenText = 15;                    ///< units, at most
constexpr float kLargestToken = 26;                 ///< units
constexpr float kLeastTokens = 2;                   ///< least height of a chart, in tokens
constexpr float kCarried = 15, kLeastCarried = 11;  ///< units: texts beside tokens
constexpr float kAlways = 1000;                     ///< units: no room is wide enough for such columns
/// What a token leaves behind on its way: so many shades, each so much of the way behind the next.
constexpr int kShades = 3;
constexpr float kBehind = 0.05f, kShade = 0.13f;
constexpr float kBracket = 2, kBesideBracket = 8;  ///< units: the line of the bracket, from it to its words

}  // namespace

void LaneQueues::place(const BankPictureRequest& request, const QueueAxis& axis) {
  const float scale = request.scale, room = request.room.height + lanes_.rect().height;
  // As the tile above; phases follow one another, so one is drawn at a time.
  place_columns(request, lanes_.left() - request.room.x, kAlways);
  const float between = std::round(2 * scale);
  token_ = std::floor(std::clamp(std::min(columns_.pitch * 0.92f, room / 7), 7 * scale, kLargestToken * scale));
  numbers_ = axis_height(request) + between;
  gates_ = request.has_gates ? axis_height(request) + between : 0;
  plot_.y = request.room.y;
  const float height = request.room.bottom() - between - plot_.y;
  // If it is low, the queues have priority, then the phases, then the banks' numbers.
  if (height - numbers_ - gates_ < kLeastTokens * token_) numbers_ = 0;
  if (height - numbers_ - gates_ < kLeastTokens * token_) gates_ = 0;
  plot_.height = height - numbers_ - gates_;
  // Lanes without an access are after the others.
  std::map<unsigned, unsigned> missing;  // by bank
  unsigned most = 0;
  for_each_fault(request, [&](const FaultyLane& lane, unsigned bank) {
    if (!has_lane(addressing_lanes(request.state.access), lane.lane)) most = std::max(most, ++missing[bank]);
  });
  degree_ = std::max(axis.degree, 1u) + most;
  wavefronts_ = std::max({axis.wavefronts, request.cost.counts.wavefronts, 1u});
  pitch_ = token_ + std::max(1.0f, std::round(token_ * 0.08f));
  // Few words are higher then, to be seen from afar.
  end_pitch_ = std::min(1.8f * pitch_, plot_.height / static_cast<float>(wavefronts_));
  const float queue = queue_box(0, 0).bottom() - plot_.y;
  pitch_ = std::min(pitch_, queue / std::max(static_cast<float>(degree_ - 1), 1.0f));
}

namespace {

/// The height of a token of a queue in which so many pixels lie from one to the next.
float height_in(float pitch) { return std::max(pitch - (pitch >= 3 ? 1.0f : 0.0f), 0.5f); }

}  // namespace

Rect LaneQueues::service_box(unsigned bank) const {
  return columns_.cell(columns_.first, bank, plot_.bottom() - std::round(token_ * 0.15f) - token_, token_);
}

Rect LaneQueues::queue_box(unsigned bank, float ahead) const {
  // Separate from the served one.
  const float height = std::min(token_, height_in(pitch_)), first = plot_.bottom() - std::round(token_ * 1.45f);
  return columns_.cell(columns_.first, bank, first - ahead * pitch_ - height, height);
}

Rect LaneQueues::end_box(const LaneToken& token) const {
  const float y = plot_.bottom() - static_cast<float>(token.wavefront + 1) * end_pitch_;
  const Rect last = columns_.cell(columns_.first, token.bank + token.banks - 1, y, height_in(end_pitch_));
  Rect box = columns_.cell(columns_.first, token.bank, y, last.height);
  box.width = (last.right() - box.x) / static_cast<float>(token.sharing);
  box.x += static_cast<float>(token.beside) * box.width;
  return box;
}

Rect LaneQueues::box_of(const LaneToken& token, const TokenStop& stop, unsigned lane) const {
  if (stop.kind == TokenStop::Kind::lane || stop.kind == TokenStop::Kind::home) return lanes_.box(lane);
  const bool waits = stop.kind == TokenStop::Kind::queue;
  const auto of_bank = [&](unsigned bank) {
    return waits ? queue_box(bank, static_cast<float>(stop.ahead)) : service_box(bank);
  };
  Rect box = of_bank(token.bank);
  box.width = of_bank(token.bank + token.banks - 1).right() - box.x;
  box.width /= static_cast<float>(token.sharing);
  box.x += static_cast<float>(token.beside) * box.width;
  return box;
}

namespace {

/// The text on a token: its lane, or the number of lanes that share it.
ShortText words_of(const LaneToken& token) {
  if (lane_count(token.lanes) == 1) return number_text(first_lane(token.lanes));
  return with_prefix('x', number_text(lane_count(token.lanes)));
}

/// A place on the way to another column: lanes that swap places pass each other, those to the right above those to the
/// left, and do not hide each other where their ways cross.
Rect in_a_bow(const Rect& from, const Rect& to, float part, float token) {
  Rect box = on_the_way(from, to, part);
  const float across = to.x + to.width / 2 - from.x - from.width / 2, along = std::abs(to.y - from.y);
  if (std::abs(across) < 1) return box;
  // The farther the higher, so that tokens with one direction separate, too; less if the way is low.
  const float wanted = 0.2f * token + 0.3f * std::abs(across), possible = 0.45f * along + 0.01f;
  const float reach = wanted * possible / (wanted + possible);
  box.y -= std::copysign(reach, across) * 4 * part * (1 - part);
  return box;
}

}  // namespace

void LaneQueues::draw(GridBuilder& builder, const BankPictureRequest& request, const QueueAxis& axis, double time) {
  lanes_ = *request.row;
  place(request, axis);
  moving_.clear();
  crossing_.clear();
  carried_.clear();
  time_ = time;
  tokens_ = joined(tokens_of(request.cost));
  const double now = request.ended ? static_cast<double>(request.state.steps) : time;
  lanes_.draw(builder, request.lanes_look(lane_states(request.state.access, tokens_, now)));
  if (plot_.height < kLeastTokens * token_) return;
  draw_grounds(builder, request);
  if (numbers_ > 0) draw_bank_axis(builder, request, plot_.bottom() + 2 * request.scale);
  draw_gates(builder, request);
  if (request.ended) {
    draw_end(builder, request);
    return draw_asked(builder, request);
  }
  for (const LaneToken& token : tokens_) {
    const TokenPlace place = token_place(token, time);
    if (place.rests()) {
      draw_resting(builder, request, token, place.reached());
    } else {
      sort_moving(request.state.access.op, token, place);
    }
  }
  draw_missing(builder, request);
  draw_degrees(builder, request);
  draw_waiting(builder, request);
  draw_asked(builder, request);
}

/// The column of the bank that is asked about, and of the one that was answered wrongly.
void LaneQueues::draw_asked(GridBuilder& builder, const BankPictureRequest& request) const {
  const RingLook look{request.theme, request.scale, request.probe};
  // The ring's upper end lies in the picture, too.
  const float above = std::min(5 * request.scale, plot_.height / 2);
  const auto column = [&](unsigned bank) {
    return columns_.cell(columns_.first, bank, plot_.y + above, plot_.height - above);
  };
  if (request.wrong_bank) draw_wrong(builder, column(*request.wrong_bank), look);
  if (request.asked_bank) draw_ring(builder, column(*request.asked_bank), look);
}

/// All words at their banks, one above the other as they were served, and how many those of the busiest bank are.
void LaneQueues::draw_end(GridBuilder& builder, const BankPictureRequest& request) {
  std::map<unsigned, unsigned> heights;  // wavefronts up to a bank's last one, by bank
  // All have a number, or none: widths differ by a pixel.
  float narrowest = plot_.width;
  for (const LaneToken& token : tokens_) narrowest = std::min(narrowest, end_box(token).width);
  const float size =
      builder.glyphs().fit(wavefronts_ < 10 ? "0" : "00", narrowest, height_in(end_pitch_), kTokenText * request.scale);
  for (const LaneToken& token : tokens_) {
    const Rect box = end_box(token);
    if (request.probe != nullptr) request.probe->mark({Probe::Mark::Kind::served, token.lanes, box});
    const BankPalette::Ink ink = word_ink(request, token.bank, LaneState::done);
    builder.cell(box, ink.fill, box.height >= 6 * request.scale ? std::min(3 * request.scale, box.width / 4) : 0);
    if (request.lane && has_lane(token.lanes, *request.lane))
      builder.outline(box, request.accent, std::max(1.0f, 2 * request.scale));
    const ShortText number = number_text(token.wavefront + 1);
    if (size > 0) builder.text(number.view(), box, size, ink.text);
    for (unsigned bank = token.bank; bank < token.bank + token.banks; ++bank)
      heights[bank] = std::max(heights[bank], token.wavefront + 1);
  }
  for (const LaneToken& token : tokens_) {
    if ((token.lanes & request.right_lanes) != 0)
      builder.outline(end_box(token), request.theme.good, std::max(1.0f, 2 * request.scale));
    if (request.asked_lane && has_lane(token.lanes, *request.asked_lane))
      draw_ring(builder, end_box(token), {request.theme, request.scale, request.probe});
  }
  draw_missing(builder, request);
  draw_end_axis(builder, request);
  bracket_.reset();
  if (request.cost.counts.bank_conflicts == 0 || heights.empty()) return;
  const auto busiest = std::ranges::max_element(heights, {}, [](const auto& one) { return one.second; });
  // Beside all that stand close to it, on the side with more room.
  unsigned first = busiest->first, last = first;
  while (heights.contains(last + 1)) ++last;
  while (first > 0 && heights.contains(first - 1)) --first;
  if (first == 0 && last + 1 == columns_.banks) return;
  const float thick = std::max(1.0f, std::round(kBracket * request.scale)), tick = std::round(5 * request.scale);
  is_left_ = first > columns_.banks - 1 - last;
  const Rect column = columns_.cell(columns_.first, is_left_ ? first : last, plot_.y, plot_.height);
  const float top = plot_.bottom() - static_cast<float>(busiest->second) * end_pitch_;
  const float x = is_left_ ? column.x - tick - thick : column.right() + tick;
  bracket_ = Rect{x, top, thick, plot_.bottom() - top};
  builder.cell(*bracket_, request.verdict);
  const float from = is_left_ ? x : x + thick - tick;
  for (const float y : {top, plot_.bottom() - thick}) builder.cell({from, y, tick, thick}, request.verdict);
}

Rect LaneQueues::end_room(float width, float height, float scale) const {
  const auto is_free = [&](const Rect& rect) {
    return std::ranges::none_of(tokens_, [&](const LaneToken& token) { return end_box(token).intersects(rect); });
  };
  const float gap = kBesideBracket * scale;
  float top = plot_.bottom();
  for (const LaneToken& token : tokens_) top = std::min(top, end_box(token).y);
  // Without a bracket above all words, in the middle.
  Rect rect{plot_.x + (plot_.width - width) / 2, plot_.y + std::max((top - plot_.y - height) / 2, 0.0f), width, height};
  if (bracket_) {
    rect.x = is_left_ ? bracket_->x - gap - width : bracket_->right() + gap;
    rect.x = std::clamp(rect.x, plot_.x, std::max(plot_.x, plot_.right() - width));
    rect.y = std::min(bracket_->y + (bracket_->height - height) / 2, plot_.bottom() - height);
  }
  // Up along the bracket until no word is in the way.
  for (const float step = std::max(end_pitch_, 1.0f); !is_free(rect) && rect.y - step >= plot_.y;) rect.y -= step;
  return rect;
}

/// The wavefronts, from the first one at the foot.
void LaneQueues::draw_end_axis(GridBuilder& builder, const BankPictureRequest& request) const {
  const float size = axis_text(request);
  const std::uint64_t distance = label_distance(end_pitch_, 1.2f * size);
  for (std::uint64_t number = 1; number <= wavefronts_; ++number) {
    const bool is_end = number == 1 || number == wavefronts_;
    const bool is_near_end = number < 1 + distance || wavefronts_ < number + distance;
    if (!is_end && (number % distance != 0 || is_near_end)) continue;
    if (number == wavefronts_ && number > 1 && number < 1 + distance) continue;
    const float y = plot_.bottom() - (static_cast<float>(number) - 0.5f) * end_pitch_ - size / 2;
    builder.text(number_text(number).view(),
                 {request.room.x, std::clamp(y, plot_.y, plot_.bottom() - size), axis_ - 6 * request.scale, size}, size,
                 request.theme.text_faint, TextPlace::right);
  }
}

/// Sorts the values in flight. A word that is read comes from its cell while its token comes to be served; a stored one
/// goes into its cell, and the result of an atomic operation goes back there.
void LaneQueues::sort_moving(AccessOp op, const LaneToken& token, const TokenPlace& place) {
  const bool is_served = place.to.kind == TokenStop::Kind::service, goes_on = place.to.kind == TokenStop::Kind::home;
  const bool enters = goes_on && is_stored(op);
  if (!enters) moving_.push_back({&token, place});
  if (enters || (goes_on && is_atomic(op) && op != AccessOp::reduction))
    crossing_.push_back({&token, place.part, true, enters});
  if (is_served && is_read(op)) crossing_.push_back({&token, place.part, false, false});
}

void LaneQueues::draw_flying(GridBuilder& builder, const BankPictureRequest& request) {
  for (const Moving& one : moving_) draw_moving(builder, request, one);
}

void LaneQueues::draw_moving(GridBuilder& builder, const BankPictureRequest& request, const Moving& one) {
  const LaneToken& token = *one.token;
  const TokenPlace& way = one.place;
  const bool leaves = way.to.kind == TokenStop::Kind::home;
  const LaneState state = leaves || way.to.kind == TokenStop::Kind::service ? LaneState::now : LaneState::waiting;
  if (way.from.kind == TokenStop::Kind::queue) {
    const Rect box = on_the_way(box_of(token, way.from, 0), box_of(token, way.to, 0), way.part);
    return draw_token(builder, request, token, box, state, words_of(token).view());
  }
  // Lanes join on their way to a word, and separate on the way back.
  for_each_lane(token.lanes, [&](unsigned lane) {
    const Rect from = box_of(token, way.from, lane), to = box_of(token, way.to, lane);
    draw_trail(builder, request, token.bank, way.part, [&](float part) { return in_a_bow(from, to, part, token_); });
    const Rect box = in_a_bow(from, to, way.part, token_);
    LaneToken one_lane = token;
    one_lane.lanes = lane_bit(lane);
    draw_token(builder, request, one_lane, box, state, number_text(lane).view());
    if (leaves && lane_count(token.lanes) == 1) draw_carried(builder, request, token, box, true);
  });
}

/// Shades of a token where it was: in a still picture they say where it comes from.
template <typename At>
void LaneQueues::draw_trail(GridBuilder& builder, const BankPictureRequest& request, unsigned bank, float part,
                            const At& at) const {
  const Colour fill = word_ink(request, bank, LaneState::now).fill;
  for (int shade = kShades; shade > 0; --shade) {
    const float before = part - kBehind * static_cast<float>(shade);
    if (before <= 0) continue;
    const Rect box = at(before);
    builder.cell(box, with_opacity(fill, kShade * static_cast<float>(kShades + 1 - shade)),
                 std::min(3 * request.scale, box.width / 4));
  }
}

void LaneQueues::draw_crossing(GridBuilder& builder, const BankPictureRequest& request, const CellOf& cell_of) {
  for (const Crossing& one : crossing_) {
    const LaneToken& token = *one.token;
    const Rect bank = box_of(token, {TokenStop::Kind::service}, 0);
    Rect cell{bank.x, plot_.y - bank.height, bank.width, bank.height};
    if (const auto first = cell_of(token.word)) cell = *first;
    const auto last = cell_of(token.word + token.banks - 1);
    if (last && last->y == cell.y && last->x > cell.x) cell.width = last->right() - cell.x;
    const Rect from = one.is_inward ? bank : cell, to = one.is_inward ? cell : bank;
    draw_trail(builder, request, token.bank, one.part, [&](float part) { return on_the_way(from, to, part); });
    const Rect box = on_the_way(from, to, one.part);
    if (one.is_token) {
      draw_token(builder, request, token, box, LaneState::now, words_of(token).view());
    } else {
      draw_value(builder, request, token, box);
    }
    if (one.is_inward == one.is_token) {
      draw_carried(builder, request, token, box, true,
                   one.is_token ? Probe::Mark::Kind::token : Probe::Mark::Kind::value);
    }
  }
}

/// A word on its way without its token: drawn as the cell that it comes from or goes to, with the lane that it is for.
void LaneQueues::draw_value(GridBuilder& builder, const BankPictureRequest& request, const LaneToken& token,
                            const Rect& box) const {
  if (request.probe != nullptr) request.probe->mark({Probe::Mark::Kind::value, token.lanes, box});
  const BankPalette::Ink ink = word_ink(request, token.bank, LaneState::now);
  const float line = std::max(1.0f, std::round(std::min(1.5f * request.scale, box.height / 10)));
  builder.cell(box, ink.fill, std::min(3 * request.scale, box.width / 4), request.theme.now_border, line);
  const float size = builder.glyphs().fit("00", box.width, box.height, kTokenText * request.scale);
  if (size > 0) builder.text(words_of(token).view(), box, size, ink.text);
}

/// The places of the queues, and as shades their initial lengths.
void LaneQueues::draw_grounds(GridBuilder& builder, const BankPictureRequest& request) const {
  const Theme& theme = request.theme;
  const auto& phases = request.cost.phases;
  for (unsigned bank = 0; bank < columns_.banks; ++bank) {
    builder.cell(columns_.cell(columns_.first, bank, plot_.y, plot_.height),
                 request.lights(bank) ? theme.raised_hover : theme.raised);
  }
  if (columns_.first >= phases.size() || request.ended) return;
  for (const BankLoad& load : phases[columns_.first].banks) {
    Rect shade = service_box(load.bank);
    const float foot = shade.bottom();
    if (load.wavefronts > 1) shade.y = queue_box(load.bank, static_cast<float>(load.wavefronts - 2)).y;
    shade.height = foot - shade.y;
    const Colour own = request.palette.ink(load.bank, BankPalette::State::aside).fill;
    builder.cell(shade, with_opacity(own, 0.28f), std::min(2 * request.scale, shade.width / 4));
  }
}

/// The phases of the lanes; a gate is shut over those that wait for their phase.
void LaneQueues::draw_gates(GridBuilder& builder, const BankPictureRequest& request) const {
  if (gates_ <= 0 || request.cost.phases.size() < 2) return;
  const Theme& theme = request.theme;
  const auto& phases = request.cost.phases;
  const float size = axis_text(request), bar = std::max(2.0f, std::round(3 * request.scale));
  const float y = lanes_.rect().y - gates_;
  for (std::size_t phase = 0; phase < phases.size(); ++phase) {
    const bool is_open = phase == request.state.phase && request.state.idle == 0;
    const bool is_shut = phase > request.state.phase && request.state.idle == 0;
    const Colour words = is_open ? theme.text : is_shut ? theme.text_faint : theme.good;
    bool is_named = false;
    for (unsigned from = 0; from < kWarpSize;) {
      unsigned to = from;
      while (to < kWarpSize && has_lane(phases[phase].lanes, to)) ++to;
      if (to == from) {
        ++from;
        continue;
      }
      const Rect first = lanes_.box(from), last = lanes_.box(to - 1);
      const Rect all{first.x, y, last.right() - first.x, gates_};
      if (is_shut) builder.cell({all.x, all.bottom() - bar - 1, all.width, bar}, theme.text_faint, bar / 2);
      for (const std::string& one : phase_count_wordings(request.state.access.op, phase, phases.size())) {
        if (is_named || builder.glyphs().width(one, size) > all.width) continue;
        is_named = builder.text(one, {all.x, all.y, all.width, all.height - bar - 1}, size, words);
        if (request.probe != nullptr && is_shut)
          request.probe->mark({Probe::Mark::Kind::gate, phases[phase].lanes, all, one});
      }
      from = to;
    }
  }
}

void LaneQueues::draw_token(GridBuilder& builder, const BankPictureRequest& request, const LaneToken& token,
                            const Rect& box, LaneState state, std::string_view words) const {
  if (request.probe != nullptr) request.probe->mark({Probe::Mark::Kind::token, token.lanes, box});
  const float scale = request.scale;
  const bool now = state == LaneState::now, is_token = box.height >= 6 * scale;
  const BankPalette::Ink ink = word_ink(request, token.bank, state);
  const float radius = is_token ? std::min(3 * scale, box.width / 4) : 0;
  builder.cell(box, ink.fill, radius, now && is_token ? request.theme.now_border : 0,
               now && is_token ? std::max(1.0f, std::round(std::min(1.5f * scale, box.height / 10))) : 0);
  if ((token.lanes & request.faulty_lanes()) != 0) builder.outline(box, request.theme.bad, std::max(1.0f, 2 * scale));
  if (request.lane && has_lane(token.lanes, *request.lane))
    builder.outline(box, request.accent, std::max(1.0f, 2 * scale));
  if ((token.lanes & request.right_lanes) != 0) builder.outline(box, request.theme.good, std::max(1.0f, 2 * scale));
  if (request.asked_lane && has_lane(token.lanes, *request.asked_lane) && is_token)
    draw_ring(builder, box, {request.theme, scale, request.probe});
  // Lanes 8 and 10 have numbers of one size.
  const std::string_view widest = words.size() < 2 ? "00" : words;
  const float size = builder.glyphs().fit(widest, box.width, box.height, kTokenText * scale);
  if (size > 0) builder.text(words, box, size, ink.text);
}

void LaneQueues::draw_resting(GridBuilder& builder, const BankPictureRequest& request, const LaneToken& token,
                              const TokenStop& stop) {
  switch (stop.kind) {
    case TokenStop::Kind::lane:
      for_each_lane(token.lanes, [&](unsigned lane) {
        // After its gate it is not in line yet.
        const LaneState state = token.phase > request.state.phase ? LaneState::inactive : LaneState::waiting;
        LaneToken one_lane = token;
        one_lane.lanes = lane_bit(lane);
        draw_token(builder, request, one_lane, lanes_.box(lane), state, number_text(lane).view());
      });
      break;
    case TokenStop::Kind::queue:
      draw_token(builder, request, token, box_of(token, stop, 0), LaneState::waiting, words_of(token).view());
      break;
    case TokenStop::Kind::service: {
      const Rect box = box_of(token, stop, 0);
      draw_token(builder, request, token, box, LaneState::now, words_of(token).view());
      draw_carried(builder, request, token, box, false);
      break;
    }
    case TokenStop::Kind::home:
      break;
  }
}

/// The room beside a box across idle banks of this phase, on the side that has more of it.
Rect LaneQueues::free_room(const BankPictureRequest& request, const LaneToken& token, const Rect& box) const {
  unsigned left = 0, right = columns_.banks;  // ends of the free columns
  for (const BankLoad& load : request.cost.phases[token.phase].banks) {
    if (load.bank < token.bank) left = std::max(left, load.bank + 1);
    if (load.bank >= token.bank + token.banks) right = std::min(right, load.bank);
  }
  const float from = columns_.bank_x(columns_.first, left), to = columns_.bank_x(columns_.first, right);
  const float own = columns_.bank_x(columns_.first, token.bank),
              own_end = columns_.bank_x(columns_.first, token.bank + token.banks);
  // It moves with its token.
  const float gap = 4 * request.scale;
  if (to - own_end >= own - from) return {box.right() + gap, box.y, to - own_end - 2 * gap, box.height};
  return {box.x - gap - (own - from - 2 * gap), box.y, own - from - 2 * gap, box.height};
}

float LaneQueues::carried_text(const BankPictureRequest& request) const {
  return std::clamp(token_ * 0.8f, kLeastCarried * request.scale, kCarried * request.scale);
}

/// A token's text, beside it if there is room.
void LaneQueues::draw_carried(GridBuilder& builder, const BankPictureRequest& request, const LaneToken& token,
                              const Rect& box, bool is_flying, Probe::Mark::Kind kind) {
  if (!request.carried || token.phase >= request.cost.phases.size() || token.lanes == 0) return;
  const Rect room = free_room(request, token, box);
  const float size = carried_text(request);
  if (room.width < size) return;
  for (const std::string& words : request.carried(token)) {
    const float width = builder.glyphs().width(words, size) + size * 0.4f;
    if (words.empty() || width > room.width) continue;
    const bool is_left = room.x < box.x;
    const Rect place{is_left ? room.right() - width : room.x, box.y + (box.height - size * 1.3f) / 2, width,
                     size * 1.3f};
    // Two tokens share the room between them.
    if (std::ranges::any_of(carried_, [&](const Rect& other) { return place.intersects(other); })) continue;
    carried_.push_back(place);
    if (is_flying) builder.cell(place, with_opacity(request.theme.window, 0.85f), 2 * request.scale);
    builder.text(words, place, size, request.theme.text, is_left ? TextPlace::right : TextPlace::left);
    if (request.probe != nullptr) {
      request.probe->mark({kind, token.lanes, box, words});
      request.probe->mark({Probe::Mark::Kind::label, token.lanes, place, words});
    }
    return;
  }
}

/// The number of waiting lanes beside the longest queue.
void LaneQueues::draw_waiting(GridBuilder& builder, const BankPictureRequest& request) const {
  const auto& phases = request.cost.phases;
  if (columns_.first >= phases.size()) return;
  std::map<unsigned, std::vector<const LaneToken*>> lines;  // by bank
  for (const LaneToken& token : tokens_) {
    const TokenPlace place = token_place(token, time_);
    if (place.reached().kind == TokenStop::Kind::queue) lines[token.bank].push_back(&token);
  }
  const auto longest =
      std::ranges::max_element(lines, [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  if (longest == lines.end() || longest->second.size() < 2) return;
  const LaneToken& any = *longest->second.front();
  const auto count = longest->second.size();
  const float size = carried_text(request);
  const Rect top = box_of(any, {TokenStop::Kind::queue, 0}, 0);
  Rect room = free_room(request, any, top);
  // Upwards: what is served has its own words below.
  const float height = std::max(room.height, 1.15f * size);
  room.y -= height - room.height;
  room.height = height;
  const TextPlace side = room.x < top.x ? TextPlace::right : TextPlace::left;
  const MemoryAccess& access = request.state.access;
  for (const std::string& words : waiting_wordings(count, request.machine.rule(access.op, access.width).lane_by_lane)) {
    if (!words.empty() && builder.text(words, room, size, request.theme.bad, side)) break;
  }
}

/// Faulty lanes without an access are hatched at the end of their bank's queue.
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

/// The number of words up to each height beside the queues: 1 is served, and the longest queue's last one.
void LaneQueues::draw_degrees(GridBuilder& builder, const BankPictureRequest& request) const {
  const float size = axis_text(request);
  const std::uint64_t distance = label_distance(pitch_, 1.2f * size);
  for (std::uint64_t degree = 1; degree <= degree_; ++degree) {
    const bool is_end = degree == 1 || degree == degree_;
    if (!is_end && (degree % distance != 0 || degree_ < degree + distance)) continue;
    const Rect box = degree == 1 ? service_box(0) : queue_box(0, static_cast<float>(degree - 2));
    const float middle = std::max(box.y + box.height / 2, plot_.y + size / 2);
    builder.text(number_text(degree).view(), {request.room.x, middle - size / 2, axis_ - 6 * request.scale, size}, size,
                 request.theme.text_faint, TextPlace::right);
  }
}

}  // namespace bankloom::ui
