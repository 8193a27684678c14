#include "ui/style.h"

#include <imgui.h>

namespace bankloom::ui {

void apply_style(const Theme& theme, float scale) {
  ImGuiStyle style;
  style.WindowPadding = {12, 10};
  style.FramePadding = {8, 5};
  style.ItemSpacing = {8, 5};
  style.ItemInnerSpacing = {6, 4};
  style.CellPadding = {8, 3};
  style.WindowRounding = 8;
  style.ChildRounding = 6;
  style.FrameRounding = 5;
  style.PopupRounding = 7;
  style.ScrollbarRounding = 6;
  style.GrabRounding = 4;
  style.TabRounding = 5;
  style.ScrollbarSize = 11;
  style.GrabMinSize = 12;
  style.WindowBorderSize = 1;
  style.PopupBorderSize = 1;
  style.FrameBorderSize = theme.name == ThemeName::projector ? 1.0f : 0.0f;
  style.ScaleAllSizes(scale);
  style.AntiAliasedLinesUseTex = false;

  const auto colour = [](Colour packed) { return ImGui::ColorConvertU32ToFloat4(packed); };
  const auto set = [&](ImGuiCol index, Colour packed) { style.Colors[index] = colour(packed); };
  set(ImGuiCol_Text, theme.text);
  set(ImGuiCol_TextDisabled, theme.text_faint);
  set(ImGuiCol_WindowBg, theme.surface);
  set(ImGuiCol_ChildBg, 0);
  set(ImGuiCol_PopupBg, theme.raised);
  set(ImGuiCol_Border, theme.line);
  set(ImGuiCol_BorderShadow, 0);
  set(ImGuiCol_FrameBg, theme.raised);
  set(ImGuiCol_FrameBgHovered, theme.raised_hover);
  set(ImGuiCol_FrameBgActive, theme.raised_hover);
  set(ImGuiCol_ScrollbarBg, 0);
  set(ImGuiCol_ScrollbarGrab, theme.line);
  set(ImGuiCol_ScrollbarGrabHovered, theme.text_faint);
  set(ImGuiCol_ScrollbarGrabActive, theme.text_muted);
  set(ImGuiCol_CheckMark, theme.text);
  set(ImGuiCol_SliderGrab, theme.text_faint);
  set(ImGuiCol_SliderGrabActive, theme.text_muted);
  set(ImGuiCol_Button, theme.raised);
  set(ImGuiCol_ButtonHovered, theme.raised_hover);
  set(ImGuiCol_ButtonActive, theme.selected);
  set(ImGuiCol_Header, theme.selected);
  set(ImGuiCol_HeaderHovered, theme.raised_hover);
  set(ImGuiCol_HeaderActive, theme.selected);
  set(ImGuiCol_Separator, theme.line);
  set(ImGuiCol_SeparatorHovered, theme.text_faint);
  set(ImGuiCol_SeparatorActive, theme.text_muted);
  set(ImGuiCol_ResizeGrip, 0);
  set(ImGuiCol_Tab, theme.surface);
  set(ImGuiCol_TabHovered, theme.raised_hover);
  set(ImGuiCol_TableHeaderBg, theme.surface);
  set(ImGuiCol_TableBorderStrong, theme.line);
  set(ImGuiCol_TableBorderLight, theme.line);
  set(ImGuiCol_TableRowBg, 0);
  set(ImGuiCol_TableRowBgAlt, translucent(theme.raised, 0.4));
  set(ImGuiCol_TextSelectedBg, translucent(theme.accent_b, 0.4));
  set(ImGuiCol_ModalWindowDimBg, 0x99000000u);
  ImGui::GetStyle() = style;
}

}  // namespace bankloom::ui
