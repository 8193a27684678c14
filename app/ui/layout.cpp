#include "ui/layout.h"

#include <algorithm>
#include <cmath>

namespace bankloom::ui {
namespace {

/// Units that the code needs besides its lines, and for each; some lines are long and take two rows.
constexpr float kCodeHead = 90, kCodeLine = 21;
/// The code's part of the right column at most, and while comparing, for then there is more to explain.
constexpr float kCodeShare = 0.55f, kCodeShareComparing = 0.42f;
/// The same where faults stand between its lines: what they say comes before the explanation of a step.
constexpr float kCodeShareFaults = 0.68f;
/// Units of height that the code and the explanation have at least.
constexpr float kLeastText = 200;

/// Units of width that 80 columns of code take with numbers, figures and margins; and that a tile keeps at least.
constexpr float kEditorWidth = 660, kLeastTile = 276;

}  // namespace

const Rect& Layout::of(Slot slot, std::size_t side) const {
  switch (slot) {
    case Slot::top:
      return top;
    case Slot::choice:
      return choice;
    case Slot::tile:
      return tile[side];
    case Slot::banks:
      return banks[side];
    case Slot::code:
      return code;
    case Slot::explanation:
      return explanation;
    case Slot::timeline:
      return timeline;
    case Slot::details:
      break;
  }
  return details;
}

Layout compute_layout(const LayoutRequest& request) {
  Layout layout;
  const float width = std::max(1.0f, std::floor(request.width)), height = std::max(1.0f, std::floor(request.height));
  const float fitting = std::min(width / kLeastWidthUnits, height / kLeastHeightUnits);
  layout.scale = std::clamp(std::min(request.scale, fitting), kLeastScale, kLargestScale);
  const float scale = layout.scale;
  // Shares are those of the design at 1600 x 900; the limits keep lists and code readable in small windows and lines
  // short in large.
  const auto pixels = [scale](float share_of, float share, float least, float most) {
    return std::round(std::clamp(share_of * share, least * scale, most * scale));
  };
  const float top = std::min(std::round(44 * scale), height);
  const float bottom = std::min(pixels(height, 0.2f, 160, 420), height - top);
  const float left = std::min(pixels(width, 0.17f, 196, 300), width);
  float right = std::min(pixels(width, 0.261f, 276, 640), width - left);
  if (request.editor == EditorRoom::wide) {
    const float tiles = std::round((request.comparing ? 2.0f : 1.0f) * kLeastTile * scale);
    right = std::max(right, std::min(std::round(kEditorWidth * scale), width - left - tiles));
  }
  const float middle = height - top - bottom, centre = width - left - right;

  layout.top = {0, 0, width, top};
  // The choice goes down to the foot: kernels, options and what the cells show stand there without scrolling.
  layout.choice = {0, top, left, height - top};
  const std::size_t lines = request.code_lines + request.code_notes;
  const float code_needed = (kCodeHead + kCodeLine * static_cast<float>(lines)) * scale;
  float code_share = request.comparing ? kCodeShareComparing : kCodeShare;
  if (request.code_notes > 0) code_share = kCodeShareFaults;
  const float least = std::min(kLeastText * scale, middle / 2);
  float code = std::round(std::clamp(std::min(middle * code_share, code_needed), least, middle - least));
  if (request.editor == EditorRoom::narrow) code = std::round(middle - least);
  if (request.editor == EditorRoom::wide) code = middle;
  layout.code = {width - right, top, right, code};
  layout.explanation = {width - right, top + code, right, middle - code};
  // The timeline's controls need their width; the details take the rest.
  const float timeline = std::min(std::max(std::round((width - left) * 0.55f), std::round(500 * scale)), width - left);
  layout.timeline = {left, height - bottom, timeline, bottom};
  layout.details = {left + timeline, height - bottom, width - left - timeline, bottom};

  const float half = request.comparing ? std::round(centre / 2) : centre;
  const std::array<Rect, 2> sides{Rect{left, top, half, middle}, Rect{left + half, top, centre - half, middle}};
  // Beside the tile where there is room for both; else the queues stand below it, and the card in its place.
  const bool beside = !request.comparing && centre >= 720 * scale;
  layout.bank_card = request.bank_view == BankView::card;
  for (std::size_t side = 0; side < (request.comparing ? 2u : 1u); ++side) {
    const Rect& rect = sides[side];
    if (layout.bank_card || beside) {
      const float tile = beside ? std::round(centre * 0.48f) : 0;
      layout.tile[side] = {rect.x, rect.y, tile, beside ? middle : 0};
      layout.banks[side] = {rect.x + tile, rect.y, rect.width - tile, middle};
      continue;
    }
    const float banks = std::min(pixels(middle, 0.29f, 132, 380), middle);
    layout.tile[side] = {rect.x, rect.y, rect.width, middle - banks};
    layout.banks[side] = {rect.x, rect.y + middle - banks, rect.width, banks};
  }
  return layout;
}

}  // namespace bankloom::ui
