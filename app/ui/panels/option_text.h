// Words about a kernel's options.
#pragma once

#include <string>

#include "core/catalog/catalog.h"

namespace bankloom::ui {

/// An option's meaning with its range or its values, for tooltips.
[[nodiscard]] std::string option_text(const Option& option);

}  // namespace bankloom::ui
