#include "ui/panels/tile_notice.h"

#include <algorithm>

#include "core/wording/picture_text.h"
#include "ui/layout/controls.h"
#include "ui/widgets/bank_palette.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// Units of the matrices' height, with their key and captions: the most, the least, and what the notice takes around
/// them.
constexpr float kMostHeight = 280, kLeastHeight = 90, kAround = 56;

}  // namespace

void draw_tile_notice(PanelContext& context, Side side, const SideView& view, bool is_outside, const Rect& seen,
                      MatrixView& matrices) {
  if (!view.state) return;
  const StepState& state = *view.state;
  Wordings words;
  if (state.access.space != Space::shared) {
    words = elsewhere_wordings(state.access, view.facts().request_cost());
  } else if (is_outside) {
    words = {outside_text()};
  }
  if (words.empty()) return;
  Column told = Column().gap(8).add(Text(words).fonts({FontUse::body}).muted().align(Align::centre));
  const float height = std::min(seen.height / context.scale - kAround, kMostHeight);
  const float width = std::min(seen.width / context.scale - kAround, 2 * height);
  if (state.access.space == Space::global && height >= kLeastHeight && width >= kLeastHeight) {
    const auto draw = [&](const Rect& rect) { matrices.draw_key_and_matrices(context, side, view, rect); };
    // In the middle, however long the words are.
    told.add(Row().align(Align::centre).add(Drawing(draw).least(width, height)));
  }
  Card notice(told);
  notice.padding(10, 6).fill(with_opacity(context.theme.surface, 0.94f)).line(context.theme.text_faint);
  Column middle = Column().add(Gap(), share()).add(Row().align(Align::centre).add(notice)).add(Gap(), share());
  middle.draw(context, seen.inset(context.px(10), 0));
}

}  // namespace bankloom::ui
