// Facts: the parts of a result that may be shown. Views ask here instead of reading a run, so that a question can hide
// its answer.
#pragma once

#include <cstdint>
#include <vector>

#include "core/run/kernel_run.h"
#include "core/session/step_state.h"

namespace bankloom {

/// The kinds of facts; a question hides the kind that it asks about.
enum class FactKind : std::uint8_t {
  request_cost,  ///< transactions, conflicts, sectors of a request, and why
  kernel_cost,   ///< sums over a kernel, and what is derived from them: rankings, advice
  faults,        ///< which faults there are, and whether there are any
  output,        ///< the values that a kernel writes
  time,          ///< measured
  banks,         ///< which bank an address is in
  accesses,      ///< which requests there are, and what they touch
  sectors,       ///< request_cost of global memory
  warps,         ///< which warp and lane a thread is
};

class Disclosure {
 public:
  void hide(FactKind kind) { hidden_ |= bit(kind); }
  /// Leaves out what a lesson has not taught yet: it is not shown, and nothing says that it is hidden.
  void leave_out(FactKind kind) { left_out_ |= bit(kind); }
  /// Leaves out all that the other leaves out.
  [[nodiscard]] Disclosure and_leaves_out(const Disclosure& other) const {
    Disclosure both = *this;
    both.left_out_ |= other.left_out_;
    return both;
  }
  [[nodiscard]] bool shows(FactKind kind) const { return ((hidden_ | left_out_) & bit(kind)) == 0; }
  [[nodiscard]] bool mentions(FactKind kind) const { return (left_out_ & bit(kind)) == 0; }
  /// Whether a question hides its answer.
  [[nodiscard]] bool hides_answer() const { return hidden_ != 0; }
  /// Whether even what a request is must not be seen: then a view gets a run of which only the text, the launch and the
  /// tile's shape are left (without_accesses()).
  [[nodiscard]] bool shows_accesses() const { return shows(FactKind::accesses); }
  friend bool operator==(const Disclosure&, const Disclosure&) = default;

 private:
  static constexpr std::uint32_t bit(FactKind kind) { return std::uint32_t{1} << static_cast<unsigned>(kind); }
  std::uint32_t hidden_ = 0, left_out_ = 0;
};

/// The facts of a run, and of one of its requests. Each is null (faults: empty) where it is hidden or missing.
class Facts {
 public:
  Facts(const RunSummary* run, const StepState* state, Disclosure disclosure)
      : run_(run), state_(state), disclosure_(disclosure) {}

  [[nodiscard]] const RequestCost* request_cost() const { return shows_cost() ? &state_->cost : nullptr; }
  [[nodiscard]] const Explanation* why() const { return shows_cost() ? &state_->why : nullptr; }
  [[nodiscard]] const KernelCost* kernel_cost() const {
    return has(FactKind::kernel_cost, run_) ? &run_->cost : nullptr;
  }
  [[nodiscard]] const std::vector<simt::Fault>& faults() const {
    static const std::vector<simt::Fault> kNone;
    return has(FactKind::faults, run_) ? run_->faults : kNone;
  }
  /// The output, compared with the kernel's rule.
  [[nodiscard]] const RunSummary* output() const { return has(FactKind::output, run_) ? run_ : nullptr; }
  [[nodiscard]] bool shows(FactKind kind) const { return disclosure_.shows(kind); }
  /// Whether the cost of requests of a space is shown.
  [[nodiscard]] bool shows_cost_of(Space space) const {
    return shows(FactKind::request_cost) && (space != Space::global || shows(FactKind::sectors));
  }

 private:
  [[nodiscard]] bool shows_cost() const { return state_ != nullptr && shows_cost_of(state_->access.space); }
  [[nodiscard]] bool has(FactKind kind, const void* what) const { return what != nullptr && disclosure_.shows(kind); }
  const RunSummary* run_;
  const StepState* state_;
  Disclosure disclosure_;
};

}  // namespace bankloom
