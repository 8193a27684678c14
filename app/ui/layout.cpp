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
constexpr float kTop = 44, kLeastMiddle = 400, kLeastTimeline = 500, kLeastLower = 828;
/// The banks below a tile: share of the height, and limits in units.
constexpr float kBanksShare = 0.29f, kLeastBanks = 132, kMostBanks = 380;
/// Beside the banks: the tile's share of the width, and the units that it leaves them.
constexpr float kTileShare = 0.48f, kLeastBanksBeside = 200;
/// Units around the cells of a tile, which grow with its text: margins and axis; above them its head, too.
constexpr float kAroundCells = 64, kAboveCells = 87;
/// Units of the strip for dragging a panel.
constexpr float kSplitter = 6;

/// Units of the code besides its lines, and per line; some lines are long and take two rows.
constexpr float kCodeHead = 90, kCodeLine = 21;
/// Largest share of the right column for the code, and in a comparison, which needs more explanation.
constexpr float kCodeShare = 0.55f, kCodeShareComparing = 0.42f;
/// The same with faults between its lines: their messages come before the explanation of a step.
constexpr float kCodeShareFaults = 0.68f;
/// Least height of the code and of the explanation, in units.
constexpr float kLeastText = 200;
/// The same of the explanation below a wide editor.
constexpr float kLeastWide = 140;

/// Limit of height / width of a cell in a tile of few lines; a tile lower than this share of its room is not placed
/// beside the banks; its largest share above them; units above and below its cells. The same limit for a tile of many
/// lines: more than half as many as its columns; and least units beside its cells.
constexpr float kTallestLine = 2.2f, kFlatTile = 0.4f, kMostOfFlatTile = 0.35f, kTileHead = 84, kFaultLine = 21;
constexpr float kTallestCell = 1.25f, kManyLines = 0.5f, kAsideCells = 48;
/// Most lines of global memory in a request that are below the matrices; units of height of one, of everything above
/// and below them, and least height of the matrices.
constexpr float kMostLinesBelow = 2, kLineOfMemory = 74, kAroundLines = 270, kLeastMatrices = 210;
/// The matrices' share of the height if more lines are below them.
constexpr float kMatricesShare = 0.5f;
/// Width in units of 80 columns of code with numbers, figures and margins; and least width of a tile.
constexpr float kEditorWidth = 660, kLeastTile = 276;

/// Units of height in the focus view; a sentence takes up to two lines. The queues keep so many even with a timeline.
constexpr float kHeadline = 68, kSentence = 58, kFocusTimeline = 150, kFocusBanks = 118;
/// Shares of the room: the code's of the window's width; the tile's of the rest, alone and of each side's height.
constexpr float kFocusCode = 0.27f, kFocusTile = 0.57f, kFocusTileOfTwo = 0.785f;

/// Whether a tile, in its share of a room's width, is so low that the banks are better below it than beside it. The
/// card needs the height.
bool is_flat_tile(const LayoutRequest& request, float across, float room_height) {
  return request.bank_view != BankView::card && request.tile_aspect * kTallestLine * across < kFlatTile * room_height;
}

/// Pixels of height of a tile's head, with its messages about faults.
float tile_head_height(const LayoutRequest& request, float scale) {
  const bool says_faults = request.code_notes > 0 && request.focus == FocusView::off;
  return (kTileHead + (says_faults ? kFaultLine : 0)) * scale;
}

/// Pixels of height of a flat tile, with its head.
float flat_tile_height(const LayoutRequest& request, const Rect& room, float scale) {
  const float cells = std::min(request.tile_aspect * kTallestLine * room.width, kMostOfFlatTile * room.height);
  return tile_head_height(request, scale) + cells;
}

/// The largest height of any other: the height of its cells is limited by their width.
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
  for (std::size_t side = 0; side < sides; ++side) {
    const float x = part * static_cast<float>(side), own = side + 1 == sides ? width - code - x : part;
    layout.headline[side] = {x, 0, own, head};
    if (sides > 1 && layout.bank_card) {
      layout.banks[side] = {x, head, own, below};
      continue;
    }
    const float lines = lines_height(request, below, layout.scale);
    const bool is_flat = is_flat_tile(request, sides > 1 ? part : part * kFocusTile, below);
    float down = std::min(std::round(below * kFocusTileOfTwo), std::max(below - pixels(kFocusBanks), 0.0f));
    if (is_flat) down = std::min(std::round(flat_tile_height(request, {x, head, part, below}, layout.scale)), down);
    if (has_many_lines(request)) down = std::min(std::round(below * kMatricesShare), down);
    if (lines > 0) down = below - lines;
    const bool is_above = sides > 1 || is_flat || lines > 0;
    const float across = is_above ? own : std::round(own * kFocusTile);
    layout.tile[side] = {x, head, across, is_above ? down : below};
    layout.banks[side] = is_above ? Rect{x, head + down, own, below - down} : Rect{across, head, own - across, below};
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
    return std::min(std::clamp(middle * kBanksShare, kLeastBanks * base, kMostBanks * base), middle);
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
  const float height = frame.height - (middle - frame.banks(middle) - kAboveCells * base);
  const float kept = std::min(width / (least(left) + least(right) + cells),
                              height / (kTop + least(lower) + kLeastBanks + kAboveCells));
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
  float code = std::round(std::clamp(std::min(column.height * code_share, code_needed), least, column.height - least));
  if (request.editor == EditorRoom::narrow) code = std::round(column.height - least);
  // In a wide column it needs fewer lines.
  if (request.editor == EditorRoom::wide) {
    code = std::round(column.height - std::min(kLeastWide * scale, column.height / 2));
  }
  layout.code = {column.x, column.y, column.width, code};
  layout.explanation = {column.x, column.y + code, column.width, column.height - code};
}

/// The tiles and their banks.
void place_tiles(Layout& layout, const Frame& frame, const Rect& room) {
  const LayoutRequest& request = frame.request;
  const float scale = layout.scale, grown = scale - frame.base;
  const float half = request.comparing ? std::round(room.width / 2) : room.width;
  const std::array<Rect, 2> sides{Rect{room.x, room.y, half, room.height},
                                  Rect{room.x + half, room.y, room.width - half, room.height}};
  const Edges at_100(frame, frame.base);
  const bool is_wide = request.editor == EditorRoom::wide;
  const float across = is_wide ? room.width : frame.width - at_100.left - at_100.right;
  const float down = frame.height - at_100.top - at_100.lower;
  // Beside the tile if there is room for both; otherwise the queues are below it, and the card replaces it.
  const bool is_flat = is_flat_tile(request, across * kTileShare, room.height);
  const float lines = lines_height(request, room.height, scale);
  const bool beside = !request.comparing && across >= 720 * frame.base && !is_flat && lines <= 0;
  layout.bank_card = request.bank_view == BankView::card;
  for (std::size_t side = 0; side < (request.comparing ? 2u : 1u); ++side) {
    const Rect& rect = sides[side];
    if (layout.bank_card || beside) {
      const float tile =
          beside
              ? std::round(std::min(across * kTileShare + kAroundCells * grown, rect.width - kLeastBanksBeside * scale))
              : 0;
      layout.tile[side] = {rect.x, rect.y, tile, beside ? rect.height : 0};
      layout.banks[side] = {rect.x + tile, rect.y, rect.width - tile, rect.height};
      continue;
    }
    // The tile keeps its cells, and the banks get what they need.
    const bool has_many = has_many_lines(request);
    const float cells = lines > 0  ? rect.height - lines
                        : has_many ? rect.height * kMatricesShare
                        : is_flat  ? flat_tile_height(request, sides[0], scale)
                                   : std::min(down - frame.banks(down) + kAboveCells * grown,
                                              most_tile_height(request, sides[0].width, scale));
    // The banks get what a tile of few lines does not need.
    const bool has_no_cells = is_flat || has_many || lines > 0;
    const float most = has_no_cells ? rect.height : kMostBanks * scale, least = kLeastBanks * scale;
    const float banks = std::round(std::min(std::max(std::min(rect.height - cells, most), least), rect.height));
    layout.tile[side] = {rect.x, rect.y, rect.width, rect.height - banks};
    layout.banks[side] = {rect.x, rect.y + rect.height - banks, rect.width, banks};
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
