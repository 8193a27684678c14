// Actions: the commands of the window, a row each. Keys, buttons, tooltips, the help and the table of keys in the
// README are all made from these rows.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/keys.h"
#include "ui/layout/controls.h"
#include "ui/panel.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {

/// What not every action has.
struct ActionOptions {
  std::string_view label = {};    ///< on a button with text
  std::optional<Icon> icon = {};  ///< on a button with a picture
  /// Its keys while a control has the keyboard's focus, and while the kernel's text is edited; they take precedence
  /// then.
  std::vector<KeyPress> control_keys = {}, text_keys = {};
  bool while_typing = false;                               ///< its keys with Ctrl, and Esc, work while a text is edited
  bool (*enabled)(const PanelContext& context) = nullptr;  ///< null: always
};

struct Action : ActionOptions {
  using Run = void (*)(PanelContext& context);
  Action(std::string_view name, std::vector<KeyPress> any_of, std::string_view effect, Run function,
         ActionOptions options = {})
      : ActionOptions(std::move(options)), id(name), keys(std::move(any_of)), help(effect), run(function) {}
  std::string_view id;         ///< "step forward"
  std::vector<KeyPress> keys;  ///< any of them; none: it has only a button
  std::string_view help;       ///< its effect, a phrase for tooltips and the help
  Run run;
};

/// Which keys apply: the window's, those of the control with the focus, those of the edited text.
enum class KeyUse : std::uint8_t { window, control, text };
[[nodiscard]] const std::vector<KeyPress>& keys_for(const Action& action, KeyUse use);

/// The actions on a kernel's text, its file and its program.
[[nodiscard]] std::vector<Action> text_actions();
/// All actions, in the order of the help.
[[nodiscard]] std::span<const Action> actions();
/// The action of an id, which must exist.
[[nodiscard]] const Action& action(std::string_view id);
/// The action of a key; null if it has none. Shift is ignored if only the key without it has one. `use`: who has the
/// keyboard; its own keys take precedence over the window's.
[[nodiscard]] const Action* action_of(const KeyPress& press, KeyUse use = KeyUse::window);
[[nodiscard]] bool has_overlays(const PanelContext& context);
void say_failure(PanelContext& context, const Result<void>& done);
[[nodiscard]] bool is_enabled(const Action& action, const PanelContext& context);

/// "F4, Left"; empty without a key.
[[nodiscard]] std::string keys_of(const std::vector<KeyPress>& keys);
[[nodiscard]] inline std::string keys_of(const Action& action) { return keys_of(action.keys); }
/// A line of the help on keys: neighbouring rows with the same effect share a line.
struct KeyLine {
  std::string keys;
  std::string_view help;
};
[[nodiscard]] std::vector<KeyLine> key_lines(KeyUse use);
/// `words`, otherwise the action's help, with its keys: "To the start (F3)".
[[nodiscard]] std::string action_text(const Action& action, std::string_view words = {});

/// The button of an action, with its label; `words`: a tooltip instead of its help. A click runs the action; grey if it
/// is disabled.
[[nodiscard]] Control action_box(PanelContext& context, const Action& action, ButtonStyle style = ButtonStyle::normal,
                                 std::string_view words = {});
/// The same with the action's picture or `icon`.
[[nodiscard]] Control action_icon(PanelContext& context, const Action& action, ButtonStyle style = ButtonStyle::normal,
                                  std::optional<Icon> icon = {});

}  // namespace bankloom::ui
