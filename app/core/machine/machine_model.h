// MachineModel: what a device's shared and global memory charge for one warp-level request, as data.
//
// A model is one file in assets/machines; the rules that apply it (core/analysis) know no machine by name.
//
// Not modelled: caches (hits and misses), the order of requests in the pipe, time, TMA, distributed shared memory,
// the coalescing rules of compute capability 1.x; each model's `not_modelled` names what else is left out.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/trace/memory_access.h"

namespace bankloom {

/// The machine whose costs are computed by default.
inline constexpr const char* kDefaultMachine = "cc9.0";

/// Banks that a machine can have; arrays by bank are this long.
inline constexpr unsigned kMaxBanks = 64;

/// How a fact about a machine is known.
enum class FactStatus : std::uint8_t { measured, published, assumed, didactic };

inline constexpr std::array<std::string_view, 4> kFactStatusNames = {"measured", "published", "assumed", "didactic"};
[[nodiscard]] constexpr std::string_view fact_status_name(FactStatus status) {
  return kFactStatusNames[static_cast<std::size_t>(status)];
}

/// One fact of a machine with its source, for help texts and `list`.
struct MachineFact {
  std::string name;    ///< "banks", "load of 8 bytes per lane"
  std::string value;   ///< "32", "phases of 16 lanes, of 32 where the lanes pair up"
  std::string source;  ///< document and section, or the measurement
  FactStatus status = FactStatus::published;
};

/// How one kind of access is cut into phases, and what is counted in a phase.
struct PhaseRule {
  unsigned lanes_per_phase = 32;
  unsigned merged_lanes_per_phase = 0;  ///< lanes per phase when the lanes pair up; 0: never merges
  /// Bit k set: lanes pair up when every active lane l has a partner l xor k, inactive or at the same address.
  std::uint32_t pair_distances = 0;
  /// Whether each lane of a bank costs a wavefront, even at the same word (atomics); else each distinct word does.
  bool lane_by_lane = false;
  unsigned wavefronts_per_lane = 1;  ///< of a bank, where lane_by_lane
  /// Of an update loop, whose lanes_per_phase and wavefronts_per_lane are those of its compare-and-swap: wavefronts of
  /// each phase before the first round, for the test of a generic address.
  unsigned wavefronts_before = 0;
  FactStatus status = FactStatus::assumed;
};

/// The bytes per lane that rules exist for: 1, 2, 4, 8, 16.
inline constexpr std::size_t kWidths = 5;

/// The index of a width among 1, 2, 4, 8, 16.
[[nodiscard]] constexpr std::size_t width_index(unsigned width) {
  return static_cast<std::size_t>(std::countr_zero(width == 0 || width > 16 ? 16u : width));
}

/// A machine whose number of banks the user chooses ("didactic:7").
struct BankChoice {
  unsigned minimum = 1;
  unsigned maximum = kMaxBanks;
  std::string title;          ///< title of the chosen machine, with {banks} for their number
  bool lanes_follow = false;  ///< lanes_per_request is the number of banks (32 at most)
};

struct MachineModel {
  std::string name;                  ///< "cc9.0": what --machine takes
  std::vector<std::string> aliases;  ///< other names that find_machine() takes
  std::string generation;            ///< "Hopper": its architecture in a word
  std::string title;                 ///< "Hopper (compute capability 9.0), 32 banks of 4 bytes"
  std::vector<std::string> not_modelled;
  unsigned banks = 32;
  unsigned bank_bytes = 4;  ///< a word: bank = (address / bank_bytes) % banks
  /// Words that one bank serves together: Kepler's 4-byte mode serves the words of one bank that lie in the same
  /// aligned segment of `pair_segment_words` words in one wavefront; 0: one word at a time.
  unsigned pair_segment_words = 0;
  /// Threads that one request serves: 32, or 16 where a warp's access is served per half-warp. Counted from the
  /// block's first thread, so that groups that do not divide 32 still begin where a row of a tile begins.
  unsigned lanes_per_request = 32;
  /// By operation and width_index(); complete once loaded.
  std::array<std::array<PhaseRule, kWidths>, kAccessOps> rules{};
  unsigned sector_bytes = 32;
  unsigned line_bytes = 128;
  std::uint64_t shared_bytes_per_block = 49'152;  ///< largest a block can have
  std::uint64_t shared_bytes_per_sm = 0;
  unsigned threads_per_block = 1024;
  // What limits the blocks that are on a multiprocessor at a time (occupancy.h).
  unsigned threads_per_sm = 2048;
  unsigned blocks_per_sm = 32;
  unsigned multiprocessors = 1;            ///< of the device that represents the machine
  unsigned shared_granularity = 1;         ///< bytes that a block's shared memory is rounded up to a multiple of
  unsigned shared_reserved_per_block = 0;  ///< bytes that every block takes besides its own
  unsigned comparison = 0;                 ///< place in the table of machines side by side, 0: not in it
  std::optional<BankChoice> bank_choice;   ///< set where the number of banks can be chosen
  std::vector<MachineFact> facts;          ///< all of the above and more, in the file's order

  [[nodiscard]] const PhaseRule& rule(AccessOp op, unsigned width) const {
    return rules[static_cast<std::size_t>(op)][width_index(width)];
  }
};

/// A machine from the JSON text of one file (its format: assets/schema/machine.schema.json). `file` is its name in
/// messages. Errors name file and field.
[[nodiscard]] Result<MachineModel> parse_machine(std::string_view text, const std::string& file);

/// Machines from `folder`/*.json, checked; sorted with the default ("cc9.0") first, then by name as people count
/// (cc8.0 before cc10.0). Errors name file and field; two machines of one name or alias are an error.
[[nodiscard]] Result<std::vector<MachineModel>> load_machines(const std::filesystem::path& folder);

/// The machine of that name or alias. "NAME:N" is the machine NAME with N banks where NAME lets its number of banks be
/// chosen ("didactic:7"). Errors: unknown (offers the nearest name), a number of banks out of range.
[[nodiscard]] Result<MachineModel> find_machine(const std::vector<MachineModel>& models, const std::string& name);

}  // namespace bankloom
