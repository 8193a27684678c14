#include "ui/probe.h"

#include <imgui.h>

namespace bankloom::ui {

void Probe::item(std::string_view what, float x, float y, float width, float height, bool control, bool enabled) {
  if (!on_) return;
  Item item{panel_, std::string(what), x, y, width, height};
  item.control = control;
  item.enabled = enabled;
  if (ImGui::GetCurrentContext() != nullptr) {
    const ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 from = list->GetClipRectMin(), to = list->GetClipRectMax();
    item.clip_x = from.x;
    item.clip_y = from.y;
    item.clip_width = to.x - from.x;
    item.clip_height = to.y - from.y;
    item.scrolls_across = ImGui::GetScrollMaxX() > 0;
    item.scrolls = ImGui::GetScrollMaxY() > 0 || item.scrolls_across;
  }
  items_.push_back(std::move(item));
}

}  // namespace bankloom::ui
