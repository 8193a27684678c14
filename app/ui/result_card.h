// The result of a comparison that was played to its end: two bars, one beside the other, and the two times, above the
// banks.
#pragma once

#include "ui/layout.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// Whether the comparison that is shown has one: the sides differ in a request, and that may be shown.
[[nodiscard]] bool has_result(const Session& session);

/// Draws it if all was played to its end and nothing was done since; a click ends it.
void draw_result(PanelContext& context, const Layout& layout);

}  // namespace bankloom::ui
