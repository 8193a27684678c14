// View options: how the window shows a scene (theme, colours, text, open tab ...), a row each. The settings file, the
// words of a scene's line, the flags of `render` and `window`, the settings card and the README are all made from these
// rows.
//
// A copied scene line has all options with a word, so that it restores the view exactly; a missing word for a panel's
// size means the usual one. A line without words, or with some, leaves the user's other options unchanged.
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

/// What not every option has.
struct ViewOptionDetails {
  std::span<const std::string_view> names = {};  ///< of an enumeration's values, in its order
  std::string_view flag_help = {}, flag_type = "NAME";
  bool if_unusual = false;                        ///< a line has its word only if it differs from the usual value
  bool of_window = false;                         ///< `window` has the flag, too
  std::string_view label = {}, help = {};         ///< in the settings card; empty: it has no row there
  std::span<const std::string_view> labels = {};  ///< of the values there
};

struct ViewOption : ViewOptionDetails {
  using Member = std::variant<ThemeName ViewSettings::*, Palette ViewSettings::*, BankView ViewSettings::*,
                              FocusView ViewSettings::*, MotionSetting ViewSettings::*, OutputForm ViewSettings::*,
                              OutputTime ViewSettings::*, float ViewSettings::*, bool ViewSettings::*,
                              PanelExtent ViewSettings::*, std::string ViewSettings::*>;
  constexpr ViewOption(std::string_view in_file, std::string_view in_scene, std::string_view in_command, Member of,
                       std::string_view called, const ViewOptionDetails& details = {})
      : ViewOptionDetails(details), key(in_file), word(in_scene), flag(in_command), member(of), title(called) {}
  std::string_view key;   ///< in the settings file; empty: not kept
  std::string_view word;  ///< of a scene's line; empty: not in it
  std::string_view flag;  ///< of the command line; empty: none
  Member member;
  std::string_view title;  ///< "theme": in messages and the README
};

[[nodiscard]] std::span<const ViewOption> view_options();

/// The value in scenes and command lines: "dark", "1.15", "on".
[[nodiscard]] std::string value_of(const ViewOption& option, const ViewSettings& view);
/// Sets such a value. The error calls the option `name`; then nothing changes.
[[nodiscard]] Result<void> set_value(const ViewOption& option, std::string_view name, const std::string& value,
                                     ViewSettings& view);

/// The values in a command line, by flag.
using ViewFlags = std::map<std::string, std::optional<std::string>, std::less<>>;
[[nodiscard]] Result<void> set_flags(const ViewFlags& flags, ViewSettings& view);

[[nodiscard]] Scene::ViewWords view_words_of(const ViewSettings& view);
/// Sets the options of a line's words. The error names the wrong word; then nothing changes.
[[nodiscard]] Result<void> take_view_words(const Scene::ViewWords& view_words, ViewSettings& view);
/// The same for options with their usual value in `view`: other choices stay.
[[nodiscard]] Result<void> fill_view_words(const Scene::ViewWords& view_words, ViewSettings& view);
/// The session's scene with the words of its view.
[[nodiscard]] Scene scene_with_looks(const Session& session, const ViewSettings& view);

}  // namespace bankloom::ui
