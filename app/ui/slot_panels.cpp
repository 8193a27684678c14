#include "ui/slot_panels.h"

#include <algorithm>
#include <cmath>

#include "ui/fonts.h"
#include "ui/layout/controls.h"
#include "ui/overlays.h"
#include "ui/panels/side_style.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

/// Margins of panels within their slots, in units; the low one in the middle, whose parts belong together.
constexpr float kMarginY = 10, kLowMarginY = 6;
/// Heights of a tile and of a question in a picture of several views, where that of the others is 1.
constexpr float kTileWeight = 1.7f, kQuestionWeight = 1.05f;

/// Panels of the middle and of paper are on the window's own colour, the others on surfaces.
Colour ground_of(const Theme& theme, Slot slot) {
  const bool is_window = slot == Slot::headline || slot == Slot::tile || slot == Slot::banks || slot == Slot::threads ||
                         slot == Slot::paper;
  return is_window ? theme.window : theme.surface;
}

/// The lines between a slot and its neighbours, drawn in the present window.
void draw_edges(const PanelContext& context, Slot slot, const Rect& rect) {
  const float thick = std::max(1.0f, std::round(context.scale));
  const auto fill = [&](float x0, float y0, float x1, float y1) {
    context.painter.rect({x0, y0}, {x1, y1}, context.theme.line);
  };
  if (slot == Slot::top) fill(rect.x, rect.bottom() - thick, rect.right(), rect.bottom());
  if (slot == Slot::choice) fill(rect.right() - thick, rect.y, rect.right(), rect.bottom());
  if (slot == Slot::code || slot == Slot::explanation || slot == Slot::details) {
    fill(rect.x, rect.y, rect.x + thick, rect.bottom());
  }
  if (slot == Slot::timeline || slot == Slot::sentence) fill(rect.x, rect.y, rect.right(), rect.y + thick);
}

/// The font and margins of the tabs' titles.
struct TabLook {
  FontUse font, open_font;
  float margin, gap;  ///< units beside a title, between two tabs
  std::size_t lines = 1;
};
/// The first one that fits.
constexpr TabLook kTabLooks[] = {{FontUse::body, FontUse::strong, 8, 4},
                                 {FontUse::body, FontUse::strong, 5, 1},
                                 {FontUse::small, FontUse::small, 5, 0},
                                 {FontUse::small, FontUse::small, 3, 0},
                                 {FontUse::small, FontUse::small, 5, 0, 2}};

/// A tab, as wide as when it is open.
Control tab_box(const PanelEntry& entry, const TabLook& look, bool is_open, const std::function<void()>& choose) {
  const Text widest = Text(entry.title).fonts({look.open_font});
  const auto width = [=](const PanelContext& context) { return widest.width(context) + context.px(2 * look.margin); };
  const auto height = [look](const PanelContext& context) {
    return context.area.height / static_cast<float>(look.lines);
  };
  const auto draw = [=, title = entry.title](PanelContext& context, const Rect& rect) {
    if (press_at(context, rect, "tab", title)) choose();
    Text words(title);
    words.fonts({is_open ? look.open_font : look.font}).align(Align::centre);
    if (!is_open && !ImGui::IsItemHovered()) words.muted();
    const Rect inner = rect.inset(context.px(look.margin), 0);
    text_in(context, inner, words);
    if (!is_open) return;
    card(context, {inner.x, rect.bottom() - context.px(3), inner.width, context.px(2)}, context.theme.text, 0, 1);
  };
  return Control({width, nullptr, height, draw}).tooltip(std::string(entry.help));
}

}  // namespace

bool begin_bare(const char* name, const Rect& rect, ImGuiWindowFlags flags) {
  ImGui::SetNextWindowPos({rect.x, rect.y});
  ImGui::SetNextWindowSize({rect.width, rect.height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  const bool visible =
      ImGui::Begin(name, nullptr,
                   flags | ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove |
                       ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar(4);
  return visible;
}

bool begin_on_ground(std::vector<Ground>& grounds, const char* name, const Rect& rect, Colour ground) {
  grounds.push_back({rect, ground, name});
  return begin_bare(name, rect, ImGuiWindowFlags_NoBringToFrontOnFocus);
}

void begin_panel(PanelContext& context, std::string_view name, int layer) {
  context.probe.begin_panel(name);
  if (context.focus != nullptr) context.focus->begin_panel(name, layer);
}

std::vector<std::string> views_of(std::string_view joined) {
  std::vector<std::string> views;
  while (!joined.empty()) {
    const std::size_t end = std::min(joined.find('+'), joined.size());
    views.emplace_back(joined.substr(0, end));
    joined.remove_prefix(std::min(end + 1, joined.size()));
  }
  return views;
}

SlotPanels::SlotPanels() {
  for (const PanelEntry& entry : panels()) {
    panels_.push_back({entry, Side::a, entry.maker.make(Side::a)});
    if (entry.maker.per_side) panels_.push_back({entry, Side::b, entry.maker.make(Side::b)});
  }
}

void SlotPanels::draw_views(PanelContext& context, std::vector<Ground>& grounds, std::string_view views,
                            const Rect& rect) {
  // A tile is what the others explain, and has more to show.
  const auto weight = [](std::string_view view) {
    return view == "tile" ? kTileWeight : view == "question" ? kQuestionWeight : 1;
  };
  const auto parts = views_of(views);
  float all = 0, before = 0;
  for (const std::string& part : parts) all += weight(part);
  for (const std::string& part : parts) {
    const float top = std::round(rect.y + rect.height * before / all);
    before += weight(part);
    draw_view(context, grounds, part, {rect.x, top, rect.width, std::round(rect.y + rect.height * before / all) - top});
  }
}

void SlotPanels::draw_view(PanelContext& context, std::vector<Ground>& grounds, std::string_view id, const Rect& rect) {
  std::vector<PlacedPanel*> shown;
  for (PlacedPanel& placed : panels_) {
    if (placed.entry.id == id && is_shown(context.session, placed.side)) shown.push_back(&placed);
  }
  const float width = std::round(rect.width / static_cast<float>(shown.size()));
  Rect part{rect.x, rect.y, width, rect.height};
  for (PlacedPanel* placed : shown) {
    if (placed == shown.back()) part.width = rect.right() - part.x;
    const std::string window = fmt::format("##{}{}", id, side_name(placed->side));
    draw_panel(context, grounds, *placed, part.inset(context.px(kPanelMarginX + 4), context.px(kMarginY + 4)), window,
               part);
    part.x += width;
  }
}

void SlotPanels::draw_slot(PanelContext& context, std::vector<Ground>& grounds, Slot slot, Side side,
                           const Rect& rect) {
  std::vector<PlacedPanel*> tabs;
  for (PlacedPanel& placed : panels_) {
    if (placed.entry.slot == slot && placed.side == side) tabs.push_back(&placed);
  }
  // A tab that does not apply stays chosen: it is open again when it applies.
  std::erase_if(tabs,
                [&](const PlacedPanel* tab) { return tab->entry.applies != nullptr && !tab->entry.applies(context); });
  if (rect.empty() || tabs.empty()) return;
  PlacedPanel* shown = tabs.front();
  const bool is_low = context.in_focus_view || ground_of(context.theme, slot) == context.theme.window;
  const float margin = slot == Slot::top ? 0 : (is_low ? kLowMarginY : kMarginY);
  Rect area = rect.inset(context.px(kPanelMarginX), context.px(margin)), body = rect;
  if (tabs.size() > 1) {
    // The tabs' bar has a window of its own above this one.
    const float height = std::round(context.px(34));
    shown = draw_tabs(context, grounds, tabs, {rect.x, rect.y, rect.width, height});
    body = {rect.x, rect.y + height, rect.width, rect.height - height};
    area = body.inset(context.px(kPanelMarginX), context.px(4));
  }
  draw_panel(context, grounds, *shown, area, fmt::format("##{}{}", shown->entry.id, side_name(side)), body);
}

void SlotPanels::draw_panel(PanelContext& context, std::vector<Ground>& grounds, PlacedPanel& placed, const Rect& area,
                            const std::string& window, const Rect& slot) {
  const PanelEntry& entry = placed.entry;
  if (area.empty()) return;
  if (begin_on_ground(grounds, window.c_str(), slot, ground_of(context.theme, entry.slot))) {
    push_font(context.fonts.body);
    context.area = area;
    std::string name(entry.id);
    if (entry.maker.per_side && context.session.comparing()) name += placed.side == Side::a ? "/a" : "/b";
    begin_panel(context, name);
    Drawing([&](const Rect&) { placed.panel->draw(context); }).draw(context, area);
    ImGui::PopFont();
    if (context.overlays != nullptr && ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows)) {
      context.overlays->pointed_panel = entry.id;
    }
    if (!context.on_paper) draw_edges(context, entry.slot, slot);
  }
  ImGui::End();
}

SlotPanels::PlacedPanel* SlotPanels::draw_tabs(PanelContext& context, std::vector<Ground>& grounds,
                                               std::vector<PlacedPanel*> tabs, const Rect& rect) {
  const auto open =
      std::ranges::find_if(tabs, [&](const PlacedPanel* tab) { return tab->entry.id == context.view.tab; });
  PlacedPanel* shown = open == tabs.end() ? tabs.front() : *open;
  begin_on_ground(grounds, "##tabs", rect, context.theme.surface);
  context.area = rect.inset(context.px(kPanelMarginX), 0);
  begin_panel(context, "tabs");
  draw_edges(context, Slot::timeline, rect);
  draw_edges(context, Slot::details, rect);
  std::vector<std::function<Box()>> forms;
  for (const TabLook& look : kTabLooks) {
    forms.emplace_back([&context, &tabs, &look, &shown, lit = shown] {
      std::vector<Row> rows(look.lines);
      for (std::size_t i = 0; i < tabs.size(); ++i) {
        rows[i * look.lines / tabs.size()].gap(look.gap).add(
            tab_box(tabs[i]->entry, look, tabs[i] == lit, [&context, &shown, tab = tabs[i]] {
              shown = tab;
              context.view.tab = tab->entry.id;
            }));
      }
      Column lines;
      lines.gap(0);
      for (const Row& row : rows) lines.add(row);
      return lines;
    });
  }
  // The first title begins at the panels' left edge.
  const float from = context.area.x - context.px(6);
  FirstOf(std::move(forms)).draw(context, {from, rect.y, rect.right() - from, rect.height});
  ImGui::End();
  return shown;
}

}  // namespace bankloom::ui
