// What the lines of a kernel cost, and the kernel as a whole: transactions per request by kind of access.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/analysis/kernel_cost.h"

namespace bankloom {

/// Transactions per request of one kind of access.
struct Ratio {
  std::uint64_t requests = 0;
  std::uint64_t transactions = 0;  ///< wavefronts of shared requests, sectors of global ones
  std::uint64_t conflicts = 0;
  [[nodiscard]] bool any() const { return requests != 0; }
  [[nodiscard]] double value() const;
  void add(const AccessSummary& summary);
};

/// What one line of the kernel's text costs.
struct LineFigures {
  Ratio shared_load, shared_store, shared_atomic;
  Ratio global_load, global_store, global_atomic;
  /// What the margin shows, stores first: the ratios of shared memory that there are; on a line without any those of
  /// global memory.
  [[nodiscard]] std::vector<Ratio> margin() const;
  [[nodiscard]] bool is_shared() const { return shared_load.any() || shared_store.any() || shared_atomic.any(); }
};

/// The figures of every line that accesses shared or global memory, by line number.
[[nodiscard]] std::map<std::uint32_t, LineFigures> line_figures(const KernelCost& cost);

/// Transactions per request of a whole run.
struct RunFigures {
  /// Shared memory in wavefronts; of a kernel that uses none, global memory in sectors (`sectors`).
  Ratio load, store;
  bool sectors = false;
  bool load_fine = true, store_fine = true;  ///< no bank conflict; no sector more than the bytes used need
  std::uint64_t wavefronts = 0;              ///< of all shared requests, atomics too
  std::uint64_t conflicts = 0;
};
[[nodiscard]] RunFigures run_figures(const KernelCost& cost);

}  // namespace bankloom
