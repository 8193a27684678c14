#include "ui/widgets/fields.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/fonts.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

/// Limit of a menu's width in units.
constexpr float kWidestMenu = 460;

/// Gives the next field the keyboard from this frame on. Dear ImGui's SetKeyboardFocusHere() needs a window that its
/// navigation may enter.
template <class Gui>
void type_into(Gui& gui, ImGuiID field) {
  if constexpr (requires { gui.NavActivateInputId; }) {
    gui.NavActivateInputId = field;
  } else {
    gui.NavActivateId = field;
    gui.NavActivateFlags = ImGuiActivateFlags_PreferInput;
  }
}

/// Common to all fields: the font, the height of a control, their width and id.
class FieldScope {
 public:
  /// `name`: of the next item.
  FieldScope(PanelContext& context, const char* id, const char* name, float width, KeyboardFocus::Kind kind)
      : context_(context) {
    ImGui::PushID(id);
    id_ = ImGui::GetID(name);
    const ImVec2 place = cursor();
    asked_ = focus_stop(context, id_, {place.x, place.y, width, control_height(context)}, kind);
    if (asked_.is_pressed && kind == KeyboardFocus::Kind::typed) type_into(*ImGui::GetCurrentContext(), id_);
    if (ImGui::GetActiveID() == id_ && !asked_.has_focus && context.focus != nullptr) context.focus->start_here();
    push_font(context.fonts.body);
    const float padding = (control_height(context) - font_size(context.fonts.body)) / 2;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {context.px(8), padding});
    // Rounded to a whole pixel: a fraction beyond the edge of a scrolling list would cut off the field's line.
    ImGui::SetNextItemWidth(std::floor(place.x + width) - place.x);
  }
  /// Begins a list that is closed until it is clicked, or pressed with a key. It shows as many of its lines as fit in
  /// the window.
  [[nodiscard]] bool begin_list(const char* name, const std::string& shown) const {
    const ImGuiID list = ImHashStr("##ComboPopup", 0, id_);
    if (asked_.is_pressed && !ImGui::IsPopupOpen(list, 0)) ImGui::OpenPopupEx(list);
    return ImGui::BeginCombo(name, shown.c_str(), ImGuiComboFlags_HeightLargest);
  }
  /// Gives the next field the keyboard.
  void type() const { type_into(*ImGui::GetCurrentContext(), id_); }
  /// After the field itself, before the lines of its list.
  void end_frame() {
    ImGui::PopStyleVar();
    from_ = ImGui::GetItemRectMin();
    to_ = ImGui::GetItemRectMax();
  }
  /// `name`: for the probe; empty: not recorded, as for an open list.
  void end(std::string_view name) {
    ImGui::PopFont();
    ImGui::PopID();
    if (name.empty() || !context_.probe.enabled()) return;
    context_.probe.item(name, from_.x, from_.y, to_.x - from_.x, to_.y - from_.y, true);
  }

 private:
  PanelContext& context_;
  ImGuiID id_ = 0;
  KeyboardFocus::Asked asked_;
  ImVec2 from_{}, to_{};
};

/// A line of an open list; returns true when chosen. A list opened with a key begins at the chosen line.
bool list_line(PanelContext& context, const char* name, bool is_chosen, bool is_first_focus, ImVec2 size = {0, 0}) {
  meet_characters(context.fonts.body, name);
  bool clicked = ImGui::Selectable(name, is_chosen, ImGuiSelectableFlags_None, size);
  const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
  const bool is_pressed =
      focus_stop(context, ImGui::GetID(name), {from.x, from.y, to.x - from.x, to.y - from.y}).is_pressed;
  if (is_first_focus && context.focus != nullptr && context.focus->is_owner_focused()) {
    context.focus->take();
    context.redraw_within(0);
  }
  if (is_pressed) ImGui::CloseCurrentPopup();
  return clicked || is_pressed;
}

/// The text of a closed list, beside its arrow.
std::string closed_text(const PanelContext& context, std::string_view words, float width) {
  return shortened(context.fonts.body, words, width - control_height(context) - context.px(12));
}

/// The lines of an open menu, at least `least` pixels wide; returns the index chosen.
std::optional<int> menu_lines(PanelContext& context, std::span<const MenuLine> lines, float least) {
  float names = 0, places = 0;
  const auto name_font = [&](const MenuLine& line) {
    return line.place.empty() ? context.fonts.body : context.fonts.strong;
  };
  for (const MenuLine& line : lines) {
    names = std::max(names, text_size(name_font(line), line.name).x);
    places = std::max(places, text_size(context.fonts.small, line.place).x);
  }
  // A long path must not stretch the list across the window.
  const float most = std::min(context.px(kWidestMenu), ImGui::GetIO().DisplaySize.x * 0.6f);
  const float inset = context.px(7), between = places > 0 ? context.px(14) : 0;
  names = std::min(names, places > 0 ? most * 0.5f : most);
  const float whole = std::max(std::min(names + between + places + 2 * inset, most), least);
  const float row = font_size(context.fonts.body) + context.px(11);
  std::optional<int> chosen;
  const KeyboardFocus::Above above(context.focus);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const MenuLine& line = lines[i];
    ImGui::PushID(static_cast<int>(i));
    const ImVec2 place = cursor();
    if (list_line(context, "##line", false, i == 0 && ImGui::IsWindowAppearing(), {whole, row})) {
      chosen = static_cast<int>(i);
    }
    const auto put = [&](ImFont* font, Colour colour, float x, const std::string& words) {
      text_at(context, font, colour, {x, std::floor(place.y + (row - text_size(font, words).y) / 2)}, words);
    };
    const float for_place = whole - names - between - 2 * inset;
    const std::string name = shortened_within(name_font(line), line.name, places > 0 ? names : whole - 2 * inset);
    const std::string where = shortened_within(context.fonts.small, line.place, for_place);
    if (name != line.name || where != line.place) tooltip(context, line.place + "/" + line.name);
    put(name_font(line), context.theme.text, place.x + inset, name);
    if (!where.empty()) put(context.fonts.small, context.theme.text_muted, place.x + inset + names + between, where);
    ImGui::PopID();
  }
  ImGui::PopStyleVar();
  return chosen;
}

}  // namespace

std::optional<std::int64_t> int_field(PanelContext& context, const char* id, std::int64_t value, std::int64_t minimum,
                                      std::int64_t maximum, float width) {
  FieldScope scope(context, id, "##field", width, KeyboardFocus::Kind::typed);
  // Accepted with Enter and by leaving the field alike. In the frame in which the field is left its text is already
  // gone, so the last input is kept here; only one field at a time has the keyboard.
  static std::int64_t typed_last = 0;
  std::int64_t typed = value;
  if (ImGui::InputScalar("##field", ImGuiDataType_S64, &typed, nullptr, nullptr, "%lld",
                         ImGuiInputTextFlags_AutoSelectAll)) {
    typed_last = typed;
  }
  const bool is_left = ImGui::IsItemDeactivatedAfterEdit();
  scope.end_frame();
  scope.end(id);
  if (!is_left) return std::nullopt;
  typed = std::clamp(typed_last, minimum, maximum);
  return typed == value ? std::nullopt : std::optional(typed);
}

std::optional<int> drop_down(PanelContext& context, const char* id, std::span<const std::string_view> labels,
                             int selected, float width) {
  std::optional<int> chosen;
  FieldScope scope(context, id, "##list", width, KeyboardFocus::Kind::pressed);
  const bool known = selected >= 0 && static_cast<std::size_t>(selected) < labels.size();
  const std::string shown = known ? closed_text(context, labels[static_cast<std::size_t>(selected)], width) : "";
  const bool open = scope.begin_list("##list", shown);
  scope.end_frame();
  if (open) {
    const KeyboardFocus::Above above(context.focus);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      ImGui::PushID(static_cast<int>(i));
      const bool is_chosen = static_cast<int>(i) == (known ? selected : 0);
      if (list_line(context, std::string(labels[i]).c_str(), known && is_chosen,
                    is_chosen && ImGui::IsWindowAppearing())) {
        chosen = static_cast<int>(i);
      }
      ImGui::PopID();
    }
    ImGui::EndCombo();
  }
  scope.end(open ? "" : id);
  return chosen;
}

bool close_lists() {
  if (ImGui::GetCurrentContext()->OpenPopupStack.Size == 0) return false;
  ImGui::ClosePopupToLevel(0, true);
  return true;
}

std::optional<int> menu(PanelContext& context, const char* id, std::string_view label, std::span<const MenuLine> lines,
                        float width) {
  std::optional<int> chosen;
  FieldScope scope(context, id, "##menu", width, KeyboardFocus::Kind::pressed);
  const bool open = scope.begin_list("##menu", closed_text(context, label, width));
  scope.end_frame();
  if (open) {
    chosen = menu_lines(context, lines, width);
    ImGui::EndCombo();
  }
  scope.end(open ? std::string_view() : label);
  return chosen;
}

Typed text_field(PanelContext& context, const char* id, std::string& words, float width, bool takes_keyboard) {
  // The longest path on Linux (PATH_MAX).
  std::array<char, 4096> typed{};
  words.copy(typed.data(), typed.size() - 1);
  FieldScope scope(context, id, "##text", width, KeyboardFocus::Kind::typed);
  if (takes_keyboard) scope.type();
  meet_characters(context.fonts.body, words);
  Typed result;
  result.entered = ImGui::InputText("##text", typed.data(), typed.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  result.has_keyboard = ImGui::IsItemActive();
  scope.end_frame();
  scope.end(id);
  result.changed = words != typed.data();
  if (result.changed) words = typed.data();
  return result;
}

}  // namespace bankloom::ui
