#include "ui/panel.h"

#include <algorithm>
#include <tuple>

namespace bankloom::ui {

/// In the order of the list in CMakeLists.txt; panel_entries.cpp.in.
std::vector<PanelEntry> panel_entries();

const std::vector<PanelEntry>& panels() {
  static const std::vector<PanelEntry> all = [] {
    std::vector<PanelEntry> entries = panel_entries();
    std::ranges::sort(entries, [](const PanelEntry& a, const PanelEntry& b) {
      return std::tie(a.slot, a.order) < std::tie(b.slot, b.order);
    });
    return entries;
  }();
  return all;
}

std::vector<std::string_view> tab_ids() {
  std::vector<std::string_view> ids;
  for (const PanelEntry& entry : panels()) {
    if (entry.slot == Slot::details) ids.push_back(entry.id);
  }
  return ids;
}

}  // namespace bankloom::ui
