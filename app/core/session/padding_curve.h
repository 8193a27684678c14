// PaddingCurve: what the paddings of a side's kernel cost, each found by running the kernel with it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/session/runs.h"
#include "core/session/selection.h"

namespace bankloom {

struct PaddingCost {
  std::int64_t padding = 0;
  /// Of a request of shared memory, on average, of the line that takes most; nothing while its run is being made, and
  /// where it does not run.
  std::optional<double> wavefronts = {};
  friend bool operator==(const PaddingCost&, const PaddingCost&) = default;
};

class PaddingCurve {
 public:
  /// The largest padding of the curve: that after 32, where it repeats.
  static constexpr std::int64_t kLargest = 33;

  /// The costs of a side's paddings, as far as they are known; asks for the runs that are missing and waits for none.
  /// Empty where the kernel has no padding to choose, uses no shared memory, or is too large to be run so often.
  const std::vector<PaddingCost>& of(const Selection& selection, Side side, const KernelRun* run, Runs& runs);
  /// Whether runs are awaited.
  [[nodiscard]] bool is_complete() const { return keys_.empty(); }
  /// Waits for them; for pictures.
  void finish(Runs& runs, std::chrono::milliseconds limit);

 private:
  void take(Runs& runs);
  std::optional<RunKey> kernel_;  ///< without its padding
  std::vector<PaddingCost> costs_;
  std::vector<std::pair<std::size_t, RunKey>> keys_;  ///< of those in costs_ whose runs are awaited
};

}  // namespace bankloom
