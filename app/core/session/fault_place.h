// Where a fault of a run lies on the timeline and in the tile: the step at which it happens, and the cell it is about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/run/kernel_run.h"
#include "core/session/timeline.h"

namespace bankloom {

struct FaultPlace {
  std::uint32_t request = 0;                  ///< index in the timeline's requests()
  unsigned lane = 0;                          ///< of the request's warp
  std::optional<TileGeometry::Element> cell;  ///< nothing where the fault has no address in the tile
};

/// Linear index in the grid of the block that a fault is first met in.
[[nodiscard]] std::uint64_t fault_block(const KernelRun& run, const simt::Fault& fault);

/// The place of a fault in its block's timeline: the request that is at fault, or where no lane of it could be carried
/// out, and for faults that are no accesses, the last one of the warp before. Nothing where the timeline is another
/// block's, or the warp makes no access.
[[nodiscard]] std::optional<FaultPlace> fault_place(const KernelRun& run, const Timeline& timeline,
                                                    const simt::Fault& fault);

/// Whether a fault has a step of the block that is shown, or may have one in its own.
[[nodiscard]] bool has_fault_step(const KernelRun& run, const Timeline& timeline, const simt::Fault& fault);

/// The first of the run's faults whose place is a request; nullptr where none is.
[[nodiscard]] const simt::Fault* fault_at(const KernelRun& run, const Timeline& timeline, std::uint32_t request);

/// A lane of a request that is at fault.
struct FaultyLane {
  std::size_t fault = 0;  ///< index in KernelRun::faults
  unsigned lane = 0;
  Space space = Space::global;
  simt::FaultKind kind = simt::FaultKind::trap;
  std::uint64_t address = 0;                 ///< within the space
  unsigned bytes = 4;                        ///< from there on
  std::vector<TileGeometry::Element> cells;  ///< those of the tile that these bytes lie in
  bool is_next = false;  ///< of the access after the request, which no lane could make: no request is its own
};

/// The lanes of a request that are at fault, with where they reach; each address once.
[[nodiscard]] std::vector<FaultyLane> faulty_lanes(const KernelRun& run, const Timeline& timeline,
                                                   std::uint32_t request);

}  // namespace bankloom
