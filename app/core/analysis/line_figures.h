// The costs of a kernel's lines and of the whole kernel: transactions per access of a warp, by kind of access. A
// machine makes one request of it, or one of each half of the warp.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/analysis/kernel_cost.h"

namespace bankloom {

/// Transactions per access of one kind.
struct Ratio {
  std::uint64_t requests = 0;
  std::uint64_t transactions = 0;  ///< wavefronts of shared requests, sectors of global ones
  std::uint64_t conflicts = 0;
  std::uint64_t accesses = 0;  ///< of warps; 0: as many as requests
  /// Whether the machine makes several requests of an access.
  [[nodiscard]] bool is_split() const { return accesses != 0 && accesses != requests; }
  [[nodiscard]] bool any() const { return requests != 0; }
  [[nodiscard]] double value() const;
  void add(const AccessSummary& summary);
};

/// The costs of one line of the kernel's text.
struct LineFigures {
  Ratio shared_load, shared_store, shared_atomic;
  Ratio global_load, global_store, global_atomic;
  /// The ratios in the margin, stores first: those of shared memory; on a line without any, those of global memory.
  [[nodiscard]] std::vector<Ratio> margin() const;
  [[nodiscard]] bool is_shared() const { return shared_load.any() || shared_store.any() || shared_atomic.any(); }
};

/// The figures of every line that accesses shared or global memory, by line number.
[[nodiscard]] std::map<std::uint32_t, LineFigures> line_figures(const KernelCost& cost);

/// Transactions per access of a whole run.
struct RunFigures {
  /// Shared memory in wavefronts; if a kernel uses none, global memory in sectors (`sectors`).
  Ratio load, store;
  bool sectors = false;
  bool load_fine = true, store_fine = true;  ///< no bank conflict; no sector more than the used bytes need
  std::uint64_t wavefronts = 0;              ///< of all shared requests, atomics included
  std::uint64_t conflicts = 0;
};
[[nodiscard]] RunFigures run_figures(const KernelCost& cost);

}  // namespace bankloom
