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

/// Units of height in the focus view; one sentence takes a line, two beside each other two.
constexpr float kHeadline = 68, kSentence = 40, kSentences = 58, kFocusTimeline = 150;
/// Parts of the room: of the window's width the code's; of what is left the tile's, alone and of each side's height.
constexpr float kFocusCode = 0.27f, kFocusTile = 0.57f, kFocusTileOfTwo = 0.785f;

Layout focus_layout(const LayoutRequest& request, float width, float height) {
  Layout layout;
  const float fitting = std::min(width / kFocusWidthUnits, height / kFocusHeightUnits);
  layout.scale = std::clamp(fitting, kLeastScale, kLargestScale);
  layout.bank_card = request.bank_view == BankView::card;
  const auto pixels = [&](float units) { return std::round(units * layout.scale); };
  const float sentence = std::min(pixels(request.comparing ? kSentences : kSentence), height);
  const float timeline = shows_timeline(request.focus) ? std::min(pixels(kFocusTimeline), height - sentence) : 0;
  const float middle = height - sentence - timeline, head = std::min(pixels(kHeadline), middle);
  const float code = shows_code(request.focus) ? std::round(width * kFocusCode) : 0;
  layout.sentence = {0, height - sentence, width, sentence};
  layout.timeline = {0, middle, width, timeline};
  layout.code = {width - code, 0, code, middle};
  const std::size_t sides = request.comparing ? 2 : 1;
  const float part = std::round((width - code) / static_cast<float>(sides)), below = middle - head;
  for (std::size_t side = 0; side < sides; ++side) {
    const float x = part * static_cast<float>(side), own = side + 1 == sides ? width - code - x : part;
    const float across = sides > 1 ? own : std::round(own * kFocusTile);
    const float down = sides > 1 ? std::round(below * kFocusTileOfTwo) : below;
    layout.headline[side] = {x, 0, own, head};
    if (sides > 1 && layout.bank_card) {
      layout.banks[side] = {x, head, own, below};
      continue;
    }
    layout.tile[side] = {x, head, across, down};
    layout.banks[side] = sides > 1 ? Rect{x, head + down, own, below - down} : Rect{across, head, own - across, below};
  }
  return layout;
}

}  // namespace

const Rect& Layout::of(Slot slot, std::size_t side) const {
  switch (slot) {
    case Slot::top:
      return top;
    case Slot::choice:
      return choice;
    case Slot::headline:
      return headline[side];
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
    case Slot::sentence:
      return sentence;
    case Slot::details:
      break;
  }
  return details;
}

float fitting_scale(float width, float height) {
  return std::min(width / kLeastWidthUnits, height / kLeastHeightUnits);
}

Layout compute_layout(const LayoutRequest& request) {
  Layout layout;
  const float width = std::max(1.0f, std::floor(request.width)), height = std::max(1.0f, std::floor(request.height));
  if (request.focus != FocusView::off) return focus_layout(request, width, height);
  layout.scale = std::clamp(std::min(request.scale, fitting_scale(width, height)), kLeastScale, kLargestScale);
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
