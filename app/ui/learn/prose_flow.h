// Sentences of a lesson as words that flow over lines: names light what they name, terms have their meaning as a
// tooltip.
#pragma once

#include <string>

#include "core/learn/prose.h"
#include "core/learn/run_numbers.h"
#include "ui/layout/box.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// `prose` with the numbers of a run in it; one that is not known yet is "…". `name` tells the names that can be
/// clicked from those of the page's other sentences.
[[nodiscard]] Box prose_flow(PanelContext& context, const learn::Prose& prose, const learn::RunNumbers& numbers,
                             std::string name);

}  // namespace bankloom::ui
