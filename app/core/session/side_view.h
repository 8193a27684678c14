// SideView: one side of the picture at the player's position.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/run/kernel_run.h"
#include "core/session/facts.h"
#include "core/session/step_state.h"
#include "core/session/timeline.h"

namespace bankloom {

enum class Side : std::uint8_t { a, b };
inline constexpr std::array kSides = {Side::a, Side::b};
/// A side's index in an array of both.
[[nodiscard]] constexpr std::size_t index_of(Side side) { return static_cast<std::size_t>(side); }
[[nodiscard]] constexpr Side other_side(Side side) { return side == Side::a ? Side::b : Side::a; }

struct SideView {
  /// The last run that succeeded: older than the choice while the new one is made; null at first.
  std::shared_ptr<const KernelRun> run;
  std::shared_ptr<const Timeline> timeline;  ///< of `run`; never null where run is set
  /// The step at the position; nothing where the block has no such warp, or the warp accesses nothing.
  std::optional<StepState> state;
  /// The step that animations show instead of `state` while a manual step is moving.
  std::optional<StepState> passing;
  double clock = 0;  ///< where seen() stands, in its steps, as TokenMotion counts them
  /// The end of seen()'s request: its last transaction was served and all tokens are home. So while playing after the
  /// last transaction until the next request begins; at rest on the last step, however it was reached; and for a side
  /// that is done while the other continues (idle). A request that is on its way, paused or not, has not ended.
  bool ended = false;
  /// Contents at this moment, without stores that have not landed yet. Null where there is no state.
  std::shared_ptr<const SharedContents> shared;
  std::uint64_t wavefronts_so_far = 0;  ///< of the selected warp's shared requests up to and with this step
  Disclosure disclosure;

  /// The step that animations show; only where there is a state.
  [[nodiscard]] const StepState& seen() const { return passing ? *passing : *state; }
  /// Its cost; null where hidden or missing.
  [[nodiscard]] const RequestCost* seen_cost() const {
    return Facts(run.get(), state ? &seen() : nullptr, disclosure).request_cost();
  }
  /// The facts of the run and the state that may be shown.
  [[nodiscard]] Facts facts() const { return {run.get(), state ? &*state : nullptr, disclosure}; }
};
using SideViews = std::array<SideView, 2>;

/// Index in the timeline's requests() of the shown request, which there must be.
[[nodiscard]] inline std::uint32_t present_request(const SideView& view) {
  return view.timeline->of_warp(view.state->request.warp)[view.state->request.in_warp];
}

}  // namespace bankloom
