// HtmlFile: a scene as one HTML file that plays the steps in a browser, from a disk or inside another page.
//
// The page has no picture and no access to the network: it has the cells of the tiles once, of each request which cell,
// bank or sector is served in which step, and the words of each step, made by the functions that make the window's.
// What shows them is in assets/html.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/session/session.h"
#include "ui/measures.h"
#include "ui/theme.h"

namespace bankloom::ui {

/// Most steps of a page, and most cells of a tile: more take a browser too long.
inline constexpr std::uint64_t kMostHtmlSteps = 20'000;
inline constexpr std::uint64_t kMostHtmlCells = 20'000;

struct HtmlOptions {
  std::optional<std::uint64_t> from = {}, to = {};  ///< steps of the player's sequence; all if not given
  std::optional<double> steps_per_second = {};      ///< nothing: each request begins slowly, as Pace says
  Palette palette = Palette::wheel;
  Measures* measures = nullptr;  ///< the times of a comparison's result; null: none
};

/// The page of a session that hides nothing, whose runs are there; it opens at the present step. `assets`: the folder
/// that has html/. Errors: nothing to play, steps that there are not, too many steps or cells, no such folder.
[[nodiscard]] Result<std::string> scene_html(Session& session, const std::filesystem::path& assets,
                                             const HtmlOptions& options = {});

}  // namespace bankloom::ui
