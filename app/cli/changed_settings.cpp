// The window's settings for a report of a bug.
#include "cli/doctor.h"
#include "core/base/files.h"
#include "program/posix_handle.h"
#include "ui/settings.h"
#include "ui/view_options.h"

namespace bankloom::cli {

std::vector<std::string> changed_settings() {
  const auto text = read_file(ui::settings_file());
  const auto folder = program::TemporaryFolder::make();
  if (!text || !folder) return {};
  // A broken file would be set aside: the report reads a copy.
  const std::filesystem::path copy = folder->path() / "settings.json";
  if (!write_file(copy, *text)) return {};
  const ui::LoadedSettings loaded = ui::load_settings(copy);
  if (!loaded.notice.empty()) return {"the settings' file is broken"};
  const ui::ViewSettings usual, &view = loaded.settings.view;
  std::vector<std::string> changed;
  for (const ui::ViewOption& option : ui::view_options()) {
    if (option.key.empty() || ui::value_of(option, view) == ui::value_of(option, usual)) continue;
    // A recording may have the name of somebody's machine.
    const bool is_own = option.key == "recording";
    changed.push_back(fmt::format("{} = {}", option.key, is_own ? "(set)" : ui::value_of(option, view)));
  }
  const ui::Settings usual_settings;
  if (!loaded.settings.picture_folder.empty()) changed.emplace_back("picture_folder = (set)");
  if (loaded.settings.window_width != usual_settings.window_width ||
      loaded.settings.window_height != usual_settings.window_height) {
    changed.push_back(fmt::format("window = {}x{}", loaded.settings.window_width, loaded.settings.window_height));
  }
  return changed;
}

}  // namespace bankloom::cli
