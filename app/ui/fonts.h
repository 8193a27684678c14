// The fonts in the sizes of a scale.
#pragma once

#include "ui/panel.h"

namespace bankloom::ui {

/// Empties the atlas of the present ImGui context and fills it with the fonts for `scale` pixels per unit; if the
/// distribution's fonts are missing, with Dear ImGui's own. The caller uploads the atlas.
[[nodiscard]] Fonts load_fonts(float scale);

}  // namespace bankloom::ui
