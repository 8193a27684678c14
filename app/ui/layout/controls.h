// The controls of widgets.h as boxes. A function does the action of a control; its tooltip describes it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ui/layout/box.h"
#include "ui/widgets/fields.h"

namespace bankloom::ui {

/// A control: a box that draws a widget in its rectangle, followed by its tooltip.
class Control : public Described<Control> {
 public:
  struct Look {
    std::function<float(const PanelContext&)> width, least, height;  ///< pixels
    std::function<void(PanelContext&, const Rect&)> draw;            ///< ImGui's cursor is at the rectangle's top left
    bool is_content = false;  ///< text rather than a control: shown in pictures without controls, too
  };
  explicit Control(Look look);
  Control& tooltip(std::string words);
};

/// `is_low`: as high as a line of small text, for the line above a picture.
[[nodiscard]] Control Button(const std::string& id, const std::string& english, const std::function<void()>& action,
                             ButtonStyle style = ButtonStyle::normal, bool is_low = false);
[[nodiscard]] Control IconButton(const std::string& id, Icon icon, const std::string& words,
                                 const std::function<void()>& action, ButtonStyle style = ButtonStyle::normal);
/// One of several, side by side.
[[nodiscard]] Control Segments(const std::string& id, const std::vector<std::string>& english, int selected,
                               const std::function<void(int)>& choose, ButtonStyle chosen = ButtonStyle::selected);
[[nodiscard]] Control Segments(const std::string& id, std::span<const std::string_view> labels, int selected,
                               const std::function<void(int)>& choose, ButtonStyle chosen = ButtonStyle::selected);
[[nodiscard]] Control DropDown(const std::string& id, const std::vector<std::string>& english, int selected,
                               const std::function<void(int)>& choose);
/// A list that opens under its label.
[[nodiscard]] Control Menu(const std::string& id, const std::string& english, const std::vector<MenuLine>& lines,
                           const std::function<void(int)>& choose);
/// A row of a list.
[[nodiscard]] Control ListRow(const std::string& id, const ListLine& english, const std::function<void()>& action);
[[nodiscard]] Control IntField(const std::string& id, std::int64_t value, std::int64_t minimum, std::int64_t maximum,
                               const std::function<void(std::int64_t)>& enter);
/// Edits `words` in place.
/// `enter`: with the Enter key. `takes_keyboard`: from this frame on.
[[nodiscard]] Control TextField(std::string id, std::string& words, std::function<void()> enter = {},
                                bool takes_keyboard = false);
[[nodiscard]] Control Chip(const std::string& english, Colour dot = 0);
/// A text that must not be overlooked, in the longest wording that fits.
[[nodiscard]] Control Warning(Fit words);
[[nodiscard]] Control KeyHint(const std::string& key);

}  // namespace bankloom::ui
