// Built from the rows of actions.cpp: the action of a key, the lines of the help, buttons and their tooltips.
#include <algorithm>

#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "ui/actions.h"

namespace bankloom::ui {

const std::vector<KeyPress>& keys_for(const Action& action, KeyUse use) {
  return use == KeyUse::window ? action.keys : (use == KeyUse::control ? action.control_keys : action.text_keys);
}

const Action* action_of(const KeyPress& press, KeyUse use) {
  for (const KeyPress& tried : {press, KeyPress{press.key, false, press.control, press.alt}}) {
    for (const KeyUse whose : {use, KeyUse::window}) {
      for (const Action& one : actions()) {
        const std::vector<KeyPress>& keys = keys_for(one, whose);
        if (std::ranges::find(keys, tried) != keys.end()) return &one;
      }
    }
  }
  return nullptr;
}

bool is_enabled(const Action& action, const PanelContext& context) {
  return action.enabled == nullptr || action.enabled(context);
}

std::string keys_of(const std::vector<KeyPress>& keys) {
  std::vector<std::string> words;
  words.reserve(keys.size());
  for (const KeyPress& press : keys) words.push_back(key_text(press));
  return join(words, list_sign());
}

std::vector<KeyLine> key_lines(KeyUse use) {
  std::vector<KeyLine> lines;
  for (const Action& one : actions()) {
    const std::vector<KeyPress>& keys = keys_for(one, use);
    if (keys.empty()) continue;
    if (!lines.empty() && lines.back().help == one.help) {
      lines.back().keys += ", " + keys_of(keys);
    } else {
      lines.push_back({keys_of(keys), one.help});
    }
  }
  return lines;
}

std::string action_text(const Action& action, std::string_view words) {
  std::string said(translated(words.empty() ? action.help : words));
  if (!action.keys.empty()) said += fmt::format(" ({})", keys_of(action));
  return said;
}

Control action_box(PanelContext& context, const Action& action, ButtonStyle style, std::string_view words) {
  return Button(
             std::string(action.id), std::string(action.label), [&context, &action] { action.run(context); },
             is_enabled(action, context) ? style : ButtonStyle::disabled)
      .tooltip(action_text(action, words));
}

Control action_icon(PanelContext& context, const Action& action, ButtonStyle style, std::optional<Icon> icon) {
  return IconButton(
      std::string(action.id), icon.value_or(action.icon.value_or(Icon::help)), action_text(action),
      [&context, &action] { action.run(context); }, style);
}

}  // namespace bankloom::ui
