#include "core/learn/mistakes.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/analysis/explanation.h"
#include "core/analysis/naive_count.h"

namespace bankloom::learn {
namespace {

using Element = TileGeometry::Element;

/// An access with its elements of the tile at other addresses; nothing where an address is not the tile's.
template <class Place>
std::optional<MemoryAccess> moved(const RunAt& at, MemoryAccess access, Place place) {
  if (!at.run->tile || access.space != Space::shared) return std::nullopt;
  const TileGeometry& tile = *at.run->tile;
  bool is_tile = true;
  for_each_lane(access.active, [&](unsigned lane) {
    const auto element = tile.element_at(access.addresses[lane]);
    is_tile = is_tile && element;
    if (element) access.addresses[lane] = tile.base + place(*element) * tile.element_bytes;
  });
  return is_tile ? std::optional(access) : std::nullopt;
}

std::optional<MemoryAccess> without_padding(const RunAt& at, const MemoryAccess& access) {
  if (!at.run->tile || at.run->tile->padding == 0) return std::nullopt;
  return moved(at, access, [&](Element e) { return e.row * at.run->tile->columns + e.column; });
}

/// Of a tile with rows and columns.
std::optional<MemoryAccess> exchanged(const RunAt& at, const MemoryAccess& access) {
  if (!at.run->tile || at.run->tile->rows == 1 || at.run->tile->columns == 1) return std::nullopt;
  return moved(at, access, [&](Element e) { return e.column * at.run->tile->row_elements() + e.row; });
}

/// Every row as long as the tile has rows, and the padding behind it.
std::optional<MemoryAccess> with_rows_padded(const RunAt& at, const MemoryAccess& access) {
  if (!at.run->tile || at.run->tile->padding == 0) return std::nullopt;
  const TileGeometry& tile = *at.run->tile;
  return moved(at, access, [&](Element e) { return e.column * (tile.rows + tile.padding) + e.row; });
}

std::optional<MemoryAccess> with_bytes_as_words(const RunAt& at, MemoryAccess access) {
  if (access.space != Space::shared) return std::nullopt;
  for (auto& address : access.addresses) address *= at.run->machine.bank_bytes;
  access.width = static_cast<std::uint8_t>(at.run->machine.bank_bytes);
  return access;
}

/// The lanes that are missing, in the same steps.
std::optional<MemoryAccess> with_all_lanes(const RunAt& at, MemoryAccess access) {
  const MachineModel& machine = at.run->machine;
  const Explanation why = explain_why(machine, access, explain_request(machine, access));
  if (access.active == kAllLanes || access.active == 0 || !why.stride) return std::nullopt;
  const unsigned first = first_lane(access.active);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const std::int64_t steps = static_cast<std::int64_t>(lane) - first;
    access.addresses[lane] = access.addresses[first] + static_cast<std::uint64_t>(steps * why.stride->bytes);
  }
  access.active = kAllLanes;
  return access;
}

MachineModel with_half_warps(MachineModel machine) {
  machine.banks = 16;
  machine.lanes_per_request = 16;
  return machine;
}

/// The usual banks, where the machine has others.
std::optional<MachineModel> with_usual_banks(MachineModel machine) {
  if (machine.banks == kWarpSize && machine.bank_bytes == 4) return std::nullopt;
  machine.banks = kWarpSize;
  machine.bank_bytes = 4;
  return machine;
}

/// Two lanes that a sentence can speak of.
LaneMask two_lanes(const MemoryAccess& access) {
  const LaneMask rest = access.active & (access.active - 1);
  return (access.active ^ rest) | (rest ^ (rest & (rest - 1)));
}

/// A lane and the first of the others that `fits` with it; none where there is none.
template <class Fits>
LaneMask pair_with(const MemoryAccess& access, unsigned lane, Fits fits) {
  for (unsigned other = 0; other < kWarpSize; ++other) {
    if (other == lane || !has_lane(access.active, other)) continue;
    if (fits(access.addresses[lane], access.addresses[other])) return lane_bit(lane) | lane_bit(other);
  }
  return 0;
}
LaneMask lanes_of_two_banks(const MachineModel& machine, const MemoryAccess& access, unsigned lane) {
  return pair_with(access, lane,
                   [&](std::uint64_t a, std::uint64_t b) { return bank_of(machine, a) != bank_of(machine, b); });
}
LaneMask lanes_of_one_sector(const MachineModel& machine, const MemoryAccess& access) {
  LaneMask found = 0;
  for_each_lane(access.active, [&](unsigned lane) {
    if (found != 0) return;
    found = pair_with(access, lane, [&](std::uint64_t a, std::uint64_t b) {
      return a / machine.sector_bytes == b / machine.sector_bytes;
    });
  });
  return found;
}
/// The first lane, or the one that is asked about, whose row is not its column.
LaneMask off_diagonal(const RunAt& at, const MemoryAccess& access, std::optional<unsigned> asked) {
  LaneMask found = 0;
  const auto look = [&](unsigned lane) {
    const auto element = at.run->tile->element_at(access.addresses[lane]);
    if (found == 0 && element && element->row != element->column) found = lane_bit(lane);
  };
  if (asked) look(*asked);
  for_each_lane(access.active, look);
  return found;
}

/// What is counted of a request.
class Counter {
 public:
  Counter(const Question& question, const RunAt& at) : kind_(question.kind), at_(at) {
    if (kind_ == QuestionKind::transactions) {
      for (const std::uint32_t one : at.of_line()) {
        accesses_.push_back(at.run->trace.at(at.timeline->requests()[one].access));
      }
    } else {
      accesses_.push_back(at.access());
    }
  }

  [[nodiscard]] double of(const RequestCounts& counts) const {
    switch (kind_) {
      case QuestionKind::conflicts:
        return counts.bank_conflicts;
      case QuestionKind::sectors:
        return counts.sectors;
      case QuestionKind::transactions:
        return counts.wavefronts + counts.sectors;
      default:
        return counts.wavefronts;
    }
  }

  /// The mean of what a mistake counts of each request; nothing where it does not apply to one.
  template <class Count>
  [[nodiscard]] std::optional<double> mean(Count count) const {
    double sum = 0;
    for (const MemoryAccess& access : accesses_) {
      const std::optional<double> one = count(access);
      if (!one) return std::nullopt;
      sum += *one;
    }
    return sum / static_cast<double>(accesses_.size());
  }
  template <class Change>
  [[nodiscard]] std::optional<double> changed(Change change) const {
    return mean([&](const MemoryAccess& access) -> std::optional<double> {
      const auto other = change(at_, access);
      if (!other) return std::nullopt;
      return of(count_request(at_.run->machine, *other));
    });
  }

  [[nodiscard]] bool is_shared() const { return at_.at().space == Space::shared; }

 private:
  QuestionKind kind_;
  const RunAt& at_;
  std::vector<MemoryAccess> accesses_;
};

/// Lanes counted as words are: those at one word, too.
RequestCounts count_lanes_as_words(const MachineModel& machine, const MemoryAccess& access) {
  const RequestCost cost = explain_request(machine, access);
  RequestCounts counts = cost.counts;
  counts.wavefronts = 0;
  for (const Phase& phase : cost.phases) {
    unsigned most = 0;
    for (const BankLoad& bank : phase.banks) {
      unsigned lanes = 0;
      for (const auto& word : bank.words) lanes += lane_count(word.lanes);
      most = std::max(most, lanes);
    }
    counts.wavefronts += most;
  }
  counts.bank_conflicts = counts.wavefronts - counts.phases;
  return counts;
}

/// Lanes at one word, and its bank.
struct Sharing {
  LaneMask lanes = 0;
  unsigned bank = 0;
};
Sharing most_at_a_word(const MachineModel& machine, const MemoryAccess& access) {
  Sharing found;
  for (const Phase& phase : explain_request(machine, access).phases) {
    for (const BankLoad& bank : phase.banks) {
      for (const auto& word : bank.words) {
        if (lane_count(word.lanes) > lane_count(found.lanes)) found = {word.lanes, bank.bank};
      }
    }
  }
  return found;
}

/// What mistakes make of a number that is counted of a request, or of those of its line.
class CountMistakes {
 public:
  CountMistakes(const Question& question, const RunAt& at) : question_(question), at_(at), counter_(question, at) {}

  std::vector<WrongAnswer> take() {
    if (counter_.is_shared()) {
      at_lanes();
      at_machine();
      at_other_requests();
      if (const LaneMask apart = lanes_of_two_banks(machine_, access_, first_lane(access_.active))) {
        add(Mistake::lane_by_lane, static_cast<double>(lane_count(access_.active)), apart, why_.bank);
      }
    } else {
      at_global();
    }
    return std::move(wrong_);
  }

 private:
  void add(Mistake mistake, std::optional<double> number, LaneMask lanes, unsigned bank) {
    if (number) wrong_.push_back({mistake, {*number}, lanes, bank, 0});
  }
  /// By the rules of another machine.
  [[nodiscard]] std::optional<double> counted_by(const MachineModel& other) const {
    return counter_.mean(
        [&](const MemoryAccess& one) { return std::optional(counter_.of(count_request(other, one))); });
  }

  void at_global() {
    add(Mistake::lines_as_sectors, counter_.mean([&](const MemoryAccess& one) {
      return std::optional<double>(count_request(machine_, one).lines);
    }),
        two_, 0);
    add(Mistake::full_warp, counter_.changed(with_all_lanes), access_.active, 0);
    if (const LaneMask together = lanes_of_one_sector(machine_, access_)) {
      add(Mistake::lane_by_lane,
          counter_.mean([](const MemoryAccess& one) { return std::optional<double>(lane_count(one.active)); }),
          together, 0);
    }
  }

  /// What is taken for a lane's word, or for a lane that takes part.
  void at_lanes() {
    const Sharing sharing = most_at_a_word(machine_, access_);
    if (lane_count(sharing.lanes) > 1) {
      add(Mistake::broadcast_counted, counter_.mean([&](const MemoryAccess& one) {
        return std::optional(counter_.of(count_lanes_as_words(machine_, one)));
      }),
          sharing.lanes, sharing.bank);
    }
    add(Mistake::phases_forgotten, counter_.mean([&](const MemoryAccess& one) -> std::optional<double> {
      const auto naive = naive_count(machine_, one);
      if (!naive || why_.counts.phases == 1) return std::nullopt;
      return counter_.of({.wavefronts = naive->transactions, .bank_conflicts = naive->conflicts});
    }),
        why_.phase_lanes, why_.bank);
    add(Mistake::padding_forgotten, counter_.changed(without_padding), two_, why_.bank);
    if (const auto count = counter_.changed(exchanged)) {
      add(Mistake::x_and_y_exchanged, count, off_diagonal(at_, access_, {}), why_.bank);
    }
    add(Mistake::full_warp, counter_.changed(with_all_lanes), access_.active, why_.bank);
  }

  void at_machine() {
    if (machine_.banks == kWarpSize) {
      add(Mistake::half_warps, counted_by(with_half_warps(machine_)), why_.bank_lanes, why_.bank);
      if (why_.stride && why_.stride->bytes % 8 == 0 && why_.stride->bytes != 0) {
        const bool conflicts = question_.kind == QuestionKind::conflicts;
        add(Mistake::even_stride, conflicts ? 31 : 32, two_, why_.bank);
      }
    }
    if (const auto usual = with_usual_banks(machine_)) {
      add(Mistake::usual_banks, counted_by(*usual), why_.bank_lanes, why_.bank);
    }
    add(Mistake::bytes_as_words, counter_.changed(with_bytes_as_words), two_, why_.bank);
  }

  void at_other_requests() {
    const bool conflicts = question_.kind == QuestionKind::conflicts;
    if (!conflicts && question_.kind != QuestionKind::wavefronts) return;
    RequestCounts of_line, of_warp;
    bool has_other_warps = false;
    for (const TimelineRequest& one : at_.timeline->requests()) {
      if (one.space != Space::shared) continue;
      const bool is_line = one.source_line == at_.at().source_line && one.op == at_.at().op;
      has_other_warps = has_other_warps || (is_line && one.warp != access_.warp);
      for (RequestCounts* const sum : {is_line ? &of_line : nullptr, one.warp == access_.warp ? &of_warp : nullptr}) {
        if (sum == nullptr) continue;
        sum->wavefronts += one.counts.wavefronts;
        sum->bank_conflicts += one.counts.bank_conflicts;
      }
    }
    if (has_other_warps) add(Mistake::between_warps, counter_.of(of_line), access_.active, why_.bank);
    add(Mistake::between_instructions, counter_.of(of_warp), access_.active, why_.bank);
    add(Mistake::conflicts_for_wavefronts, conflicts ? why_.counts.wavefronts : why_.counts.bank_conflicts,
        why_.bank_lanes, why_.bank);
  }

  const Question& question_;
  const RunAt& at_;
  Counter counter_;
  const MachineModel& machine_ = at_.run->machine;
  MemoryAccess access_ = at_.access();
  Explanation why_ = explain_why(machine_, access_, explain_request(machine_, access_));
  LaneMask two_ = two_lanes(access_);
  std::vector<WrongAnswer> wrong_;
};

}  // namespace

unsigned bank_of(const MachineModel& machine, std::uint64_t address) {
  return static_cast<unsigned>(address / machine.bank_bytes % machine.banks);
}

LaneMask conflicting_lanes(const MachineModel& machine, const MemoryAccess& access, std::optional<unsigned> lane) {
  const RequestCost cost = explain_request(machine, access);
  if (!lane) return explain_why(machine, access, cost).bank_lanes;
  LaneMask lanes = 0;
  for (const Phase& phase : cost.phases) {
    if (!has_lane(phase.lanes, *lane)) continue;
    for (const BankLoad& bank : phase.banks) {
      LaneMask own = 0, others = 0;
      for (const auto& word : bank.words) (has_lane(word.lanes, *lane) ? own : others) |= word.lanes;
      if (own != 0) lanes |= others;
    }
  }
  return lanes;
}

Answer cells_of(const TileGeometry& tile, const MemoryAccess& access) {
  std::set<double> cells;
  for_each_lane(access.active, [&](unsigned lane) {
    for (unsigned byte = 0; byte < access.width; byte += tile.element_bytes) {
      const auto element = tile.element_at(access.addresses[lane] + byte);
      if (element) cells.insert(static_cast<double>(element->row * tile.row_elements() + element->column));
    }
  });
  return {cells.begin(), cells.end()};
}

Answer lanes_in(LaneMask lanes) {
  Answer answer;
  for_each_lane(lanes, [&](unsigned lane) { answer.push_back(lane); });
  return answer;
}

std::vector<WrongAnswer> mistaken_counts(const Question& question, const RunAt& at) {
  return CountMistakes(question, at).take();
}

std::vector<WrongAnswer> mistaken_banks(const Question& question, const RunAt& at) {
  const MachineModel& machine = at.run->machine;
  MemoryAccess access = at.access();
  unsigned lane = question.lane.value_or(0);
  if (question.cell && at.run->tile) {
    // As if a lane of its own were at the element.
    access.space = Space::shared;
    access.active = lane_bit(lane);
    access.addresses[lane] = at.run->tile->address(question.cell->first, question.cell->second);
  }
  std::vector<WrongAnswer> wrong;
  const std::uint64_t address = access.addresses[lane];
  const auto add = [&](Mistake mistake, double bank) {
    wrong.push_back({mistake, {bank}, lane_bit(lane), bank_of(machine, address), address});
  };
  const auto add_moved = [&](Mistake mistake, const std::optional<MemoryAccess>& other) {
    if (other) add(mistake, bank_of(machine, other->addresses[lane]));
  };
  if (question.lane) add(Mistake::lane_as_bank, *question.lane % machine.banks);
  add_moved(Mistake::padding_forgotten, without_padding(at, access));
  // In a square tile both lead to the same.
  add_moved(Mistake::x_and_y_exchanged, exchanged(at, access));
  add_moved(Mistake::padding_of_rows, with_rows_padded(at, access));
  add(Mistake::bytes_as_words, static_cast<double>(address % machine.banks));
  if (machine.banks == kWarpSize) add(Mistake::half_warps, static_cast<double>(address / machine.bank_bytes % 16));
  if (const auto usual = with_usual_banks(machine)) add(Mistake::usual_banks, bank_of(*usual, address));
  return wrong;
}

std::vector<WrongAnswer> mistaken_lanes(const Question& question, const RunAt& at) {
  const MachineModel& machine = at.run->machine;
  const MemoryAccess access = at.access();
  const auto lane = question.lane;
  std::vector<WrongAnswer> wrong;
  const unsigned bank = bank_of(machine, access.addresses[lane.value_or(first_lane(access.active))]);
  const auto add = [&](Mistake mistake, LaneMask lanes, LaneMask at_hand) {
    wrong.push_back({mistake, lanes_in(lanes), at_hand, bank, 0});
  };
  const auto add_moved = [&](Mistake mistake, const std::optional<MemoryAccess>& other) {
    if (other) add(mistake, conflicting_lanes(machine, *other, lane), two_lanes(access));
  };
  LaneMask in_bank = 0, same_word = 0;
  if (lane) {
    for_each_lane(access.active & ~lane_bit(*lane), [&](unsigned other) {
      if (bank_of(machine, access.addresses[other]) != bank) return;
      in_bank |= lane_bit(other);
      if (access.addresses[other] / machine.bank_bytes == access.addresses[*lane] / machine.bank_bytes) {
        same_word |= lane_bit(other);
      }
    });
    const LaneMask phase = [&] {
      for (const Phase& one : explain_request(machine, access).phases) {
        if (has_lane(one.lanes, *lane)) return one.lanes;
      }
      return access.active;
    }();
    if (same_word != 0) add(Mistake::broadcast_counted, in_bank & phase, same_word | lane_bit(*lane));
    if (phase != access.active) add(Mistake::phases_forgotten, in_bank & ~same_word, phase);
    if (machine.banks == kWarpSize) {
      add(Mistake::half_warps, conflicting_lanes(with_half_warps(machine), access, lane), in_bank | lane_bit(*lane));
    }
    if (const LaneMask apart = lanes_of_two_banks(machine, access, *lane)) {
      add(Mistake::lane_by_lane, access.active & ~lane_bit(*lane), apart);
    }
  } else if (machine.banks == kWarpSize) {
    add(Mistake::half_warps, conflicting_lanes(with_half_warps(machine), access, lane), two_lanes(access));
    if (const LaneMask apart = lanes_of_two_banks(machine, access, first_lane(access.active))) {
      add(Mistake::lane_by_lane, access.active, apart);
    }
  }
  add_moved(Mistake::padding_forgotten, without_padding(at, access));
  if (const auto other = exchanged(at, access)) {
    add(Mistake::x_and_y_exchanged, conflicting_lanes(machine, *other, lane), off_diagonal(at, access, lane));
  }
  add_moved(Mistake::bytes_as_words, with_bytes_as_words(at, access));
  return wrong;
}

std::vector<WrongAnswer> mistaken_cells(const RunAt& at) {
  const MemoryAccess access = at.access();
  const TileGeometry& tile = *at.run->tile;
  std::vector<WrongAnswer> wrong;
  const auto add = [&](Mistake mistake, Answer cells) {
    wrong.push_back({mistake, std::move(cells), two_lanes(access), 0, 0});
  };
  const auto add_moved = [&](Mistake mistake, const std::optional<MemoryAccess>& other) {
    if (other) add(mistake, cells_of(tile, *other));
  };
  // Of a tile that is no square some may lie outside.
  if (const auto other = exchanged(at, access)) {
    Answer cells = cells_of(tile, *other);
    if (cells.size() == lane_count(access.active)) {
      add(Mistake::x_and_y_exchanged, std::move(cells));
      wrong.back().lanes = off_diagonal(at, access, {});
    }
  }
  add_moved(Mistake::padding_forgotten, without_padding(at, access));
  add_moved(Mistake::full_warp, with_all_lanes(at, access));
  std::set<double> of_block;
  for (const std::uint32_t one : at.of_line()) {
    const Answer cells = cells_of(tile, at.run->trace.at(at.timeline->requests()[one].access));
    of_block.insert(cells.begin(), cells.end());
  }
  add(Mistake::between_warps, {of_block.begin(), of_block.end()});
  return wrong;
}

}  // namespace bankloom::learn
