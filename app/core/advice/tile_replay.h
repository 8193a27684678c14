// TileReplay: the recorded accesses of a run, priced as if its tile lay differently in shared memory.
//
// An element of the tile, row r and column c, is looked up in the recorded address and given the address that another
// layout has for it. Nothing is compiled or executed again: it says what a kernel with that layout would cost if it
// touches the same elements in the same order.
//
// Not modelled: what the kernel would spend on computing the other addresses; a kernel that touches other elements when
// its layout changes. Accesses to shared memory outside the tile stay where they are.
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
  /// Nothing where the run has no tile that was found in shared memory. `run` must outlive it.
  [[nodiscard]] static std::optional<TileReplay> of(const KernelRun& run);

  /// The shared accesses of the recorded blocks with the tile in that layout.
  [[nodiscard]] ReplayCost price(const ReplayedLayout& layout);
  /// The same as they were recorded.
  [[nodiscard]] ReplayCost as_recorded();

  /// Elements of the widest access to the tile, at least 1: what a swizzle must leave together.
  [[nodiscard]] std::uint64_t chunk() const { return chunk_; }
  /// The largest power of two that divides the columns counted in chunks; 1: no xor stays within a row.
  [[nodiscard]] std::uint64_t widest_xor() const;
  /// Bytes of shared memory of a block with that padding.
  [[nodiscard]] std::uint64_t shared_bytes(std::uint64_t padding) const;

 private:
  explicit TileReplay(const KernelRun& run);
  const KernelRun& run_;
  const TileGeometry& tile_;
  analysis::RequestMemo memo_;
  std::vector<std::size_t> accesses_;  ///< the shared ones, by index in the trace
  std::uint64_t chunk_ = 1;
};

}  // namespace bankloom
