// What stands above a program's launches and its output: what is being done, how far it is, how it went.
#pragma once

#include "core/program/program_outcome.h"
#include "ui/layout/box.h"
#include "ui/programs/programs.h"

namespace bankloom::ui {

/// Whether there is anything to show of a program: somebody wanted one to run.
[[nodiscard]] bool has_program_status(const PanelContext& context);
/// The head; asks for the frames that it needs while something is done. `leads`: to the tab Program, where what is
/// wrong stands.
[[nodiscard]] Box program_head(PanelContext& context, const ProgramStatus& status, bool leads);
/// "square.cu:31"; empty where it is not known.
[[nodiscard]] std::string place_text(const program::CodePlace& place);

}  // namespace bankloom::ui
