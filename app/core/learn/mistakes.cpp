#include "core/learn/mistakes.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/analysis/explanation.h"

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

/// Nothing where an element of the exchanged indices is none of the tile.
std::optional<MemoryAccess> exchanged(const RunAt& at, const MemoryAccess& access) {
  if (!at.run->tile) return std::nullopt;
  const TileGeometry& tile = *at.run->tile;
  bool is_inside = true;
  auto other = moved(at, access, [&](Element e) {
    is_inside = is_inside && e.column < tile.rows && e.row < tile.columns;
    return e.column * tile.row_elements() + e.row;
  });
  return is_inside ? other : std::nullopt;
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

/// The usual banks, where the machine has others.
std::optional<MachineModel> with_usual_banks(MachineModel machine) {
  if (machine.banks == kWarpSize && machine.bank_bytes == 4) return std::nullopt;
  machine.banks = kWarpSize;
  machine.bank_bytes = 4;
  return machine;
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
/// The lanes that are served together with a lane.
LaneMask phase_of(const MachineModel& machine, const MemoryAccess& access, unsigned lane) {
  for (const Phase& one : explain_request(machine, access).phases) {
    if (has_lane(one.lanes, lane)) return one.lanes;
  }
  return access.active;
}
LaneMask lanes_of_two_banks(const MachineModel& machine, MemoryAccess access, unsigned lane) {
  access.active &= phase_of(machine, access, lane);
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
    if (kind_ != QuestionKind::transactions) {
      accesses_.push_back(at.access());
      return;
    }
    // Some machines make several requests of an access.
    requests_ = 0;
    for (const std::uint32_t index : at.of_line()) {
      const TimelineRequest& one = at.timeline->requests()[index];
      accesses_.push_back(at.run->trace.at(one.access));
      requests_ += one.counts.requests;
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
    return sum / requests_;
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
  double requests_ = 1;  ///< that a mean is of
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

/// The distinct words of a request.
std::size_t words_of(const MachineModel& machine, const MemoryAccess& access) {
  std::set<std::uint64_t> words;
  for (const Phase& phase : explain_request(machine, access).phases) {
    for (const BankLoad& bank : phase.banks) {
      for (const auto& word : bank.words) words.insert(word.word);
    }
  }
  return words.size();
}

/// What a number can be that is counted of a request, or of those of its line.
class CountMistakes {
 public:
  CountMistakes(const Question& question, const RunAt& at) : question_(question), at_(at), counter_(question, at) {}

  std::vector<WrongAnswer> take() {
    if (counter_.is_shared()) {
      at_shared();
    } else {
      at_global();
    }
    if (question_.kind == QuestionKind::transactions) {
      at_other_lines();
    } else {
      at_other_requests();
    }
    // What a request of its width takes at least is what one answers who sees nothing that costs more, whatever else it
    // is here.
    const Answer least = {least_count()};
    std::erase_if(wrong_, [&](const WrongAnswer& one) { return is_same(one.answer, least); });
    return std::move(wrong_);
  }

 private:
  void add(Mistake mistake, std::optional<double> number, LaneMask lanes, unsigned bank) {
    if (number) wrong_.push_back({mistake, {*number}, lanes, bank, 0});
  }
  void add_other(Mistake mistake, double number, const TimelineRequest& other) {
    if (number == counter_.of(why_.counts)) return;
    const auto is_known = [&](const WrongAnswer& one) {
      return one.mistake == mistake && one.answer.front() == number && one.line == other.source_line &&
             one.op == other.op;
    };
    if (std::ranges::any_of(wrong_, is_known)) return;
    wrong_.push_back({mistake, {number}, access_.active, why_.bank, 0, other.source_line, other.op, other.warp});
  }

  [[nodiscard]] double least_count() const {
    return *counter_.mean([&](const MemoryAccess& one) {
      const bool is_shared = one.space == Space::shared;
      if (is_shared && question_.kind == QuestionKind::conflicts) return std::optional(0.0);
      return std::optional<double>(is_shared ? count_request(machine_, one).phases
                                             : fewest_sectors(count_bytes_used(machine_, one), machine_.sector_bytes));
    });
  }

  void at_global() {
    add(Mistake::lines_as_sectors, counter_.mean([&](const MemoryAccess& one) {
      return std::optional<double>(count_request(machine_, one).lines);
    }),
        access_.active, 0);
    add(Mistake::bytes_counted,
        counter_.mean([&](const MemoryAccess& one) { return std::optional<double>(count_bytes_used(machine_, one)); }),
        access_.active, 0);
    add(Mistake::full_warp, counter_.changed(with_all_lanes), access_.active, 0);
    if (const LaneMask together = lanes_of_one_sector(machine_, access_)) {
      add(Mistake::lane_by_lane,
          counter_.mean([](const MemoryAccess& one) { return std::optional<double>(lane_count(one.active)); }),
          together, 0);
    }
  }

  void at_shared() {
    const bool conflicts = question_.kind == QuestionKind::conflicts;
    add(Mistake::conflicts_for_wavefronts, counter_.mean([&](const MemoryAccess& one) {
      const RequestCounts counts = count_request(machine_, one);
      return std::optional<double>(conflicts ? counts.wavefronts : counts.bank_conflicts);
    }),
        why_.bank_lanes, why_.bank);
    at_lanes(conflicts);
    add(Mistake::padding_forgotten, counter_.changed(without_padding), access_.active, why_.bank);
    if (const auto usual = with_usual_banks(machine_)) {
      add(Mistake::usual_banks, counter_.mean([&](const MemoryAccess& one) {
        return std::optional(counter_.of(count_request(*usual, one)));
      }),
          why_.bank_lanes, why_.bank);
    }
  }

  /// Lanes, banks or words that are counted where the words of one bank count.
  void at_lanes(bool conflicts) {
    const double lanes =
        *counter_.mean([](const MemoryAccess& one) { return std::optional<double>(lane_count(one.active)); });
    if (const LaneMask apart = lanes_of_two_banks(machine_, access_, first_lane(access_.active))) {
      add(Mistake::lane_by_lane, lanes, apart, why_.bank);
      // Each after the first.
      if (conflicts) add(Mistake::lane_by_lane, lanes - 1, apart, why_.bank);
    }
    const Sharing sharing = most_at_a_word(machine_, access_);
    if (lane_count(sharing.lanes) > 1 && !why_.lane_by_lane) {
      add(Mistake::broadcast_counted, counter_.mean([&](const MemoryAccess& one) {
        return std::optional(counter_.of(count_lanes_as_words(machine_, one)));
      }),
          sharing.lanes, sharing.bank);
    }
    // In several phases not all banks work at the same time.
    if (why_.counts.phases != 1) return;
    const auto words = static_cast<double>(words_of(machine_, access_));
    if (why_.banks_asked != lanes && why_.banks_asked > 1)
      add(Mistake::banks_counted, why_.banks_asked, access_.active, why_.bank);
    if (words != lanes && words != why_.banks_asked) add(Mistake::words_counted, words, access_.active, why_.bank);
  }

  void at_other_requests() {
    for (const TimelineRequest& one : at_.timeline->requests()) {
      if (one.space != access_.space) continue;
      const double number = counter_.of(one.counts);
      const bool is_line = one.source_line == access_.source_line && one.op == access_.op;
      const bool is_warp = one.warp == access_.warp;
      if (is_line && !is_warp) add_other(Mistake::other_warp, number, one);
      if (is_warp && !is_line) add_other(Mistake::other_instruction, number, one);
    }
  }

  /// Where a mean is asked for: of another line, or not divided.
  void at_other_lines() {
    std::map<std::pair<std::uint32_t, AccessOp>, std::vector<const TimelineRequest*>> lines;
    for (const TimelineRequest& one : at_.timeline->requests()) {
      if (one.space == access_.space) lines[{one.source_line, one.op}].push_back(&one);
    }
    for (const auto& [line, requests] : lines) {
      double sum = 0, count = 0;
      for (const TimelineRequest* const one : requests) {
        sum += counter_.of(one->counts);
        count += one->counts.requests;
      }
      if (line != std::pair(access_.source_line, access_.op)) {
        add_other(Mistake::other_instruction, sum / count, *requests.front());
      } else if (count > 1) {
        add(Mistake::not_divided, sum, access_.active, why_.bank);
        add(Mistake::requests_counted, count, access_.active, why_.bank);
      }
    }
  }

  const Question& question_;
  const RunAt& at_;
  Counter counter_;
  const MachineModel& machine_ = at_.run->machine;
  MemoryAccess access_ = at_.access();
  Explanation why_ = explain_why(machine_, access_, explain_request(machine_, access_));
  std::vector<WrongAnswer> wrong_;
};

/// Where the store goes along a row and the load down a column, the other instruction's answer is that of exchanged
/// indices, which is said of it.
void drop_exchanged_twice(std::vector<WrongAnswer>& wrong) {
  const auto exchanged = std::ranges::find(wrong, Mistake::x_and_y_exchanged, &WrongAnswer::mistake);
  if (exchanged == wrong.end()) return;
  const Answer answer = exchanged->answer;
  std::erase_if(wrong, [&](const WrongAnswer& one) {
    return one.mistake == Mistake::other_instruction && is_same(one.answer, answer);
  });
}

/// Banks of the same lane in other requests: of the warp's other instructions, and of the other warp, which is the
/// first where there are many.
void add_banks_of_others(const RunAt& at, const MemoryAccess& access, unsigned lane, std::vector<WrongAnswer>& wrong) {
  const auto& requests = at.timeline->requests();
  const bool are_two = at.timeline->warps() == 2;
  for (const TimelineRequest& one : requests) {
    if (one.space != Space::shared) continue;
    const bool is_line = one.source_line == access.source_line && one.op == access.op;
    const bool is_warp = one.warp == access.warp;
    if (is_line == is_warp || (is_line && one.warp != 0 && !are_two)) continue;
    const MemoryAccess other = at.run->trace.at(one.access);
    if (!has_lane(other.active, lane)) continue;
    const unsigned bank = bank_of(at.run->machine, other.addresses[lane]);
    wrong.push_back({is_line ? Mistake::other_warp : Mistake::other_instruction,
                     {static_cast<double>(bank)},
                     lane_bit(lane),
                     bank,
                     other.addresses[lane],
                     one.source_line,
                     one.op,
                     one.warp});
  }
}

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
  const unsigned lane = question.lane.value_or(0);
  if (question.cell && at.run->tile) {
    // As if a lane of its own were at the element.
    access.space = Space::shared;
    access.active = lane_bit(lane);
    access.addresses[lane] = at.run->tile->address(question.cell->first, question.cell->second);
  }
  std::vector<WrongAnswer> wrong;
  const std::uint64_t address = access.addresses[lane];
  const auto add = [&](Mistake mistake, std::uint64_t number) {
    wrong.push_back({mistake, {static_cast<double>(number)}, lane_bit(lane), bank_of(machine, address), address});
  };
  const auto add_moved = [&](Mistake mistake, const std::optional<MemoryAccess>& other) {
    if (other) add(mistake, bank_of(machine, other->addresses[lane]));
  };
  MemoryAccess alone = access;
  alone.active = lane_bit(lane);
  const auto element = at.run->tile && access.space == Space::shared ? at.run->tile->element_at(address) : std::nullopt;
  // Where the lane's number is its row or its column, too, it is the lane's.
  if (element && (!question.lane || element->column != lane)) add(Mistake::column, element->column);
  if (element && at.run->tile->rows > 1 && (!question.lane || element->row != lane)) add(Mistake::row, element->row);
  if (question.lane) add(Mistake::lane_as_bank, lane);
  add(Mistake::word, address / machine.bank_bytes);
  add(Mistake::byte, address);
  if (address >= machine.banks) add(Mistake::bytes_as_words, address % machine.banks);
  add_moved(Mistake::padding_forgotten, without_padding(at, alone));
  add_moved(Mistake::x_and_y_exchanged, exchanged(at, alone));
  if (const auto usual = with_usual_banks(machine)) add(Mistake::usual_banks, bank_of(*usual, address));
  if (question.lane) add_banks_of_others(at, access, lane, wrong);
  drop_exchanged_twice(wrong);
  return wrong;
}

std::vector<WrongAnswer> mistaken_lanes(const Question& question, const RunAt& at) {
  const MachineModel& machine = at.run->machine;
  const MemoryAccess access = at.access();
  const auto lane = question.lane;
  std::vector<WrongAnswer> wrong;
  const unsigned bank = bank_of(machine, access.addresses[lane.value_or(first_lane(access.active))]);
  // That no lane conflicts, or a single one, says nothing of why.
  const auto add = [&](Mistake mistake, LaneMask lanes, LaneMask at_hand) {
    if (lane_count(lanes) > 1) wrong.push_back({mistake, lanes_in(lanes), at_hand, bank, 0});
  };
  if (lane) {
    LaneMask in_bank = 0, same_word = 0;
    for_each_lane(access.active & ~lane_bit(*lane), [&](unsigned other) {
      if (bank_of(machine, access.addresses[other]) != bank) return;
      in_bank |= lane_bit(other);
      if (access.addresses[other] / machine.bank_bytes == access.addresses[*lane] / machine.bank_bytes) {
        same_word |= lane_bit(other);
      }
    });
    const LaneMask phase = phase_of(machine, access, *lane);
    add(Mistake::itself, conflicting_lanes(machine, access, lane) | lane_bit(*lane), lane_bit(*lane));
    if (same_word != 0) add(Mistake::broadcast_counted, in_bank & phase, same_word | lane_bit(*lane));
    if (phase != access.active) add(Mistake::phases_forgotten, in_bank & ~same_word, phase);
  }
  const LaneMask own = lane ? lane_bit(*lane) : 0;
  if (const LaneMask apart = lanes_of_two_banks(machine, access, lane.value_or(first_lane(access.active)))) {
    add(Mistake::lane_by_lane, access.active & ~own, apart);
  }
  if (const auto other = without_padding(at, access)) {
    add(Mistake::padding_forgotten, conflicting_lanes(machine, *other, lane), access.active);
  }
  if (const auto other = exchanged(at, access)) {
    add(Mistake::x_and_y_exchanged, conflicting_lanes(machine, *other, lane), off_diagonal(at, access, lane));
  }
  return wrong;
}

std::vector<WrongAnswer> mistaken_cells(const RunAt& at) {
  const MemoryAccess access = at.access();
  const TileGeometry& tile = *at.run->tile;
  std::vector<WrongAnswer> wrong;
  const auto add = [&](Mistake mistake, Answer cells) {
    wrong.push_back({mistake, std::move(cells), access.active, 0, 0});
  };
  if (const auto other = exchanged(at, access)) {
    add(Mistake::x_and_y_exchanged, cells_of(tile, *other));
    wrong.back().lanes = off_diagonal(at, access, {});
  }
  if (const auto other = with_all_lanes(at, access)) {
    // Beyond the tile there is nothing that one could name.
    Answer cells = cells_of(tile, *other);
    if (cells.size() == kWarpSize) add(Mistake::full_warp, std::move(cells));
  }
  std::set<double> of_block;
  for (const TimelineRequest& one : at.timeline->requests()) {
    if (one.space != access.space) continue;
    const bool is_line = one.source_line == access.source_line && one.op == access.op;
    if (!is_line && one.warp != access.warp) continue;
    Answer cells = cells_of(tile, at.run->trace.at(one.access));
    if (cells.empty()) continue;
    if (is_line) of_block.insert(cells.begin(), cells.end());
    if (is_line && one.warp == access.warp) continue;
    add(is_line ? Mistake::other_warp : Mistake::other_instruction, std::move(cells));
    wrong.back().line = one.source_line;
    wrong.back().op = one.op;
    wrong.back().warp = one.warp;
  }
  add(Mistake::between_warps, {of_block.begin(), of_block.end()});
  drop_exchanged_twice(wrong);
  return wrong;
}

}  // namespace bankloom::learn
