#include "ui/settings.h"

#include <algorithm>
#include <system_error>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/wording/text.h"
#include "ui/layout.h"
#include "ui/view_options.h"

namespace bankloom::ui {

using namespace wording;
namespace {

using Json = nlohmann::json;

/// Sides of a window that a file may ask for.
constexpr int kLeastWindow = 320, kLargestWindow = 16384;

/// The tab of an index, as older settings have it: of the tabs that there were then.
std::string tab_of(int index) {
  static constexpr std::string_view kTabs[] = {"results", "output", "time", "chart", "ladder", "machines", "advice"};
  return std::string(kTabs[std::clamp(index, 0, 6)]);
}

/// What is no value of an option is left as it is, a number is made to fit.
void read_option(const Json& json, const ViewOption& option, ViewSettings& view) {
  const std::string key(option.key);
  if (key == "tab" && !json.contains(key) && json.contains("details_tab")) {
    view.tab = tab_of(json.at("details_tab").get<int>());
  }
  if (!json.contains(key)) return;
  if (const auto* number = std::get_if<float ViewSettings::*>(&option.member)) {
    view.** number = std::clamp(json.at(key).get<float>(), kLeastTextScale, kLargestTextScale);
  } else if (const auto* is_on = std::get_if<bool ViewSettings::*>(&option.member)) {
    view.** is_on = json.at(key).get<bool>();
  } else {
    static_cast<void>(set_value(option, key, json.at(key).get<std::string>(), view));
  }
}

/// Wrong types throw Json::exception, which load_settings() catches.
Settings settings_from(const Json& json) {
  Settings settings;
  for (const ViewOption& option : view_options()) read_option(json, option, settings.view);
  settings.scene = json.value("scene", std::string());
  settings.window_width = std::clamp(json.value("window_width", settings.window_width), kLeastWindow, kLargestWindow);
  settings.window_height =
      std::clamp(json.value("window_height", settings.window_height), kLeastWindow, kLargestWindow);
  settings.picture_folder = json.value("picture_folder", std::string());
  settings.gpu_command = json.value("gpu_command", std::string());
  return settings;
}

Json json_of(const Settings& settings) {
  Json json{{"scene", settings.scene},
            {"window_width", settings.window_width},
            {"window_height", settings.window_height},
            {"picture_folder", settings.picture_folder},
            {"gpu_command", settings.gpu_command}};
  for (const ViewOption& option : view_options()) {
    if (option.key.empty()) continue;
    Json& kept = json[std::string(option.key)];
    if (const auto* number = std::get_if<float ViewSettings::*>(&option.member)) {
      kept = settings.view.**number;
    } else if (const auto* is_on = std::get_if<bool ViewSettings::*>(&option.member)) {
      kept = settings.view.**is_on;
    } else {
      kept = value_of(option, settings.view);
    }
  }
  return json;
}

}  // namespace

std::filesystem::path settings_file() {
  const auto folder = user_folder(UserFolder::config);
  return folder.empty() ? folder : folder / "bankloom" / "settings.json";
}

LoadedSettings load_settings(const std::filesystem::path& file) {
  LoadedSettings loaded;
  std::error_code error;
  if (file.empty() || !std::filesystem::exists(file, error)) return loaded;
  loaded.is_there = true;
  const auto content = read_file(file);
  if (!content) {
    loaded.notice = say("The settings in {file} cannot be read; the defaults are used.", "file"_a = file.string());
    return loaded;
  }
  try {
    const Json json = Json::parse(std::string_view(*content));
    if (!json.is_object()) throw Json::type_error::create(302, "not an object", nullptr);
    loaded.settings = settings_from(json);
  } catch (const Json::exception&) {
    std::filesystem::path aside = file;
    aside += ".broken";
    std::filesystem::rename(file, aside, error);
    loaded.settings = {};
    loaded.notice = error ? say("The settings in {file} are broken; the defaults are used.", "file"_a = file.string())
                          : say("The settings were broken and were moved to {file}; the defaults are used.",
                                "file"_a = aside.string());
  }
  return loaded;
}

Result<void> save_settings(const std::filesystem::path& file, const Settings& settings) {
  if (file.empty()) return fail("the settings cannot be saved: neither XDG_CONFIG_HOME nor HOME is set");
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  if (error) return fail("the settings cannot be saved: {}: {}", file.parent_path().string(), error.message());
  // A clipboard or a path may hold bytes that are no UTF-8; they are replaced.
  const auto written = write_file(file, json_of(settings).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  if (!written) return fail("the settings cannot be saved: {}", written.error().message);
  return {};
}

std::string default_picture_folder() {
  std::error_code error;
  const auto home = user_folder(UserFolder::home);
  if (!home.empty() && std::filesystem::is_directory(home / "Pictures", error)) return (home / "Pictures").string();
  if (!home.empty() && std::filesystem::is_directory(home, error)) return home.string();
  return ".";
}

}  // namespace bankloom::ui
