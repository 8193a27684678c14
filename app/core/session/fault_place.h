// The place of a fault on the timeline and in the tile: the step at which it happens, and its cell.
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

/// Linear index in the grid of the block in which a fault occurred first.
[[nodiscard]] std::uint64_t fault_block(const KernelRun& run, const simt::Fault& fault);

/// The place of a fault in its block's timeline: the request at fault; if no lane of it was carried out, or the fault
/// is not an access, the warp's last request before it. Nothing where the timeline is another block's, or the warp
/// accesses nothing.
[[nodiscard]] std::optional<FaultPlace> fault_place(const KernelRun& run, const Timeline& timeline,
                                                    const simt::Fault& fault);

/// Whether a fault has a step in the shown block, or may have one in its own.
[[nodiscard]] bool has_fault_step(const KernelRun& run, const Timeline& timeline, const simt::Fault& fault);

/// The run's first fault that has a request; nullptr where none has.
[[nodiscard]] const simt::Fault* fault_at(const KernelRun& run, const Timeline& timeline, std::uint32_t request);

/// A lane of a request that is at fault.
struct FaultyLane {
  std::size_t fault = 0;  ///< index in KernelRun::faults
  unsigned lane = 0;
  Space space = Space::global;
  simt::FaultKind kind = simt::FaultKind::trap;
  std::uint64_t address = 0;                   ///< within the space
  unsigned bytes = 4;                          ///< from there on
  std::vector<TileGeometry::Element> cells{};  ///< of the tile, which hold these bytes
  bool is_next = false;  ///< of the access after the request, which no lane carried out, so that it has no request
};

/// The lanes of a request that are at fault, with their addresses, each once.
[[nodiscard]] std::vector<FaultyLane> faulty_lanes(const KernelRun& run, const Timeline& timeline,
                                                   std::uint32_t request);

}  // namespace bankloom
