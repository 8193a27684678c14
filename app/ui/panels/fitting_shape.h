// The shape of a kernel's block: chosen by its two options, and offered where the chosen machine cannot run the present
// one.
#pragma once

#include <string>

#include "core/catalog/block_shapes.h"
#include "ui/layout/box.h"

namespace bankloom::ui {

/// Sets the options `x` and `y` of a side to a shape. The error is that of a shape that the kernel's rules exclude.
Result<void> choose_shape(Session& session, Side side, const std::string& x, const std::string& y,
                          const BlockShape& shape);

/// A button for a shape that the chosen machine has threads for, if that is what is missing; otherwise nothing.
[[nodiscard]] Box fitting_shape(const PanelContext& context, Side side);

}  // namespace bankloom::ui
