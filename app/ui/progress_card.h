// The progress of a run that takes longer than a moment, with a way to end it, above the panels.
#pragma once

#include <optional>
#include <string>

#include "core/session/session.h"
#include "ui/layout.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// Seconds after which a run that somebody waits for is shown to be going on.
inline constexpr double kShownAfter = 0.5;

/// What is said of a run that is being made.
struct RunProgressWords {
  std::string title;   ///< "Executing transpose/tilePad"
  std::string detail;  ///< "5,210 of 16,384 blocks · 1.2 s"
  float part = 0;      ///< 0 to 1
};
/// Nothing before kShownAfter.
[[nodiscard]] std::optional<RunProgressWords> run_progress_words(const RunService::Progress& progress);

/// What is said where only the first blocks of a grid are recorded; empty where all are.
[[nodiscard]] std::string recorded_words(const KernelRun& run);

/// Draws the card where a run is being made that somebody waits for, or where one was cancelled; asks for the frames
/// that it needs. The picture's run is told of above the tile, a row's of the lesson above the details.
void draw_progress(PanelContext& context, const Layout& layout);

}  // namespace bankloom::ui
