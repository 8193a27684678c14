// Settings: what the window remembers between two starts: its looks, the last scene, the folder of pictures, the
// recording, the way to a GPU elsewhere.
//
// A JSON file in the user's configuration folder. A broken one is set aside, never fatal.
#pragma once

#include <filesystem>
#include <string>

#include "core/base/result.h"
#include "ui/panel.h"

namespace bankloom::ui {

struct Settings {
  ViewSettings view;
  std::string scene;                             ///< a line of scene_to_line(); empty: none yet
  int window_width = 1600, window_height = 900;  ///< as on a display of scale 1
  std::string picture_folder;                    ///< empty: the default
  /// The command that leads to a GPU elsewhere; empty: none. It is started, so it comes from a person: no scene, talk
  /// or lesson can set it.
  std::string gpu_command;
};

/// $XDG_CONFIG_HOME/bankloom/settings.json, else $HOME/.config/bankloom/settings.json; empty where neither variable is
/// set.
[[nodiscard]] std::filesystem::path settings_file();

struct LoadedSettings {
  Settings settings;
  bool is_there = false;  ///< there was a file
  std::string notice;     ///< a sentence where the file was broken or unreadable; empty otherwise
};

/// The settings of a file; the defaults where there is none. A file that is no JSON or has values of the wrong kind is
/// renamed to NAME.broken; single values out of range take their defaults.
[[nodiscard]] LoadedSettings load_settings(const std::filesystem::path& file);

/// Writes them, making the folder where it is missing; the file is never half written. Errors: a folder or file that
/// cannot be written.
[[nodiscard]] Result<void> save_settings(const std::filesystem::path& file, const Settings& settings);

/// Where pictures go unless a person says otherwise: ~/Pictures where it is, else the home folder, else the current
/// one.
[[nodiscard]] std::string default_picture_folder();

}  // namespace bankloom::ui
