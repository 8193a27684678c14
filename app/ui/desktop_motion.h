// Whether the desktop's settings request reduced motion, if they are in files: those of GTK and of KDE. GNOME has its
// own in a database, which is not read: there the window's setting must be used.
#pragma once

#include <filesystem>

namespace bankloom::ui {

/// False if a file below the folder of settings ($XDG_CONFIG_HOME) turns animations off: gtk-4.0/settings.ini or
/// gtk-3.0/settings.ini with gtk-enable-animations=false, or kdeglobals with AnimationDurationFactor=0.
[[nodiscard]] bool desktop_has_motion(const std::filesystem::path& config_folder);

}  // namespace bankloom::ui
