// How many elements a row of a captured launch's buffer has, which nothing but a person can say: asked once, and kept
// for file, kernel and buffer.
#pragma once

#include <string>

#include "ui/layout/box.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// A list of the buffers and a field for the columns of the one that is chosen; nothing where the side shows no
/// captured launch. `buffer`: that one's name, which is kept by the caller; of a name that there is not it is the
/// output.
[[nodiscard]] Box columns_field(PanelContext& context, Side side, std::string& buffer);

}  // namespace bankloom::ui
