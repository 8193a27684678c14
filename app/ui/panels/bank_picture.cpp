#include "ui/panels/bank_picture.h"

#include <algorithm>
#include <cmath>

#include "ui/tile_placement.h"
#include "ui/widgets/cell_labels.h"

namespace bankloom::ui {
namespace {

constexpr float kAxisText = 11;  ///< units

BankPalette::State part_of(LaneState state) {
  using State = BankPalette::State;
  return state == LaneState::now ? State::now : state == LaneState::done ? State::done : State::aside;
}

}  // namespace

BankPalette::Ink word_ink(const BankPictureRequest& request, unsigned bank, LaneState state) {
  const bool stands_out = !request.highlight || request.highlight == bank;
  if (state == LaneState::waiting && stands_out) return request.palette.ink(bank, BankPalette::State::waiting);
  return request.palette.ink(bank, state == LaneState::now || stands_out ? part_of(state) : BankPalette::State::faded);
}

void draw_fault(GridBuilder& builder, const BankPictureRequest& request, const Rect& box, float thick) {
  const Colour bad = request.theme.bad;
  builder.cell(box, with_opacity(bad, 0.15f), 0, bad, thick, with_opacity(bad, 0.45f));
}

float axis_text(const BankPictureRequest& request) { return kAxisText * request.scale; }
float axis_height(const BankPictureRequest& request) { return std::ceil(axis_text(request) * 1.2f); }

LaneMask BankPictureRequest::faulty_lanes() const {
  LaneMask at_fault = 0;
  if (faulty == nullptr) return at_fault;
  for (const FaultyLane& one : *faulty) {
    if (one.space == Space::shared && !one.is_next) at_fault |= lane_bit(one.lane);
  }
  return at_fault;
}

LanesRow::Look BankPictureRequest::lanes_look(const LaneStates& states) const {
  return {theme, states, values, lanes, faulty_lanes(), lane, accent, probe, asked_lane, right_lanes, wrong_lanes};
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
    if (request.padding == 0) continue;
    // The first element of padding above, and how far it shifts the row below it.
    const Theme& theme = request.theme;
    const ShortText shift = with_prefix('+', number_text(request.padding));
    const float words = builder.glyphs().width(shift.view(), size) + 2 * request.scale;
    const Rect box{columns_.bank_x(phase, columns_.banks), y, std::max(columns_.pitch, words), axis_height(request)};
    builder.cell(box, theme.padding_fill, 0, theme.padding_hatch, 1);
    builder.text(shift.view(), box, size, theme.text);
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

}  // namespace bankloom::ui
