#include "core/session/scene.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "core/base/language.h"

namespace bankloom {
namespace {

constexpr std::string_view kFirstWord = "bankloom";
constexpr std::array<std::string_view, 5> kLabels = {"bank", "value", "word", "place", "lane"};
constexpr std::array<std::string_view, 2> kLayouts = {"logical", "physical"};
/// The longest line that is read; a real one has a few hundred characters.
constexpr std::size_t kLongestLine = 10'000;

/// Words that are settings of the scene; other NAME=VALUE words are options of a kernel. Settings are in lower case, so
/// that they differ from options, which are macros.
enum class Setting : std::uint8_t { machine, arch, block, at, scope, cells, layout, bank };
/// The view settings that a line may have.
constexpr std::array<std::string_view, 11> kLooks = {"theme",  "palette", "text", "banks", "focus", "tab",
                                                     "output", "written", "left", "right", "lower"};
constexpr std::array<std::pair<std::string_view, Setting>, 8> kSettings = {{{"machine", Setting::machine},
                                                                            {"arch", Setting::arch},
                                                                            {"block", Setting::block},
                                                                            {"at", Setting::at},
                                                                            {"scope", Setting::scope},
                                                                            {"cells", Setting::cells},
                                                                            {"layout", Setting::layout},
                                                                            {"bank", Setting::bank}}};

std::vector<std::string_view> words_of(std::string_view line) {
  constexpr std::string_view kWordBlanks = " \t\r\n";
  std::vector<std::string_view> words;
  for (std::size_t at = line.find_first_not_of(kWordBlanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(kWordBlanks, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(kWordBlanks, end);
  }
  return words;
}

template <class Number>
std::optional<Number> number_of(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

template <std::size_t N>
std::optional<std::size_t> index_of(const std::array<std::string_view, N>& names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

/// "WARP:REQUEST:STEP".
std::optional<Position> position_of(std::string_view text) {
  const std::size_t first = text.find(':');
  const std::size_t second = first == std::string_view::npos ? first : text.find(':', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  const auto warp = number_of<std::uint32_t>(text.substr(0, first));
  const auto request = number_of<std::uint32_t>(text.substr(first + 1, second - first - 1));
  const auto step = number_of<std::uint32_t>(text.substr(second + 1));
  if (!warp || !request || !step) return std::nullopt;
  return Position{*warp, *request, *step};
}

/// False where the value does not fit the setting.
bool apply(Scene& scene, Setting setting, std::string_view value) {
  switch (setting) {
    case Setting::machine:
      scene.machine = value;
      return !value.empty();
    case Setting::arch:
      scene.architecture = value;
      return !value.empty();
    case Setting::block: {
      const auto block = number_of<std::uint64_t>(value);
      scene.block = block.value_or(0);
      return block.has_value();
    }
    case Setting::at:
      scene.position = position_of(value);
      return scene.position.has_value();
    case Setting::scope:
      scene.scope = value == "block" ? PlayScope::block : PlayScope::warp;
      return value == "block" || value == "warp";
    case Setting::cells: {
      const auto label = index_of(kLabels, value);
      scene.label = static_cast<CellLabel>(label.value_or(0));
      return label.has_value();
    }
    case Setting::layout: {
      const auto layout = index_of(kLayouts, value);
      scene.layout = static_cast<TileLayout>(layout.value_or(0));
      return layout.has_value();
    }
    case Setting::bank:
      scene.bank = number_of<unsigned>(value);
      return scene.bank.has_value();
  }
  return false;
}

/// Writes characters that a word cannot have as %XX.
std::string escaped(std::string_view path) {
  std::string text;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    text += byte <= 0x20 || c == '%' || byte == 0x7f ? fmt::format("%{:02X}", byte) : std::string(1, c);
  }
  return text;
}

/// The text without %XX; nothing where an escape is malformed.
std::optional<std::string> unescaped(std::string_view text) {
  std::string path;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      path += text[at];
      continue;
    }
    unsigned byte = 0;
    const std::string_view digits = text.substr(at + 1, 2);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (digits.size() != 2 || error != std::errc() || end != digits.data() + 2) return std::nullopt;
    path += static_cast<char>(byte);
    at += 2;
  }
  // No path has one, written as it is or as %00.
  if (path.find('\0') != std::string::npos) return std::nullopt;
  return path;
}

constexpr std::string_view kOwn = "own";

/// A setting of an own text; false where the value does not fit it.
bool apply_own(Choice& choice, std::string_view name, std::string_view value) {
  OwnSource source = choice.own ? *choice.own : OwnSource{};
  if (name == kOwn) {
    auto path = unescaped(value);
    if (!path) return false;
    // The settings of a text follow it.
    for (const char* const setting : {"tile", "row", "launch"}) {
      if (choice.options.contains(setting)) return false;
    }
    source.path = std::move(*path);
    source.base = choice.kernel;
  } else if (name == "tile") {
    source.tile = value;
  } else if (name == "launch") {
    source.wanted_launch = number_of<std::uint64_t>(value);
    if (!source.wanted_launch) return false;
  } else {
    const auto row = number_of<unsigned>(value);
    if (!row || *row == 0) return false;
    source.row_elements = *row;
  }
  choice.own = std::make_shared<const OwnSource>(std::move(source));
  return true;
}

bool is_own_setting(const Choice& choice, std::string_view name) {
  return name == kOwn || (choice.own && (name == "tile" || name == "row" || name == "launch"));
}

std::string choice_text(const Choice& choice) {
  std::string words = choice.kernel;
  if (choice.own) {
    words = choice.own->base;
    const CapturedLaunch* const launch = choice.own->launch.get();
    const std::string& path = launch != nullptr && !launch->build.file.empty() ? launch->build.file : choice.own->path;
    const auto number = launch != nullptr ? std::optional(launch->index) : choice.own->wanted_launch;
    if (!path.empty()) {
      words += fmt::format("{}{}={}", words.empty() ? "" : " ", kOwn, escaped(path));
      if (number) words += fmt::format(" launch={}", *number);
      if (!choice.own->tile.empty()) words += " tile=" + choice.own->tile;
      if (choice.own->row_elements != 0) words += fmt::format(" row={}", choice.own->row_elements);
    } else if (words.empty()) {
      words = fmt::format("{}=unsaved", kOwn);
    }
  }
  for (const auto& [name, value] : choice.options) words += fmt::format(" {}={}", name, value);
  return words;
}

}  // namespace

Choice own_choice(OwnSource source, OptionValues options) {
  Choice choice{own_key(source), std::move(options), nullptr};
  choice.own = std::make_shared<const OwnSource>(std::move(source));
  return choice;
}

std::string_view cell_label_name(CellLabel label) { return kLabels[static_cast<std::size_t>(label)]; }

std::string_view tile_layout_name(TileLayout layout) { return kLayouts[static_cast<std::size_t>(layout)]; }

std::string scene_line_gap(const Scene& scene) {
  for (const Choice* choice : {&scene.a, scene.b ? &*scene.b : nullptr}) {
    if (choice == nullptr || !choice->own) continue;
    if (choice->own->launch && choice->own->text != choice->own->launch->source) {
      return message(
          "The line does not contain your changes and shows the launch as it was captured: apply them to the file "
          "first.");
    }
    const auto& launch = choice->own->launch;
    if (!choice->own->path.empty() || (launch && !launch->build.file.empty())) continue;
    if (choice->own->base.empty())
      return message("The code is in no file, so the line cannot restore it: save it first.");
    return message("The changed code is in no file, so the line shows {} without the changes: save it first.",
                   choice->own->base);
  }
  return {};
}

std::string scene_to_line(const Scene& scene) {
  std::string line = fmt::format("{} {}", kFirstWord, choice_text(scene.a));
  if (scene.b) line += " vs " + choice_text(*scene.b);
  const Scene usual;
  if (scene.machine != usual.machine) line += " machine=" + scene.machine;
  if (scene.architecture != usual.architecture) line += " arch=" + scene.architecture;
  if (scene.block != usual.block) line += fmt::format(" block={}", scene.block);
  if (scene.position) {
    line += fmt::format(" at={}:{}:{}", scene.position->warp, scene.position->request, scene.position->step);
  }
  if (scene.scope == PlayScope::block) line += " scope=block";
  if (scene.label != usual.label) line += fmt::format(" cells={}", cell_label_name(scene.label));
  if (scene.layout != usual.layout) line += fmt::format(" layout={}", tile_layout_name(scene.layout));
  if (scene.bank) line += fmt::format(" bank={}", *scene.bank);
  for (const auto name : kLooks) {
    if (const auto look = scene.view_words.find(name); look != scene.view_words.end()) {
      line += fmt::format(" {}={}", name, look->second);
    }
  }
  return line;
}

Result<Scene> scene_from_line(std::string_view line) {
  if (line.size() > kLongestLine)
    return fail("this is not a scene: a scene is one line of at most {} characters", kLongestLine);
  auto words = words_of(line);
  if (!words.empty() && words.front() == kFirstWord) words.erase(words.begin());
  if (words.empty()) {
    return fail("this is not a scene: a scene is a line such as 'bankloom square/setRowReadCol IPAD=1 at=0:1:0'");
  }
  Scene scene;
  Choice* choice = &scene.a;
  bool wants_kernel = true;
  for (const std::string_view word : words) {
    if (wants_kernel) {
      if (word.starts_with("own=")) {
        if (word.size() == 4 || !apply_own(*choice, kOwn, word.substr(4))) {
          return fail("in the scene, '{}' names no file; spaces in a path are written %20", word);
        }
        wants_kernel = false;
        continue;
      }
      if (word.find('=') != std::string_view::npos || word == "vs") {
        return fail("in the scene, '{}' is found where a kernel is expected, e.g. square/setRowReadCol", word);
      }
      choice->kernel = word;
      wants_kernel = false;
      continue;
    }
    if (word == "vs") {
      if (scene.b) return fail("in the scene, 'vs' appears twice; only two kernels can be compared");
      scene.b.emplace();
      choice = &*scene.b;
      wants_kernel = true;
      continue;
    }
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos || equals == 0 || equals + 1 == word.size()) {
      return fail("in the scene, '{}' is not a setting; settings are written NAME=VALUE", word);
    }
    const std::string_view name = word.substr(0, equals);
    const std::string_view value = word.substr(equals + 1);
    const auto* setting = std::ranges::find_if(kSettings, [&](const auto& entry) { return entry.first == name; });
    if (is_own_setting(*choice, name)) {
      if (!apply_own(*choice, name, value))
        return fail("in the scene, '{}' has no meaning: '{}' is not a value of {}", word, value, name);
    } else if (index_of(kLooks, name)) {
      scene.view_words.insert_or_assign(std::string(name), std::string(value));
    } else if (setting == kSettings.end()) {
      choice->options.insert_or_assign(std::string(name), std::string(value));
    } else if (!apply(scene, setting->second, value)) {
      return fail("in the scene, '{}' has no meaning: '{}' is not a value of {}", word, value, name);
    }
  }
  if (wants_kernel) return fail("in the scene, the kernel after 'vs' is missing");
  return scene;
}

}  // namespace bankloom
