// Whether the desktop's settings ask for less motion, as far as they are files: those of GTK and of KDE. GNOME keeps
// its own in a database, which is not read: there the setting of the window is to be used.
#pragma once

#include <filesystem>

namespace bankloom::ui {

/// False where a file below the folder of settings ($XDG_CONFIG_HOME) turns animations off: gtk-4.0/settings.ini or
/// gtk-3.0/settings.ini with gtk-enable-animations=false, or kdeglobals with AnimationDurationFactor=0.
[[nodiscard]] bool desktop_has_motion(const std::filesystem::path& config_folder);

}  // namespace bankloom::ui
