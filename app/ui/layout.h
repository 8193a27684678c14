// Layout: the place of every panel in a window of a given size. A pure function, tested without a window.
//
// Larger text takes no room from the tiles: the panels around them become narrower and lower down to their limits. Text
// beyond that has no room until one of them is hidden.
//
// At the left is the choice, in the middle a headline for each tile, the tile, and its banks below, as wide as it; at
// the right the kernel's text and the explanation, below all of them the timeline and the details; above all of them
// the top bar. The focus view, for a lecture hall, has the middle alone, and one sentence at the foot; other panels
// only on request.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "ui/rect.h"
#include "ui/slot.h"

namespace bankloom::ui {

/// Least size of a window in units; a smaller one is drawn with a smaller scale.
inline constexpr float kLeastWidthUnits = 1024;
inline constexpr float kLeastHeightUnits = 640;
/// The window size of the focus view, in units: larger windows show the same, larger.
inline constexpr float kFocusWidthUnits = 1280, kFocusHeightUnits = 720;
/// Limits of the factor from units to pixels.
inline constexpr float kLeastScale = 0.5f, kLargestScale = 8;
/// Limits of the text scale.
inline constexpr float kLeastTextScale = 0.75f, kLargestTextScale = 2.5f;

/// The picture of the banks: a chart below the tile, or the large lane x bank card. Automatic: the chart.
enum class BankView : std::uint8_t { automatic, chart, card };

inline constexpr std::array<std::string_view, 3> kBankViewNames{"automatic", "chart", "card"};

/// The room of the editor of the kernel's text: that of the text, or a right column with room for 80 columns. The
/// explanation stays visible below it.
enum class EditorRoom : std::uint8_t { none, narrow, wide };

/// The focus view, and whether it shows code and timeline besides tile, banks, headline and sentence.
enum class FocusView : std::uint8_t { off, on, code, timeline, all };

inline constexpr std::array<std::string_view, 5> kFocusViewNames{"off", "on", "code", "timeline", "all"};
[[nodiscard]] constexpr bool shows_code(FocusView view) { return view == FocusView::code || view == FocusView::all; }
[[nodiscard]] constexpr bool shows_timeline(FocusView view) {
  return view == FocusView::timeline || view == FocusView::all;
}
[[nodiscard]] constexpr FocusView focus_with(bool code, bool timeline) {
  if (code) return timeline ? FocusView::all : FocusView::code;
  return timeline ? FocusView::timeline : FocusView::on;
}

/// The size of a panel at an edge of the window: by default or as dragged by the user; shown or hidden.
struct PanelExtent {
  float units = 0;  ///< across its edge, at text size 100 %; 0: by default
  bool is_hidden = false;
  friend bool operator==(const PanelExtent&, const PanelExtent&) = default;
};
/// "usual", "240", "hidden", or "hidden:240", which reappears as 240.
[[nodiscard]] std::string panel_extent_text(const PanelExtent& extent);
/// The error lists the valid values.
[[nodiscard]] Result<PanelExtent> extent_of(std::string_view name, const std::string& words);

/// The panels with such a size: the choice, the code with its explanation, and the panels below the tiles.
enum class EdgePanel : std::uint8_t { left, right, lower };

struct LayoutRequest {
  float width = 0, height = 0;  ///< of the window, in pixels
  float scale = 1;              ///< requested pixels per unit: the display's scale times the text scale
  bool comparing = false;       ///< two tiles beside each other
  BankView bank_view = BankView::automatic;
  std::size_t code_lines = 20;           ///< of the kernel's text: the code takes no more room than it needs
  bool has_banner = false;               ///< an unsaved text is offered above the code
  std::size_t code_notes = 0;            ///< lines between those of the text: faults
  EditorRoom editor = EditorRoom::none;  ///< the code is edited
  FocusView focus = FocusView::off;      ///< fills the window, whatever the scale
  float tile_aspect = 1;                 ///< lines of the tile's picture for each of its columns
  float touched_lines = 0;               ///< of global memory, largest number in one request, without a tile
  float text_scale = 1;                  ///< the factor in `scale` that applies only to text
  std::array<PanelExtent, 3> edges{};    ///< by EdgePanel
  bool has_lesson = false;               ///< a page of a lesson is at the left, and needs lines to read
  bool shows_threads = false;            ///< the block's threads in place of the tiles, the banks and what is below
  bool has_banks = true;                 ///< below the tiles, or beside them
  bool has_details = true;               ///< there is something to show beside the timeline
  [[nodiscard]] const PanelExtent& edge(EdgePanel panel) const { return edges[static_cast<std::size_t>(panel)]; }
};

/// The strip beside a panel at an edge, at the tiles, that changes its size.
struct Splitter {
  EdgePanel panel{};
  Rect rect;                  ///< of the strip
  float at = 0;               ///< present size of the panel in pixels; 0: hidden
  float least = 0, most = 0;  ///< its limits
  float pixels_per_unit = 1;  ///< of PanelExtent::units
  [[nodiscard]] bool is_across() const { return panel != EdgePanel::lower; }
  /// The extent of a panel of so many pixels: within its limits, and hidden if that is less than half of the least.
  [[nodiscard]] PanelExtent extent_at(float pixels) const;
};

/// Rectangles in whole pixels. They do not overlap and together fill the window; hidden ones are empty.
struct Layout {
  float scale = 1;         ///< pixels per unit of all drawing: the requested ones, or less in a small window
  float base = 1;          ///< the same at text size 100 %, for the panels' own sizes
  bool bank_card = false;  ///< the lane x bank card is shown, not the queues
  Rect top, choice, code, explanation, timeline, details, sentence, threads;
  std::array<Rect, 2> headline, tile, banks;  ///< of A and B
  std::vector<Splitter> splitters;            ///< none in the focus view

  /// `side`: 0 for A, 1 for B; only headline, tile and banks have a second.
  [[nodiscard]] const Rect& of(Slot slot, std::size_t side = 0) const;
};

/// The largest scale with which the window shows its required contents, and its tiles have the same room as at text
/// size 100 % with all panels; larger scales are replaced by this one.
[[nodiscard]] float fitting_scale(const LayoutRequest& request);

[[nodiscard]] Layout compute_layout(const LayoutRequest& request);

}  // namespace bankloom::ui
