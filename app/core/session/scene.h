// Scene: what is shown, as a plain value, and as a line of text that brings it back exactly.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/run/run_service.h"

namespace bankloom {

/// What stands in a tile's cells.
enum class CellLabel : std::uint8_t { bank, value, word, place, lane };
/// How the tile is laid out: as the kernel indexes it, or as it lies in the banks (a column a bank, a row a word of
/// each).
enum class TileLayout : std::uint8_t { logical, physical };
/// Whether stepping and playing stay within the selected warp or go through the block in the order of execution.
enum class PlayScope : std::uint8_t { warp, block };

/// One side of the comparison.
struct Choice {
  std::string kernel;                         ///< "lesson/name", or own_key() of `own`
  OptionValues options;                       ///< only those that were chosen; the others are the kernel's defaults
  std::shared_ptr<const OwnSource> own = {};  ///< an own text; null for a kernel of the catalogue
  friend bool operator==(const Choice& a, const Choice& b) { return a.kernel == b.kernel && a.options == b.options; }
};

/// The choice of an own text.
[[nodiscard]] Choice own_choice(OwnSource source, OptionValues options = {});

/// A place on the timeline: a request of a warp and a transaction of that request.
struct Position {
  std::uint32_t warp = 0;
  std::uint32_t request = 0;  ///< among the warp's requests
  std::uint32_t step = 0;     ///< among the request's transactions
  friend bool operator==(const Position&, const Position&) = default;
};

struct Scene {
  /// By name: theme, palette, text, banks, tab.
  using ViewWords = std::map<std::string, std::string, std::less<>>;

  Choice a;
  std::optional<Choice> b;  ///< set while comparing
  std::string machine = kDefaultMachine;
  std::string architecture = kDefaultArchitecture;
  std::uint64_t block = 0;  ///< linear index in the grid
  /// Nothing: the place that shows the most (the dearest shared request), to be found once the run is there.
  std::optional<Position> position;
  PlayScope scope = PlayScope::warp;
  CellLabel label = CellLabel::bank;
  TileLayout layout = TileLayout::logical;
  std::optional<unsigned> bank;  ///< the one highlighted bank
  /// How the window shows it, as the line says it; their values are the window's and not looked at here.
  ViewWords view_words;
  friend bool operator==(const Scene&, const Scene&) = default;
};

/// Why the line of a scene does not bring back what is shown, as a sentence; empty where it does. A text that lies in
/// no file cannot be part of a line, which then shows the kernel that it was made from.
[[nodiscard]] std::string scene_line_gap(const Scene& scene);

/// One line without newline: "bankloom square/setRowReadCol IPAD=0 vs square/setRowReadCol IPAD=1 machine=cc9.0
/// at=0:1:9 cells=bank ..." (all in one line); what has its default value is left out. The text of a file is
/// "own=PATH" in the place of a kernel, or "square/setRowReadCol own=PATH" where it was made from one, then "tile=NAME"
/// and "row=N" where they are chosen; "own=PATH launch=N" is a launch of the program at PATH, which the line does not
/// start (OwnSource::wanted_launch); in PATH blanks, % and control characters are written %20 and so on.
[[nodiscard]] std::string scene_to_line(const Scene& scene);
/// The scene of such a line; blanks around it do not matter. The error says which word is wrong. Whether kernel,
/// options and machine exist is not looked at here (Session::show() does), nor what the looks mean. The text of a file
/// is read by Session::show() too: until then Choice::own has its path alone.
[[nodiscard]] Result<Scene> scene_from_line(std::string_view line);

[[nodiscard]] std::string_view cell_label_name(CellLabel label);     ///< "bank", "value", "word", "place", "lane"
[[nodiscard]] std::string_view tile_layout_name(TileLayout layout);  ///< "logical", "physical"

}  // namespace bankloom
