// Opening a file with the desktop's program for it.
#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace bankloom::ui {

/// Asks the desktop (xdg-open) to open a file, and does not wait for what it starts. Error: there is none to ask.
[[nodiscard]] Result<void> open_on_desktop(const std::filesystem::path& file);

}  // namespace bankloom::ui
