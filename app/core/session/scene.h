// Scene: what the window shows, as a plain value, and as a line of text that restores it exactly.
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

/// The labels in a tile's cells.
enum class CellLabel : std::uint8_t { bank, value, word, place, lane };
/// The tile as the kernel indexes it, or as it lies in the banks (a column per bank, a row per word).
enum class TileLayout : std::uint8_t { logical, physical };
/// What the middle of the window shows: the tile and its banks, or the block's threads and the warps that they form.
enum class Subject : std::uint8_t { memory, threads };
/// Stepping and playing stay in the selected warp, or go through the block in the order of execution.
enum class PlayScope : std::uint8_t { warp, block };

/// One side of the comparison.
struct Choice {
  std::string kernel;                         ///< "lesson/name", or own_key() of `own`
  OptionValues options;                       ///< only the chosen ones; the others have the kernel's defaults
  std::shared_ptr<const OwnSource> own = {};  ///< an own text; null for a kernel of the catalogue
  friend bool operator==(const Choice& a, const Choice& b) { return a.kernel == b.kernel && a.options == b.options; }
};

/// The choice of an own text.
[[nodiscard]] Choice own_choice(OwnSource source, OptionValues options = {});

/// A place on the timeline: a transaction of a warp's request.
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
  /// Nothing: the first fault or the first step, found once the run is there.
  std::optional<Position> position;
  PlayScope scope = PlayScope::warp;
  CellLabel label = CellLabel::bank;
  TileLayout layout = TileLayout::logical;
  Subject subject = Subject::memory;
  std::optional<unsigned> bank;  ///< the one highlighted bank
  /// View settings as written in the line; the window checks their values.
  ViewWords view_words;
  friend bool operator==(const Scene&, const Scene&) = default;
};

/// Why a scene's line does not restore it, as a sentence; empty where it does. A text without a file cannot be part of
/// a line, which then shows the kernel that the text was made from.
[[nodiscard]] std::string scene_line_gap(const Scene& scene);

/// A scene as one line without newline: "bankloom square/setRowReadCol IPAD=0 vs square/setRowReadCol IPAD=1
/// machine=cc9.0 at=0:1:9 cells=bank ..." (all in one line); defaults are left out. The text of a file is "own=PATH"
/// instead of a kernel, or "square/setRowReadCol own=PATH" where it was made from one, then "tile=NAME" and "row=N" if
/// chosen; "own=PATH launch=N" is a launch of the program at PATH, which the line does not start
/// (OwnSource::wanted_launch); in PATH blanks, % and control characters are written %20 and so on.
[[nodiscard]] std::string scene_to_line(const Scene& scene);
/// The scene of such a line, with blanks around it allowed. The error names the wrong word. Session::show() checks that
/// kernel, options and machine exist and reads the text of a file: until then Choice::own has only its path. View
/// settings are not checked.
[[nodiscard]] Result<Scene> scene_from_line(std::string_view line);

[[nodiscard]] std::string_view cell_label_name(CellLabel label);     ///< "bank", "value", "word", "place", "lane"
[[nodiscard]] std::string_view tile_layout_name(TileLayout layout);  ///< "logical", "physical"
[[nodiscard]] std::string_view subject_name(Subject subject);        ///< "memory", "threads"

}  // namespace bankloom
