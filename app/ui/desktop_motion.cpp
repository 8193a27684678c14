#include "ui/desktop_motion.h"

#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

namespace bankloom::ui {
namespace {

std::string_view without_blanks(std::string_view words) {
  constexpr std::string_view kBlanks = " \t\r";
  const auto from = words.find_first_not_of(kBlanks);
  return from == std::string_view::npos ? std::string_view()
                                        : words.substr(from, words.find_last_not_of(kBlanks) - from + 1);
}

/// The value of a key in a group of such a file: "[Group]", "key=value", a line each. Nothing where it is not there.
std::optional<std::string> setting_of(const std::filesystem::path& file, std::string_view group, std::string_view key) {
  std::ifstream stream(file);
  std::optional<std::string> found;
  bool within = false;
  for (std::string line; std::getline(stream, line);) {
    const std::string_view words = without_blanks(line);
    if (words.starts_with('[')) within = words.substr(1, words.find(']') - 1) == group;
    const auto equals = words.find('=');
    if (!within || equals == std::string_view::npos || without_blanks(words.substr(0, equals)) != key) continue;
    found = without_blanks(words.substr(equals + 1));
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
