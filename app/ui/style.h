// Dear ImGui's own controls in the colours and sizes of a theme.
#pragma once

#include "ui/theme.h"

namespace bankloom::ui {

/// Sets the style of the present ImGui context. `scale`: pixels per unit.
void apply_style(const Theme& theme, float scale);

}  // namespace bankloom::ui
