// Words about a kernel's options.
#pragma once

#include <cstdint>
#include <string>

#include "core/catalog/catalog.h"

namespace bankloom::ui {

/// An option's meaning with its range or its values, for tooltips.
[[nodiscard]] std::string option_text(const Option& option);

/// The value of an option that is an integer.
[[nodiscard]] std::int64_t to_number(const std::string& value);

}  // namespace bankloom::ui
