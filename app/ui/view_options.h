// View options: how the window shows a scene (theme, colours, text, open tab ...), a row each. The settings file, the
// words of a scene's line, the flags of `render` and `window`, the settings card and the README are all made of these
// rows.
//
// A scene's line that is copied has all options that have a word, so that it restores what was seen exactly: where the
// word of a panel's size is missing there it is the usual one. A line without words, or with some, leaves the rest as
// the person has it.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "core/session/scene.h"
#include "ui/panel.h"

namespace bankloom::ui {

struct ViewOption {
  std::string_view key;   ///< in the settings file; empty: not kept
  std::string_view word;  ///< of a scene's line; empty: not in it
  std::string_view flag;  ///< of the command line; empty: none
  std::variant<ThemeName ViewSettings::*, Palette ViewSettings::*, BankView ViewSettings::*, FocusView ViewSettings::*,
               MotionSetting ViewSettings::*, OutputForm ViewSettings::*, OutputTime ViewSettings::*,
               float ViewSettings::*, bool ViewSettings::*, PanelExtent ViewSettings::*, std::string ViewSettings::*>
      member;
  std::string_view title;                        ///< "theme": in messages and the README
  std::span<const std::string_view> names = {};  ///< of an enumeration's values, in its order
  std::string_view flag_help = {}, flag_type = "NAME";
  bool if_unusual = false;                        ///< a line has its word only where it is not as usual
  bool of_window = false;                         ///< `window` takes the flag, too
  std::string_view label = {}, help = {};         ///< in the settings card; empty: it has no row of its own there
  std::span<const std::string_view> labels = {};  ///< of the values there
};

[[nodiscard]] std::span<const ViewOption> view_options();

/// The value as scenes and command lines have it: "dark", "1.15", "on".
[[nodiscard]] std::string value_of(const ViewOption& option, const ViewSettings& view);
/// Takes such a value. The error calls the option `name`; then nothing changes.
[[nodiscard]] Result<void> set_value(const ViewOption& option, std::string_view name, const std::string& value,
                                     ViewSettings& view);

/// What a command line gives, by flag.
using ViewFlags = std::map<std::string, std::optional<std::string>, std::less<>>;
[[nodiscard]] Result<void> set_flags(const ViewFlags& flags, ViewSettings& view);

[[nodiscard]] Scene::ViewWords view_words_of(const ViewSettings& view);
/// Takes the looks of a line. The error says which word is wrong; then nothing changes.
[[nodiscard]] Result<void> take_view_words(const Scene::ViewWords& view_words, ViewSettings& view);
/// The same for what has its usual value in `view`: other choices stay.
[[nodiscard]] Result<void> fill_view_words(const Scene::ViewWords& view_words, ViewSettings& view);
/// The session's scene with its looks.
[[nodiscard]] Scene scene_with_looks(const Session& session, const ViewSettings& view);

}  // namespace bankloom::ui
