// The number of elements per row of a captured launch's buffer, which only the user knows: asked once, and kept by
// file, kernel and buffer.
#pragma once

#include <string>

#include "ui/layout/box.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// A list of the buffers and a field for the columns of the chosen one; nothing if the side shows no captured launch.
/// `buffer`: its name, kept by the caller; an unknown name means the output.
[[nodiscard]] Box columns_field(PanelContext& context, Side side, std::string& buffer);

}  // namespace bankloom::ui
