#include "ui/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bankloom::ui {
namespace {

/// Limits of a panel's size chosen by the user, in units.
constexpr float kLeastUnits = 50, kMostUnits = 4000;

/// Default size of a panel at an edge: a share of the window, with limits in units.
struct EdgeRoom {
  float share, least, most;
};
/// By EdgePanel. The limits keep lists and code readable in small windows and lines short in large ones.
constexpr EdgeRoom kLessonEdge{0.24f, 250, 420};  ///< of the left one with a lesson's page
constexpr std::array<EdgeRoom, 3> kEdges{{{0.17f, 196, 300}, {0.261f, 276, 640}, {0.2f, 160, 420}}};
/// Units of the top bar; least height above the lower panel; least width of the timeline and of the panel beside it.
constexpr float kTop = 44, kLeastMiddle = 430, kLeastTimeline = 500, kLeastLower = 828;
/// Units of the headline above a tile, in one line from that width of a side on, otherwise in two.
constexpr float kHeadOfOneLine = 38, kHead = 58, kOneLineWidth = 620;
/// The queues' share of the height between the bars, and the units that the banks' numbers and the lanes take around
/// them; least units of all these.
constexpr float kQueueShare = 0.3f, kAroundQueues = 72, kLeastBanks = 132;
/// The card beside a tile, and in a window too low for a tile above its banks the banks: the tile's share of the width,
/// least width of both, and the units that it leaves them. Such a window leaves the rows of a tile of 32 less than so
/// many units.
constexpr float kTileShare = 0.48f, kLeastBeside = 720, kLeastBanksBeside = 200, kLeastRow = 4.5f, kRows = 32;
/// Units around the cells of a tile, which grow with its text: margins and axis; above them its head, too.
constexpr float kAroundCells = 64, kAboveCells = 75;
/// Units of the strip for dragging a panel.
constexpr float kSplitter = 6;

/// Units of the code besides its lines, and per line; some lines are long and take two rows.
constexpr float kCodeHead = 90, kCodeLine = 21;
/// The height of an offer above the code, in units.
constexpr float kBanner = 54;
/// Largest share of the right column for the code, and in a comparison, which needs more explanation.
constexpr float kCodeShare = 0.55f, kCodeShareComparing = 0.5f;
/// The same with faults between its lines: their messages come before the explanation of a step.
constexpr float kCodeShareFaults = 0.68f;
/// Least height of the code and of the explanation, in units.
constexpr float kLeastText = 200;
/// The same of the explanation below a wide editor.
constexpr float kLeastWide = 140;

/// Limit of height / width of a cell in a tile of few lines, and in one of many: more than half as many as its columns;
/// units above and below its cells, with a message about faults; least units beside them.
constexpr float kTallestLine = 2.2f, kTallestCell = 1.25f, kManyLines = 0.5f;
constexpr float kTileHead = 78, kFaultLine = 21, kAsideCells = 48;
/// Most lines of global memory in a request that are below the matrices; units of height of one, of everything above
/// and below them, and least height of the matrices.
constexpr float kMostLinesBelow = 2, kLineOfMemory = 74, kAroundLines = 270, kLeastMatrices = 210;
/// The matrices' share of the height if more lines are below them.
constexpr float kMatricesShare = 0.5f;
/// Width in units of 80 columns of code with numbers, figures and margins; and least width of a tile.
constexpr float kEditorWidth = 660, kLeastTile = 276;

/// Units of height in the focus view; a sentence takes up to two lines.
constexpr float kHeadline = 68, kSentence = 58, kFocusTimeline = 150;
/// Shares of the room: the code's of the window's width, and the tile's beside the card.
constexpr float kFocusCode = 0.27f, kFocusTile = 0.57f;

/// Pixels of height of a tile's head, with its messages about faults.
float tile_head_height(const LayoutRequest& request, float scale) {
  const bool says_faults = request.code_notes > 0 && request.focus == FocusView::off && !request.has_lesson;
  return (kTileHead + (says_faults ? kFaultLine : 0)) * scale;
}

/// The largest height of a tile with its head: that of its cells is limited by their width.
float most_tile_height(const LayoutRequest& request, float width, float scale) {
  const float cell = request.tile_aspect > kManyLines ? kTallestCell : kTallestLine;
  return tile_head_height(request, scale) + request.tile_aspect * cell * (width - kAsideCells * scale);
}

/// Pixels of height of the lines of global memory below the matrices, with everything above them; 0 if they are better
/// beside them.
float lines_height(const LayoutRequest& request, float room_height, float scale) {
  const bool has_card = request.bank_view == BankView::card;
  if (has_card || request.touched_lines <= 0 || request.touched_lines > kMostLinesBelow) return 0;
  const float lines = (kAroundLines + kLineOfMemory * request.touched_lines) * scale;
  return room_height - lines >= kLeastMatrices * scale ? std::round(lines) : 0;
}

/// Whether a request has so many lines of global memory that they need more height than a tile would leave them.
bool has_many_lines(const LayoutRequest& request) {
  return request.bank_view != BankView::card && request.touched_lines > kMostLinesBelow;
}

Layout focus_layout(const LayoutRequest& request, float width, float height) {
  Layout layout;
  const float fitting = std::min(width / kFocusWidthUnits, height / kFocusHeightUnits);
  layout.scale = layout.base = std::clamp(fitting, kLeastScale, kLargestScale);
  layout.bank_card = request.bank_view == BankView::card;
  const auto pixels = [&](float units) { return std::round(units * layout.scale); };
  const float sentence = std::min(pixels(kSentence), height);
  const float timeline = shows_timeline(request.focus) ? std::min(pixels(kFocusTimeline), height - sentence) : 0;
  const float middle = height - sentence - timeline, head = std::min(pixels(kHeadline), middle);
  const float code = shows_code(request.focus) ? std::round(width * kFocusCode) : 0;
  layout.sentence = {0, height - sentence, width, sentence};
  layout.timeline = {0, middle, width, timeline};
  layout.code = {width - code, 0, code, middle};
  if (request.shows_threads) {
    layout.threads = {0, 0, width - code, middle};
    return layout;
  }
  const std::size_t sides = request.comparing ? 2 : 1;
  const float part = std::round((width - code) / static_cast<float>(sides)), below = middle - head;
  const float queues = std::round(kQueueShare * middle) + pixels(kAroundQueues);
  for (std::size_t side = 0; side < sides; ++side) {
    const float x = part * static_cast<float>(side), own = side + 1 == sides ? width - code - x : part;
    layout.headline[side] = {x, 0, own, head};
    if (layout.bank_card) {
      const float tile = sides > 1 ? 0 : std::round(own * kFocusTile);
      layout.tile[side] = {x, head, tile, tile > 0 ? below : 0};
      layout.banks[side] = {x + tile, head, own - tile, below};
      continue;
    }
    const float lines = lines_height(request, below, layout.scale);
    float down = std::max(below - queues, 0.0f);
    if (has_many_lines(request)) down = std::round(below * kMatricesShare);
    if (lines > 0) down = below - lines;
    down = std::min(down, std::round(most_tile_height(request, part, layout.scale)));
    layout.tile[side] = {x, head, own, down};
    layout.banks[side] = {x, head + down, own, below - down};
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
    case Slot::threads:
      return threads;
    case Slot::details:
    case Slot::paper:
      break;
  }
  return details;
}

std::string panel_extent_text(const PanelExtent& extent) {
  const std::string units = fmt::format("{:g}", extent.units);
  if (extent.is_hidden) return extent.units > 0 ? "hidden:" + units : "hidden";
  return extent.units > 0 ? units : "usual";
}

Result<PanelExtent> extent_of(std::string_view name, const std::string& words) {
  static constexpr std::string_view kHidden = "hidden";
  PanelExtent extent;
  extent.is_hidden = words.starts_with(kHidden);
  if (words == "usual" || words == kHidden) return extent;
  const bool has_colon = extent.is_hidden && words.size() > kHidden.size() && words[kHidden.size()] == ':';
  const char* const begin = words.c_str() + (has_colon ? kHidden.size() + 1 : 0);
  char* end = nullptr;
  extent.units = std::strtof(begin, &end);
  const bool is_within = extent.units >= kLeastUnits && extent.units <= kMostUnits;
  if (*end != '\0' || !is_within) {
    return fail("{} takes usual, hidden, or {} to {}, not '{}'", name, kLeastUnits, kMostUnits, words);
  }
  return extent;
}

PanelExtent Splitter::extent_at(float pixels) const {
  const float bounded = std::clamp(pixels, least, std::max(least, most));
  return {std::clamp(std::round(bounded / pixels_per_unit), kLeastUnits, kMostUnits), pixels < least / 2};
}

namespace {

/// The window's layout as far as it does not depend on the text's size.
struct Frame {
  explicit Frame(const LayoutRequest& all)
      : request(all),
        width(std::max(1.0f, std::floor(all.width))),
        height(std::max(1.0f, std::floor(all.height))),
        base(std::clamp(std::min({all.scale / all.text_scale, width / kLeastWidthUnits, height / kLeastHeightUnits}),
                        kLeastScale, kLargestScale)) {}

  [[nodiscard]] float units(EdgePanel panel, float amount) const { return request.edge(panel).is_hidden ? 0 : amount; }
  [[nodiscard]] const EdgeRoom& room(EdgePanel panel) const {
    return panel == EdgePanel::left && request.has_lesson ? kLessonEdge : kEdges[static_cast<std::size_t>(panel)];
  }
  [[nodiscard]] float least(EdgePanel panel) const { return room(panel).least; }
  /// Pixels of a shown panel, at 100 %.
  [[nodiscard]] float extent(EdgePanel panel) const {
    const EdgeRoom& room = this->room(panel);
    const PanelExtent& chosen = request.edge(panel);
    if (chosen.units > 0) return std::max(chosen.units, room.least) * base;
    return std::clamp((panel == EdgePanel::lower ? height : width) * room.share, room.least * base, room.most * base);
  }
  [[nodiscard]] float banks(float middle) const {
    return std::min(std::max(middle * kQueueShare + kAroundQueues * base, kLeastBanks * base), middle);
  }

  const LayoutRequest& request;
  float width, height;
  float base;  ///< pixels per unit at 100 %
};

/// The room for the panels at the edges with text of a scale, in pixels; 0: hidden.
struct Edges {
  Edges(const Frame& frame, float scale);
  float left = 0, right = 0, lower = 0, top = 0;
  std::array<float, 3> most{};  ///< by EdgePanel
};

Edges::Edges(const Frame& frame, float scale) {
  const auto shown = [&](EdgePanel panel, float pixels) {
    return frame.request.edge(panel).is_hidden ? 0 : std::max(pixels, frame.least(panel) * scale);
  };
  const float sides = frame.request.comparing ? 2 : 1, grown = scale - frame.base;
  const float tiles = sides * kLeastTile * scale;
  const auto bounded = [](float pixels, float least, float largest) {
    return std::round(std::clamp(pixels, std::min(least, largest), std::max(largest, 0.0f)));
  };
  top = std::min(std::round(kTop * scale), frame.height);
  // Larger text takes its room from the panels around the tiles: the right one, which has most, and the lower one.
  const float left_100 = shown(EdgePanel::left, frame.extent(EdgePanel::left));
  lower = shown(EdgePanel::lower, frame.extent(EdgePanel::lower) - (kTop + kAboveCells) * grown);
  const float least_right = shown(EdgePanel::right, 0), below = lower > 0 ? kLeastLower * scale : 0;
  left = bounded(left_100, 0, frame.width - std::max(least_right + tiles, below));
  const float given = sides * kAroundCells * grown + std::max(left - frame.extent(EdgePanel::left), 0.0f);
  right =
      bounded(shown(EdgePanel::right, frame.extent(EdgePanel::right) - given), least_right, frame.width - left - tiles);
  most[0] = frame.width - std::max(right + tiles, below);
  most[1] = frame.width - left - tiles;
  most[2] = frame.height - top - kLeastMiddle * scale;
  lower = bounded(lower, 0, std::max(most[2], frame.height / 4));
}

}  // namespace

float fitting_scale(const LayoutRequest& request) {
  const Frame frame(request);
  using enum EdgePanel;
  const auto least = [&](EdgePanel panel) { return frame.units(panel, frame.least(panel)); };
  const float tiles = 2 * kLeastTile, cells = 2 * kAroundCells, base = frame.base;
  const float across =
      std::max(least(left) + std::max(least(right) + tiles, frame.units(lower, kLeastLower)), kLeastLower);
  const float down = kTop + kLeastMiddle + 36 + least(lower);
  // At 100 %, in a comparison, and with all panels, so that hiding one makes room.
  LayoutRequest all = request;
  all.comparing = true;
  for (PanelExtent& edge : all.edges) edge.is_hidden = false;
  const Edges edges(Frame(all), base);
  const float width = edges.left + edges.right + cells * base, middle = frame.height - edges.top - edges.lower;
  const float height = frame.height - (middle - frame.banks(middle) - (kHead + kAboveCells) * base);
  const float kept = std::min(width / (least(left) + least(right) + cells),
                              height / (kTop + least(lower) + kLeastBanks + kAroundQueues + kHead + kAboveCells));
  return std::max(base, std::min({frame.width / across, frame.height / down, kept}));
}

namespace {

/// The right column: code above, explanation below.
void place_code(Layout& layout, const LayoutRequest& request, const Rect& column) {
  const float scale = layout.scale;
  const std::size_t lines = request.code_lines + request.code_notes;
  const float code_needed = (kCodeHead + kCodeLine * static_cast<float>(lines)) * scale;
  float code_share = request.comparing ? kCodeShareComparing : kCodeShare;
  if (request.code_notes > 0) code_share = kCodeShareFaults;
  const float least = std::min(kLeastText * scale, column.height / 2);
  // What stands above the code takes nothing of its room.
  const float banner = request.has_banner ? kBanner * scale : 0;
  float code =
      std::round(std::clamp(std::min(column.height * code_share, code_needed) + banner, least, column.height - least));
  if (request.editor == EditorRoom::narrow) code = std::round(column.height - least);
  // In a wide column it needs fewer lines.
  if (request.editor == EditorRoom::wide) {
    code = std::round(column.height - std::min(kLeastWide * scale, column.height / 2));
  }
  layout.code = {column.x, column.y, column.width, code};
  layout.explanation = {column.x, column.y + code, column.width, column.height - code};
}

/// The headlines, the tiles and their banks.
void place_tiles(Layout& layout, const Frame& frame, const Rect& room) {
  const LayoutRequest& request = frame.request;
  const float scale = layout.scale, grown = scale - frame.base;
  const float half = request.comparing ? std::round(room.width / 2) : room.width;
  const std::array<Rect, 2> sides{Rect{room.x, room.y, half, room.height},
                                  Rect{room.x + half, room.y, room.width - half, room.height}};
  const Edges at_100(frame, frame.base);
  const bool is_wide = request.editor == EditorRoom::wide;
  const float across = is_wide ? room.width : frame.width - at_100.left - at_100.right;
  const auto head_in = [](float width, float unit) {
    return std::round((width >= kOneLineWidth * unit ? kHeadOfOneLine : kHead) * unit);
  };
  const float head = std::min(head_in(half, scale), room.height), below = room.height - head;
  const float head_at_100 = head_in(request.comparing ? across / 2 : across, frame.base);
  const float down = frame.height - at_100.top - at_100.lower;
  const float lines = lines_height(request, below, scale);
  layout.bank_card = request.bank_view == BankView::card;
  const float above_banks = down - head_at_100 - frame.banks(down);
  const bool is_low = above_banks - kAboveCells * frame.base < kRows * kLeastRow * frame.base;
  const bool is_beside = !request.comparing && across >= kLeastBeside * frame.base && (layout.bank_card || is_low);
  for (std::size_t side = 0; side < (request.comparing ? 2u : 1u); ++side) {
    const Rect& rect = sides[side];
    const float y = rect.y + head;
    layout.headline[side] = {rect.x, rect.y, rect.width, head};
    if (!request.has_banks) {
      layout.tile[side] = {rect.x, y, rect.width, below};
      continue;
    }
    if (layout.bank_card || is_beside) {
      // Where there is no room for both, the card takes the tile's place.
      const float wanted = across * kTileShare + kAroundCells * grown;
      const float tile = is_beside ? std::round(std::min(wanted, rect.width - kLeastBanksBeside * scale)) : 0;
      layout.tile[side] = {rect.x, y, tile, is_beside ? below : 0};
      layout.banks[side] = {rect.x + tile, y, rect.width - tile, below};
      continue;
    }
    // The tile keeps its cells, and the banks get what they do not need.
    float tile = std::min(above_banks + kAboveCells * grown, most_tile_height(request, sides[0].width, scale));
    if (has_many_lines(request)) tile = below * kMatricesShare;
    if (lines > 0) tile = below - lines;
    const float banks = std::round(std::min(std::max(below - tile, kLeastBanks * scale), below));
    layout.tile[side] = {rect.x, y, rect.width, below - banks};
    layout.banks[side] = {rect.x, y + below - banks, rect.width, banks};
  }
}

void place_splitters(Layout& layout, const Frame& frame, const Edges& edges) {
  const float thick = std::round(kSplitter * layout.scale), foot = frame.height - edges.lower;
  const float height = std::max(frame.height - edges.top, 0.0f), x = frame.width - edges.right - thick;
  const std::array<Rect, 3> strips{
      Rect{edges.left, edges.top, thick, height},
      {x, edges.top, thick, std::max(foot - thick - edges.top, 0.0f)},
      {edges.left + thick, foot - thick, std::max(frame.width - edges.left - thick, 0.0f), thick}};
  const std::array<float, 3> now{edges.left, edges.right, edges.lower};
  for (std::size_t i = 0; i < strips.size(); ++i) {
    const auto panel = static_cast<EdgePanel>(i);
    layout.splitters.push_back(
        {panel, strips[i], now[i], frame.least(panel) * layout.scale, edges.most[i], frame.base});
  }
}

}  // namespace

Layout compute_layout(const LayoutRequest& request) {
  const Frame frame(request);
  if (request.focus != FocusView::off) return focus_layout(request, frame.width, frame.height);
  Layout layout;
  layout.scale = std::clamp(std::min(request.scale, fitting_scale(request)), kLeastScale, kLargestScale);
  const float scale = layout.scale, width = frame.width, height = frame.height;
  layout.base = frame.base;
  Edges edges(frame, scale);
  const float top = edges.top, left = edges.left, lower = edges.lower;
  float& right = edges.right;
  if (request.editor == EditorRoom::wide) {
    const float tiles = std::round((request.comparing ? 2.0f : 1.0f) * kLeastTile * scale);
    right = std::max(right, std::min(std::round(kEditorWidth * scale), width - left - tiles));
  }
  const float middle = height - top - lower, centre = width - left - right;
  layout.top = {0, 0, width, top};
  // The choice extends to the foot: kernels, options and the cells' contents are there without scrolling.
  layout.choice = {0, top, left, height - top};
  place_code(layout, request, {width - right, top, right, middle});
  // The timeline's controls need their width; the details get the rest.
  const float timeline =
      request.has_details
          ? std::min(std::max(std::round((width - left) * 0.55f), std::round(kLeastTimeline * scale)), width - left)
          : width - left;
  layout.timeline = {left, height - lower, timeline, lower};
  layout.details = {left + timeline, height - lower, width - left - timeline, lower};
  if (request.shows_threads) {
    layout.threads = {left, top, centre, middle};
  } else {
    place_tiles(layout, frame, {left, top, centre, middle});
  }
  place_splitters(layout, frame, edges);
  return layout;
}

}  // namespace bankloom::ui
