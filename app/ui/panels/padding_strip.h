// The strip "wavefronts by IPAD": a bar for each padding, the present one lit, to be clicked and dragged.
#pragma once

#include "core/session/session.h"
#include "ui/layout/box.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// The side whose padding keys and strip change: B in a comparison, whose rows slide while A's stay.
[[nodiscard]] inline Side padded_side(const Session& session) { return session.comparing() ? Side::b : Side::a; }

/// With its title above it; nothing where the padding has no costs to show, or a question hides them. `bars`: their
/// height in units.
[[nodiscard]] Box padding_strip(PanelContext& context, float bars);

}  // namespace bankloom::ui
