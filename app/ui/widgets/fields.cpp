#include "ui/widgets/fields.h"

#include <array>
#include <cmath>

#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

void push_field_style(const PanelContext& context) {
  const float padding = (control_height(context) - font_size(context.fonts.body)) / 2;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {context.px(8), padding});
}

void note_last(PanelContext& context, std::string_view what) {
  const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
  if (context.probe.enabled()) context.probe.item(what, from.x, from.y, to.x - from.x, to.y - from.y, true);
}

}  // namespace

std::optional<int> menu(PanelContext& context, const char* id, std::string_view label,
                        std::span<const std::string_view> lines, float width) {
  std::optional<int> chosen;
  ImGui::PushID(id);
  push_font(context.fonts.body);
  push_field_style(context);
  ImGui::SetNextItemWidth(width);
  const std::string words = shortened(context.fonts.body, label, width - control_height(context) - context.px(10));
  const bool open = ImGui::BeginCombo("##menu", words.c_str(), ImGuiComboFlags_HeightLarge);
  ImGui::PopStyleVar();
  if (open) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      ImGui::PushID(static_cast<int>(i));
      if (ImGui::Selectable(std::string(lines[i]).c_str())) chosen = static_cast<int>(i);
      ImGui::PopID();
    }
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

bool is_double_clicked() { return ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0); }

}  // namespace bankloom::ui
