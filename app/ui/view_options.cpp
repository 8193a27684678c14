#include "ui/view_options.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "ui/layout.h"

namespace bankloom::ui {
namespace {

constexpr std::string_view kPaletteLabels[] = {"colour wheel", "ordered"};
constexpr std::string_view kBankViewLabels[] = {"automatic", "chart", "lanes × banks"};

constexpr std::string_view kMotionLabels[] = {"as the desktop", "on", "off"};

constexpr ViewOption kOptions[] = {
    ViewOption("theme", "theme", "--theme", &ViewSettings::theme, "theme",
               {.names = kThemeNames,
                .flag_help = "dark, light, projector or paper",
                .of_window = true,
                .label = "Theme",
                .help = "Dark, light, strong colours on white for a projector, or colours that can be printed in grey.",
                .labels = kThemeNames}),
    ViewOption(
        "palette", "palette", "--palette", &ViewSettings::palette, "palette",
        {.names = kPaletteNames,
         .flag_help = "Colours of the banks: wheel, or ordered (colour-vision deficiency)",
         .label = "Bank colours",
         .help = "The ordered palette runs from dark blue to light yellow and suits every kind of colour vision.",
         .labels = kPaletteLabels}),
    ViewOption("text_scale", "text", "--text-scale", &ViewSettings::text_scale, "text size",
               {.flag_help = "Size of the text, 0.75 to 2.5",
                .flag_type = "S",
                .of_window = true,
                .label = "Text size",
                .help = "Back to 100 %"}),
    ViewOption(
        "bank_view", "banks", "--banks", &ViewSettings::bank_view, "view of the banks",
        {.names = kBankViewNames,
         .flag_help = "chart, card (a row a lane, a column a bank), or automatic",
         .flag_type = "HOW",
         .label = "Banks",
         .help = "What shows the banks: a chart below the tile, or the card with a row per lane and a column per bank. "
                 "Automatic: the card where there is room for it beside the tile.",
         .labels = kBankViewLabels}),
    ViewOption("tab", "tab", "--details", &ViewSettings::tab, "open tab",
               {.flag_help = "The open tab at the lower right: results, output, time, chart, ladder, curves, pipe, "
                             "multiprocessor, fetches, machines, advice",
                .flag_type = "TAB"}),
    ViewOption("output_form", "output", "--output-form", &ViewSettings::output, "form of the output",
               {.names = kOutputFormNames,
                .flag_help = "How the tab Output shows the matrix: map, numbers, or places",
                .flag_type = "FORM",
                .if_unusual = true,
                .labels = kOutputFormNames}),
    ViewOption("output_time", "written", "--output-time", &ViewSettings::output_time, "time of the output",
               {.names = kOutputTimeNames,
                .flag_help = "What the tab Output shows: so-far (written at the step that is shown), or final",
                .flag_type = "TIME",
                .if_unusual = true,
                .labels = kOutputTimeNames}),
    ViewOption("recording", "", "--recording", &ViewSettings::recording, "recording",
               {.flag_help = "Whose measured times are shown; default: the newest recording's"}),
    ViewOption("focus", "focus", "--focus", &ViewSettings::focus, "focus view",
               {.names = kFocusViewNames,
                .flag_help = "The focus view, for a lecture hall: off, on, or with code, timeline, or all",
                .flag_type = "HOW",
                .of_window = true,
                .labels = kFocusViewNames}),
    ViewOption("left_panel", "left", "--left", &ViewSettings::left, "size of the left panel",
               {.flag_help = "The panel at the left: usual, hidden, or how wide it is",
                .flag_type = "SIZE",
                .if_unusual = true}),
    ViewOption("right_panel", "right", "--right", &ViewSettings::right, "size of the right panels",
               {.flag_help = "The panels at the right: usual, hidden, or how wide they are",
                .flag_type = "SIZE",
                .if_unusual = true}),
    ViewOption("lower_panel", "lower", "--lower", &ViewSettings::lower, "size of the lower panels",
               {.flag_help = "The panels below the tiles: usual, hidden, or how high they are",
                .flag_type = "SIZE",
                .if_unusual = true}),
    // Not in a scene: a user who wants no motion wants none in other people's scenes either.
    ViewOption(
        "motion", "", "", &ViewSettings::motion, "motion",
        {.names = kMotionNames,
         .label = "Motion",
         .help =
             "Lanes move to the banks and back; off: steps without motion. As the desktop: off if its settings turn "
             "animations off.",
         .labels = kMotionLabels}),
    // Not in a scene either, and the command line has --lang for all of its commands.
    ViewOption(
        "language", "", "", &ViewSettings::language, "language",
        {.label = "Language", .help = "Of all words in the window; kernels and their counters keep their names."}),
    ViewOption("", "", "--naive-count", &ViewSettings::naive_count, "naive count",
               {.flag_help = "Beside the explanation, what counting over all 32 lanes at once would say"}),
    ViewOption("wide_editor", "", "", &ViewSettings::wide_editor, "wide editor"),
};

Result<float> text_scale_of(std::string_view name, const std::string& value) {
  char* end = nullptr;
  const float scale = std::strtof(value.c_str(), &end);
  const bool fits = scale >= kLeastTextScale && scale <= kLargestTextScale;
  if (*end != '\0' || !fits) {
    return fail("{} takes {} to {}, not '{}'", name, kLeastTextScale, kLargestTextScale, value);
  }
  return scale;
}

/// "dark, light or projector".
std::string one_of(std::span<const std::string_view> names) {
  return message("{} or {}", join(names.first(names.size() - 1), list_sign()), names.back());
}

const ViewOption* find_option(std::string_view ViewOption::*name, std::string_view wanted) {
  const auto* const found =
      std::ranges::find_if(kOptions, [&](const ViewOption& option) { return option.*name == wanted; });
  return found == std::end(kOptions) ? nullptr : found;
}

}  // namespace

std::span<const ViewOption> view_options() { return kOptions; }

std::string value_of(const ViewOption& option, const ViewSettings& view) {
  return std::visit(
      [&](auto member) -> std::string {
        const auto& value = view.*member;
        using Value = std::decay_t<decltype(value)>;
        if constexpr (std::is_enum_v<Value>) {
          return std::string(option.names[static_cast<std::size_t>(value)]);
        } else if constexpr (std::is_same_v<Value, float>) {
          return fmt::format("{:g}", value);
        } else if constexpr (std::is_same_v<Value, bool>) {
          return value ? "on" : "off";
        } else if constexpr (std::is_same_v<Value, PanelExtent>) {
          return panel_extent_text(value);
        } else {
          return value;
        }
      },
      option.member);
}

Result<void> set_value(const ViewOption& option, std::string_view name, const std::string& value, ViewSettings& view) {
  return std::visit(
      [&](auto member) -> Result<void> {
        using Value = std::decay_t<decltype(view.*member)>;
        if constexpr (std::is_enum_v<Value>) {
          const auto found = std::ranges::find(option.names, value);
          if (found == option.names.end()) {
            return fail("there is no {} '{}'; choose {}", option.title, value, one_of(option.names));
          }
          view.*member = static_cast<Value>(found - option.names.begin());
        } else if constexpr (std::is_same_v<Value, float>) {
          TRY(view.*member, text_scale_of(name, value));
        } else if constexpr (std::is_same_v<Value, bool>) {
          if (value != "on" && value != "off") return fail("{} takes on or off, not '{}'", name, value);
          view.*member = value == "on";
        } else if constexpr (std::is_same_v<Value, PanelExtent>) {
          TRY(view.*member, extent_of(name, value));
        } else {
          const auto tabs = tab_ids();
          if (option.word == "tab" && std::ranges::find(tabs, value) == tabs.end()) {
            return fail("{} takes one of {}, not '{}'", name, join(tabs, list_sign()), value);
          }
          view.*member = value;
        }
        return {};
      },
      option.member);
}

Result<void> set_flags(const ViewFlags& flags, ViewSettings& view) {
  for (const auto& [flag, value] : flags) {
    const ViewOption* option = find_option(&ViewOption::flag, flag);
    if (option == nullptr || !value) continue;
    TRY(set_value(*option, flag, *value, view));
  }
  return {};
}

Scene::ViewWords view_words_of(const ViewSettings& view) {
  Scene::ViewWords view_words;
  for (const ViewOption& option : kOptions) {
    if (option.word.empty()) continue;
    std::string value = value_of(option, view);
    if (!option.if_unusual || value != value_of(option, {})) view_words.emplace(option.word, std::move(value));
  }
  return view_words;
}

namespace {

Result<void> take_values(const Scene::ViewWords& view_words, ViewSettings& view) {
  ViewSettings taken = view;
  for (const auto& [word, value] : view_words) {
    const ViewOption* option = find_option(&ViewOption::word, word);
    if (option == nullptr) return fail("there is no setting '{}' of the window", word);
    TRY(set_value(*option, word, value, taken));
  }
  view = std::move(taken);
  return {};
}

}  // namespace

Result<void> take_view_words(const Scene::ViewWords& view_words, ViewSettings& view) {
  TRY(take_values(view_words, view));
  // A missing word in a copied line has its usual value; a line of a talk leaves theme and text to the hall.
  const bool is_copied = view_words.contains("banks") && view_words.contains("focus") && view_words.contains("tab");
  for (const ViewOption& option : kOptions) {
    if (!is_copied || !option.if_unusual || view_words.contains(option.word)) continue;
    static_cast<void>(set_value(option, option.word, value_of(option, {}), view));
  }
  return {};
}

Result<void> fill_view_words(const Scene::ViewWords& view_words, ViewSettings& view) {
  Scene::ViewWords missing;
  for (const auto& [word, value] : view_words) {
    const ViewOption* option = find_option(&ViewOption::word, word);
    if (option == nullptr || value_of(*option, view) == value_of(*option, {})) missing.emplace(word, value);
  }
  return take_values(missing, view);
}

Scene scene_with_looks(const Session& session, const ViewSettings& view) {
  Scene scene = session.snapshot();
  scene.view_words = view_words_of(view);
  return scene;
}

}  // namespace bankloom::ui
