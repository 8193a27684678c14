// Stages: what a warp does in sequence, by the kernel's lines that access memory. Of a transpose: sectors read, tile
// stored, tile loaded, sectors written.
//
// Not modelled: time. A stage's figure is transactions per request, of the whole grid; stages of different spaces are
// counted in different units (sectors, wavefronts).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/run/kernel_run.h"
#include "core/session/timeline.h"

namespace bankloom {

/// All requests of a warp with the same space and operation on one line, or on successive lines: a thread with several
/// elements may store them on several lines.
struct Stage {
  std::vector<std::uint32_t> lines;  ///< in the order of their first requests; never empty
  Space space = Space::shared;
  AccessOp op = AccessOp::load;
  std::uint32_t first_request = 0;  ///< index in the timeline's requests() of the warp's first one
  std::uint64_t requests = 0;       ///< of the whole grid
  std::uint64_t transactions = 0;   ///< of the whole grid: sectors of global, wavefronts of shared memory
  bool wasteful = false;            ///< bank conflicts, or more sectors than the bytes used need
  [[nodiscard]] double transactions_per_request() const;
  [[nodiscard]] bool has_line(std::uint32_t line) const;
};

/// A warp's stages in the order of their first requests; shared and global memory only.
[[nodiscard]] std::vector<Stage> stages_of(const KernelRun& run, const Timeline& timeline, std::uint32_t warp);
/// The stage of a request.
[[nodiscard]] std::optional<std::size_t> stage_of(const std::vector<Stage>& stages, const TimelineRequest& request);
/// Whether they lead from global memory through shared memory and back: read, store, load, write.
[[nodiscard]] bool goes_through_tile(const std::vector<Stage>& stages);
/// Whether a kernel both reads and writes global memory, so that its stages are complete.
[[nodiscard]] bool reads_and_writes_global(const KernelCost& cost);

}  // namespace bankloom
