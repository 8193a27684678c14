// The head above a program's launches and output: activity, progress, result.
#pragma once

#include "core/program/program_outcome.h"
#include "ui/layout/box.h"
#include "ui/programs/programs.h"

namespace bankloom::ui {

/// Whether a program was to be run.
[[nodiscard]] bool has_program_status(const PanelContext& context);
/// Requests frames during an activity. `leads`: refers to the tab Program for errors.
[[nodiscard]] Box program_head(PanelContext& context, const ProgramStatus& status, bool leads);
/// "square.cu:31"; empty if unknown.
[[nodiscard]] std::string place_text(const program::CodePlace& place);

/// In place of a picture: what a program that was opened needs, and the button that runs it.
[[nodiscard]] Box program_to_run_page(PanelContext& context, const std::string& why);

}  // namespace bankloom::ui
