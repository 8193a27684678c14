// The progress of a run that takes longer than a moment, with a way to end it, above the panels.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/session/session.h"
#include "core/wording/picture_text.h"
#include "ui/layout.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// Seconds after which a run that somebody waits for is shown to be going on.
inline constexpr double kShownAfter = 0.5;

/// What is said of a run that is being made.
struct ShownProgress : RunProgressText {
  float part = 0;  ///< of the blocks, 0 to 1
};
/// Nothing before kShownAfter.
[[nodiscard]] std::optional<ShownProgress> shown_progress(const RunService::Progress& progress);

/// What a run is of: "transpose/tilePad", or the name of an own text, whose key says nothing to anybody.
[[nodiscard]] std::string run_name(const RunKey& key);

/// Whether a side's pending choice is executed already, not compiled.
[[nodiscard]] bool is_executed(const Session& session, Side side);

/// Whether a side's choice is a program that only its run shows something of: nothing is wrong with it.
[[nodiscard]] bool is_program_to_run(const Session& session, Side side);

/// Whose picture a side shows where it is not the choice's, which failed or is being made: "race.cu". Empty where it is
/// the same kernel's or file's, and while a kernel of the catalogue makes way for another, which takes a moment.
[[nodiscard]] std::string name_of_last(const Session& session, Side side);

/// Draws the card where a run is being made that somebody waits for, or where one was cancelled; asks for the frames
/// that it needs. The picture's run is told of above the tile, a row's of the lesson above the details.
void draw_progress(PanelContext& context, const Layout& layout);

}  // namespace bankloom::ui
