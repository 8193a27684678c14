// count_request: the counters alone, without a heap allocation, for millions of requests.
#include <algorithm>
#include <bit>
#include <numeric>

#include "core/analysis/phase_rules.h"
#include "core/analysis/request_cost.h"

namespace bankloom {
namespace {

using analysis::for_each_phase;
using analysis::lane_range;
using analysis::moves_matrices;
using analysis::pairs_up;

/// Limit of words that a phase can access: 32 lanes of 16 bytes, each of which may straddle one 4-byte word more.
constexpr std::size_t kMostWords = kWarpSize * 5;

/// A set for some tens of numbers: a hash table whose chains are indices, on the stack.
class SmallSet {
 public:
  SmallSet() { heads_.fill(kNone); }

  /// Whether the number is new.
  bool insert(std::uint64_t number) {
    // Fibonacci hashing: the upper bits of the product are well mixed even for strided numbers.
    const std::size_t bucket = (static_cast<std::uint32_t>(number ^ (number >> 32)) * 0x9e3779b1U) >> kShift;
    for (unsigned index = heads_[bucket]; index != kNone; index = next_[index]) {
      if (numbers_[index] == number) return false;
    }
    numbers_[size_] = number;
    next_[size_] = heads_[bucket];
    heads_[bucket] = static_cast<std::uint8_t>(size_++);
    return true;
  }
  [[nodiscard]] unsigned size() const { return size_; }

 private:
  static constexpr std::uint8_t kNone = 0xff;
  static constexpr unsigned kShift = 32 - 8;  // 256 chains, so that most are empty or one long
  std::array<std::uint8_t, std::size_t{1} << (32 - kShift)> heads_;
  std::array<std::uint8_t, kMostWords> next_;
  std::array<std::uint64_t, kMostWords> numbers_;
  unsigned size_ = 0;
};
static_assert(kMostWords < 0xff);

/// The constant distance in bytes between the addresses of neighbouring lanes, if the lanes are contiguous and there is
/// one.
std::optional<std::uint64_t> constant_stride(const MemoryAccess& access, LaneMask lanes) {
  const unsigned first = first_lane(lanes);
  const unsigned last = first + lane_count(lanes);
  if (lanes != lane_range(first, last)) return std::nullopt;
  if (last - first == 1) return 0;
  const std::uint64_t stride = access.addresses[first + 1] - access.addresses[first];
  std::uint64_t wrong = 0;
  for (unsigned lane = first + 1; lane < last; ++lane) {
    wrong |= access.addresses[lane] - access.addresses[lane - 1] - stride;
  }
  if (wrong != 0) return std::nullopt;
  return stride;
}

constexpr unsigned divide_up(unsigned a, unsigned b) { return (a + b - 1) / b; }

/// The degree of lanes at a constant stride, in closed form if there is one.
std::optional<unsigned> degree_of_stride(const MachineModel& machine, const MemoryAccess& access, LaneMask lanes,
                                         bool lane_by_lane) {
  if (machine.pair_segment_words != 0) return std::nullopt;
  const std::optional<std::uint64_t> stride = constant_stride(access, lanes);
  if (!stride) return std::nullopt;
  const std::uint64_t bytes = machine.bank_bytes;
  const std::uint64_t offset = access.addresses[first_lane(lanes)] & (bytes - 1);
  const unsigned count = lane_count(lanes);
  const std::uint64_t distance = static_cast<std::int64_t>(*stride) < 0 ? 0 - *stride : *stride;
  if (access.width > bytes) {
    // Consecutive lanes, each of several whole words: consecutive words.
    if (distance != access.width || offset != 0) return std::nullopt;
    return divide_up(count * (access.width / machine.bank_bytes), machine.banks);
  }
  if (offset + access.width > bytes || (distance & (bytes - 1)) != 0) return std::nullopt;
  if (distance == 0) return lane_by_lane ? count : 1;
  // The banks repeat after banks / gcd lanes, and all words differ.
  const std::uint64_t step = distance >> std::countr_zero(bytes);
  const auto common = static_cast<unsigned>(std::gcd(step, std::uint64_t{machine.banks}));
  return divide_up(count, machine.banks / common);
}

template <class BankOf>
unsigned degree_by_counting(const MachineModel& machine, const MemoryAccess& access, LaneMask lanes, bool lane_by_lane,
                            BankOf bank_of) {
  std::array<std::uint8_t, kMaxBanks> counts{};
  const int shift = std::countr_zero(machine.bank_bytes);
  SmallSet seen;
  unsigned degree = 1;  // a phase with a lane takes at least one
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t address = access.addresses[first_lane(rest)];
    const std::uint64_t last = (address + access.width - 1) >> shift;
    for (std::uint64_t word = address >> shift; word <= last; ++word) {
      const std::uint64_t unit = analysis::serving_unit(machine, word);
      if (!lane_by_lane && !seen.insert(unit)) continue;
      const unsigned count = ++counts[bank_of(unit)];
      degree = std::max(degree, count);
    }
  }
  return degree;
}

/// Wavefronts of one phase: the most words of any bank.
unsigned degree_of(const MachineModel& machine, const MemoryAccess& access, LaneMask lanes, const PhaseRule& rule) {
  if (const auto degree = degree_of_stride(machine, access, lanes, rule.lane_by_lane)) return *degree;
  if (std::has_single_bit(machine.banks)) {
    return degree_by_counting(machine, access, lanes, rule.lane_by_lane,
                              [mask = machine.banks - 1](std::uint64_t unit) { return unit & mask; });
  }
  return degree_by_counting(machine, access, lanes, rule.lane_by_lane,
                            [banks = machine.banks](std::uint64_t unit) { return unit % banks; });
}

/// Distinct aligned pieces of `piece` bytes (a power of two) that the lanes access.
unsigned distinct_pieces(const MemoryAccess& access, LaneMask lanes, unsigned piece) {
  const int shift = std::countr_zero(piece);
  // Addresses mostly ascend with the lane: then a piece is new if it is beyond the last one.
  unsigned count = 0;
  std::uint64_t next_new = 0;
  bool ascending = true;
  for (LaneMask rest = lanes; rest != 0 && ascending; rest &= rest - 1) {
    const std::uint64_t address = access.addresses[first_lane(rest)];
    const std::uint64_t first = address >> shift;
    const std::uint64_t last = (address + access.width - 1) >> shift;
    ascending = first + 1 >= next_new && last >= first;
    if (last + 1 > next_new) {
      count += static_cast<unsigned>(last + 1 - std::max(first, next_new));
      next_new = last + 1;
    }
  }
  if (ascending) return count;
  SmallSet seen;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t address = access.addresses[first_lane(rest)];
    const std::uint64_t pieces = ((address + access.width - 1) >> shift) - (address >> shift) + 1;
    for (std::uint64_t index = 0; index < pieces; ++index) seen.insert((address >> shift) + index);
  }
  return seen.size();
}

/// An update loop: in each round a load by the lanes that are left, and a compare-and-swap.
RequestCounts count_rounds(const MachineModel& machine, const MemoryAccess& access, LaneMask lanes) {
  RequestCounts counts;
  const PhaseRule& load = machine.rule(AccessOp::load, access.width);
  counts.wavefronts = analysis::wavefronts_before(machine.rule(access.op, access.width), lanes);
  analysis::for_each_round(machine, access, lanes, [&](const analysis::UpdateRound& round, LaneMask left) {
    const unsigned per_phase = pairs_up(load, access, left) ? load.merged_lanes_per_phase : load.lanes_per_phase;
    const unsigned requests = for_each_phase(machine, access, per_phase, left, [&](unsigned, LaneMask phase) {
      const unsigned degree = degree_of(machine, access, phase, load);
      counts.load_wavefronts += degree;
      counts.bank_conflicts += degree - 1;
    });
    counts.requests = std::max(counts.requests, requests);
    counts.wavefronts += round.swaps;
    ++counts.phases;
  });
  counts.wavefronts += counts.load_wavefronts;
  return counts;
}

}  // namespace

LaneMask addressing_lanes(const MemoryAccess& access) {
  return moves_matrices(access.op) ? access.active & first_lanes(8U * access.matrices) : access.active;
}

RequestCounts count_request(const MachineModel& machine, const MemoryAccess& access) {
  RequestCounts counts;
  const LaneMask lanes = addressing_lanes(access);
  if (lanes == 0) return counts;
  if (access.space == Space::shared && is_update_loop(access.op)) return count_rounds(machine, access, lanes);
  if (access.space == Space::shared) {
    const PhaseRule& rule = machine.rule(access.op, access.width);
    const unsigned per_phase = pairs_up(rule, access, lanes) ? rule.merged_lanes_per_phase : rule.lanes_per_phase;
    counts.requests = for_each_phase(machine, access, per_phase, lanes, [&](unsigned, LaneMask phase) {
      const unsigned degree = degree_of(machine, access, phase, rule);
      ++counts.phases;
      counts.wavefronts += degree * rule.wavefronts_per_lane;
      counts.bank_conflicts += degree - 1;
    });
    return counts;
  }
  counts.requests = for_each_phase(machine, access, kWarpSize, lanes, [&](unsigned, LaneMask group) {
    if (access.space != Space::global) return;
    counts.sectors += distinct_pieces(access, group, machine.sector_bytes);
    counts.lines += distinct_pieces(access, group, machine.line_bytes);
  });
  return counts;
}

unsigned count_bytes_used(const MachineModel& machine, const MemoryAccess& access) {
  const LaneMask lanes = addressing_lanes(access);
  if (access.space != Space::global || lanes == 0) return 0;
  unsigned used = 0;
  for_each_phase(machine, access, kWarpSize, lanes, [&](unsigned, LaneMask group) {
    std::array<std::uint64_t, kWarpSize> starts;
    std::size_t count = 0;
    for_each_lane(group, [&](unsigned lane) { starts[count++] = access.addresses[lane]; });
    std::uint64_t* const end = starts.data() + count;
    if (!std::is_sorted(starts.data(), end)) std::sort(starts.data(), end);
    // The part of each lane's bytes beyond those of the lanes before it.
    std::uint64_t reached = starts[0];
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t stop = starts[i] + access.width;
      if (stop <= reached) continue;
      used += static_cast<unsigned>(stop - std::max(starts[i], reached));
      reached = stop;
    }
  });
  return used;
}

}  // namespace bankloom
