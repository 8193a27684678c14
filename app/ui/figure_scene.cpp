#include "ui/figure_scene.h"

#include "core/measure/curve.h"
#include "core/measure/ladder.h"
#include "core/session/stages.h"
#include "core/session/step_sequence.h"
#include "core/wording/run_text.h"

namespace bankloom::ui {

Result<void> set_figure_scene(FigureScene figure, bool is_placed, Session& session) {
  if (figure == FigureScene::any) return {};
  if (figure == FigureScene::ladder) {
    const Kernel* kernel = session.kernel(Side::a);
    if (kernel != nullptr && has_ladder(session.selection().catalog(), kernel->lesson)) return {};
    return fail("there is no ladder: none of this lesson's kernels is measured against another");
  }
  const Kernel* kernel = session.kernel(Side::a);
  if (figure == FigureScene::curves) {
    if (kernel != nullptr && has_curves(session.selection().catalog(), kernel->lesson)) return {};
    return fail("there are no curves: nothing was measured over an option of this lesson's kernels");
  }
  if (figure == FigureScene::fetches) {
    if (kernel != nullptr && kernel->operations) return {};
    return fail("there is no map of fetches: this kernel does not say how many operations its task needs");
  }
  Player& player = session.player();
  const SideView& a = session.side(Side::a);
  const std::uint32_t warp = player.position().warp;
  if (figure == FigureScene::sectors) {
    if (!is_placed) player.go_to(most_expensive(player.shown().views(), warp, Space::global));
    if (a.state && a.state->access.space == Space::global) return {};
    return is_placed
               ? fail("that step does not access global memory; omit --step for the most expensive one")
               : fail("warp {} of this kernel does not access global memory; choose another --warp or kernel", warp);
  }
  if (figure == FigureScene::way) {
    // On the diagonal a block stays where it is when a matrix is transposed.
    if (!is_placed && a.run && a.run->instance.grid.count() > 1) {
      TRY(session.set_block(1));
      session.finish();
    }
    const bool is_way = a.timeline && goes_through_tile(stages_of(*a.run, *a.timeline, warp));
    return is_way ? Result<void>() : fail("{}", no_way_text(warp).str());
  }
  const bool is_asked = a.state && (a.state->access.space == Space::shared || a.state->access.space == Space::global);
  if (!is_asked) return fail("warp {} does not access shared or global memory to ask about", warp);
  if (figure == FigureScene::answer) return {};
  // The number of a later step would be a part of the answer.
  const Position at = player.position();
  player.go_to({at.warp, at.request, 0});
  Disclosure disclosure;
  for (const FactKind kind :
       {FactKind::request_cost, FactKind::kernel_cost, FactKind::faults, FactKind::output, FactKind::time}) {
    disclosure.hide(kind);
  }
  session.disclose(disclosure);
  return {};
}

FigurePlace::~FigurePlace() {
  session_.disclose(disclosure_);
  const std::uint64_t block = player_.shown().wanted_block();
  if (session_.player().shown().wanted_block() == block) {
    session_.player() = player_;
    return;
  }
  // The other block may have taken another run; one that was shown can be shown again.
  static_cast<void>(session_.set_block(block));
  session_.finish();
  session_.player().go_to(player_.position());
}

}  // namespace bankloom::ui
