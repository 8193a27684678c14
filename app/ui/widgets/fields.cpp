#include "ui/widgets/fields.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

/// Units of width that a menu takes at most.
constexpr float kWidestMenu = 460;

void push_field_style(const PanelContext& context) {
  const float padding = (control_height(context) - font_size(context.fonts.body)) / 2;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {context.px(8), padding});
}

void note_last(PanelContext& context, std::string_view what) {
  const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
  if (context.probe.enabled()) context.probe.item(what, from.x, from.y, to.x - from.x, to.y - from.y, true);
}

/// The lines of an open menu, at least `least` pixels wide; the index that was chosen.
std::optional<int> menu_lines(PanelContext& context, std::span<const MenuLine> lines, float least) {
  float names = 0, places = 0;
  const auto name_font = [&](const MenuLine& line) {
    return line.place.empty() ? context.fonts.body : context.fonts.strong;
  };
  for (const MenuLine& line : lines) {
    names = std::max(names, text_size(name_font(line), line.name).x);
    places = std::max(places, text_size(context.fonts.small, line.place).x);
  }
  // A long path must not stretch the list over the window.
  const float most = std::min(context.px(kWidestMenu), ImGui::GetIO().DisplaySize.x * 0.6f);
  const float inset = context.px(7), between = places > 0 ? context.px(14) : 0;
  names = std::min(names, places > 0 ? most * 0.5f : most);
  const float whole = std::max(std::min(names + between + places + 2 * inset, most), least);
  const float row = font_size(context.fonts.body) + context.px(11);
  std::optional<int> chosen;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const MenuLine& line = lines[i];
    ImGui::PushID(static_cast<int>(i));
    const ImVec2 place = cursor();
    if (ImGui::Selectable("##line", false, ImGuiSelectableFlags_None, {whole, row})) chosen = static_cast<int>(i);
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

std::optional<int> menu(PanelContext& context, const char* id, std::string_view label, std::span<const MenuLine> lines,
                        float width) {
  std::optional<int> chosen;
  ImGui::PushID(id);
  push_font(context.fonts.body);
  push_field_style(context);
  ImGui::SetNextItemWidth(width);
  const std::string words = shortened(context.fonts.body, label, width - control_height(context) - context.px(10));
  const bool open = ImGui::BeginCombo("##menu", words.c_str(), ImGuiComboFlags_HeightLarge);
  ImGui::PopStyleVar();
  if (open) {
    chosen = menu_lines(context, lines, width);
    ImGui::EndCombo();
  } else {
    note_last(context, label);
  }
  ImGui::PopFont();
  ImGui::PopID();
  return chosen;
}

Typed entry_field(PanelContext& context, const char* id, std::string& words, float width, bool takes_keyboard) {
  // A path is no longer than this on Linux (PATH_MAX).
  std::array<char, 4096> typed{};
  words.copy(typed.data(), typed.size() - 1);
  ImGui::PushID(id);
  push_font(context.fonts.body);
  push_field_style(context);
  ImGui::SetNextItemWidth(width);
  if (takes_keyboard) ImGui::SetKeyboardFocusHere();
  Typed result;
  result.entered = ImGui::InputText("##entry", typed.data(), typed.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ImGui::PopID();
  note_last(context, id);
  result.changed = words != typed.data();
  if (result.changed) words = typed.data();
  return result;
}

}  // namespace bankloom::ui
