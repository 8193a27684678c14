// Differences between the supported releases of Dear ImGui, 1.82 to 1.92.
#pragma once

#include <imgui.h>

#include "ui/rect.h"

namespace bankloom::ui {

/// The size of a font in the atlas, in pixels.
[[nodiscard]] inline float font_size(const ImFont* font) {
#if IMGUI_VERSION_NUM >= 19200
  return font->LegacySize;
#else
  return font->FontSize;
#endif
}

[[nodiscard]] inline bool is_home_pressed() {
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyPressed(ImGuiKey_Home);
#else
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Home));
#endif
}

/// Ends with ImGui::PopFont().
inline void push_font(ImFont* font) {
#if IMGUI_VERSION_NUM >= 19200
  ImGui::PushFont(font, font->LegacySize);
#else
  ImGui::PushFont(font);
#endif
}

/// Opens a region of `size` pixels within the present window, as ImGui::BeginChild(); ends with ImGui::EndChild(). With
/// a border it has margins, too.
inline bool begin_child(const char* id, ImVec2 size, ImGuiWindowFlags flags = 0, bool has_border = false) {
  return ImGui::BeginChild(id, size, has_border, flags);  // 1.90 gave the bool more values; these two mean the same
}

/// The same at a place.
inline bool begin_child_at(const char* id, const Rect& rect, ImGuiWindowFlags flags = 0, bool has_border = false) {
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  return begin_child(id, {rect.width, rect.height}, flags, has_border);
}

}  // namespace bankloom::ui
