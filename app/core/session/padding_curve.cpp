#include "core/session/padding_curve.h"

#include <algorithm>
#include <utility>

namespace bankloom {
namespace {

/// The most wavefronts that a request takes on average, over the lines that access shared memory.
std::optional<double> most_wavefronts(const KernelCost& cost) {
  std::optional<double> most;
  for (const AccessSummary& access : cost.accesses) {
    if (access.space == Space::shared) most = std::max(most.value_or(0), access.transactions_per_request());
  }
  return most;
}

}  // namespace

const std::vector<PaddingCost>& PaddingCurve::of(const Selection& selection, Side side, const KernelRun* run,
                                                 Runs& runs) {
  const Option* const option = selection.padding(side);
  auto kernel = selection.key(side);
  // A kernel that is recorded in part takes too long.
  const bool has_curve = option != nullptr && kernel && run != nullptr && run->shared_bytes != 0 &&
                         run->recorded_blocks >= run->instance.grid.count();
  if (has_curve) kernel->options.erase(option->name);
  if (!has_curve || kernel_ != kernel) {
    costs_.clear();
    keys_.clear();
    kernel_ = has_curve ? kernel : std::nullopt;
    for (auto& [padding, key] : has_curve ? selection.paddings(side, kLargest) : std::vector<PaddedKey>()) {
      keys_.emplace_back(costs_.size(), std::move(key));
      costs_.push_back({padding});
    }
  }
  take(runs);
  return costs_;
}

void PaddingCurve::take(Runs& runs) {
  std::erase_if(keys_, [&](const auto& awaited) {
    const auto outcome = runs.figures(awaited.second);
    if (outcome == nullptr) return false;
    if (outcome->figures() != nullptr) costs_[awaited.first].wavefronts = most_wavefronts(outcome->figures()->cost);
    return true;
  });
}

void PaddingCurve::finish(Runs& runs, std::chrono::milliseconds limit) {
  std::vector<RunKey> keys;
  for (const auto& [index, key] : keys_) keys.push_back(key);
  runs.wait_for(keys, limit);
  take(runs);
}

}  // namespace bankloom
