#include "ui/panels/bank_card.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/tile_marks.h"
#include "ui/tile_placement.h"
#include "ui/widgets/cell_labels.h"

namespace bankloom::ui {
namespace {

constexpr float kSmallestWord = 8.5f;  ///< units: smaller numbers are beside their cell

}  // namespace

// ---- the card -------------------------------------------------------------------------------------------------------

void BankCard::draw(GridBuilder& builder, const BankPictureRequest& request) {
  const auto& phases = request.cost.phases;
  const float scale = request.scale, size = axis_text(request);
  place_columns(request, std::ceil(builder.glyphs().width("L31", size) + 8 * scale), 9);
  foot_ = std::ceil(size * 1.7f);
  plot_.y = request.room.y + axis_height(request) + 2 * scale;
  // Lanes that the warp does not have take no room.
  lanes_ = std::clamp(request.lanes, 1u, kWarpSize);
  row_ = (request.room.bottom() - plot_.y - foot_) / static_cast<float>(lanes_);
  row_ = std::min(row_, 1.25f * columns_.pitch + (lanes_ < kWarpSize ? 30.0f : 12.0f) * scale);
  if (row_ >= 4) row_ = std::floor(row_);
  plot_.height = std::max(row_, 0.0f) * static_cast<float>(lanes_);
  if (row_ <= 0.5f) return;
  draw_bank_axis(builder, request, request.room.y);
  draw_rows(builder, request);
  // The column that is pointed at, behind the text.
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

/// The background of all cells, and the lanes' names.
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
    const BankPalette::Ink ink = word_ink(request, load.bank, reached);
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

/// The number of words (or lanes in line) of each bank: numbers for all banks, or bars if there is no room for numbers.
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

/// A line around the words of faulty lanes; hatched if nothing was read or written.
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

unsigned SectorUse::bytes_used() const { return static_cast<unsigned>(std::ranges::count(used, true)); }

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

  // As few columns of lines as the height allows, so that lines are as wide as possible.
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
  // Requested bytes; the rest of the sector is moved in vain.
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
    // On a plate if stripes are behind it.
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
