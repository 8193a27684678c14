// RacePair: the two accesses of a race on the timeline.
//
// The emulator notes thread and line of the earlier access; its request is looked up in the trace.
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
  End first, second;          ///< in the order of execution; of one request where both access at once
  friend bool operator==(const RacePair&, const RacePair&) = default;
};

/// The races of a timeline's block, in the order of faults and their marks, without those whose other access was not
/// recorded, or may be one of several.
[[nodiscard]] std::vector<RacePair> race_pairs(const KernelRun& run, const Timeline& timeline);

}  // namespace bankloom
