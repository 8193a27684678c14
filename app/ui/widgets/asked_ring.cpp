#include "ui/widgets/asked_ring.h"

#include <algorithm>
#include <cmath>

#include "ui/widgets/bank_palette.h"

namespace bankloom::ui {
namespace {

constexpr float kGap = 1.5f, kLine = 2.25f;  ///< units
/// Of the distance between neighbours that lie side by side.
constexpr float kNear = 1.6f;

Rect grown(const Rect& box, float by) { return {box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by}; }

/// The box around all of them, if they fill one row or one column of it.
bool are_in_line(const std::vector<Rect>& boxes, Rect& all) {
  float across = 0, down = 0;
  all = boxes.front();
  for (const Rect& box : boxes) {
    const float right = std::max(all.right(), box.right()), bottom = std::max(all.bottom(), box.bottom());
    all.x = std::min(all.x, box.x);
    all.y = std::min(all.y, box.y);
    all.width = right - all.x;
    all.height = bottom - all.y;
    across += box.width;
    down += box.height;
  }
  const Rect& one = boxes.front();
  const bool is_row = all.height <= one.height + 1 && all.width <= across * kNear;
  const bool is_column = all.width <= one.width + 1 && all.height <= down * kNear;
  return is_row || is_column;
}

}  // namespace

void draw_ring(GridBuilder& builder, const Rect& box, const RingLook& look) {
  if (box.empty()) return;
  const float gap = std::max(1.0f, std::round(kGap * look.scale)), line = std::max(2.0f, kLine * look.scale);
  const float radius = std::min({box.width / 4, box.height / 4, 5 * look.scale}) + gap;
  builder.outline(box, look.theme.window, 2 * gap + line, radius);
  builder.outline(grown(box, gap), look.theme.text, line, radius);
  if (look.probe != nullptr) look.probe->mark({Probe::Mark::Kind::ring, 0, grown(box, gap + line)});
}

void draw_rings(GridBuilder& builder, const std::vector<Rect>& boxes, const RingLook& look) {
  if (boxes.empty()) return;
  Rect all;
  if (are_in_line(boxes, all)) return draw_ring(builder, all, look);
  for (const Rect& box : boxes) draw_ring(builder, box, look);
}

void draw_wrong(GridBuilder& builder, const Rect& box, const RingLook& look) {
  const Colour bad = look.theme.bad;
  builder.cell(box, with_opacity(bad, 0.25f), 0, bad, std::max(1.0f, 1.5f * look.scale), with_opacity(bad, 0.8f));
  if (look.probe != nullptr) look.probe->mark({Probe::Mark::Kind::wrong, 0, box});
}

}  // namespace bankloom::ui
