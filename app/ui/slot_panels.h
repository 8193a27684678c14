// SlotPanels: the panels in their slots, as tabs where a slot has several, and the bare windows that they are drawn in.
#pragma once

#include <imgui.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ui/compositor.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// Units beside a panel in its slot.
inline constexpr float kPanelMarginX = 14;

/// Begins a window of Dear ImGui that is only a place. Returns false if nothing in it is visible; End() is called all
/// the same.
bool begin_bare(const char* name, const Rect& rect, ImGuiWindowFlags flags);
/// The same behind all others, on a ground that is cleared, not drawn.
bool begin_on_ground(std::vector<Ground>& grounds, const char* name, const Rect& rect, Colour ground);
/// What is drawn next belongs to the panel with this name.
void begin_panel(PanelContext& context, std::string_view name, int layer = 0);

/// The views of a picture: of "tile+banks" tile and banks, of "" none.
[[nodiscard]] std::vector<std::string> views_of(std::string_view joined);

class SlotPanels {
 public:
  SlotPanels();
  /// Draws a slot of a side; adds the grounds of its windows.
  void draw_slot(PanelContext& context, std::vector<Ground>& grounds, Slot slot, Side side, const Rect& rect);
  /// Draws panels alone, one below the other: views_of() `views`.
  void draw_views(PanelContext& context, std::vector<Ground>& grounds, std::string_view views, const Rect& rect);

 private:
  /// Draws one panel alone, of both sides in a comparison.
  void draw_view(PanelContext& context, std::vector<Ground>& grounds, std::string_view id, const Rect& rect);
  /// A panel, of one side if there is one for each.
  struct PlacedPanel {
    const PanelEntry& entry;
    Side side;
    std::unique_ptr<Panel> panel;
  };
  static void draw_panel(PanelContext& context, std::vector<Ground>& grounds, PlacedPanel& placed, const Rect& area,
                         const std::string& window, const Rect& slot);
  /// Returns the one that is open.
  static PlacedPanel* draw_tabs(PanelContext& context, std::vector<Ground>& grounds, std::vector<PlacedPanel*> tabs,
                                const Rect& rect);

  std::vector<PlacedPanel> panels_;  ///< in the order of panels()
};

}  // namespace bankloom::ui
