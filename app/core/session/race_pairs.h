// RacePair: the two accesses of a race on the timeline, whichever of them the emulator came upon second.
//
// Of the earlier access the emulator notes thread and line; which request it was is looked up among the recorded ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/run/kernel_run.h"

namespace bankloom {

class Timeline;

struct RacePair {
  /// A lane of a request.
  struct End {
    std::uint32_t request = 0;  ///< index in the timeline's requests()
    unsigned lane = 0;
    friend bool operator==(const End&, const End&) = default;
  };
  std::size_t fault = 0;      ///< index in KernelRun::faults
  std::uint64_t address = 0;  ///< of the first byte that both access, in the space of the fault
  End first, second;          ///< in the order of execution; lanes of one request where both access it at once
  friend bool operator==(const RacePair&, const RacePair&) = default;
};

/// The races of a timeline's block, in the order of faults and their marks. Those are left out whose other access was
/// not recorded, or is one of several.
[[nodiscard]] std::vector<RacePair> race_pairs(const KernelRun& run, const Timeline& timeline);

}  // namespace bankloom
