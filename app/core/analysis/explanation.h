// Explanation: why an access costs what it costs, as data: all that the sentence for students (core/wording) needs.
#pragma once

#include <cstdint>
#include <optional>

#include "core/analysis/request_cost.h"
#include "core/base/lane_mask.h"
#include "core/base/space.h"
#include "core/machine/machine_model.h"
#include "core/trace/memory_access.h"

namespace bankloom {

enum class ExplanationKind : std::uint8_t {
  no_lane,        ///< no lane is active: there is no request
  not_modelled,   ///< a space whose cost is not modelled (local, constant)
  broadcast,      ///< shared: several lanes, one word
  conflict_free,  ///< shared: no bank has more than one word of the request, every lane has its own
  multicast,      ///< shared: no bank has more than one word of the request, lanes share words
  conflict,       ///< shared: a bank has several words of one phase
  serialized,     ///< shared atomics: several lanes update one bank
  looped,         ///< shared atomics that are a loop: rounds of a load and a compare-and-swap
  contiguous,     ///< global: the requested bytes are contiguous
  scattered,      ///< global: they are not
};

/// A constant distance between the addresses of neighbouring lanes (lane l + 1 minus lane l).
struct LaneStride {
  std::int64_t bytes = 0;
  /// Lanes for which it holds: 32 for the whole warp; 16, 8 or 4: within every aligned group of that many lanes, not
  /// across groups.
  unsigned lanes = kWarpSize;
  friend bool operator==(const LaneStride&, const LaneStride&) = default;
};

/// An xor swizzle of a tile: piece p of row y is in column p ^ (y / rows mod period).
struct TileSwizzle {
  unsigned bytes = 4;   ///< of a piece, and so of a column
  unsigned rows = 1;    ///< neighbouring rows with the same swizzle
  unsigned period = 0;  ///< 0: there is no modulus
  [[nodiscard]] std::uint64_t turn(std::uint64_t row) const { return period == 0 ? row / rows : row / rows % period; }
  friend bool operator==(const TileSwizzle&, const TileSwizzle&) = default;
};

/// An access along a line of a swizzled tile whose rows begin at bank 0.
struct SwizzleWalk {
  bool along_row = false;  ///< along row y = fixed, for wide pieces one row per phase; otherwise down piece p = fixed
  unsigned fixed = 0;
  TileSwizzle tile = {};
  friend bool operator==(const SwizzleWalk&, const SwizzleWalk&) = default;
};

struct Explanation {
  ExplanationKind kind = ExplanationKind::no_lane;
  LaneMask lanes = 0;  ///< lanes whose addresses count
  RequestCounts counts;

  // The access, and the facts of the machine that apply.
  Space space = Space::shared;
  AccessOp op = AccessOp::load;
  unsigned width = 4;
  unsigned matrices = 0;
  unsigned banks = 0, bank_bytes = 4;
  unsigned pair_segment_words = 0;  ///< words of an aligned segment that a bank serves together; 0: one at a time
  bool lane_by_lane = false;        ///< an atomic, done one lane after another within a bank
  FactStatus status = FactStatus::assumed;  ///< of the rule that was applied
  unsigned sector_bytes = 0;

  bool paired_up = false;
  unsigned lanes_per_request = kWarpSize;
  unsigned lanes_per_phase = kWarpSize;           ///< as served (after merging)
  unsigned unmerged_lanes_per_phase = kWarpSize;  ///< the same without pairs of lanes
  std::optional<LaneStride> stride{};             ///< if at least two lanes are active

  // Shared memory: the first phase with the most wavefronts.
  unsigned worst_phase = 0;  ///< its index in RequestCost::phases
  unsigned degree = 0;       ///< its wavefronts
  bool phases_alike = true;  ///< all phases have as many wavefronts
  LaneMask phase_lanes = 0;
  unsigned words = 0;              ///< its distinct words in the request
  bool words_consecutive = false;  ///< those words are contiguous
  unsigned lanes_at_a_word = 0;    ///< most lanes that share one word
  unsigned banks_asked = 0;        ///< banks in the request
  unsigned banks_at_degree = 0;    ///< banks that need `degree` wavefronts
  unsigned bank = 0;               ///< the first of those
  LaneMask bank_lanes = 0;         ///< lanes that access it

  /// Set by a caller that knows the tile: see swizzle_walk().
  std::optional<SwizzleWalk> swizzle = {};

  // Global memory.
  unsigned bytes_used = 0;        ///< distinct bytes requested
  bool starts_at_sector = false;  ///< the lowest byte is the first of a sector

  [[nodiscard]] unsigned fewest_sectors() const { return bankloom::fewest_sectors(bytes_used, sector_bytes); }
  friend bool operator==(const Explanation&, const Explanation&) = default;
};

/// Quality of a request. good: as few wavefronts as possible, or all moved bytes are used; neutral: not all are used,
/// but fewer sectors are impossible, since the request is too small to fill them.
enum class RequestQuality : std::uint8_t { good, wasteful, neutral };
[[nodiscard]] RequestQuality quality_of(const Explanation& why);

/// The explanation of a cost that explain_request() found.
[[nodiscard]] Explanation explain_why(const MachineModel& machine, const MemoryAccess& access, const RequestCost& cost);

}  // namespace bankloom
