// Pictures on the clipboard. The window's library (GLFW) copies text alone, so a tool of the desktop gets the picture
// and keeps it for those that paste, also after the program's end.
#pragma once

#include <string>

#include "core/base/result.h"
#include "gfx/window.h"

namespace bankloom::ui {

/// Gives the clipboard the bytes of a PNG file, by xclip on X11 and by wl-copy on Wayland. Errors: no such tool, and
/// which package has it; the tool's last words; a window system that has neither.
[[nodiscard]] Result<void> copy_picture(const std::string& png, gfx::WindowSystem system);

}  // namespace bankloom::ui
