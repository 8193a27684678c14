#include "ui/style.h"

#include <imgui.h>

namespace bankloom::ui {
namespace {

/// The theme's colour for one of Dear ImGui's own colours.
struct StyleColour {
  ImGuiCol index;
  Colour Theme::*role;
};
constexpr StyleColour kStyleColours[] = {
    {ImGuiCol_Text, &Theme::text},
    {ImGuiCol_TextDisabled, &Theme::text_faint},
    {ImGuiCol_WindowBg, &Theme::surface},
    {ImGuiCol_PopupBg, &Theme::raised},
    {ImGuiCol_Border, &Theme::line},
    {ImGuiCol_FrameBg, &Theme::window},
    {ImGuiCol_FrameBgHovered, &Theme::raised},
    {ImGuiCol_FrameBgActive, &Theme::raised},
    {ImGuiCol_ScrollbarGrab, &Theme::line},
    {ImGuiCol_ScrollbarGrabHovered, &Theme::text_faint},
    {ImGuiCol_ScrollbarGrabActive, &Theme::text_muted},
    {ImGuiCol_CheckMark, &Theme::text},
    {ImGuiCol_SliderGrab, &Theme::text_faint},
    {ImGuiCol_SliderGrabActive, &Theme::text_muted},
    {ImGuiCol_Button, &Theme::raised},
    {ImGuiCol_ButtonHovered, &Theme::raised_hover},
    {ImGuiCol_ButtonActive, &Theme::selected},
    {ImGuiCol_Header, &Theme::selected},
    {ImGuiCol_HeaderHovered, &Theme::raised_hover},
    {ImGuiCol_HeaderActive, &Theme::selected},
    {ImGuiCol_Separator, &Theme::line},
    {ImGuiCol_SeparatorHovered, &Theme::text_faint},
    {ImGuiCol_SeparatorActive, &Theme::text_muted},
    {ImGuiCol_Tab, &Theme::surface},
    {ImGuiCol_TabHovered, &Theme::raised_hover},
    {ImGuiCol_TableHeaderBg, &Theme::surface},
    {ImGuiCol_TableBorderStrong, &Theme::line},
    {ImGuiCol_TableBorderLight, &Theme::line},
};

}  // namespace

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
  // A text field looks like a field and not like one of the buttons beside it.
  style.FrameBorderSize = 1;
  style.ScaleAllSizes(scale);
  style.AntiAliasedLinesUseTex = false;

  const auto set = [&](ImGuiCol index, Colour packed) { style.Colors[index] = ImGui::ColorConvertU32ToFloat4(packed); };
  for (const StyleColour& colour : kStyleColours) set(colour.index, theme.*colour.role);
  for (const ImGuiCol index :
       {ImGuiCol_ChildBg, ImGuiCol_BorderShadow, ImGuiCol_ScrollbarBg, ImGuiCol_ResizeGrip, ImGuiCol_TableRowBg})
    set(index, 0);
  set(ImGuiCol_TableRowBgAlt, translucent(theme.raised, 0.4));
  set(ImGuiCol_TextSelectedBg, translucent(theme.accent_b, 0.4));
  set(ImGuiCol_ModalWindowDimBg, 0x99000000u);
  ImGui::GetStyle() = style;
}

}  // namespace bankloom::ui
