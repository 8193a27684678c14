#include "ui/desktop_motion.h"

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/files.h"
#include "core/base/text_lines.h"

namespace bankloom::ui {
namespace {

/// The value of a key in a group of such a file: "[Group]", "key=value", one per line. Nothing if it is missing.
std::optional<std::string> setting_of(const std::filesystem::path& file, std::string_view group, std::string_view key) {
  std::optional<std::string> found;
  bool within = false;
  for (const std::string& line : split_lines(read_file(file).value_or(""))) {
    const std::string_view words = trim(line);
    if (words.starts_with('[')) within = words.substr(1, words.find(']') - 1) == group;
    const auto equals = words.find('=');
    if (!within || equals == std::string_view::npos || trim(words.substr(0, equals)) != key) continue;
    found = trim(words.substr(equals + 1));
  }
  return found;
}

}  // namespace

bool desktop_has_motion(const std::filesystem::path& config_folder) {
  for (const char* folder : {"gtk-4.0", "gtk-3.0"}) {
    const auto wish = setting_of(config_folder / folder / "settings.ini", "Settings", "gtk-enable-animations");
    if (wish == "false" || wish == "0") return false;
  }
  const auto factor = setting_of(config_folder / "kdeglobals", "KDE", "AnimationDurationFactor");
  if (!factor) return true;
  char* end = nullptr;
  const double times = std::strtod(factor->c_str(), &end);
  return end == factor->c_str() || times > 0;
}

}  // namespace bankloom::ui
