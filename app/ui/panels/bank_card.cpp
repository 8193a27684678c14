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

float gap_of(float pitch) { return pitch >= 6 ? std::max(1.0f, std::round(pitch * 0.1f)) : pitch >= 3.5f ? 1.0f : 0; }

/// The ink of a word's block: of the bank, as strong as its lanes are far.
BankPalette::Ink ink_of(const BankPictureRequest& request, unsigned bank, LaneState state) {
  if (state != LaneState::now && request.highlight && *request.highlight != bank)
    return request.palette.ink(bank, BankPalette::Part::faded);
  return request.palette.ink(bank, part_of(state));
}

/// Bank numbers below (or above) their columns.
void draw_bank_axis(GridBuilder& builder, const BankPictureRequest& request, const PhaseColumns& columns, float y,
                    float height) {
  const float size = kAxisText * request.scale;
  const float widest = builder.glyphs().width(number_text(columns.banks).view(), size) + 4 * request.scale;
  const std::uint64_t step = std::max<std::uint64_t>(label_distance(columns.pitch, widest),
                                                     columns.banks > 8 && columns.pitch < 3 * widest ? 4 : 1);
  for (std::size_t phase = columns.first; phase < columns.first + columns.count; ++phase) {
    for (unsigned bank = 0; bank < columns.banks; bank += static_cast<unsigned>(step)) {
      const float width = std::max(widest, columns.pitch);
      const bool lit = request.lights(bank);
      builder.text(number_text(bank).view(),
                   {columns.bank_x(phase, bank) + (columns.pitch - width) / 2, y, width, height}, size,
                   lit ? request.theme.text : request.theme.text_faint);
    }
  }
}

std::optional<BankPicturePlace> bank_at(const PhaseColumns& columns, float x) {
  for (std::size_t phase = columns.first; phase < columns.first + columns.count; ++phase) {
    const float within = x - columns.bank_x(phase, 0);
    if (within < 0 || within >= columns.pitch * static_cast<float>(columns.banks)) continue;
    BankPicturePlace place;
    place.phase = phase;
    place.bank = static_cast<unsigned>(within / columns.pitch);
    return place;
  }
  return std::nullopt;
}

}  // namespace

LaneMask BankPictureRequest::faulty_lanes() const {
  LaneMask at_fault = 0;
  if (faulty == nullptr) return at_fault;
  for (const FaultyLane& one : *faulty) {
    if (one.space == Space::shared && !one.is_next) at_fault |= lane_bit(one.lane);
  }
  return at_fault;
}

PhaseColumns phase_columns(const StepState& state, unsigned banks, float left, float width, float least) {
  PhaseColumns columns;
  columns.banks = std::max(banks, 1u);
  columns.left = left;
  const std::size_t phases = std::max<std::size_t>(state.cost.phases.size(), 1);
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

// ---- the queue ------------------------------------------------------------------------------------------------------

void QueueChart::draw(GridBuilder& builder, const BankPictureRequest& request, unsigned axis_degree) {
  const StepState& state = request.state;
  const float scale = request.scale, size = kAxisText * scale;
  // As the tile above.
  const float axis_left = std::ceil(builder.glyphs().width("L0-31", size) + 6 * scale);
  const float axis_height = std::ceil(size * 1.2f);
  const float left = std::round(request.room.x + axis_left);
  columns_ = phase_columns(state, request.machine.banks, left, request.room.right() - left, 7 * scale);
  plot_ = {left, request.room.y, columns_.bank_x(columns_.first + columns_.count - 1, columns_.banks) - left,
           request.room.height - axis_height - 2 * scale};
  if (plot_.height < 4) return;

  const LaneMask faulty = request.faulty_lanes();
  axis_degree = std::max(axis_degree, 1u);
  const float unit = plot_.height / static_cast<float>(axis_degree);
  const float column_gap = gap_of(columns_.pitch), unit_gap = unit >= 3 ? 1.0f : 0;
  const auto width_of = [&](std::size_t phase, unsigned bank) {
    return columns_.bank_x(phase, bank + 1) - columns_.bank_x(phase, bank) - column_gap;
  };
  for (std::size_t phase = columns_.first; phase < columns_.first + columns_.count; ++phase) {
    for (unsigned bank = 0; bank < columns_.banks; ++bank) {
      const bool lit = request.lights(bank);
      builder.cell({columns_.bank_x(phase, bank), plot_.y, width_of(phase, bank), plot_.height},
                   lit ? request.theme.raised_hover : request.theme.raised);
    }
    if (phase >= state.cost.phases.size()) continue;
    for (const BankLoad& load : state.cost.phases[phase].banks) {
      for (const BankLoad::Word& word : load.words) {
        // Words that share a wavefront (segments of a bank that gives several) share the height of one block.
        unsigned sharing = 0, before = 0;
        for (const BankLoad::Word& other : load.words) {
          if (other.wavefront != word.wavefront) continue;
          if (&other < &word) ++before;
          ++sharing;
        }
        const float part = width_of(phase, load.bank) / static_cast<float>(sharing);
        const auto edge = [&](unsigned blocks) {
          const float y = plot_.bottom() - static_cast<float>(blocks) * unit;
          return unit >= 3 ? std::round(y) : y;
        };
        const float top = edge(word.wavefront + 1);
        const Rect box{columns_.bank_x(phase, load.bank) + static_cast<float>(before) * part, top + unit_gap, part,
                       edge(word.wavefront) - top - unit_gap};
        const LaneState reached = word_state(state, phase, word);
        const BankPalette::Ink ink = ink_of(request, load.bank, reached);
        const bool pointed = request.lane && has_lane(word.lanes, *request.lane);
        const bool now = reached == LaneState::now;
        // A thick frame of a narrow block would leave no room for its number.
        const float frame = columns_.pitch >= 14 * scale ? std::max(1.0f, std::round(1.5f * scale)) : 1.0f;
        const float border = now && unit >= 10 * scale ? frame : 0;
        builder.cell(box, ink.fill, 0, now ? request.theme.now_border : 0, border);
        if ((word.lanes & faulty) != 0) builder.outline(box, request.theme.bad, std::max(1.0f, 2 * scale));
        if (pointed) builder.outline(box, request.accent, std::max(1.0f, 2 * scale));
        ShortText text = lanes_text(word.lanes, 5);
        float text_size = builder.glyphs().fit(text.view(), box.width, box.height, kBlockText * scale);
        if (text_size > 0) builder.text(text.view(), box, text_size, ink.text);
      }
    }
  }

  // Lanes that are at fault and made no access stand hatched on top of their bank's queue.
  std::map<unsigned, unsigned> above;  // by bank
  for (std::size_t index = 0; faulty != 0 && index < request.faulty->size(); ++index) {
    const FaultyLane& lane = (*request.faulty)[index];
    if (lane.space != Space::shared || lane.is_next || has_lane(addressing_lanes(state.access), lane.lane)) continue;
    const std::uint64_t bytes = request.machine.bank_bytes, last = (lane.address + lane.bytes - 1) / bytes;
    for (std::uint64_t word = lane.address / bytes; word <= last; ++word) {
      const auto bank = static_cast<unsigned>(word % columns_.banks);
      for (std::size_t phase = columns_.first; phase < columns_.first + columns_.count; ++phase) {
        unsigned height = above[bank];
        if (phase < state.cost.phases.size()) {
          for (const BankLoad& load : state.cost.phases[phase].banks) {
            if (load.bank == bank) height += load.wavefronts;
          }
        }
        const unsigned place = std::min(height, axis_degree - 1);
        const float top = plot_.bottom() - static_cast<float>(place + 1) * unit;
        const Rect box{columns_.bank_x(phase, bank), std::round(top) + unit_gap, width_of(phase, bank),
                       std::round(top + unit) - std::round(top) - unit_gap};
        builder.cell(box, with_opacity(request.theme.bad, 0.15f), 0, request.theme.bad, std::max(1.0f, 1.5f * scale),
                     with_opacity(request.theme.bad, 0.45f));
        const ShortText text = number_text(lane.lane);
        const float text_size = builder.glyphs().fit(text.view(), box.width, box.height, kBlockText * scale);
        if (text_size > 0 && height < axis_degree) builder.text(text.view(), box, text_size, request.theme.text);
      }
      ++above[bank];
    }
  }

  // Degrees: 1 at the foot, the largest at the top, one or two between them where there is room.
  const auto degree_label = [&](unsigned degree) {
    const float y = plot_.bottom() - (static_cast<float>(degree) - 0.5f) * unit;
    const float middle = std::clamp(y, plot_.y + size / 2, plot_.bottom() - size / 2);
    builder.text(number_text(degree).view(), {request.room.x, middle - size / 2, axis_left - 6 * scale, size}, size,
                 request.theme.text_faint, TextPlace::right);
  };
  degree_label(axis_degree);
  if (axis_degree > 1 && plot_.height > 2.2f * size) degree_label(1);
  if (axis_degree >= 4 && plot_.height > 5 * size) degree_label(axis_degree / 2);
  draw_bank_axis(builder, request, columns_, plot_.bottom() + 2 * scale, axis_height);
}

std::optional<BankPicturePlace> QueueChart::at(const BankPictureRequest& request, float x, float y) const {
  if (y < plot_.y || y >= plot_.bottom()) return std::nullopt;
  static_cast<void>(request);
  return bank_at(columns_, x);
}

// ---- the card -------------------------------------------------------------------------------------------------------

void BankCard::draw(GridBuilder& builder, const BankPictureRequest& request) {
  const StepState& state = request.state;
  const Theme& theme = request.theme;
  const float scale = request.scale, size = kAxisText * scale;
  const float axis_left = std::ceil(builder.glyphs().width("L31", size) + 8 * scale);
  const float axis_height = std::ceil(size * 1.2f);
  const float left = std::round(request.room.x + axis_left);
  columns_ = phase_columns(state, request.machine.banks, left, request.room.right() - left, 9 * scale);
  const float foot = std::ceil(size * 1.7f);
  const float top = request.room.y + axis_height + 2 * scale;
  // Lanes that the warp does not have at all take no room from those that it has.
  lanes_ = std::clamp(request.lanes, 1u, kWarpSize);
  row_ = (request.room.bottom() - top - foot) / static_cast<float>(lanes_);
  row_ = std::min(row_, 1.25f * columns_.pitch + (lanes_ < kWarpSize ? 30.0f : 12.0f) * scale);
  if (row_ >= 4) row_ = std::floor(row_);
  if (row_ <= 0.5f) return;
  plot_ = {left, top, columns_.bank_x(columns_.first + columns_.count - 1, columns_.banks) - left,
           row_ * static_cast<float>(lanes_)};
  draw_bank_axis(builder, request, columns_, request.room.y, axis_height);

  const float column_gap = gap_of(columns_.pitch), row_gap = row_ >= 3.5f ? 1.0f : 0;
  const float width = columns_.pitch - column_gap, height = row_ - row_gap;
  const auto width_of = [&](std::size_t phase, unsigned bank) {
    return columns_.bank_x(phase, bank + 1) - columns_.bank_x(phase, bank) - column_gap;
  };
  const LaneMask asking = addressing_lanes(state.access), faulty = request.faulty_lanes();
  const std::uint64_t label_step = label_distance(row_, size * 0.9f);
  const float label_size = std::min(size, row_ * static_cast<float>(label_step) * 0.95f);
  for (unsigned lane = 0; lane < lanes_; ++lane) {
    const float y = plot_.y + static_cast<float>(lane) * row_;
    const LaneState reached = state.lane_state(lane);
    const bool pointed = request.lane == lane;
    for (std::size_t phase = columns_.first; phase < columns_.first + columns_.count; ++phase) {
      const Colour ground = pointed || reached == LaneState::now ? theme.raised_hover : theme.raised;
      for (unsigned bank = 0; bank < columns_.banks; ++bank) {
        builder.cell({columns_.bank_x(phase, bank), y, width_of(phase, bank), height}, ground);
      }
    }
    const bool at_fault = has_lane(faulty, lane);
    if (lane % label_step != 0 && !pointed && !at_fault) continue;
    Colour colour = theme.text_faint;
    if (reached == LaneState::now || pointed) colour = theme.text;
    if (reached == LaneState::done && !pointed) colour = theme.good;
    if (!has_lane(asking, lane)) colour = with_opacity(theme.text_faint, 0.5f);
    if (at_fault) colour = theme.bad;
    ShortText words = number_text(lane);
    std::array<char, 4> name{'L'};
    std::copy_n(words.characters.begin(), words.length, name.begin() + 1);
    const float box = std::max(row_, label_size);
    builder.text({name.data(), words.length + 1u}, {request.room.x, y + (row_ - box) / 2, axis_left - 6 * scale, box},
                 label_size, colour, TextPlace::right);
  }

  // The column that is pointed at, behind the words.
  for (unsigned bank = 0; bank < columns_.banks; ++bank) {
    if (!request.lights(bank)) continue;
    for (std::size_t phase = columns_.first; phase < columns_.first + columns_.count; ++phase) {
      builder.cell({columns_.bank_x(phase, bank), plot_.y, width, plot_.height}, with_opacity(theme.text, 0.1f));
    }
  }
  // Numbers of words alike: as large as the longest allows, none where that is not read.
  std::uint64_t largest_word = 0;
  for (const Phase& phase : state.cost.phases) {
    for (const BankLoad& load : phase.banks) {
      for (const BankLoad::Word& word : load.words) largest_word = std::max(largest_word, word.word);
    }
  }
  const float word_size =
      builder.glyphs().fit(number_text(largest_word).view(), width, height, kBlockText * scale, kSmallestWord * scale);
  // Where they do not fit, they stand beside the cell, for the rest of its row is empty: a lane asks for one word.
  const bool one_word = state.access.width <= request.machine.bank_bytes;
  const float beside_size =
      word_size > 0 || !one_word
          ? 0
          : builder.glyphs().fit("0", plot_.width, height, kBlockText * scale, kSmallestWord * scale);
  const float dot = std::max(2.0f, std::min(width, height) * 0.62f);
  const float thin = std::max(1.0f, std::round(scale));
  for (std::size_t phase = columns_.first; phase < std::min(columns_.first + columns_.count, state.cost.phases.size());
       ++phase) {
    unsigned most = 0;
    for (const BankLoad& load : state.cost.phases[phase].banks) most = std::max(most, load.wavefronts);
    // The numbers at the foot are all there or none; where they have no room, bars stand for them.
    const float count_size = builder.glyphs().fit(most > 9 ? "00" : "0", columns_.pitch - 1, foot * 0.72f, size * 1.15f,
                                                  kSmallestWord * scale);
    for (const BankLoad& load : state.cost.phases[phase].banks) {
      const float x = columns_.bank_x(phase, load.bank);
      for (const BankLoad::Word& word : load.words) {
        const LaneState reached = word_state(state, phase, word);
        const BankPalette::Ink ink =
            reached == LaneState::waiting && (!request.highlight || request.highlight == load.bank)
                ? request.palette.ink(load.bank, BankPalette::Part::waiting)
                : ink_of(request, load.bank, reached);
        for_each_lane(word.lanes, [&](unsigned lane) {
          Rect box{x, plot_.y + static_cast<float>(lane) * row_, width_of(phase, load.bank), height};
          const bool now = reached == LaneState::now;
          if (word_size > 0) {
            builder.cell(box, ink.fill, std::min(2 * scale, height / 4), now ? theme.now_border : 0,
                         now ? 1.5f * scale : 0);
            builder.text(number_text(word.word).view(), box, word_size, ink.text);
          } else if (beside_size > 0) {
            builder.cell(box, ink.fill, 0, now ? theme.now_border : 0, now ? 1.5f * scale : 0);
            const auto number = number_text(word.word);
            const float room = builder.glyphs().width(number.view(), beside_size) + 6 * scale;
            const bool right = box.right() + room <= plot_.right();
            builder.text(number.view(), {right ? box.right() : box.x - room, box.y, room, box.height}, beside_size,
                         now ? theme.text : (reached == LaneState::done ? theme.text_muted : theme.text_faint));
          } else if (width >= 5 && height >= 5) {
            box = {x + (box.width - dot) / 2, box.y + (height - dot) / 2, dot, dot};
            builder.cell(box, ink.fill, dot / 2, now && dot >= 8 * scale ? theme.now_border : 0, thin);
          } else {
            builder.cell(box, ink.fill);
          }
        });
      }
      // The foot: words (or lanes in line) that the bank is asked for.
      const Rect box{x, plot_.bottom() + foot * 0.25f, width, foot * 0.72f};
      const bool tallest = load.wavefronts == most;
      const Colour verdict = most > 1 ? theme.bad : theme.good;
      const ShortText count = number_text(load.wavefronts);
      if (count_size > 0) {
        builder.text(count.view(), {x - 1, box.y, width + 2, box.height}, count_size,
                     tallest ? verdict : theme.text_muted);
      } else {
        builder.cell({x, box.y, width, std::max(2.0f, box.height * 0.35f)}, tallest ? verdict : theme.text_faint);
      }
    }
    if (count_size <= 0 && most != 0 && columns_.count == 1) {
      builder.text(number_text(most).view(), {request.room.x, plot_.bottom(), axis_left - 6 * scale, foot},
                   size * 1.15f, most > 1 ? theme.bad : theme.good, TextPlace::right);
    }
  }
  if (faulty != 0) mark_faults(builder, request, height);
}

/// A line around the words of lanes that are at fault; hatched where nothing was read or written.
void BankCard::mark_faults(GridBuilder& builder, const BankPictureRequest& request, float height) const {
  const float thick = std::max(1.0f, std::round(2 * request.scale));
  const LaneMask asking = addressing_lanes(request.state.access);
  const Colour bad = request.theme.bad;
  for (const FaultyLane& lane : *request.faulty) {
    if (lane.space != Space::shared || lane.is_next || lane.lane >= lanes_) continue;
    const std::uint64_t bytes = request.machine.bank_bytes;
    const std::uint64_t first = lane.address / bytes, last = (lane.address + lane.bytes - 1) / bytes;
    for (std::uint64_t word = first; word <= last; ++word) {
      const auto bank = static_cast<unsigned>(word % columns_.banks);
      for (std::size_t phase = columns_.first; phase < columns_.first + columns_.count; ++phase) {
        const bool served =
            phase < request.state.cost.phases.size() && has_lane(request.state.cost.phases[phase].lanes, lane.lane);
        if (has_lane(asking, lane.lane) && !served) continue;
        const float x = columns_.bank_x(phase, bank);
        const Rect box{x, plot_.y + static_cast<float>(lane.lane) * row_,
                       columns_.bank_x(phase, bank + 1) - x - gap_of(columns_.pitch), height};
        if (has_lane(asking, lane.lane)) {
          builder.outline(box, bad, thick);
        } else {
          builder.cell(box, with_opacity(bad, 0.15f), 0, bad, thick, with_opacity(bad, 0.45f));
        }
      }
    }
  }
}

std::optional<BankPicturePlace> BankCard::at(const BankPictureRequest& request, float x, float y) const {
  static_cast<void>(request);
  if (row_ <= 0 || y < plot_.y) return std::nullopt;
  auto place = bank_at(columns_, x);
  if (place && y < plot_.bottom()) place->lane = std::min(static_cast<unsigned>((y - plot_.y) / row_), lanes_ - 1);
  return place;
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
  const StepState& state = request.state;
  const Theme& theme = request.theme;
  const float scale = request.scale;
  uses_ = sector_uses(request.machine, state.access, state.cost);
  placed_.clear();
  left_out_ = 0;
  const unsigned per_line = std::max(request.machine.line_bytes / std::max(request.machine.sector_bytes, 1u), 1u);
  std::vector<std::uint64_t> lines;
  for (const SectorUse& use : uses_) {
    if (lines.empty() || lines.back() != use.sector / per_line) lines.push_back(use.sector / per_line);
  }
  if (lines.empty()) return;

  // As few columns of lines as the height allows, so that a line is as wide as can be.
  const float least_height = 14 * scale, line_gap = 5 * scale, column_gap = 14 * scale;
  const auto rows_possible =
      std::max<std::size_t>(1, static_cast<std::size_t>((request.room.height + line_gap) / (least_height + line_gap)));
  const float least_width = 44 * scale;
  const auto most_columns = std::max<std::size_t>(
      1, static_cast<std::size_t>((request.room.width + column_gap) / (least_width + column_gap)));
  const std::size_t columns =
      std::clamp<std::size_t>((lines.size() + rows_possible - 1) / rows_possible, 1, most_columns);
  const std::size_t shown = std::min(lines.size(), columns * rows_possible);
  left_out_ = lines.size() - shown;
  const std::size_t rows = (shown + columns - 1) / columns;
  const float column =
      std::min((request.room.width + column_gap) / static_cast<float>(columns) - column_gap, 560 * scale);
  const float height = std::min((request.room.height + line_gap) / static_cast<float>(rows) - line_gap, 40 * scale);
  const float sector_width = column / static_cast<float>(per_line);
  const float thin = std::max(1.0f, std::round(scale));
  std::size_t next = 0;
  for (std::size_t index = 0; index < shown; ++index) {
    const std::size_t place = index / rows;
    const float x = request.room.x + static_cast<float>(place) * (column + column_gap);
    const float y = request.room.y + static_cast<float>(index % rows) * (height + line_gap);
    for (unsigned part = 0; part < per_line; ++part) {
      const std::uint64_t sector = lines[index] * per_line + part;
      const Rect box{std::round(x + static_cast<float>(part) * sector_width), std::round(y),
                     std::round(sector_width - 2 * scale), std::round(height)};
      if (next >= uses_.size() || uses_[next].sector != sector) {
        builder.cell(box, 0, 3 * scale, theme.line, thin);  // not moved
        continue;
      }
      const SectorUse& use = uses_[next];
      LaneState reached = LaneState::waiting;
      if (state.sector == sector) reached = LaneState::now;
      if (state.sector && sector < *state.sector) reached = LaneState::done;
      const Colour fill =
          reached == LaneState::now ? mix(theme.global, theme.window, 0.25) : mix(theme.global, theme.window, 0.75);
      builder.cell(box, mix(theme.global, theme.window, 0.88), 3 * scale);
      // Bytes that somebody asked for; the rest of the sector is moved for nothing.
      const float byte_width = box.width / static_cast<float>(use.used.size());
      for (std::size_t from = 0; from < use.used.size();) {
        std::size_t to = from;
        while (to < use.used.size() && use.used[to] == use.used[from]) ++to;
        const Rect run{box.x + static_cast<float>(from) * byte_width, box.y, static_cast<float>(to - from) * byte_width,
                       box.height};
        if (use.used[from]) {
          builder.cell(run, fill);
        } else {
          builder.cell(run, 0, 0, 0, 0, with_opacity(theme.bad, 0.55f));
        }
        from = to;
      }
      if (reached != LaneState::waiting) {
        builder.cell(box, 0, 3 * scale, reached == LaneState::now ? theme.now_border : theme.good,
                     reached == LaneState::now ? 2 * thin : thin);
      }
      if (request.lane && has_lane(use.lanes, *request.lane)) {
        builder.outline(box, request.accent, 2 * thin, 3 * scale);
      }
      for (const std::size_t longest : {std::size_t{23}, std::size_t{5}}) {
        const ShortText lanes = lanes_text(use.lanes, longest);
        const float size = builder.glyphs().fit(lanes.view(), box.width, box.height, kBlockText * scale, 8);
        if (size <= 0) continue;
        // On a plate of its own where stripes lie behind it.
        const float width = builder.glyphs().width(lanes.view(), size) + 8 * scale;
        const bool striped = use.bytes_used() < use.used.size();
        if (striped) {
          builder.cell({box.x + (box.width - width) / 2, box.y + box.height * 0.15f, width, box.height * 0.7f}, fill,
                       3 * scale);
        }
        builder.text(lanes.view(), box, size, text_on(fill));
        break;
      }
      placed_.push_back({box, next});
      ++next;
    }
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
