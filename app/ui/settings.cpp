#include "ui/settings.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>

#include "core/base/json.h"
#include "ui/layout.h"

namespace bankloom::ui {
namespace {

using Json = nlohmann::json;

/// Sides of a window that a file may ask for.
constexpr int kLeastWindow = 320, kLargestWindow = 16384;

std::filesystem::path folder_of(const char* variable) {
  const char* value = std::getenv(variable);
  // The XDG base directory specification ignores relative paths.
  return value != nullptr && *value == '/' ? std::filesystem::path(value) : std::filesystem::path();
}

/// The tab of an index, as older settings have it: of the tabs that there were then.
std::string tab_of(int index) {
  static constexpr std::string_view kTabs[] = {"results", "output", "time", "chart", "ladder", "machines", "advice"};
  return std::string(kTabs[std::clamp(index, 0, 6)]);
}

/// Wrong types throw Json::exception, which load_settings() catches.
Settings settings_from(const Json& json) {
  Settings settings;
  ViewSettings& view = settings.view;
  view.theme = theme_from_title(json.value("theme", std::string("dark"))).value_or(ThemeName::dark);
  view.palette = palette_from_title(json.value("palette", std::string("wheel"))).value_or(Palette::wheel);
  view.text_scale = std::clamp(json.value("text_scale", 1.0f), kLeastTextScale, kLargestTextScale);
  view.bank_view = bank_view_from_title(json.value("bank_view", std::string())).value_or(BankView::automatic);
  const std::string tab = json.value("tab", tab_of(json.value("details_tab", 0)));
  const auto tabs = tab_ids();
  if (std::find(tabs.begin(), tabs.end(), tab) != tabs.end()) view.tab = tab;
  view.recording = json.value("recording", std::string());
  view.wide_editor = json.value("wide_editor", true);
  settings.scene = json.value("scene", std::string());
  settings.window_width = std::clamp(json.value("window_width", settings.window_width), kLeastWindow, kLargestWindow);
  settings.window_height =
      std::clamp(json.value("window_height", settings.window_height), kLeastWindow, kLargestWindow);
  settings.picture_folder = json.value("picture_folder", std::string());
  return settings;
}

Json json_of(const Settings& settings) {
  return {{"theme", theme_title(settings.view.theme)},
          {"palette", palette_title(settings.view.palette)},
          {"text_scale", settings.view.text_scale},
          {"bank_view", bank_view_title(settings.view.bank_view)},
          {"tab", settings.view.tab},
          {"recording", settings.view.recording},
          {"wide_editor", settings.view.wide_editor},
          {"scene", settings.scene},
          {"window_width", settings.window_width},
          {"window_height", settings.window_height},
          {"picture_folder", settings.picture_folder}};
}

}  // namespace

std::filesystem::path settings_file() {
  if (const auto folder = folder_of("XDG_CONFIG_HOME"); !folder.empty()) return folder / "bankloom" / "settings.json";
  if (const auto home = folder_of("HOME"); !home.empty()) return home / ".config" / "bankloom" / "settings.json";
  return {};
}

LoadedSettings load_settings(const std::filesystem::path& file) {
  LoadedSettings loaded;
  std::error_code error;
  if (file.empty() || !std::filesystem::exists(file, error)) return loaded;
  std::ifstream stream(file, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) {
    loaded.notice = fmt::format("The settings in {} cannot be read; the usual ones are taken.", file.string());
    return loaded;
  }
  try {
    const Json json = Json::parse(content);
    if (!json.is_object()) throw Json::type_error::create(302, "not an object", nullptr);
    loaded.settings = settings_from(json);
  } catch (const Json::exception&) {
    std::filesystem::path aside = file;
    aside += ".broken";
    std::filesystem::rename(file, aside, error);
    loaded.settings = {};
    loaded.notice =
        error ? fmt::format("The settings in {} are broken; the usual ones are taken.", file.string())
              : fmt::format("The settings were broken and lie now in {}; the usual ones are taken.", aside.string());
  }
  return loaded;
}

Result<void> save_settings(const std::filesystem::path& file, const Settings& settings) {
  if (file.empty()) return fail("the settings cannot be kept: neither XDG_CONFIG_HOME nor HOME is set");
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  if (error) return fail("the settings cannot be kept: {}: {}", file.parent_path().string(), error.message());
  std::filesystem::path beside = file;
  beside += ".new";
  {
    std::ofstream stream(beside, std::ios::binary | std::ios::trunc);
    // A clipboard or a path may hold bytes that are no UTF-8; they are replaced.
    stream << json_of(settings).dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
    stream.close();
    if (!stream) {
      std::filesystem::remove(beside, error);
      return fail("the settings cannot be kept: {} cannot be written", beside.string());
    }
  }
  std::filesystem::rename(beside, file, error);
  if (error) return fail("the settings cannot be kept: {}: {}", file.string(), error.message());
  return {};
}

std::string default_picture_folder() {
  std::error_code error;
  const auto home = folder_of("HOME");
  if (!home.empty() && std::filesystem::is_directory(home / "Pictures", error)) return (home / "Pictures").string();
  if (!home.empty() && std::filesystem::is_directory(home, error)) return home.string();
  return ".";
}

}  // namespace bankloom::ui
