// The progress of a run that takes longer than a moment, with a button to cancel it, above the panels.
#pragma once

#include <optional>
#include <string>

#include "core/session/session.h"
#include "core/wording/picture_text.h"
#include "ui/layout.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// Seconds after which the progress of a run that the user waits for is shown.
inline constexpr double kShownAfter = 0.5;

/// The text about a run in progress.
struct ShownProgress : RunProgressText {
  float part = 0;  ///< of the blocks, 0 to 1
};
/// Nothing before kShownAfter.
[[nodiscard]] std::optional<ShownProgress> shown_progress(const RunService::Progress& progress);

/// The subject of a run: "transpose/tilePad", or the name of an own text, whose key means nothing to the user.
[[nodiscard]] std::string run_name(const RunKey& key);

/// Whether a side's pending choice is already executed, no longer compiled.
[[nodiscard]] bool is_executed(const Session& session, Side side);

/// Whether a side's choice is a program that shows something only after its run: that is no error.
[[nodiscard]] bool is_program_to_run(const Session& session, Side side);

/// The name of the picture that a side shows if it is not that of the choice, which failed or is being made: "race.cu".
/// Empty for the same kernel or file, and while one kernel of the catalogue replaces another, which takes a moment.
[[nodiscard]] std::string name_of_last(const Session& session, Side side);

/// Draws the card while a run is made that the user waits for, or if one was cancelled; requests the frames that it
/// needs. The progress of the picture's run is above the tile, that of a lesson's row above the details.
void draw_progress(PanelContext& context, const Layout& layout);

}  // namespace bankloom::ui
