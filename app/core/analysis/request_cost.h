// RequestCost: the cost of one warp-level access on a machine, and the wavefront of each lane.
//
// The rules are those of "Shared memory: the phases of one request" and of "Atomics on shared memory" as measured on
// compute capability 9.0, applied to the data of a MachineModel. Not modelled: see the header of the model.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/lane_mask.h"
#include "core/machine/machine_model.h"
#include "core/trace/memory_access.h"

namespace bankloom {

/// The counters alone; cheap, for counting millions of requests.
struct RequestCounts {
  /// Requests of the instruction: 1, or one for each group of lanes_per_request lanes with an active lane; 0 without an
  /// active lane, since nothing reaches the memory.
  unsigned requests = 0;
  unsigned phases = 0;      ///< shared memory only; phases with at least one active lane, of an update loop its rounds
  unsigned wavefronts = 0;  ///< shared memory only
  unsigned load_wavefronts = 0;  ///< of those, the loads of an update loop; they alone have its bank conflicts
  unsigned bank_conflicts = 0;   ///< shared memory only
  unsigned sectors = 0;          ///< global memory only: distinct 32-byte sectors
  unsigned lines = 0;            ///< global memory only: distinct 128-byte lines

  friend bool operator==(const RequestCounts&, const RequestCounts&) = default;
};

/// The words of one bank in one phase.
struct BankLoad {
  unsigned bank = 0;
  struct Word {
    std::uint64_t word = 0;   ///< address / bank_bytes
    LaneMask lanes = 0;       ///< lanes that access it; more than one is a broadcast or multicast
    unsigned wavefront = 0;   ///< wavefront of the phase in which it is served, the last of them
    unsigned wavefronts = 1;  ///< in which it is served, one after another
  };
  /// In the order of their first lanes. Distinct words, one per wavefront (if a machine serves the words of one segment
  /// together, those share a wavefront); atomics: an entry per lane, since lanes at one word wait for each other.
  std::vector<Word> words;
  unsigned wavefronts = 0;  ///< needed by this bank; the largest of a phase is its degree
};

/// Of an update loop a phase is a round: its lanes are those whose update succeeds in it, and its wavefronts are those
/// of the round's load and compare-and-swap.
struct Phase {
  unsigned request = 0;              ///< index of the instruction's request that it belongs to
  LaneMask lanes = 0;                ///< active lanes served in it
  unsigned degree = 0;               ///< wavefronts of the phase
  std::vector<BankLoad> banks;       ///< banks with words of the phase, by number
  std::vector<LaneMask> wavefronts;  ///< lanes served in each wavefront; together `lanes`. A lane wider than one word
                                     ///< is in the wavefront that serves its last word
};

struct RequestCost {
  RequestCounts counts;
  std::vector<Phase> phases;           ///< shared memory
  bool paired_up = false;              ///< wide loads whose lanes pair up: phases merged
  std::vector<std::uint64_t> sectors;  ///< global memory: distinct sector numbers (address / 32), ascending
};

/// The lanes whose addresses an access uses: the active ones; of ldmatrix and stmatrix only the first eight for each
/// matrix (PTX ISA, "ldmatrix": the others' addresses are ignored).
[[nodiscard]] LaneMask addressing_lanes(const MemoryAccess& access);

/// Counters of one access on a machine. Spaces other than shared and global count requests and have no cost here.
[[nodiscard]] RequestCounts count_request(const MachineModel& machine, const MemoryAccess& access);
/// Distinct bytes of global memory in the access, request by request (each moves sectors of its own); 0 for other
/// spaces. They are the used part of the bytes moved, sectors * sector_bytes.
[[nodiscard]] unsigned count_bytes_used(const MachineModel& machine, const MemoryAccess& access);
/// Sectors that so many bytes would need if they were contiguous.
[[nodiscard]] constexpr unsigned fewest_sectors(unsigned bytes, unsigned sector_bytes) {
  return sector_bytes == 0 ? 0 : (bytes + sector_bytes - 1) / sector_bytes;
}
/// count_request() with the lanes and words behind the numbers.
[[nodiscard]] RequestCost explain_request(const MachineModel& machine, const MemoryAccess& access);

}  // namespace bankloom
