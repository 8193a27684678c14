#include "ui/layout/controls.h"

#include <algorithm>
#include <cmath>

namespace bankloom::ui {
namespace {

struct ControlNode final : Box::Node {
  explicit ControlNode(Control::Look all) : look(std::move(all)) {}
  [[nodiscard]] float width(const PanelContext& context) const override {
    return is_hidden(context) ? 0 : look.width(context);
  }
  [[nodiscard]] float least_width(const PanelContext& context) const override {
    return look.least && !is_hidden(context) ? look.least(context) : width(context);
  }
  [[nodiscard]] float height(const PanelContext& context, float) const override {
    return is_hidden(context) ? 0 : look.height(context);
  }
  Rect draw(PanelContext& context, const Rect& rect) override {
    if (is_hidden(context)) return {rect.x, rect.y, 0, 0};
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    look.draw(context, rect);
    if (!words.empty()) ui::tooltip(context, words);
    return rect;
  }
  [[nodiscard]] bool is_hidden(const PanelContext& context) const {
    return context.without_controls && !look.is_content;
  }
  Control::Look look;
  std::string words;
};

float low_height(const PanelContext& context) { return std::round(font_size(context.fonts.small) + context.px(4)); }

/// The extent of a widget that takes any width.
float any_width(const PanelContext& context) { return context.px(120); }
float short_width(const PanelContext& context) { return context.px(64); }

std::vector<std::string> all_in_language(std::vector<std::string> all) {
  for (std::string& words : all) words = in_language(std::move(words));
  return all;
}

std::vector<std::string_view> views_of(const std::vector<std::string>& labels) {
  return {labels.begin(), labels.end()};
}

}  // namespace

Control::Control(Look look) : Described(std::make_shared<ControlNode>(std::move(look))) {}
Control& Control::tooltip(std::string words) {
  return set([&] { static_cast<ControlNode&>(*node_).words = std::move(words); });
}

Control Button(const std::string& id, const std::string& english, const std::function<void()>& action,
               ButtonStyle style, bool is_low) {
  const std::string label = in_language(english);
  const auto font = [is_low](const PanelContext& context) { return is_low ? context.fonts.small : context.fonts.body; };
  return Control({[=](const PanelContext& c) { return text_size(font(c), label).x + c.px(is_low ? 16 : 20); },
                  [=](const PanelContext& c) { return text_size(c.fonts.small, label).x + c.px(6); },
                  [=](const PanelContext& c) { return is_low ? low_height(c) : control_height(c); },
                  [=](PanelContext& context, const Rect& rect) {
                    if (button(context, id.c_str(), label, style, {rect.width, rect.height}) && action) action();
                  }});
}

Control IconButton(const std::string& id, Icon icon, const std::string& words, const std::function<void()>& action,
                   ButtonStyle style) {
  return Control({control_height, nullptr, control_height, [=](PanelContext& context, const Rect&) {
                    if (icon_button(context, id.c_str(), icon, words, style) && action) action();
                  }});
}

Control Segments(const std::string& id, const std::vector<std::string>& english, int selected,
                 const std::function<void(int)>& choose, ButtonStyle chosen) {
  const std::vector<std::string> labels = all_in_language(english);
  return Control({[=](const PanelContext& c) {
                    float widest = 0;
                    for (const auto& label : labels) widest = std::max(widest, text_size(c.fonts.strong, label).x);
                    return (widest + c.px(17)) * static_cast<float>(labels.size());
                  },
                  [=](const PanelContext& c) { return least_width(c, views_of(labels)); }, control_height,
                  [=](PanelContext& context, const Rect& rect) {
                    if (const auto clicked =
                            segmented(context, id.c_str(), views_of(labels), selected, chosen, rect.width)) {
                      choose(*clicked);
                    }
                  }});
}
Control Segments(const std::string& id, std::span<const std::string_view> labels, int selected,
                 const std::function<void(int)>& choose, ButtonStyle chosen) {
  return Segments(id, std::vector<std::string>(labels.begin(), labels.end()), selected, choose, chosen);
}

Control DropDown(const std::string& id, const std::vector<std::string>& english, int selected,
                 const std::function<void(int)>& choose) {
  const std::vector<std::string> labels = all_in_language(english);
  return Control({any_width, short_width, control_height, [=](PanelContext& context, const Rect& rect) {
                    if (const auto chosen = drop_down(context, id.c_str(), views_of(labels), selected, rect.width)) {
                      choose(*chosen);
                    }
                  }});
}

Control Menu(const std::string& id, const std::string& english, const std::vector<MenuLine>& lines,
             const std::function<void(int)>& choose) {
  const std::string label = in_language(english);
  return Control({any_width, short_width, control_height, [=](PanelContext& context, const Rect& rect) {
                    if (const auto chosen = menu(context, id.c_str(), label, lines, rect.width)) choose(*chosen);
                  }});
}

Control ListRow(const std::string& id, const ListLine& english, const std::function<void()>& action) {
  ListLine line = english;
  // The label is a name.
  for (std::string* const words : {&line.right, line.longest.data() + 1}) *words = in_language(std::move(*words));
  return Control({any_width, short_width, list_row_height,
                  [=](PanelContext& context, const Rect& rect) {
                    if (list_row(context, id.c_str(), line, rect.width)) action();
                  },
                  true});
}

Control IntField(const std::string& id, std::int64_t value, std::int64_t minimum, std::int64_t maximum,
                 const std::function<void(std::int64_t)>& enter) {
  return Control({short_width, nullptr, control_height, [=](PanelContext& context, const Rect& rect) {
                    if (const auto entered = int_field(context, id.c_str(), value, minimum, maximum, rect.width)) {
                      enter(*entered);
                    }
                  }});
}

Control TextField(std::string id, std::string& words, std::function<void()> enter, bool takes_keyboard) {
  return Control(
      {any_width, short_width, control_height,
       [id = std::move(id), &words, enter = std::move(enter), takes_keyboard](PanelContext& context, const Rect& rect) {
         if (text_field(context, id.c_str(), words, rect.width, takes_keyboard).entered && enter) enter();
       }});
}

Control Chip(const std::string& english, Colour dot) {
  const std::string words = in_language(english);
  return Control(
      {[=](const PanelContext& c) { return text_size(c.fonts.small, words).x + c.px(dot >> 24 == 0 ? 20 : 34); },
       nullptr, [](const PanelContext& c) { return std::round(font_size(c.fonts.small) + c.px(9)); },
       [=](PanelContext& context, const Rect&) { chip(context, words, dot); }, true});
}

Control Warning(Fit words) {
  words.fonts({FontUse::strong, FontUse::small});
  const auto beside = [](const PanelContext& c) { return std::round(font_size(c.fonts.strong)) + c.px(23) + 1; };
  return Control({[=](const PanelContext& c) { return words.width(c.fonts, 0) + beside(c); },
                  [=](const PanelContext& c) { return words.width(c.fonts, words.forms() - 1) + beside(c); },
                  [](const PanelContext& c) { return std::round(font_size(c.fonts.strong) + c.px(6)); },
                  [=](PanelContext& context, const Rect& rect) {
                    const Fit::Chosen chosen = words.choose(context.fonts, rect.width - beside(context));
                    warning(context, chosen.is_shortened ? words.words(words.forms() - 1) : chosen.words, rect.width);
                  },
                  true});
}

Control KeyHint(const std::string& key) {
  return Control({[=](const PanelContext& c) { return std::max(text_size(c.fonts.small, key).x + c.px(12), c.px(24)); },
                  nullptr, [](const PanelContext& c) { return std::round(font_size(c.fonts.small) + c.px(6)); },
                  [=](PanelContext& context, const Rect&) { key_hint(context, key); }, true});
}

}  // namespace bankloom::ui
