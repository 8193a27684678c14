// TileReplay: the cost of a run's recorded accesses if its tile had another layout in shared memory.
//
// The recorded address gives the element of the tile, which gets its address in the other layout. Nothing is compiled
// or executed: the cost is that of a kernel with this layout that touches the same elements in the same order.
//
// Not modelled: the cost of computing the other addresses; a kernel that touches other elements when its layout
// changes. Accesses to shared memory outside the tile keep their addresses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/advice/advice.h"
#include "core/analysis/request_memo.h"
#include "core/run/kernel_run.h"

namespace bankloom {

struct ReplayCost {
  std::uint64_t requests = 0, wavefronts = 0, bank_conflicts = 0;  ///< shared memory
  LayoutProblem problem;
};

class TileReplay {
 public:
  /// Nothing where the run has no known tile in shared memory. `run` must outlive it.
  [[nodiscard]] static std::optional<TileReplay> of(const KernelRun& run);

  /// The cost of the recorded blocks' shared accesses with that layout.
  [[nodiscard]] ReplayCost price(const ReplayedLayout& layout);
  /// Their cost as recorded.
  [[nodiscard]] ReplayCost as_recorded();

  /// Elements of the widest access to the tile, at least 1: a swizzle must keep them together.
  [[nodiscard]] std::uint64_t chunk() const { return chunk_; }
  /// The largest power of two that divides the columns, counted in chunks; 1: every xor leaves the row.
  [[nodiscard]] std::uint64_t widest_xor() const;
  /// A block's bytes of shared memory with that padding.
  [[nodiscard]] std::uint64_t shared_bytes(std::uint64_t padding) const;

 private:
  explicit TileReplay(const KernelRun& run);
  const KernelRun& run_;
  const TileGeometry& tile_;
  analysis::RequestMemo memo_;
  std::vector<std::size_t> accesses_;  ///< indices of the shared ones in the trace
  std::uint64_t chunk_ = 1;
};

}  // namespace bankloom
