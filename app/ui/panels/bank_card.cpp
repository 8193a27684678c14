#include "ui/panels/bank_card.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "ui/tile_marks.h"
#include "ui/tile_placement.h"
#include "ui/widgets/cell_labels.h"

namespace bankloom::ui {
namespace {

constexpr float kAxisText = 11;        ///< units
constexpr float kBlockText = 12;       ///< units, at most
constexpr float kTokenText = 15;       ///< units, at most
constexpr float kLargestToken = 26;    ///< units
constexpr float kAlways = 1000;        ///< units: no room is so wide that a bank's column gets as many
constexpr float kSmallestWord = 8.5f;  ///< units: smaller numbers stand beside their cell

BankPalette::Part part_of(LaneState state) {
  switch (state) {
    case LaneState::now:
      return BankPalette::Part::now;
    case LaneState::done:
      return BankPalette::Part::done;
    case LaneState::waiting:
    case LaneState::inactive:
      break;
  }
  return BankPalette::Part::aside;
}

/// The ink of a word's block: of the bank, as strong as its lanes are far.
BankPalette::Ink ink_of(const BankPictureRequest& request, unsigned bank, LaneState state) {
  if (state != LaneState::now && request.highlight && *request.highlight != bank)
    return request.palette.ink(bank, BankPalette::Part::faded);
  return request.palette.ink(bank, part_of(state));
}

/// Where a lane at fault was to read or write and did not.
void draw_fault(GridBuilder& builder, const BankPictureRequest& request, const Rect& box, float thick) {
  const Colour bad = request.theme.bad;
  builder.cell(box, with_opacity(bad, 0.15f), 0, bad, thick, with_opacity(bad, 0.45f));
}

/// The words that the lanes at fault were to access, as banks.
template <typename Do>
void for_each_fault(const BankPictureRequest& request, const Do& act) {
  if (request.faulty == nullptr) return;
  for (const FaultyLane& lane : *request.faulty) {
    if (lane.space != Space::shared || lane.is_next) continue;
    const std::uint64_t bytes = request.machine.bank_bytes, last = (lane.address + lane.bytes - 1) / bytes;
    for (std::uint64_t word = lane.address / bytes; word <= last; ++word) {
      act(lane, static_cast<unsigned>(word % std::max(request.machine.banks, 1u)));
    }
  }
}

/// As the axis' numbers are set.
float axis_text(const BankPictureRequest& request) { return kAxisText * request.scale; }
float axis_height(const BankPictureRequest& request) { return std::ceil(axis_text(request) * 1.2f); }

}  // namespace

LaneMask BankPictureRequest::faulty_lanes() const {
  LaneMask at_fault = 0;
  if (faulty == nullptr) return at_fault;
  for (const FaultyLane& one : *faulty) {
    if (one.space == Space::shared && !one.is_next) at_fault |= lane_bit(one.lane);
  }
  return at_fault;
}

PhaseColumns phase_columns(const StepState& state, std::size_t phase_count, unsigned banks, float left, float width,
                           float least) {
  PhaseColumns columns;
  columns.banks = std::max(banks, 1u);
  columns.left = left;
  const std::size_t phases = std::max<std::size_t>(phase_count, 1);
  const auto bank_count = static_cast<float>(columns.banks);
  // A gap of two columns between phases.
  const auto units = static_cast<float>(phases) * (bank_count + 2) - 2;
  columns.count = phases;
  if (width / units < least) {
    columns.first = std::min<std::size_t>(state.phase, phases - 1);
    columns.count = 1;
    columns.pitch = width / bank_count;
  } else {
    columns.pitch = width / units;
  }
  columns.block = columns.pitch * (bank_count + 2);
  return columns;
}

void BankPicture::place_columns(const BankPictureRequest& request, float axis, float least) {
  axis_ = axis;
  plot_.x = std::round(request.room.x + axis);
  columns_ = phase_columns(request.state, request.cost.phases.size(), request.machine.banks, plot_.x,
                           request.room.right() - plot_.x, least * request.scale);
  plot_.width = columns_.bank_x(columns_.end() - 1, columns_.banks) - plot_.x;
}

void BankPicture::draw_bank_axis(GridBuilder& builder, const BankPictureRequest& request, float y) const {
  const float size = axis_text(request);
  const float widest = builder.glyphs().width(number_text(columns_.banks).view(), size) + 4 * request.scale;
  const std::uint64_t step = std::max<std::uint64_t>(label_distance(columns_.pitch, widest),
                                                     columns_.banks > 8 && columns_.pitch < 3 * widest ? 4 : 1);
  const float width = std::max(widest, columns_.pitch);
  for (std::size_t phase = columns_.first; phase < columns_.end(); ++phase) {
    for (unsigned bank = 0; bank < columns_.banks; bank += static_cast<unsigned>(step)) {
      const float x = columns_.bank_x(phase, bank) + (columns_.pitch - width) / 2;
      builder.text(number_text(bank).view(), {x, y, width, axis_height(request)}, size,
                   request.lights(bank) ? request.theme.text : request.theme.text_faint);
    }
  }
}

std::optional<BankPicturePlace> BankPicture::at(float x, float y) const {
  if (y < plot_.y) return std::nullopt;
  for (std::size_t phase = columns_.first; phase < columns_.end(); ++phase) {
    const float within = x - columns_.bank_x(phase, 0);
    if (within < 0 || within >= columns_.pitch * static_cast<float>(columns_.banks)) continue;
    BankPicturePlace place{static_cast<unsigned>(within / columns_.pitch), std::nullopt, phase};
    if (row_ > 0 && y < plot_.bottom()) place.lane = std::min(static_cast<unsigned>((y - plot_.y) / row_), lanes_ - 1);
    return place;
  }
  return std::nullopt;
}

// ---- lanes and queues
// ------------------------------------------------------------------------------------------------

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
  const BankPalette::Ink ink = state == LaneState::waiting && (!request.highlight || request.highlight == token.bank)
                                   ? request.palette.ink(token.bank, BankPalette::Part::waiting)
                                   : ink_of(request, token.bank, state);
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

// ---- the card -------------------------------------------------------------------------------------------------------

void BankCard::draw(GridBuilder& builder, const BankPictureRequest& request) {
  const auto& phases = request.cost.phases;
  const float scale = request.scale, size = axis_text(request);
  place_columns(request, std::ceil(builder.glyphs().width("L31", size) + 8 * scale), 9);
  foot_ = std::ceil(size * 1.7f);
  plot_.y = request.room.y + axis_height(request) + 2 * scale;
  // Lanes that the warp does not have at all take no room from those that it has.
  lanes_ = std::clamp(request.lanes, 1u, kWarpSize);
  row_ = (request.room.bottom() - plot_.y - foot_) / static_cast<float>(lanes_);
  row_ = std::min(row_, 1.25f * columns_.pitch + (lanes_ < kWarpSize ? 30.0f : 12.0f) * scale);
  if (row_ >= 4) row_ = std::floor(row_);
  plot_.height = std::max(row_, 0.0f) * static_cast<float>(lanes_);
  if (row_ <= 0.5f) return;
  draw_bank_axis(builder, request, request.room.y);
  draw_rows(builder, request);
  // The column that is pointed at, behind the words.
  for (unsigned bank = 0; bank < columns_.banks; ++bank) {
    if (!request.lights(bank)) continue;
    for (std::size_t phase = columns_.first; phase < columns_.end(); ++phase) {
      builder.cell(columns_.cell(phase, bank, plot_.y, plot_.height), with_opacity(request.theme.text, 0.1f));
    }
  }
  const Numbers how = numbers(builder, request);
  for (std::size_t phase = columns_.first; phase < std::min(columns_.end(), phases.size()); ++phase) {
    for (const BankLoad& load : phases[phase].banks) draw_words(builder, request, phase, load, how);
    draw_foot(builder, request, phases[phase], phase);
  }
  mark_faults(builder, request);
}

/// The ground of all cells, and the lanes' names.
void BankCard::draw_rows(GridBuilder& builder, const BankPictureRequest& request) const {
  const Theme& theme = request.theme;
  const StepState& state = request.state;
  const LaneMask asking = addressing_lanes(state.access), faulty = request.faulty_lanes();
  const std::uint64_t step = label_distance(row_, axis_text(request) * 0.9f);
  const float size = std::min(axis_text(request), row_ * static_cast<float>(step) * 0.95f);
  for (unsigned lane = 0; lane < lanes_; ++lane) {
    const LaneState reached = state.lane_state(lane);
    const bool pointed = request.lane == lane, at_fault = has_lane(faulty, lane);
    const Colour ground = pointed || reached == LaneState::now ? theme.raised_hover : theme.raised;
    for (std::size_t phase = columns_.first; phase < columns_.end(); ++phase) {
      for (unsigned bank = 0; bank < columns_.banks; ++bank) builder.cell(cell(phase, bank, lane), ground);
    }
    if (lane % step != 0 && !pointed && !at_fault) continue;
    Colour colour = theme.text_faint;
    if (reached == LaneState::now || pointed) colour = theme.text;
    if (reached == LaneState::done && !pointed) colour = theme.good;
    if (!has_lane(asking, lane)) colour = with_opacity(theme.text_faint, 0.5f);
    if (at_fault) colour = theme.bad;
    const ShortText words = number_text(lane);
    std::array<char, 4> name{'L'};
    std::copy_n(words.characters.begin(), words.length, name.begin() + 1);
    const float height = std::max(row_, size), y = plot_.y + static_cast<float>(lane) * row_ + (row_ - height) / 2;
    builder.text({name.data(), words.length + 1u}, {request.room.x, y, axis_ - 6 * request.scale, height}, size, colour,
                 TextPlace::right);
  }
}

BankCard::Numbers BankCard::numbers(const GridBuilder& builder, const BankPictureRequest& request) const {
  const float largest = kBlockText * request.scale, smallest = kSmallestWord * request.scale, height = cell_height();
  std::uint64_t largest_word = 0;
  for (const Phase& phase : request.cost.phases) {
    for (const BankLoad& load : phase.banks) {
      for (const BankLoad::Word& word : load.words) largest_word = std::max(largest_word, word.word);
    }
  }
  Numbers how;
  how.within = builder.glyphs().fit(number_text(largest_word).view(), columns_.pitch - columns_.gap(), height, largest,
                                    smallest);
  const bool is_one_word = request.state.access.width <= request.machine.bank_bytes;
  if (how.within <= 0 && is_one_word) how.beside = builder.glyphs().fit("0", plot_.width, height, largest, smallest);
  return how;
}

void BankCard::draw_words(GridBuilder& builder, const BankPictureRequest& request, std::size_t phase,
                          const BankLoad& load, const Numbers& how) const {
  const Theme& theme = request.theme;
  const float scale = request.scale, height = cell_height(), width = columns_.pitch - columns_.gap();
  const float dot = std::max(2.0f, std::min(width, height) * 0.62f);
  for (const BankLoad::Word& word : load.words) {
    const LaneState reached = word_state(request.state, phase, word);
    const bool now = reached == LaneState::now;
    const BankPalette::Ink ink = reached == LaneState::waiting && (!request.highlight || request.highlight == load.bank)
                                     ? request.palette.ink(load.bank, BankPalette::Part::waiting)
                                     : ink_of(request, load.bank, reached);
    const ShortText number = number_text(word.word);
    for_each_lane(word.lanes, [&](unsigned lane) {
      const Rect box = cell(phase, load.bank, lane);
      if (how.within > 0 || how.beside > 0) {
        builder.cell(box, ink.fill, how.within > 0 ? std::min(2 * scale, height / 4) : 0, now ? theme.now_border : 0,
                     now ? 1.5f * scale : 0);
      }
      if (how.within > 0) {
        builder.text(number.view(), box, how.within, ink.text);
      } else if (how.beside > 0) {
        const float room = builder.glyphs().width(number.view(), how.beside) + 6 * scale;
        const bool right = box.right() + room <= plot_.right();
        builder.text(number.view(), {right ? box.right() : box.x - room, box.y, room, box.height}, how.beside,
                     now ? theme.text : (reached == LaneState::done ? theme.text_muted : theme.text_faint));
      } else if (width >= 5 && height >= 5) {
        builder.cell({box.x + (box.width - dot) / 2, box.y + (height - dot) / 2, dot, dot}, ink.fill, dot / 2,
                     now && dot >= 8 * scale ? theme.now_border : 0, std::max(1.0f, std::round(scale)));
      } else {
        builder.cell(box, ink.fill);
      }
    });
  }
}

/// The words (or lanes in line) that each bank is asked for. The numbers are all there or none; where they have no
/// room, bars stand for them.
void BankCard::draw_foot(GridBuilder& builder, const BankPictureRequest& request, const Phase& served,
                         std::size_t phase) const {
  const Theme& theme = request.theme;
  const float scale = request.scale, largest = axis_text(request) * 1.15f, height = foot_ * 0.72f;
  unsigned most = 0;
  for (const BankLoad& load : served.banks) most = std::max(most, load.wavefronts);
  const Colour verdict = most > 1 ? theme.bad : theme.good;
  const float size =
      builder.glyphs().fit(most > 9 ? "00" : "0", columns_.pitch - 1, height, largest, kSmallestWord * scale);
  for (const BankLoad& load : served.banks) {
    const float x = columns_.bank_x(phase, load.bank), y = plot_.bottom() + foot_ * 0.25f;
    const float width = columns_.pitch - columns_.gap();
    const bool tallest = load.wavefronts == most;
    if (size > 0) {
      builder.text(number_text(load.wavefronts).view(), {x - 1, y, width + 2, height}, size,
                   tallest ? verdict : theme.text_muted);
    } else {
      builder.cell({x, y, width, std::max(2.0f, height * 0.35f)}, tallest ? verdict : theme.text_faint);
    }
  }
  if (size <= 0 && most != 0 && columns_.count == 1) {
    builder.text(number_text(most).view(), {request.room.x, plot_.bottom(), axis_ - 6 * scale, foot_}, largest, verdict,
                 TextPlace::right);
  }
}

/// A line around the words of lanes that are at fault; hatched where nothing was read or written.
void BankCard::mark_faults(GridBuilder& builder, const BankPictureRequest& request) const {
  const float thick = std::max(1.0f, std::round(2 * request.scale));
  const LaneMask asking = addressing_lanes(request.state.access);
  const auto& phases = request.cost.phases;
  for_each_fault(request, [&](const FaultyLane& lane, unsigned bank) {
    if (lane.lane >= lanes_) return;
    for (std::size_t phase = columns_.first; phase < columns_.end(); ++phase) {
      const bool served = phase < phases.size() && has_lane(phases[phase].lanes, lane.lane);
      if (!has_lane(asking, lane.lane)) {
        draw_fault(builder, request, cell(phase, bank, lane.lane), thick);
      } else if (served) {
        builder.outline(cell(phase, bank, lane.lane), request.theme.bad, thick);
      }
    }
  });
}

// ---- sectors --------------------------------------------------------------------------------------------------------

unsigned SectorUse::bytes_used() const { return static_cast<unsigned>(std::count(used.begin(), used.end(), true)); }

std::vector<SectorUse> sector_uses(const MachineModel& machine, const MemoryAccess& access, const RequestCost& cost) {
  std::vector<SectorUse> uses(cost.sectors.size());
  for (std::size_t index = 0; index < uses.size(); ++index) {
    SectorUse& use = uses[index];
    use.sector = cost.sectors[index];
    use.used.assign(machine.sector_bytes, false);
    const std::uint64_t begin = use.sector * machine.sector_bytes, end = begin + machine.sector_bytes;
    for_each_lane(addressing_lanes(access), [&](unsigned lane) {
      const std::uint64_t from = std::max(access.addresses[lane], begin);
      const std::uint64_t to = std::min(access.addresses[lane] + access.width, end);
      if (from >= to) return;
      use.lanes |= lane_bit(lane);
      for (std::uint64_t byte = from; byte < to; ++byte) use.used[byte - begin] = true;
    });
  }
  return uses;
}

void SectorStrip::draw(GridBuilder& builder, const BankPictureRequest& request) {
  const float scale = request.scale;
  uses_ = sector_uses(request.machine, request.state.access, request.cost);
  placed_.clear();
  left_out_ = 0;
  const unsigned per_line = std::max(request.machine.line_bytes / std::max(request.machine.sector_bytes, 1u), 1u);
  std::vector<std::uint64_t> lines;
  for (const SectorUse& use : uses_) {
    if (lines.empty() || lines.back() != use.sector / per_line) lines.push_back(use.sector / per_line);
  }
  if (lines.empty()) return;

  // As few columns of lines as the height allows, so that a line is as wide as can be.
  const float line_gap = 5 * scale, column_gap = 14 * scale;
  const auto most = [](float room, float least, float gap) {
    return std::max<std::size_t>(1, static_cast<std::size_t>((room + gap) / (least + gap)));
  };
  const std::size_t rows_possible = most(request.room.height, 14 * scale, line_gap);
  const std::size_t columns = std::clamp<std::size_t>((lines.size() + rows_possible - 1) / rows_possible, 1,
                                                      most(request.room.width, 44 * scale, column_gap));
  const std::size_t shown = std::min(lines.size(), columns * rows_possible);
  left_out_ = lines.size() - shown;
  const std::size_t rows = (shown + columns - 1) / columns;
  const float column =
      std::min((request.room.width + column_gap) / static_cast<float>(columns) - column_gap, 560 * scale);
  const float height = std::min((request.room.height + line_gap) / static_cast<float>(rows) - line_gap, 40 * scale);
  const float sector_width = column / static_cast<float>(per_line);
  for (std::size_t index = 0; index < shown; ++index) {
    const std::size_t at = index / rows;
    const float x = request.room.x + static_cast<float>(at) * (column + column_gap);
    const float y = request.room.y + static_cast<float>(index % rows) * (height + line_gap);
    for (unsigned part = 0; part < per_line; ++part) {
      const Rect box{std::round(x + static_cast<float>(part) * sector_width), std::round(y),
                     std::round(sector_width - 2 * scale), std::round(height)};
      const std::size_t next = placed_.size();
      if (next >= uses_.size() || uses_[next].sector != lines[index] * per_line + part) {
        builder.cell(box, 0, 3 * scale, request.theme.line, std::max(1.0f, std::round(scale)));  // not moved
        continue;
      }
      draw_sector(builder, request, uses_[next], box);
      placed_.push_back({box, next});
    }
  }
}

void SectorStrip::draw_sector(GridBuilder& builder, const BankPictureRequest& request, const SectorUse& use,
                              const Rect& box) const {
  const Theme& theme = request.theme;
  const auto& present = request.state.sector;
  const float scale = request.scale, thin = std::max(1.0f, std::round(scale));
  const bool now = present == use.sector, done = present && use.sector < *present;
  const Colour fill = mix(theme.global, theme.window, now ? 0.25 : 0.75);
  builder.cell(box, mix(theme.global, theme.window, 0.88), 3 * scale);
  // Bytes that somebody asked for; the rest of the sector is moved for nothing.
  const float byte_width = box.width / static_cast<float>(use.used.size());
  for (std::size_t from = 0; from < use.used.size();) {
    std::size_t to = from;
    while (to < use.used.size() && use.used[to] == use.used[from]) ++to;
    const bool is_used = use.used[from];
    builder.cell(
        {box.x + static_cast<float>(from) * byte_width, box.y, static_cast<float>(to - from) * byte_width, box.height},
        is_used ? fill : 0, 0, 0, 0, is_used ? 0 : with_opacity(theme.bad, 0.55f));
    from = to;
  }
  if (now || done) builder.cell(box, 0, 3 * scale, now ? theme.now_border : theme.good, now ? 2 * thin : thin);
  if (request.lane && has_lane(use.lanes, *request.lane)) builder.outline(box, request.accent, 2 * thin, 3 * scale);
  for (const std::size_t longest : {std::size_t{23}, std::size_t{5}}) {
    const ShortText lanes = lanes_text(use.lanes, longest);
    const float size = builder.glyphs().fit(lanes.view(), box.width, box.height, kBlockText * scale, 8);
    if (size <= 0) continue;
    // On a plate of its own where stripes lie behind it.
    const float width = builder.glyphs().width(lanes.view(), size) + 8 * scale;
    if (use.bytes_used() < use.used.size()) {
      builder.cell({box.x + (box.width - width) / 2, box.y + box.height * 0.15f, width, box.height * 0.7f}, fill,
                   3 * scale);
    }
    builder.text(lanes.view(), box, size, text_on(fill));
    return;
  }
}

const SectorUse* SectorStrip::at(float x, float y) const {
  for (const Placed& placed : placed_) {
    if (x >= placed.rect.x && x < placed.rect.right() && y >= placed.rect.y && y < placed.rect.bottom()) {
      return &uses_[placed.use];
    }
  }
  return nullptr;
}

}  // namespace bankloom::ui
