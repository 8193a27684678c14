// Layout: where every panel stands in a window of a given size. A pure function, tested without a window.
//
// Larger text takes no room from the tiles: the panels around them get narrower and lower down to what they need, and
// larger text than that has no room until one of them is hidden.
//
// Left the choice, in the middle the tiles with their banks below, right the kernel's text and what happens, below all
// of them the timeline and the details; above all of them the top bar. In the focus view, for a lecture hall, a
// headline stands above the tile and the banks, and one sentence at the foot; nothing else but what is asked for.
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

/// What a window must show at least, in units; a smaller one is drawn with a smaller scale.
inline constexpr float kLeastWidthUnits = 1024;
inline constexpr float kLeastHeightUnits = 640;
/// The window that the focus view is made for, in units: all larger ones show the same, larger.
inline constexpr float kFocusWidthUnits = 1280, kFocusHeightUnits = 720;
/// Smallest and largest factor from units to pixels that is used at all.
inline constexpr float kLeastScale = 0.5f, kLargestScale = 8;
/// Smallest and largest text scale that a person can choose.
inline constexpr float kLeastTextScale = 0.75f, kLargestTextScale = 2.5f;

/// What stands for the banks: a chart below the tile, or the large lane x bank card. Automatic: the card where there is
/// room for it beside a tile, else the chart.
enum class BankView : std::uint8_t { automatic, chart, card };

inline constexpr std::array<std::string_view, 3> kBankViewNames{"automatic", "chart", "card"};

/// How much room the editor of the kernel's text has: that of the text, or a right column as wide as 80 columns take.
/// The explanation stays in sight below it.
enum class EditorRoom : std::uint8_t { none, narrow, wide };

/// The focus view, and what of code and timeline it shows besides tile, banks, headline and sentence.
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

/// A panel at an edge of the window: as large as the window gives it room, or as a person dragged it; shown or hidden.
struct PanelExtent {
  float units = 0;  ///< across its edge, at text size 100 %; 0: as the window has it
  bool is_hidden = false;
  friend bool operator==(const PanelExtent&, const PanelExtent&) = default;
};
/// "usual", "240", "hidden", or "hidden:240", which comes back as 240.
[[nodiscard]] std::string panel_extent_text(const PanelExtent& extent);
/// The error says what it takes.
[[nodiscard]] Result<PanelExtent> extent_of(std::string_view name, const std::string& words);

/// The panels that have one: the choice, the code with its explanation, and what stands below the tiles.
enum class EdgePanel : std::uint8_t { left, right, lower };

struct LayoutRequest {
  float width = 0, height = 0;  ///< of the window, in pixels
  float scale = 1;              ///< pixels per unit that are wished: the display's scale times the text scale
  bool comparing = false;       ///< two tiles side by side
  BankView bank_view = BankView::automatic;
  std::size_t code_lines = 20;           ///< of the kernel's text: the code takes no more room than it fills
  std::size_t code_notes = 0;            ///< lines that stand between those of the text: faults
  EditorRoom editor = EditorRoom::none;  ///< the code is typed at
  FocusView focus = FocusView::off;      ///< is as large as the window allows, whatever the scale
  float tile_aspect = 1;                 ///< lines of the tile's picture for each of its columns
  float touched_lines = 0;               ///< of global memory, by one request, where there is no tile: the most
  float text_scale = 1;                  ///< the part of `scale` that only texts have
  std::array<PanelExtent, 3> edges{};    ///< by EdgePanel
  [[nodiscard]] const PanelExtent& edge(EdgePanel panel) const { return edges[static_cast<std::size_t>(panel)]; }
};

/// Where a panel at an edge is made larger and smaller: a strip beside it, at the tiles.
struct Splitter {
  EdgePanel panel{};
  Rect rect;                  ///< of the strip
  float at = 0;               ///< pixels that the panel takes now; 0: hidden
  float least = 0, most = 0;  ///< that it can take
  float pixels_per_unit = 1;  ///< of PanelExtent::units
  [[nodiscard]] bool is_across() const { return panel != EdgePanel::lower; }
  /// What a panel becomes that is to take so many pixels: no less and no more than it can, and hidden where that is
  /// less than half of the least.
  [[nodiscard]] PanelExtent extent_at(float pixels) const;
};

/// Rectangles in whole pixels. They do not overlap and together fill the window; those that are not shown are empty.
struct Layout {
  float scale =
      1;           ///< pixels per unit that everything is drawn with: the one wished, or less where the window is small
  float base = 1;  ///< the same at text size 100 %, which the panels' own sizes have
  bool bank_card = false;  ///< the lane x bank card is shown, not the queues
  Rect top, choice, code, explanation, timeline, details, sentence;
  std::array<Rect, 2> headline, tile, banks;  ///< of A and B
  std::vector<Splitter> splitters;            ///< none in the focus view

  /// `side`: 0 for A, 1 for B; only headline, tile and banks have a second.
  [[nodiscard]] const Rect& of(Slot slot, std::size_t side = 0) const;
};

/// The largest scale at which the window shows what it must and its tiles have the room that they have at text size
/// 100 % with all panels; larger ones are drawn with this one.
[[nodiscard]] float fitting_scale(const LayoutRequest& request);

[[nodiscard]] Layout compute_layout(const LayoutRequest& request);

}  // namespace bankloom::ui
