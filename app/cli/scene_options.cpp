#include "cli/scene_options.h"

#include <algorithm>
#include <charconv>

#include "cli/data_folder.h"
#include "cli/input.h"
#include "cli/launch_source.h"
#include "core/session/talk.h"

namespace bankloom::cli {
namespace {

Result<void> assign(OptionValues& values, const std::string& option, const std::string& text) {
  TRY(auto assignment, parse_assignment(option, text));
  values.insert_or_assign(std::move(assignment.first), std::move(assignment.second));
  return {};
}

}  // namespace

void add_scene_options(CLI::App& app, SceneOptions& options) {
  app.add_option("KERNEL", options.kernel,
                 "lesson/name, just the name if only one lesson has it, a .cu file, or a scene's line in quotes")
      ->type_name("")
      ->transform([&options](const std::string& word) {
        if (!is_scene_line(word)) return word;
        options.line = word;
        return std::string();
      });
  add_settings(app, options.settings);
  add_list(app, "--compare", options.compared,
           "Shows B beside it: the same kernel with this option, or another kernel; may be given several times",
           "NAME=VALUE|KERNEL");
  add_value(app, "--scene", options.line, "A scene's line as Ctrl+C copies it, instead of KERNEL", "LINE");
  add_value(app, "--machine", options.machine,
            "Machine whose rules the costs follow; the one that the kernel is made for, cc9.0 mostly, if not given",
            "NAME");
}

Result<std::optional<Scene>> scene_of(const SceneOptions& options, const Catalog& catalog, const OwnSource* read) {
  std::optional<Scene> scene;
  if (!options.line.empty()) {
    if (!options.kernel.empty()) return fail("a scene names its kernel; give either '{}' or --scene", options.kernel);
    TRY(scene, scene_from_line(options.line));
  } else if (read != nullptr) {
    scene.emplace();
    scene->a = own_choice(*read);
  } else if (names_source_file(options.kernel)) {
    TRY(auto source, read_own_source(options.kernel));
    scene.emplace();
    scene->a = own_choice(std::move(source));
  } else if (!options.kernel.empty()) {
    TRY(const auto kernel, find_kernel(catalog, options.kernel));
    scene.emplace();
    scene->a.kernel = kernel->id();
    if (!kernel->machine.empty()) scene->machine = kernel->machine;
  }
  if (!scene) {
    if (!options.settings.empty() || !options.compared.empty() || !options.machine.empty()) {
      return fail("--set, --compare and --machine need a kernel, as in `bankloom square/setRowReadCol --set IPAD=1`");
    }
    return scene;
  }
  for (const auto& setting : options.settings) {
    TRY(assign(scene->a.options, "--set", setting));
  }
  if (!options.machine.empty()) scene->machine = options.machine;
  if (options.compared.empty()) return scene;

  Choice other = scene->a;
  for (const auto& word : options.compared) {
    if (word.find('=') != std::string::npos) continue;
    if (names_source_file(word)) {
      TRY(auto source, read_own_source(word));
      other = own_choice(std::move(source));
      continue;
    }
    TRY(const auto kernel, find_kernel(catalog, word));
    other.kernel = kernel->id();
    other.own = nullptr;
    // The other kernel keeps the options that it has, too.
    std::erase_if(other.options, [&](const auto& value) {
      return std::ranges::count(kernel->options, value.first, &Option::name) == 0;
    });
  }
  for (const auto& word : options.compared) {
    if (word.find('=') == std::string::npos) continue;
    TRY(assign(other.options, "--compare", word));
  }
  scene->b = std::move(other);
  return scene;
}

Result<std::optional<Scene>> scene_with_launch(const SceneOptions& options, const Catalog& catalog,
                                               const Context& context) {
  std::optional<OwnSource> source;
  if (names_source_file(options.kernel) || !options.program.build.empty()) {
    TRY(const auto machine, load_machine_of(context, options.machine.empty() ? kDefaultMachine : options.machine));
    TRY(source, read_source(options.kernel, options.program, machine, context));
  } else {
    const std::string& shown = options.line.empty() ? options.kernel : options.line;
    TRY(check_no_launch(shown, options.program));
  }
  return scene_of(options, catalog, source ? &*source : nullptr);
}

void add_view_flags(CLI::App& app, ui::ViewFlags& flags, bool of_window) {
  for (const ui::ViewOption& option : ui::view_options()) {
    if (option.flag.empty() || (of_window && !option.of_window)) continue;
    const std::string flag(option.flag), help(option.flag_help);
    std::optional<std::string>& value = flags[flag];
    if (std::holds_alternative<bool ui::ViewSettings::*>(option.member)) {
      app.add_flag_callback(
          flag, [&value] { value = "on"; }, help);
      continue;
    }
    auto* declared = app.add_option(flag, value, help)->take_last()->type_name(std::string(option.flag_type));
    // The window keeps its last value of an option that is not given.
    const bool is_free = std::holds_alternative<std::string ui::ViewSettings::*>(option.member);
    if (!of_window && !is_free) declared->default_str(ui::value_of(option, {}));
  }
}

Result<PixelExtent> parse_pixels(const std::string& option, const std::string& text) {
  constexpr int kMost = 100'000;
  PixelExtent extent;
  const std::size_t cross = text.find('x');
  const auto number = [](std::string_view digits, int& value) {
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() && end == digits.data() + digits.size() && value >= 1 && value <= kMost;
  };
  if (cross == std::string::npos || !number(std::string_view(text).substr(0, cross), extent.width) ||
      !number(std::string_view(text).substr(cross + 1), extent.height)) {
    return fail("{} takes a size in pixels as 1600x900, not '{}'", option, text);
  }
  return extent;
}

}  // namespace bankloom::cli
