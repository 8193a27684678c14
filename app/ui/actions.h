// Actions: what a person can ask of the window, a row each. Keys, buttons, tooltips, the help and the table of keys in
// the README are all made of these rows.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ui/keys.h"
#include "ui/layout/controls.h"
#include "ui/panel.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {

struct Action {
  std::string_view id;              ///< "step forward"
  std::vector<KeyPress> keys = {};  ///< any of them; none: it has a button alone
  std::string_view help = {};       ///< what it does, a phrase for tooltips and the help
  void (*run)(PanelContext& context) = nullptr;
  std::string_view label = {};    ///< on a button with words
  std::optional<Icon> icon = {};  ///< on a button with a picture
  /// Its keys while a control has the keyboard's focus, and while the kernel's text is typed at; they come before all
  /// others then.
  std::vector<KeyPress> control_keys = {}, text_keys = {};
  bool while_typing = false;  ///< its keys with Ctrl, and Esc, work while a text is typed at
  bool (*enabled)(const PanelContext& context) = nullptr;  ///< null: always
};

/// Whose keys are asked for: the window's, those of the control that has the focus, of the text that is typed at.
enum class KeyUse : std::uint8_t { window, control, text };
[[nodiscard]] const std::vector<KeyPress>& keys_for(const Action& action, KeyUse use);

/// Those about the kernel's text, its file and its program.
[[nodiscard]] std::vector<Action> text_actions();
/// All actions, in the order of the help.
[[nodiscard]] std::span<const Action> actions();
/// The action of an id, which there must be.
[[nodiscard]] const Action& action(std::string_view id);
/// The action of a key; null where it has none. Shift is ignored where only the key without it has one.
/// `use`: who has the keyboard; its own keys come before the window's.
[[nodiscard]] const Action* action_of(const KeyPress& press, KeyUse use = KeyUse::window);
[[nodiscard]] bool has_overlays(const PanelContext& context);
void say_failure(PanelContext& context, const Result<void>& done);
[[nodiscard]] bool is_enabled(const Action& action, const PanelContext& context);

/// "F4, Left"; empty where it has no key.
[[nodiscard]] std::string keys_of(const std::vector<KeyPress>& keys);
[[nodiscard]] inline std::string keys_of(const Action& action) { return keys_of(action.keys); }
/// What the help says of keys: those of neighbouring rows that are said to do the same stand together.
struct KeyLine {
  std::string keys;
  std::string_view help;
};
[[nodiscard]] std::vector<KeyLine> key_lines(KeyUse use);
/// `words`, else the action's help, with its keys: "To the start (F3)".
[[nodiscard]] std::string action_text(const Action& action, std::string_view words = {});

/// The button of an action, with its label, and another tooltip than its help where `words` has one; runs it when
/// clicked; grey where it cannot be asked for.
[[nodiscard]] Control action_box(PanelContext& context, const Action& action, ButtonStyle style = ButtonStyle::normal,
                                 std::string_view words = {});
/// The same with its picture or `icon`.
[[nodiscard]] Control action_icon(PanelContext& context, const Action& action, ButtonStyle style = ButtonStyle::normal,
                                  std::optional<Icon> icon = {});

}  // namespace bankloom::ui
